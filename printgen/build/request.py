"""The request for a build, and its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from printgen.errors import Finding

Format = Literal["pdf", "svg", "png"]
COMPLETE: Final = "complete"
"""The unit with the print files of a whole game."""
DUPLEX_NAMES: Final = {"long": "duplex", "short": "duplex-short", "fold": "fold", "none": "single"}

ONE_SIDED_NAMES: Final = {
    "long": "one-sided",
    "short": "one-sided-short",
    "fold": "fold-one-sided",
    "none": "single",
}


class Sleeves(Struct, frozen=True):
    """The size of card sleeves in mm, and whether backs are printed for them too, as slips."""

    width: float
    height: float
    backs: bool = False

    def __str__(self) -> str:
        return f"{self.width:g}x{self.height:g}{'+backs' if self.backs else ''}"


class Request(Struct, frozen=True):
    """Everything that determines the output. Plain values only, because it is sent to worker
    processes."""

    cards: Path
    templates: Path
    out: Path
    profiles: Path
    paper: str = "a4"
    duplex: str = "long"
    formats: tuple[Format, ...] = ("pdf",)
    ink: Literal["full", "low"] = "full"
    profile: str = "none"
    companion_url: str | None = None
    stock: float = 0.3
    dpi: int = 300
    svg_text: Literal["outlines", "text"] = "outlines"
    bleed: float | None = None
    """At most so much bleed; 0 makes pieces touch."""
    cutter: str | None = None
    """The cutting machine, if pieces are not cut by hand."""
    sleeves: Sleeves | None = None
    copies: int = 1
    pages: tuple[int, int] | None = None
    """The first and the last page to write of each document."""
    start: int = 1
    """The first slot to use on the first sheet of a component."""

    @property
    def variant(self) -> str:
        """The part of file names that distinguishes papers, duplex modes, inks, printers …"""
        return self._variant(DUPLEX_NAMES[self.duplex])

    @property
    def one_sided_variant(self) -> str:
        """The variant of a file whose pages have no backs, though others of the game have."""
        return self._variant(ONE_SIDED_NAMES[self.duplex])

    def _variant(self, sides: str) -> str:
        low = "-low" if self.ink == "low" else ""
        printer = "" if self.profile == "none" else f"-{self.profile}"
        chosen = (
            f"-bleed-{self.bleed:g}" if self.bleed is not None else "",
            f"-{self.cutter}" if self.cutter is not None else "",
            f"-sleeves-{self.sleeves}" if self.sleeves is not None else "",
            f"-x{self.copies}" if self.copies > 1 else "",
            f"-start-{self.start}" if self.start > 1 else "",
            f"-pages-{self.pages[0]}-{self.pages[1]}" if self.pages is not None else "",
        )
        return f"{self.paper}-{sides}{low}{printer}{''.join(chosen)}"


class Unit(Struct, frozen=True):
    """One document to make: a single component, or several of a game together."""

    game: str
    components: tuple[str, ...]
    name: str
    formats: tuple[Format, ...]


class Built(Struct, frozen=True):
    """The result of a unit. `files` maps each file, relative to the game's output folder, to its
    hash; an `unchanged` unit did not have to be made again."""

    unit: Unit
    files: Mapping[str, str]
    pages: int
    pieces: int
    unchanged: bool = False


class Outcome(Struct, frozen=True):
    built: tuple[Built, ...]
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> bool:
        return any(finding.is_error for finding in self.findings)
