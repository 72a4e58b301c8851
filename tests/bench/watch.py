"""Measure how long a saved change of one row takes to show on an open page of `printgen watch`,
and how long typst takes to write the same faces again.

`python -m tests.bench.watch` prints this section alone.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.serving import watching

from . import workload
from .environment import TYPST, PeerError, prepare
from .folder import write_games

SAVES: Final = 20
CARD: Final = 2
"""On the first screen."""
PAUSE_MS: Final = 2500
"""Enough for the checks that follow each save."""
POLL_SECONDS: Final = 0.01
AIM_MS: Final = 150
TYPST_PAUSE_SECONDS: Final = 0.3
TYPST_WAIT_MS: Final = 100
"""What `typst watch` waits for further changes of files before it compiles, by its source."""
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


def measure_typst(data: Path, out: Path) -> tuple[str, list[float]]:
    """typst's version, and milliseconds from each save to the finished files, without the wait of
    `typst watch`. Raises PeerError."""
    peer = prepare(TYPST)
    deck = json.loads(data.read_text(encoding="utf-8"))
    card = deck["cards"][CARD - 1]
    title = card["title"]
    script = Path(__file__).with_name("peer_typst.py")
    command = [str(peer.python), str(script), "watch", str(data), str(out)]
    taken = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            _finished(process.stdout.readline())
            for number in range(SAVES):
                time.sleep(TYPST_PAUSE_SECONDS)
                card["title"] = f"{number} {title}"
                new = data.with_suffix(".new")
                new.write_text(json.dumps(deck), encoding="utf-8")
                begin = time.time() * 1000
                new.replace(data)
                taken.append(_finished(process.stdout.readline()) - begin)
        finally:
            process.kill()
    return peer.version, taken


def _finished(line: str) -> float:
    if not line:
        raise PeerError("it ended")
    return float(line)


def _line(name: str, taken: Sequence[float]) -> str:
    median = statistics.median(taken)
    return f"  {name:40} {median:6.0f} {min(taken):6.0f} {max(taken):6.0f}"


def _ratios(ours: float, typst: float) -> str:
    waiting = f"{ours / (typst + TYPST_WAIT_MS):.2f} with the {TYPST_WAIT_MS} ms"
    return f"    printgen ÷ it: {ours / typst:.2f}, or {waiting} that `typst watch` waits"


def main() -> int:
    """Returns 0; a missed target is reported but is not a failure."""
    print("\nFrom saving one changed row of 540 cards to the picture on an open page, ms")
    print(f"the machine's load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"  {'':40} median   best  worst")
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        folder = Path(temporary)
        write_games(folder / "cards")
        workload.write_data(folder / "data")
        ours = [] if CHROMIUM is None else measure(folder / "cards")
        print(
            _line("printgen, painted by Chromium", ours) if ours else "no Chromium on this machine"
        )
        for name, out in (("one PDF", folder / "faces.pdf"), ("SVG files", folder / "faces")):
            try:
                version, taken = measure_typst(folder / "data" / "w1.json", out)
            except PeerError as fault:
                print(f"  typst is not measured: {fault}")
                continue
            print(_line(f"typst {version}, {name} written, not shown", taken))
            if ours:
                print(_ratios(statistics.median(ours), statistics.median(taken)))
    if ours:
        met = "met" if statistics.median(ours) <= AIM_MS else "missed"
        print(f"  aim for printgen: {AIM_MS} ms, {met}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
