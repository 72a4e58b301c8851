"""Measure how long a saved change of one row takes to show on an open page of `printgen watch`.

`python -m tests.bench.watch` prints this section alone.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.serving import watching

from .folder import write_games

SAVES: Final = 20
CARD: Final = 2
"""On the first screen."""
PAUSE_MS: Final = 2500
"""Enough for the checks that follow each save."""
POLL_SECONDS: Final = 0.01
AIM_MS: Final = 150
NOTE_PAINTED: Final = """picture => picture.addEventListener("load", () =>
  requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = Date.now(); })))"""


def measure(cards: Path) -> list[float]:
    """Milliseconds from each save to the frame after the one with the new picture."""
    file = cards / "bench-w1" / "cards.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    taken = []
    with watching("bench-w1", cards) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        page.wait_for_timeout(PAUSE_MS)
        page.locator(f"img[data-key='cards/front/{CARD:03}']").evaluate(NOTE_PAINTED)
        for number in range(SAVES):
            row = lines[CARD].replace(",", f",{number} ", 1)
            page.evaluate("window.painted = 0")
            begin = time.time() * 1000
            text = "\n".join([*lines[:CARD], row, *lines[CARD + 1 :], ""])
            file.write_text(text, encoding="utf-8")
            while not (painted := page.evaluate("window.painted")):
                time.sleep(POLL_SECONDS)
            taken.append(painted - begin)
            page.wait_for_timeout(PAUSE_MS)
        browser.close()
    return taken


def main() -> int:
    """Returns 0; a missed target is reported but is not a failure."""
    print("\nFrom saving one changed row of 540 cards to the picture on an open page, ms")
    print(f"the machine's load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if CHROMIUM is None:
        print("no Chromium on this machine: not measured")
        return 0
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        write_games(Path(folder))
        taken = measure(Path(folder))
    median = statistics.median(taken)
    print(f"  median {median:.0f}, best {min(taken):.0f}, worst {max(taken):.0f}; aim {AIM_MS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
