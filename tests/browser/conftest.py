"""Fixtures for real servers and for phones in Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from printgen.catalog.builtin import builtin_cards
from tests.browser.site import Site
from tests.serving import CARDS, running

# The shell is the same browser without a window, for half the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]

# How long a page may take on a machine that runs everything else at once. No test measures time
# by it: what is right shows at once, what is wrong never does.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

NewPhone = Callable[[], Page]
ServiceWorkers = Literal["allow", "block"]


# Not for the whole session: while Playwright runs, other tests of this process could not start an
# event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium: tests/system-packages should have installed it")
        # A newcomer without root cannot be made to install a browser; CI can, and fails above.
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The companion with the sample game, as people start it."""
    with serving(tmp_path_factory.mktemp("server"), CARDS) as site:
        yield site


@pytest.fixture(scope="package")
def games_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The companion with the built-in games."""
    with serving(tmp_path_factory.mktemp("games"), builtin_cards()) as site:
        yield site


@contextmanager
def serving(folder: Path, cards: Path) -> Iterator[Site]:
    database = folder / "tables.sqlite"
    with running(str(database), "--cards", str(cards)) as started:
        yield Site(f"http://127.0.0.1:{started.port}", database, cards)


@pytest.fixture(scope="module")
def tables() -> Iterator[list[str]]:
    """The tap counts of a file, printed at its end: `make taps`."""
    found: list[str] = []
    yield found
    print("\n" + "\n".join(found))


@pytest.fixture
def service_workers() -> ServiceWorkers:
    """Phones do not install the app, which takes as long as loading three pages. Files of tests in
    which it matters override this."""
    return "block"


@pytest.fixture
def new_phone(browser: Browser, service_workers: ServiceWorkers) -> Iterator[NewPhone]:
    """Phones of the usual size, each with its own cookies; none may see an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make() -> Page:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, service_workers=service_workers
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: errors.append(str(fault)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors
