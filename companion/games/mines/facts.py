"""The facts of Mines: its tiles, tokens and costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.games.edition import EDITION
from companion.games.facts import Facts, colour_hex, face_size, record_id, table_rows
from companion.games.seats import COLOURS
from printgen.catalog.model import Game

WILD: Final = "wild"
"""The palette colour of sides that match every other side."""
PLAIN: Final = "tiles"
GRAY: Final = "gray-tiles"
"""The components of the two sets of tiles; a table plays with one of them."""


class Side(Struct, frozen=True):
    """A kind of side. Each kind has its own `bit`; a wild side has 0 and never clashes."""

    name: str
    bit: int


class Tile(Struct, frozen=True):
    """`sides` go clockwise from the upper right; `component` is the tile's set."""

    number: int
    sides: tuple[str, ...]
    component: str = PLAIN

    @property
    def landmark(self) -> int:
        """The first side of a kind that the tile has only once; it shows how the tile is turned."""
        return _landmark(self.sides)


@lru_cache(maxsize=1024)
def _landmark(sides: tuple[str, ...]) -> int:
    return next((n for n, side in enumerate(sides) if sides.count(side) == 1), 0)


class TokenKind(Struct, frozen=True):
    id: str
    name: str
    shade: str
    copies: int


class DigCost(Struct, frozen=True):
    """Tokens and points for digging at a number of sides; None if it cannot be extended."""

    sides: int
    build_tokens: int
    build_points: int
    extend_tokens: int | None
    extend_points: int | None


class MinesFacts(Struct, frozen=True, rename={"dig_costs": "lines"}):
    """`board` is the size of the score board, `lap` the number of spaces on its track, and `start`
    the position of the first space."""

    tile_width: float
    tile_height: float
    sides: dict[str, Side]
    tiles: dict[str, Tile]
    tokens: tuple[TokenKind, ...]
    dig_costs: tuple[DigCost, ...]
    board: tuple[float, float]
    lap: int
    start: tuple[float, float]
    asks_youngest: bool = False
    """False for tables opened when chance chose the starter by default."""
    edition: int = 1

    def face(self, tile: str) -> str:
        return f"{self.tiles[tile].component}/{tile}"

    def tile_set(self, component: str) -> tuple[str, ...]:
        """The ids of the tiles of one set."""
        return tuple(sorted(t for t, tile in self.tiles.items() if tile.component == component))

    @property
    def usable(self) -> int:
        """The tokens that a player can dig with: all but the one on the score track."""
        return self.tokens[0].copies - 1


def read_facts(facts: Facts) -> MinesFacts:
    return msgspec.convert(facts, MinesFacts)


def in_order(facts: MinesFacts, tiles: Sequence[str]) -> tuple[str, ...]:
    """Tiles sorted by number, as a hand shows them."""
    return tuple(sorted(tiles, key=lambda tile: facts.tiles[tile].number))


def piece_colours(facts: MinesFacts) -> tuple[str, ...]:
    """The seat colours that there are tokens in."""
    return tuple(kind.id for kind in facts.tokens)


def collect_facts(game: Game) -> dict[str, Any]:
    width, height = face_size(game, "tiles")
    spaces = sorted(table_rows(game, "score-spaces"), key=lambda row: row["points"])
    return {
        "edition": EDITION,
        "tile_width": width,
        "tile_height": height,
        "sides": _sides(game),
        "tiles": {
            row["id"]: {
                "number": row["number"],
                "sides": [record_id(side) for side in row["sides"]],
                "component": component,
            }
            for component in (PLAIN, GRAY)
            for row in table_rows(game, component)
        },
        "tokens": [
            {
                "id": row["id"],
                "name": row["name"],
                "shade": colour_hex(game, row["colour"]),
                "copies": row["copies"],
            }
            for row in sorted(table_rows(game, "tokens"), key=_colour_order)
        ],
        "lines": [
            {name: row[name] for name in DigCost.__struct_fields__}
            for row in table_rows(game, "build")
        ],
        "board": list(face_size(game, "score-board")),
        "lap": len(spaces),
        "start": [spaces[0]["x"], spaces[0]["y"]],
        "asks_youngest": True,
    }


def _sides(game: Game) -> dict[str, dict[str, Any]]:
    sides: dict[str, dict[str, Any]] = {}
    coloured = 0
    for row in table_rows(game, "sides"):
        wild = row["colour"] == WILD
        sides[row["id"]] = {"name": row["name"], "bit": 0 if wild else 1 << coloured}
        coloured += not wild
    return sides


def _colour_order(token: Mapping[str, Any]) -> int:
    """The position of a token's colour among the seat colours: a setup does not know the seats, so
    it shows the tokens that most players will have."""
    known = list(COLOURS)
    return known.index(token["id"]) if token["id"] in known else len(known)
