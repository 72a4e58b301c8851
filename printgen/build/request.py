"""Takes nothing, gives what can be asked of a build and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from printgen.errors import Finding

Format = Literal["pdf", "svg", "png"]
FORMATS: Final[tuple[Format, ...]] = ("pdf", "svg", "png")
DUPLEX_NAMES: Final = {"long": "duplex", "short": "duplex-short", "fold": "fold", "none": "single"}


class Request(Struct, frozen=True):
    """Everything that decides how the sheets look. Only plain values: it travels to workers."""

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

    @property
    def variant(self) -> str:
        """What tells this build's files from those of other papers, turns and inks."""
        low = "-low" if self.ink == "low" else ""
        printer = "" if self.profile == "none" else f"-{self.profile}"
        return f"{self.paper}-{DUPLEX_NAMES[self.duplex]}{low}{printer}"


class Unit(Struct, frozen=True):
    """One document to make: a component by itself, or several of a game together."""

    game: str
    components: tuple[str, ...]
    name: str
    formats: tuple[Format, ...]


class Built(Struct, frozen=True):
    """What became of a unit. `files` maps each file, relative to the game's output folder, to
    the hash of its bytes; `fresh` says that nothing had to be made."""

    unit: Unit
    files: Mapping[str, str]
    pages: int
    pieces: int
    fresh: bool = False


class Outcome(Struct, frozen=True):
    built: tuple[Built, ...]
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> bool:
        return any(finding.is_error for finding in self.findings)
