"""Takes the folder of Mines, gives the facts its rules need: as JSON values, and typed again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.games.base import Facts
from companion.table.model import COLOURS
from printgen.catalog.model import Component, Game, Record

WILD: Final = "wild"
"""The palette's colour of sides that fit every other."""


class Side(Struct, frozen=True):
    """A kind of side. `bit` is its own bit, and 0 for a wild one, which clashes with nothing."""

    name: str
    bit: int


class Tile(Struct, frozen=True):
    """`sides` go clockwise from the upper right."""

    number: int
    sides: tuple[str, ...]

    @property
    def landmark(self) -> int:
        """The first side of a kind that the tile has only once: it tells how the tile lies."""
        alone = (n for n, side in enumerate(self.sides) if self.sides.count(side) == 1)
        return next(alone, 0)


class TokenKind(Struct, frozen=True):
    id: str
    name: str
    shade: str
    copies: int


class Line(Struct, frozen=True):
    """What digging costs and brings with so many sides; an extension may be impossible."""

    sides: int
    build_tokens: int
    build_points: int
    extend_tokens: int | None
    extend_points: int | None


class MinesFacts(Struct, frozen=True):
    """`board` is how wide and high the score board is, `lap` how many spaces its track has,
    `start` where the first of them is."""

    tile_width: float
    tile_height: float
    sides: dict[str, Side]
    tiles: dict[str, Tile]
    tokens: tuple[TokenKind, ...]
    lines: tuple[Line, ...]
    board: tuple[float, float]
    lap: int
    start: tuple[float, float]

    @property
    def usable(self) -> int:
        """Tokens that a player can dig with: all but the one on the score track."""
        return self.tokens[0].copies - 1


def read(facts: Facts) -> MinesFacts:
    return msgspec.convert(facts, MinesFacts)


def in_order(facts: MinesFacts, tiles: Sequence[str]) -> tuple[str, ...]:
    """Tiles by their numbers, as a hand shows them."""
    return tuple(sorted(tiles, key=lambda tile: facts.tiles[tile].number))


def facts_of(game: Game) -> dict[str, Any]:
    width, height = _size(game, "tiles")
    spaces = sorted(_rows(game, "score-spaces"), key=lambda row: row["points"])
    return {
        "tile_width": width,
        "tile_height": height,
        "sides": _sides(game),
        "tiles": {
            row["id"]: {"number": row["number"], "sides": [_id(side) for side in row["sides"]]}
            for row in _rows(game, "tiles")
        },
        "tokens": [
            {
                "id": row["id"],
                "name": row["name"],
                "shade": game.theme.colours[row["colour"]].full.hex,
                "copies": row["copies"],
            }
            for row in sorted(_rows(game, "tokens"), key=_place_of_colour)
        ],
        "lines": [
            {name: row[name] for name in Line.__struct_fields__} for row in _rows(game, "build")
        ],
        "board": list(_size(game, "score-board")),
        "lap": len(spaces),
        "start": [spaces[0]["x"], spaces[0]["y"]],
    }


def _sides(game: Game) -> dict[str, dict[str, Any]]:
    sides: dict[str, dict[str, Any]] = {}
    coloured = 0
    for row in _rows(game, "sides"):
        wild = row["colour"] == WILD
        sides[row["id"]] = {"name": row["name"], "bit": 0 if wild else 1 << coloured}
        coloured += not wild
    return sides


def _place_of_colour(token: Mapping[str, Any]) -> int:
    """Tokens come in the order in which seats are given their colours, so that a setup, which does
    not know the seats, shows the tokens that most players will have."""
    known = list(COLOURS)
    return known.index(token["id"]) if token["id"] in known else len(known)


def _rows(game: Game, table: str) -> list[dict[str, Any]]:
    return [dict(record.values) for record in game.tables[table].records]


def _id(record: Record) -> str:
    return str(record.values["id"])


def _size(game: Game, name: str) -> tuple[float, float]:
    """How large a component's face is printed."""
    component: Component = next(one for one in game.components if one.id == name)
    if component.template is None:
        raise ValueError(f"{name} has no template")
    return component.template.width, component.template.height
