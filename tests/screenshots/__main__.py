"""Make screenshots of every page in every size, theme and language.

`python -m tests.screenshots [part of a name …]` writes one sheet or more for each page to
output/screenshots, and prints what axe and an automatic look find.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards
from tests.browser.accessibility import faults_in_both_themes
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.playing import wait_until
from tests.browser.prepared import Prepared
from tests.browser.test_every_page_browser import LARGE, MISFITS, NORMAL
from tests.screenshots.montage import sheets
from tests.screenshots.states import View, all_views
from tests.serving import running

OUT: Final = Path("output") / "screenshots"
SCALE: Final = 0.62
TALLEST: Final = 7000
"""The part of a page that is shown, in pixels."""
Theme = Literal["light", "dark"]


class Screen(Struct, frozen=True):
    """How a page is looked at."""

    language: str
    theme: Theme
    width: int
    height: int
    large: bool = False


PHONES: Final = (
    Screen("en", "light", 390, 844),
    Screen("en", "dark", 320, 568),
    Screen("en", "light", 320, 568, large=True),
    Screen("en", "dark", 768, 1024),
    Screen("de", "dark", 390, 844),
    Screen("de", "light", 320, 568),
    Screen("de", "dark", 390, 844, large=True),
    Screen("de", "light", 844, 390),
)
FEW: Final = (PHONES[2], PHONES[4], PHONES[7])
TELEVISIONS: Final = (Screen("en", "light", 1920, 1080), Screen("de", "dark", 1280, 720))
# What lies over each other though both are to be tapped, and what is cut off at its box.
OVERLAPS: Final = """() => {
  const seen = [...document.querySelectorAll(
    "button, a.button, summary, .chip, input:not([type=hidden]):not(.visually-hidden), select")]
    .filter((one) => one.checkVisibility() && !one.closest(
      "svg, .tabs, .turn-notice, .toast, .requests, .answers, .free.placed"))
    .filter((one) => getComputedStyle(one).opacity !== "0");
  const found = [];
  for (const [index, one] of seen.entries()) {
    const a = one.getBoundingClientRect();
    if (one.scrollWidth > one.clientWidth + 2 && one.clientWidth && !one.matches("input, select"))
      found.push(`cut off: ${one.outerHTML.slice(0, 80)}`);
    for (const other of seen.slice(index + 1)) {
      const b = other.getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && tall > 2 && !one.contains(other) && !other.contains(one)
        && getComputedStyle(one).position === getComputedStyle(other).position)
        found.push(`overlap: ${one.innerText} / ${other.innerText}`);
    }
  }
  const titles = [...document.querySelectorAll("h1, h2")].filter((h) => h.checkVisibility())
    .map((h) => h.textContent.trim());
  for (const title of new Set(titles))
    if (titles.filter((t) => t === title).length > 1) found.push(`two headings: ${title}`);
  return found;
}"""


IS_SIZED: Final = "size => parseFloat(getComputedStyle(document.documentElement).fontSize) === size"


class Photographer:
    """The browser's contexts, one for each language, and what is found in their pages."""

    def __init__(self, browser: Browser, server: str, prepared: Prepared) -> None:
        self._server = server
        self._prepared = prepared
        self._contexts = {language: self._context(browser, language) for language in ("en", "de")}
        self.found: list[str] = []

    @staticmethod
    def _context(browser: Browser, language: str) -> BrowserContext:
        context = browser.new_context(
            locale=language, reduced_motion="reduce", has_touch=True, service_workers="block"
        )
        context.set_default_timeout(60_000)
        return context

    def shots(self, view: View) -> list[Image.Image]:
        screens = TELEVISIONS if view.television else FEW if view.similar else PHONES
        made: list[Image.Image] = []
        for language, context in self._contexts.items():
            context.clear_cookies()
            if view.who:
                self._prepared.enter(context, self._server, view.who)
            page = context.new_page()
            mine = [screen for screen in screens if screen.language == language]
            page.set_viewport_size({"width": mine[0].width, "height": mine[0].height})
            page.goto(self._server + view.address)
            if view.before:
                view.before(page)
            page.wait_for_load_state()
            if language == "de":
                self.found += faults_in_both_themes(page)
            made += [self._shot(page, view, screen) for screen in mine]
            page.close()
        return made

    def _shot(self, page: Page, view: View, screen: Screen) -> Image.Image:
        session = page.context.new_cdp_session(page)
        fonts = {"fontSizes": LARGE if screen.large else NORMAL}
        session.send("Page.setFontSizes", fonts)
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        page.emulate_media(color_scheme=screen.theme)
        if not view.television:
            wait_until(page, IS_SIZED, fonts["fontSizes"]["standard"])
        page.wait_for_timeout(100)
        wide, broken, small = page.evaluate(MISFITS)
        if view.television or screen.width > screen.height:
            small = []
        faults = [wide, *broken, *small, *page.evaluate(OVERLAPS)]
        size = f"{screen.width} {'large ' if screen.large else ''}{screen.language}"
        self.found += [f"{view.name} {size}: {fault}" for fault in faults if fault]
        # The whole page fits on the screen then: the tabs at its lower edge are seen once. A phone
        # on its side would become an upright one.
        upright = screen.width < screen.height
        if upright and not view.television and page.locator("dialog[open]").count() == 0:
            tall = page.evaluate("document.documentElement.scrollHeight")
            height = max(screen.height, min(tall, TALLEST))
            page.set_viewport_size({"width": screen.width, "height": height})
        picture = page.screenshot(
            full_page=not upright and not view.television, scale="css", animations="disabled"
        )
        shot = Image.open(io.BytesIO(picture)).convert("RGB")
        session.detach()
        return shot.crop((0, 0, shot.width, min(shot.height, TALLEST)))


def wanted(views: Iterator[View], parts: list[str]) -> Iterator[View]:
    for view in views:
        if not parts or any(part in view.name for part in parts):
            yield view


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = str(Path(folder) / "tables.sqlite")
        store = Store(f"sqlite:///{database}")
        prepared = Prepared(store)
        views = list(wanted(all_views(prepared), sys.argv[1:]))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with running(database, "--cards", str(builtin_cards())) as started:
            server = f"http://127.0.0.1:{started.port}"
            photographer = Photographer(browser, server, prepared)
            for view in views:
                scale = 0.4 if view.television else SCALE
                try:
                    made = sheets(photographer.shots(view), scale)
                except Exception as fault:
                    print("FAILED", view.name, str(fault)[:200], flush=True)
                    continue
                for number, sheet in enumerate(made, 1):
                    sheet.save(OUT / f"{view.name}-{number}.png")
                print(view.name, len(made), *photographer.found, sep="\n  ", flush=True)
                photographer.found.clear()
        browser.close()
        store.close()


if __name__ == "__main__":
    main()
