"""The blocks of a rules text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from printgen.errors import Location

Align = Literal["left", "center", "right"]
PictureKind = Literal["face", "picture", "art"]
Constant = str | int | float | bool | None | tuple["Constant", ...]


class RichText(Struct, frozen=True):
    """Rich text as its author wrote it, with `{expressions}` still in it."""

    text: str
    place: Location


class Title(Struct, frozen=True):
    text: RichText


class Heading(Struct, frozen=True):
    text: RichText


class Prose(Struct, frozen=True):
    text: RichText


class Steps(Struct, frozen=True):
    items: tuple[RichText, ...]
    start: int


class Grid(Struct, frozen=True):
    """A table: the first row is its header."""

    rows: tuple[tuple[RichText, ...], ...]
    widths: tuple[float, ...]
    align: tuple[Align, ...]
    caption: RichText | None
    place: Location


class Picture(Struct, frozen=True):
    """A picture that is drawn elsewhere: a printed face, a template with a row, or art."""

    kind: PictureKind
    name: str
    place: Location
    width: float | None = None
    caption: RichText | None = None
    rows: str = ""
    id: str = ""
    back: bool = False
    colour: str = ""
    constants: Mapping[str, Constant] = field(default_factory=dict)
    keeps_text: bool = True
    """Whether a face is shown with its text."""


class Figure(Struct, frozen=True):
    """Pictures side by side."""

    pictures: tuple[Picture, ...]
    caption: RichText | None
    place: Location


class Example(Struct, frozen=True):
    """A worked example: pictures, and text under or beside them, in a tinted panel."""

    title: RichText
    pictures: tuple[Picture, ...]
    text: RichText | None
    place: Location
    beside: Literal["", "left", "right"] = ""
    """The side of the text that the pictures are on; above it if empty."""


class Note(Struct, frozen=True):
    text: RichText
    title: RichText | None


class Columns(Struct, frozen=True):
    columns: tuple[tuple[Block, ...], ...]
    widths: tuple[float, ...]
    place: Location


class Break(Struct, frozen=True):
    kind: Literal["page", "column"]


class Provenance(Struct, frozen=True):
    """Where the values come from: listed from the tables, followed by these lines."""

    lines: tuple[RichText, ...]
    place: Location


class Summary(Struct, frozen=True):
    """The back cover."""

    title: RichText
    blocks: tuple[Block, ...]
    place: Location


class Credits(Struct, frozen=True):
    lines: tuple[RichText, ...]
    place: Location


Block = (
    Title
    | Heading
    | Prose
    | Steps
    | Grid
    | Figure
    | Example
    | Note
    | Columns
    | Break
    | Provenance
    | Credits
    | Summary
)


class RulesText(Struct, frozen=True):
    """The blocks of a file. It is not complete if some were left out because of mistakes."""

    blocks: tuple[Block, ...]
    place: Location
    is_complete: bool
