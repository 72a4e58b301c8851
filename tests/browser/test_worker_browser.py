"""The service worker caches no page of a table, and evicts old entries."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, ServiceWorkers
from tests.browser.playing import go, open_table, script, sit, wait_until

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found.push(new URL(request.url).pathname);
  return found;
}"""
FILL = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const dated = (when) => new Response("", { headers: { Date: when.toUTCString() } });
  const put = (name, when) => cache.put(`/games/harbour/${name}`, dated(when));
  await put("old", new Date(Date.now() - 60 * 24 * 3600 * 1000));
  for (let number = 0; number < 320; number += 1) await put(`more-${number}`, new Date());
}"""
STALE = """async () => {
  const cache = await caches.open("paperboat-2");
  await cache.put("/t/BCDFGH/play", new Response("a hand of cards"));
}"""

FAST = """
  const table = location.pathname.replace(/\\/tools$/, "");
  const act = { kind: "count", page: "tools", counter: "gold", by: 1 };
  for (let number = 0; number < 70; number += 1)
    queueAct(table, new URLSearchParams({ id: `fast-${number}-00`, ...act }), () => false);
  await allSent();"""


@pytest.fixture
def service_workers() -> ServiceWorkers:
    return "allow"


def kept(page: Page) -> list[str]:
    found: Any = page.evaluate(KEPT)
    return list(found)


def wait_for_kept(page: Page, what: str) -> None:
    """A page is cached after it has been shown, and old ones are evicted after that."""
    wait_until(page, f"({KEPT})().then({what})")


def install(page: Page, server: str) -> None:
    page.goto(server)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_pages_of_a_table_are_not_kept(server: str, new_phone: NewPhone) -> None:
    """Neither pages nor pictures with a table's secrets stay on the phone; offline, the app says so
    instead of showing an old hand."""
    page = new_phone()
    install(page, server)
    code = open_table(page, server, "Harbour")
    sit(page, code, "Ann")
    for name in ("Dice", "Score", "History"):
        go(page, name)
        page.reload()
    page.goto(f"{server}/verify")
    page.goto(f"{server}/games/harbour/reference")
    page.reload()
    wait_for_kept(page, "found => found.includes('/games/harbour/reference')")
    found = kept(page)
    assert [path for path in found if path.startswith(("/t/", "/results", "/api", "/tables"))] == []
    page.context.set_offline(True)
    page.goto(code)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()


def test_what_is_old_is_let_go(server: str, new_phone: NewPhone) -> None:
    """Pages cached long ago, or before hundreds of others, are evicted; the app stays."""
    page = new_phone()
    install(page, server)
    page.reload()
    page.evaluate(FILL)
    page.goto(f"{server}/games/harbour/reference")
    for name in ("old", "more-0"):
        wait_for_kept(page, f"found => !found.includes('/games/harbour/{name}')")
    found = kept(page)
    assert "/games/harbour/more-319" in found
    assert "/offline" in found
    assert any(path.endswith("/companion.css") for path in found)


def test_the_store_of_an_earlier_worker_goes(server: str, new_phone: NewPhone) -> None:
    """Hands cached by an earlier version are deleted when this one takes over."""
    page = new_phone()
    page.goto(f"{server}/manifest.webmanifest")
    page.evaluate(STALE)
    install(page, server)
    wait_until(page, "caches.keys().then((names) => !names.includes('paperboat-2'))")


def test_acts_that_come_too_fast_all_arrive(server: str, new_phone: NewPhone) -> None:
    """A phone that is rate-limited sends its acts again until each has been performed once."""
    page = new_phone()
    sit(page, open_table(page, server, "Harbour"), "Ann")
    go(page, "Dice")
    page.evaluate(
        f"async () => {{ const {{ queueAct, allSent }} = await {script('acts')}; {FAST} }}"
    )
    page.reload()
    expect(page.locator("#main")).to_contain_text("70")
