"""The context in which elements are drawn: colours, fonts, art, and the game's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct, field

from printgen.catalog.model import (
    Art,
    Component,
    Family,
    Game,
    Record,
    Table,
    Template,
    TextStyle,
    Theme,
)
from printgen.catalog.translations.own import Words, own_words
from printgen.colour import darken_until_readable, mix, parse_paint, readable_on
from printgen.draw.face import Face
from printgen.draw.functions import PLAIN_FUNCTIONS, Function
from printgen.draw.layouts.piece_art import PieceSets
from printgen.errors import Finding, Findings, did_you_mean
from printgen.frame import Frame
from printgen.gradients import Paint, plain_color, stop_colors
from printgen.ink import BLACK, WHITE, Color
from printgen.text.typeface import Typeface

if TYPE_CHECKING:
    from printgen.catalog.ppn.games import PpnGame  # most games have no layouts

InkStyle = Literal["full", "low"]
A5: Final = (148.0, 210.0)
STOCK: Final = 0.3  # mm: 200 to 250 g/m² card, as home printers take it


FacesOf = tuple[Component, Sequence[tuple[Frame, Frame | None]]]
"""A component with the front and back of each piece."""

ToPrint = Callable[[Sequence[FacesOf]], Mapping[str, str]]
"""Returns for each component's id on which sheets it is printed, if all are printed together."""

FindFace = Callable[[str, bool], Frame]
"""Returns the printed face of 'component/row', or its back if True; raises ValueError if there is
none."""


FindLayout = Callable[[str], "Sequence[PpnGame]"]
"""Returns the games of a PPN file in the game's folder; raises DataError for mistakes in it, and
ValueError if there is none."""

FindTemplate = Callable[[str], Template]
"""Returns a template of the game or a shared one; raises ValueError if there is none."""

FindPieces = Callable[[], PieceSets]
"""Returns the printed pieces that layouts show."""

Drawn = tuple[tuple[Face, ...], tuple[Finding, ...]]
"""The faces of a component, and the findings from drawing them."""


class DrawContext(Struct, frozen=True, eq=False):
    theme: Theme
    art: Art
    ink: InkStyle
    companion_url: str | None
    tables: Mapping[str, Table]
    draw_component: DrawComponent
    """Draws another component of the game, for those that show its faces."""
    stock: float = STOCK
    """The thickness of the cards in mm; boxes are sized to hold them."""
    to_print: ToPrint | None = None
    """Set by the build, which knows the paper."""
    drawn: dict[str, Drawn] = field(default_factory=dict)
    """The components drawn so far, by id; booklets and parts lists reuse them."""
    line_breakers: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    """The line breakers of text elements, by their settings: the texts of a deck share a few."""
    booklet_page: tuple[float, float] = A5
    """The size of a booklet's page: two of them fill the paper."""
    booklet_type_sizes: dict[str, float] = field(default_factory=dict)
    """The type sizes chosen for booklets, by component: pages of every size share them."""
    find_face: FindFace | None = None
    """Set only for pictures in booklets, which may show faces of the game's components."""
    find_layout: FindLayout | None = None
    find_pieces: FindPieces | None = None
    find_template: FindTemplate | None = None
    language: str = "en"
    """The language of printgen's own words, or two such as `de+en`."""
    bilingual: str = "auto"
    """Where elements print the second of two languages, unless they say so themselves."""
    editions: dict[str, tuple[Game, DrawContext]] = field(default_factory=dict)
    """Of a game in two languages: the game and context of each, and of both by the empty text."""
    kept: Mapping[tuple[str, Record], tuple[Face, ...]] = field(default_factory=dict)
    """The faces of rows that need not be drawn again, by component and row."""

    @property
    def words(self) -> Words:
        """Translates printgen's own words."""
        return own_words(self.language)

    def colour(self, value: Any) -> Color:
        """Return a colour by palette name or #hex; raise ValueError for anything else. A gradient
        gives its main colour, and a transparent colour is mixed with white."""
        return value if isinstance(value, Color) else plain_color(self.paint(value))

    def paint(self, value: Any) -> Paint:
        """Return a colour or gradient by palette name or #hex; raise ValueError for anything
        else."""
        if isinstance(value, Paint):
            return value
        tone = self.theme.colours.get(value) if isinstance(value, str) else None
        if tone is not None:
            return tone.full if self.ink == "full" else tone.low
        made = parse_paint(value) if isinstance(value, str) else None
        if value is None:
            raise ValueError("the colour is missing")
        if made is None and str(value).startswith("#"):
            raise ValueError(f"must be a colour like '#1c1b1a' or '#1c1b1a80', not {value!r}")
        if made is None:
            raise ValueError(
                f"there is no colour {value!r}{did_you_mean(str(value), self.theme.colours)}"
            )
        return made

    def text_style(self, name: str) -> TextStyle:
        style = self.theme.text.get(name)
        if style is None:
            raise ValueError(
                f"there is no text style '{name}'{did_you_mean(name, self.theme.text)}"
            )
        return style

    def typefaces(self, font: str, *, bold: bool, italic: bool) -> tuple[Typeface, ...]:
        """Return the typefaces of a font's role, the first choice first."""
        families: tuple[Family, ...] | None = self.theme.fonts.get(font)
        if families is None:
            raise ValueError(f"there is no font '{font}'{did_you_mean(font, self.theme.fonts)}")
        return tuple(family.face(bold=bold, italic=italic) for family in families)

    def typeface(self, font: str, *, bold: bool, italic: bool) -> Typeface:
        return self.typefaces(font, bold=bold, italic=italic)[0]

    def readable(self, ground: Any) -> Color:
        """Return the ink for text on a ground. In low ink the ground is white and gives its hue to
        the text."""
        if self.ink == "low":
            return darken_until_readable(self.colour(ground))
        colours = stop_colors(self.paint(ground))
        light, dark = self._named("paper", WHITE), self._named("ink", BLACK)
        return readable_on(colours[0], light, dark, *colours[1:])

    def ground(self, colour: Color) -> Color:
        """Return the fill of a ground: in low ink, the paper's white."""
        return colour if self.ink == "full" else self._named("paper", WHITE)

    def _named(self, name: str, otherwise: Color) -> Color:
        return self.colour(name) if name in self.theme.colours else otherwise

    def rows(self, table: Any) -> tuple[Record, ...]:
        """Return every row of a table, for boards and lists that show all of them."""
        found = self.tables.get(table)
        if found is None:
            raise ValueError(f"there is no table {table!r}{did_you_mean(str(table), self.tables)}")
        return found.records

    def find(self, table: Any, name: Any) -> Record:
        """Return the row of a table with that id."""
        records = {str(record.values.get("id")): record for record in self.rows(table)}
        found = records.get(str(name))
        if found is None:
            raise ValueError(f"'{table}' has no row {name!r}{did_you_mean(str(name), records)}")
        return found

    def darkened(self, colour: Any) -> Color:
        """Return the colour, dark enough for text on white paper."""
        return darken_until_readable(self.colour(colour))

    def tint(self, colour: Any, part: Any) -> Color:
        return mix(self.colour(colour), WHITE, _part(part))

    def shade(self, colour: Any, part: Any) -> Color:
        return mix(self.colour(colour), BLACK, _part(part))

    def blend(self, one: Any, other: Any, part: Any) -> Color:
        return mix(self.colour(one), self.colour(other), _part(part))

    def functions(self) -> Mapping[str, Function]:
        """Return the functions that expressions may call."""
        return {
            **PLAIN_FUNCTIONS,
            "rows": self.rows,
            "find": self.find,
            "on": self.readable,
            "readable": self.darkened,
            "tint": self.tint,
            "shade": self.shade,
            "blend": self.blend,
        }


def _part(value: Any) -> float:
    return min(1.0, max(0.0, float(value)))


DrawComponent = Callable[[Game, Component, DrawContext, Findings], tuple[Face, ...]]
