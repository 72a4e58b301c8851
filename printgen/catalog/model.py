"""Takes nothing, gives the frozen values that a folder of game data is read into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from printgen.catalog.play.model import Play
from printgen.errors import Place
from printgen.frame import Color, Frame, ImageFile
from printgen.typeface import Typeface

Scalar = str | int | float | bool | None


class Node(Struct, frozen=True, eq=False):
    """A piece of YAML with the place it was read from. Mappings keep their order."""

    value: Scalar | tuple[Node, ...] | Mapping[str, Node]
    place: Place


class Record(Struct, frozen=True, eq=False):
    """One typed row of a table. A `row of` column holds the Record it points at."""

    values: Mapping[str, Value]
    place: Place


Value = str | int | float | bool | None | Color | Record | tuple["Value", ...]


class Column(Struct, frozen=True):
    """What a column of a table may hold.

    `kind` is text, integer, number, flag, colour, icon, choice, list or row; `choices` serves
    choice, `of` is a list's inner column, `table` is the table whose ids a row column names.
    A colour or icon keeps its name as text, checked to exist.
    """

    name: str
    kind: Literal["text", "integer", "number", "flag", "colour", "icon", "choice", "list", "row"]
    optional: bool = False
    choices: tuple[str, ...] = ()
    of: Column | None = None
    table: str | None = None
    smallest: float | None = None
    largest: float | None = None


class Table(Struct, frozen=True):
    name: str
    file: str
    columns: tuple[Column, ...]
    records: tuple[Record, ...]
    place: Place


class Tone(Struct, frozen=True):
    """One colour of the palette in each ink style."""

    full: Color
    low: Color


class Family(Struct, frozen=True):
    regular: Typeface
    bold: Typeface
    italic: Typeface
    bold_italic: Typeface


class TextStyle(Struct, frozen=True):
    """A named way of setting text: sizes in points, leading as a multiple of the size."""

    font: str
    size_pt: float
    smallest_pt: float
    leading: float = 1.2
    bold: bool = False
    italic: bool = False
    colour: str = "ink"
    capitals: bool = False


class Theme(Struct, frozen=True):
    name: str
    colours: Mapping[str, Tone]
    fonts: Mapping[str, Family]
    text: Mapping[str, TextStyle]
    outline_width: float
    place: Place


class Template(Struct, frozen=True):
    """A layout. `elements` stay nodes: the draw phase knows what each kind of element may say."""

    name: str
    width: float
    height: float
    elements: tuple[Node, ...]
    place: Place
    bleed: float = 0.0
    safe: float = 0.0
    corner: float = 0.0
    shape: Literal["rectangle", "circle", "hex", "path"] = "rectangle"
    pointy: bool = True
    outline: str | None = None


class Craft(Struct, frozen=True, eq=False):
    """Something to fold, glue or bind, made by a program of the draw phase from settings.

    `template` gives a layout by its name, for the faces that the craft carries.
    """

    kind: str
    settings: Mapping[str, Node]
    template: Callable[[str], Template | None]
    place: Place


class Component(Struct, frozen=True):
    """Something that is printed: the rows of a table, each drawn by a template or a craft."""

    id: str
    title: str
    table: Table
    template: Template | None
    back: Template | None
    layout: Literal["grid", "honeycomb", "strips", "poster", "booklet"]
    place: Place
    craft: Craft | None = None
    shared_cuts: bool = False
    gutter: float | None = None
    constants: Mapping[str, Value] = field(default_factory=dict)
    shuffled: bool | None = None
    """Whether people draw it from a deck or bag, where the data says so."""
    stock: str = ""
    """The paper that people should print it on."""
    how: str = ""
    """How people cut, fold and glue it."""

    def copies(self, record: Record) -> int:
        """How often a row is printed: its `copies` column, or once."""
        count = record.values.get("copies", 1)
        return count if isinstance(count, int) else 1


class Art(Struct, frozen=True, eq=False):
    """The symbols and pictures a game may use; a file is read when first asked for.

    `symbol` and `image` raise DataError for a file that is not safe or cannot be read.
    """

    symbols: Mapping[str, Path]
    images: Mapping[str, Path]
    symbol: Callable[[str], Frame]
    image: Callable[[str], ImageFile]


class Game(Struct, frozen=True):
    slug: str
    title: str
    designer: str
    version: str
    credit: str
    folder: Path
    theme: Theme
    tables: Mapping[str, Table]
    components: tuple[Component, ...]
    art: Art
    place: Place
    files: tuple[Path, ...]
    """Every file that was read or may be read for this game: what an incremental build hashes."""
    players: tuple[int, int] | None = None
    """The fewest and the most who can play."""
    sections: Mapping[str, Node] = field(default_factory=dict)
    """What game.yaml says for later phases (setup, score, options, board)."""
    play: Play = Play()
    """What setup, score and options mean."""
