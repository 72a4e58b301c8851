"""The frozen values that a folder of game data is read into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, field

from printgen.catalog.play.model import Play
from printgen.catalog.rules_text.blocks import Picture, RulesText
from printgen.catalog.sets.model import PieceSet
from printgen.errors import Location
from printgen.frame import Frame, ImageFile
from printgen.gradients import Paint, plain_color
from printgen.ink import Color
from printgen.text.typeface import Typeface

Scalar = str | int | float | bool | None


class Node(Struct, frozen=True, eq=False):
    """A YAML value and its location. Mappings keep their order."""

    value: Scalar | tuple[Node, ...] | Mapping[str, Node]
    place: Location


class Record(Struct, frozen=True, eq=False):
    """One typed row of a table. A `row of` column holds the Record it refers to."""

    values: Mapping[str, Value]
    place: Location


Value = str | int | float | bool | None | Color | Record | tuple["Value", ...]


class Column(Struct, frozen=True):
    """The type of a table's column.

    `choices` belongs to the kind choice, `of` is the inner column of a list, and `table` is the
    table whose ids a row column names. A colour or icon is stored as the name of one that exists.
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
    place: Location
    is_inferred: bool = False
    """Whether the types of its columns come from its cells."""


class Tone(Struct, frozen=True):
    """One colour of the palette in each ink style."""

    full: Paint
    low: Paint

    @property
    def plain(self) -> Color:
        """The colour in full ink where only one opaque colour can be shown."""
        return plain_color(self.full)


class Family(Struct, frozen=True):
    regular: Typeface
    bold: Typeface
    italic: Typeface
    bold_italic: Typeface

    def face(self, *, bold: bool, italic: bool) -> Typeface:
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.regular


class TextStyle(Struct, frozen=True):
    """A named text style: sizes in points, leading as a multiple of the size."""

    font: str
    size_pt: float
    smallest_pt: float
    leading: float = 1.2
    bold: bool = False
    italic: bool = False
    colour: str = "ink"
    capitals: bool = False
    letter_spacing: float = 0.0  # in ems
    ligatures: bool = True
    hyphenate: str | None = None  # the language of the words


class Theme(Struct, frozen=True):
    name: str
    colours: Mapping[str, Tone]
    fonts: Mapping[str, tuple[Family, ...]]
    """The families of each role, the first choice first."""
    text: Mapping[str, TextStyle]
    outline_width: float
    place: Location


class Template(Struct, frozen=True):
    """A layout. `elements` stay nodes: the draw phase knows the keys of each kind of element."""

    name: str
    width: float
    height: float
    elements: tuple[Node, ...]
    place: Location
    bleed: float = 0.0
    safe: float = 0.0
    corner: float = 0.0
    shape: Literal["rectangle", "circle", "hex", "path"] = "rectangle"
    pointy: bool = True
    outline: str | None = None
    mirrored: bool = False
    """Whether its elements are mirrored for languages that are read from right to left."""


class Craft(Struct, frozen=True, eq=False):
    """Something to fold, glue or bind, made by a function of the draw phase from settings.

    `template` returns a layout by its name, for the faces that the craft carries. A booklet has
    a `rules_text`, unless its file cannot be read.
    """

    kind: str
    settings: Mapping[str, Node]
    template: Callable[[str], Template | None]
    place: Location
    rules_text: RulesText | None = None


class Expectation(Struct, frozen=True):
    """A column's mean, or another measure of its numbers, or the pieces that have one of its
    values, lies between two numbers."""

    column: str
    what: str
    is_measure: bool
    low: float
    high: float
    place: Location


class Component(Struct, frozen=True):
    """A printed part of the game: the rows of a table, each drawn by a template or a craft."""

    id: str
    title: str
    table: Table
    template: Template | None
    back: Template | None
    layout: Literal["grid", "honeycomb", "strips", "poster", "booklet"]
    place: Location
    craft: Craft | None = None
    shared_cuts: bool = False
    gutter: float | None = None
    constants: Mapping[str, Value] = field(default_factory=dict)
    shuffled: bool | None = None
    """Whether players draw it from a deck or bag; None if the data does not say."""
    stock: str = ""
    """The paper to print it on."""
    how: str = ""
    """How to cut, fold and glue it."""
    set: str = ""
    """The set whose pieces it prints, if it is one of several components of an `each set`."""
    ppn: str = ""
    """What PPN calls its pieces, such as tile; empty if it has no word for them."""
    piece: str = ""
    """The name of one piece, with columns in braces, for rows without a title or name."""

    fronts: Mapping[str, Template] = field(default_factory=dict)
    """The template of each row by its id, if it depends on the row."""
    backs: Mapping[str, Template | None] = field(default_factory=dict)
    expect: tuple[Expectation, ...] = ()
    """What must be true of the numbers of its columns."""
    bilingual: str = ""
    """How it is printed in two languages; empty if its game decides."""
    language: str = ""
    """Its language, if a game in two languages has such a component for each."""

    def front_of(self, record: Record) -> Template | None:
        """Return the template of a row's front."""
        return self.fronts.get(str(record.values.get("id")), self.template)

    def back_of(self, record: Record) -> Template | None:
        """Return the template of a row's back."""
        return self.backs.get(str(record.values.get("id")), self.back)

    @property
    def has_free_back(self) -> bool:
        """Whether nothing is printed on the back of its pieces."""
        has_back = self.back is not None or any(self.backs.values())
        return not has_back and self.craft is None

    def copies(self, record: Record) -> int:
        """Return how often a row is printed: its `copies` column, or 1."""
        count = record.values.get("copies", 1)
        return count if isinstance(count, int) else 1


class IconSet(Struct, frozen=True, eq=False):
    """Icons from one folder or file that game.yaml names, and the line that credits their authors.

    `symbol` raises DataError for an icon that is not safe or cannot be read.
    """

    files: Mapping[str, Path]
    credit: str
    symbol: Callable[[str], Frame]


class Art(Struct, frozen=True, eq=False):
    """The symbols and pictures that a game may use; each file is read when first needed.

    `symbol` and `image` raise DataError for a file that is not safe or cannot be read.
    """

    symbols: Mapping[str, Path]
    images: Mapping[str, Path]
    symbol: Callable[[str], Frame]
    image: Callable[[str], ImageFile]
    own: tuple[str, ...] = ()
    """The symbols that are files of the game or of templates, not icons of a set."""
    credits: tuple[str, ...] = ()
    """Who made the icons of the sets, and their licences."""


class ReferenceEntry(Struct, frozen=True):
    """A question and its answer, as plain text with **bold** and [symbols]. `tags` are more
    words to find it by; `face` is a printed face, or empty."""

    question: str
    answer: str
    tags: tuple[str, ...] = ()
    face: str = ""


class HowToStep(Struct, frozen=True):
    """A picture and what it explains, as plain text with **bold** and [symbols]. `template` draws
    a picture that is not a printed face."""

    title: str
    text: str
    picture: Picture
    template: Template | None = None


FIRST_EDITION: Final = 1


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
    place: Location
    edition: int = FIRST_EDITION
    """The number that templates can stamp on faces."""
    players: tuple[int, int] | None = None
    """The smallest and the largest number of players."""
    bgg: int | None = None
    """The game's number at BoardGameGeek."""
    cover: str = ""
    """The face that stands for the game in lists; empty if its first board or face does."""
    sets: tuple[PieceSet, ...] = ()
    """The sets of pieces that it uses."""
    play: Play = Play()
    """The options, setup and score."""
    reference: tuple[ReferenceEntry, ...] = ()
    """The questions and answers of reference.yaml."""
    howto: tuple[HowToStep, ...] = ()
    """How to play in a minute, from howto.yaml."""
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each language, the game's own texts and their translation."""
    language: str = "en"
    """The language of its texts, or two such as `de+en`."""
    bilingual: str = ""
    """How its components are printed in two languages, unless they say so themselves."""
    editions: tuple[Game, ...] = ()
    """If it is in two languages, the game in each of them."""
    is_official: bool = False
    """Whether the sheets are the designer's or publisher's own."""
    is_complete: bool = True
    """Whether every table could be read. A game that lacks one is not drawn: every face that uses
    the table would be reported."""
    find_template: Callable[[str], Template] | None = None
    """Returns a template by its name, for those that include it; raises ValueError."""
    misread: frozenset[str] = frozenset()
    """The files of tables with rows that could not be read correctly."""
