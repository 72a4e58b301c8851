"""Takes nothing, gives the frozen values that a rules text is read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from printgen.catalog.model import Value
from printgen.errors import Place

Align = Literal["left", "center", "right"]
PictureKind = Literal["face", "picture", "art"]


class Words(Struct, frozen=True):
    """Rich text as its author wrote it, with `{expressions}` still in it."""

    text: str
    place: Place


class Title(Struct, frozen=True):
    words: Words


class Heading(Struct, frozen=True):
    words: Words


class Prose(Struct, frozen=True):
    words: Words


class Steps(Struct, frozen=True):
    items: tuple[Words, ...]
    start: int


class Grid(Struct, frozen=True):
    """A table: the first row is its header."""

    rows: tuple[tuple[Words, ...], ...]
    widths: tuple[float, ...]
    align: tuple[Align, ...]
    caption: Words | None
    place: Place


class Picture(Struct, frozen=True):
    """Something drawn elsewhere: a printed face, a template with a row, or a piece of art."""

    kind: PictureKind
    name: str
    place: Place
    width: float | None = None
    caption: Words | None = None
    rows: str = ""
    id: str = ""
    back: bool = False
    colour: str = ""
    constants: Mapping[str, Value] = field(default_factory=dict)


class Figure(Struct, frozen=True):
    """Pictures side by side."""

    pictures: tuple[Picture, ...]
    caption: Words | None
    place: Place


class Note(Struct, frozen=True):
    words: Words
    title: Words | None


class Columns(Struct, frozen=True):
    columns: tuple[tuple[Block, ...], ...]
    widths: tuple[float, ...]
    place: Place


class Break(Struct, frozen=True):
    what: Literal["page", "column"]


class Provenance(Struct, frozen=True):
    """Where the values come from: told by the tables, and by these lines."""

    lines: tuple[Words, ...]
    place: Place


class Credits(Struct, frozen=True):
    lines: tuple[Words, ...]
    place: Place


Block = (
    Title | Heading | Prose | Steps | Grid | Figure | Note | Columns | Break | Provenance | Credits
)
