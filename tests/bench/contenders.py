"""The commands that are measured."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .environment import PROTOGRAF, TYPST, Peer, PeerError, prepare
from .measure import Contender

HERE: Final = Path(__file__).resolve().parent
WORKLOADS: Final = {
    "w1": "540 poker cards, fronts and mirrored backs, 120 pages of A4",
    "w2": "80 hexagons with six coloured edges, 2 pages of A4",
    "w3": "the 540 fronts as single SVG files, text as outlines (floor: text as text)",
    "svg": "all that printgen writes of w1 as SVG: 540 fronts, 540 backs, 120 pages",
    "arabic": "the cards of w1 in Arabic",
}
PEERS: Final = {
    "w1": (("typst", TYPST), ("protograf", PROTOGRAF)),
    "w2": (("typst", TYPST),),
    "w3": (("typst", TYPST),),
}
FORMATS: Final = {
    "w1": ("bench-w1", "pdf"),
    "w2": ("bench-w2", "pdf"),
    "w3": ("bench-w3", "svg"),
    "svg": ("bench-w1", "svg"),
    "arabic": ("bench-arabic", "pdf"),
}
OWN: Final = frozenset({"svg", "arabic"})
"""Workloads that only printgen gets: they are compared with others of its own."""

COMMAND: Final = str(Path(sys.executable).with_name("printgen"))
"""As people call it: the script that installing the package made."""


def printgen(workload: str, folder: Path) -> Contender:
    game, form = FORMATS[workload]
    options = ["--cards", str(folder / "cards"), "--out", "{out}", "--paper", "a4"]
    options += ["--duplex", "long", "--format", form, "--jobs", "1", "-q"]
    if workload == "w3":  # a build adds a picture of one sheet at least
        options += ["--pages", "1"]
    return Contender("printgen", workload, (COMMAND, "build", game, *options))


def script(name: str, python: str, workload: str, folder: Path, note: str = "") -> Contender:
    file = HERE / ("floor.py" if name == "floor" else f"peer_{name}.py")
    data = folder / "data" / ("w2.json" if workload == "w2" else "w1.json")
    out = "{out}/faces" if workload == "w3" else "{out}/sheets.pdf"
    return Contender(name, workload, (python, str(file), workload, str(data), out), note)


def help_page() -> Contender:
    command = (COMMAND, "--help")
    return Contender("printgen", "help", command, "--help", writes=False)


def contenders(workloads: list[str], folder: Path) -> Iterator[Contender | str]:
    """Returns every command, and the reason for each peer that is not available."""
    ready: dict[Peer, tuple[str, str]] = {}
    for workload in workloads:
        yield printgen(workload, folder)
        if workload in OWN:
            continue
        yield script("floor", sys.executable, workload, folder)
        for name, peer in PEERS[workload]:
            try:
                if peer not in ready:
                    made = prepare(peer)
                    ready[peer] = str(made.python), made.version
            except PeerError as error:
                yield f"{workload}: {name} is not measured: it cannot be installed ({error})"
                continue
            python, version = ready[peer]
            yield script(name, python, workload, folder, version)
    yield help_page()
