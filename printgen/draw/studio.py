"""Takes a game and an ink style, gives what every element needs to draw: colours, type, art."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, field

from printgen.catalog.model import Art, Component, Family, Game, Record, Table, TextStyle, Theme
from printgen.colour import darken_until_readable, mix, parse_hex, readable_on
from printgen.draw.expression import Function
from printgen.errors import did_you_mean
from printgen.frame import BLACK, WHITE, Color, Frame
from printgen.typeface import Typeface

InkStyle = Literal["full", "low"]
LONGEST_RANGE: Final = 1000
STOCK: Final = 0.3  # mm: 200 to 250 g/m² card, as home printers take it


Sides = Callable[[Component, Sequence[tuple[Frame, Frame | None]]], Sequence[str]]
"""From a component's pieces to what each of its pages is: front, back, fold or map."""


class Studio(Struct, frozen=True, eq=False):
    theme: Theme
    art: Art
    ink: InkStyle
    companion_url: str | None
    tables: Mapping[str, Table]
    stock: float = STOCK
    """How thick the paper of the cards is: boxes are made to hold them."""
    sides: Sides | None = None
    """Told by whoever knows the paper: the pages a component's fronts and backs will need."""
    drawn: dict[str, Any] = field(default_factory=dict)
    """The components drawn so far, by their ids: booklets and lists show them again."""

    def colour(self, value: Any) -> Color:
        """A palette name, a #hex or a colour already made; ValueError otherwise."""
        if isinstance(value, Color):
            return value
        tone = self.theme.colours.get(value) if isinstance(value, str) else None
        if tone is not None:
            return tone.full if self.ink == "full" else tone.low
        made = parse_hex(value) if isinstance(value, str) else None
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

    def typeface(self, font: str, *, bold: bool, italic: bool) -> Typeface:
        family: Family | None = self.theme.fonts.get(font)
        if family is None:
            raise ValueError(f"there is no font '{font}'{did_you_mean(font, self.theme.fonts)}")
        if bold:
            return family.bold_italic if italic else family.bold
        return family.italic if italic else family.regular

    def readable(self, ground: Any) -> Color:
        """The ink for text on a `ground`: in low ink that ground is white and lends its hue."""
        colour = self.colour(ground)
        if self.ink == "low":
            return darken_until_readable(colour)
        return readable_on(colour, self._named("paper", WHITE), self._named("ink", BLACK))

    def ground(self, colour: Color) -> Color:
        """What a ground is filled with: low ink leaves the paper white."""
        return colour if self.ink == "full" else self._named("paper", WHITE)

    def _named(self, name: str, otherwise: Color) -> Color:
        return self.colour(name) if name in self.theme.colours else otherwise

    def rows(self, table: Any) -> tuple[Record, ...]:
        """Every row of another table, for boards and lists that show all of them."""
        found = self.tables.get(table)
        if found is None:
            raise ValueError(f"there is no table {table!r}{did_you_mean(str(table), self.tables)}")
        return found.records

    def functions(self) -> Mapping[str, Function]:
        """What expressions may call."""
        return {
            **PLAIN_FUNCTIONS,
            "rows": self.rows,
            "on": self.readable,
            "readable": lambda colour: darken_until_readable(self.colour(colour)),
            "tint": lambda colour, part: mix(self.colour(colour), WHITE, _part(part)),
            "shade": lambda colour, part: mix(self.colour(colour), BLACK, _part(part)),
            "blend": lambda a, b, part: mix(self.colour(a), self.colour(b), _part(part)),
        }


def make_studio(
    game: Game,
    ink: InkStyle,
    companion_url: str | None,
    stock: float = STOCK,
    sides: Sides | None = None,
) -> Studio:
    return Studio(game.theme, game.art, ink, companion_url, game.tables, stock, sides)


def _part(value: Any) -> float:
    return min(1.0, max(0.0, float(value)))


def _range(count: Any) -> tuple[int, ...]:
    return tuple(range(min(int(count), LONGEST_RANGE)))


def _degrees(function: Callable[[float], float]) -> Function:
    return lambda angle: function(math.radians(float(angle)))


PLAIN_FUNCTIONS: Final[Mapping[str, Function]] = {
    "abs": abs,
    "capitals": lambda text: str(text).upper(),
    "cos": _degrees(math.cos),
    "count": lambda items, item: list(items).count(item),
    "int": int,
    "join": lambda items, between: str(between).join(map(str, items)),
    "len": len,
    "lower": lambda text: str(text).lower(),
    "max": max,
    "min": min,
    "number": float,
    "range": _range,
    "round": round,
    "sin": _degrees(math.sin),
    "sqrt": math.sqrt,
    "text": str,
}
