"""The facts of Port Flower: its printed course, suits, dice and coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, convert, to_builtins

from companion.games.edition import EDITION
from companion.games.facts import Facts, colour_hex, record_id, table_rows
from printgen.catalog.model import Game, Value

SUIT_OF_COLOUR: Final[Mapping[str, str]] = {
    "black": "moon",
    "green": "crown",
    "blue": "arms",
    "orange": "leaf",
    "white": "snowflake",
    "purple": "fish",
}
"""The suit that looks like a seat colour."""
SEAT_COLOURS: Final[Mapping[str, str]] = {suit: colour for colour, suit in SUIT_OF_COLOUR.items()}


class Printed(Struct, frozen=True):
    """The printed course: the width of its `space`, the corner of its board at (left, top), and
    the colour of its `water`."""

    face: str
    space: float
    left: float
    top: float
    water: str


class Suit(Struct, frozen=True):
    """`cfg` is the name of its set in PPN; most suits have no `wind`."""

    name: str
    colour: str
    cfg: str
    wind: str


class Die(Struct, frozen=True):
    suit: str
    wind: str
    faces: tuple[int, ...]


class CoursePiece(Struct, frozen=True):
    """A piece of the printed course."""

    piece: str
    side: str
    suit: str
    rank: int
    x: float
    y: float
    move: str
    role: str


class BoatKind(Struct, frozen=True):
    """A boat that players can choose: its pawn's suit and the coins of its row."""

    suit: str
    coins: tuple[str, ...]
    sixth: bool


class Waters(Struct, frozen=True):
    """A board: its size in tiles, and the number of tiles missing at each corner."""

    columns: int
    rows: int
    cut: int


class PortFlowerFacts(Struct, frozen=True):
    plan: Printed
    suits: Mapping[str, Suit]
    dice: tuple[Die, ...]
    course: tuple[CoursePiece, ...]
    more_sharks: tuple[tuple[int, int], ...]
    boats: tuple[BoatKind, ...]
    waters: Mapping[str, Waters]
    coins: tuple[str, ...]
    tiles: int
    edition: int = 1

    def laid(self, role: str) -> tuple[CoursePiece, ...]:
        return tuple(piece for piece in self.course if piece.role == role)


def read_facts(facts: Facts) -> PortFlowerFacts:
    return convert(facts, PortFlowerFacts)


def piece_colours(facts: PortFlowerFacts) -> tuple[str, ...]:
    """The seat colours that there are boats in."""
    return tuple(SEAT_COLOURS[boat.suit] for boat in facts.boats if boat.suit in SEAT_COLOURS)


def collect_facts(game: Game) -> Facts:
    rows = {name: table_rows(game, name) for name in game.tables}
    worth = {row["id"]: row["worth"] for row in rows["values"]}
    component = next(part for part in game.components if part.id == "course")
    suits = {str(row["id"]): row for row in rows["suits"]}
    facts: Mapping[str, Any] = {
        "edition": EDITION,
        "plan": {
            "face": f"course/{rows['sheets'][0]['id']}",
            "water": colour_hex(game, "turquoise"),
            **component.constants,
        },
        "suits": {name: _suit(game, name, row) for name, row in suits.items()},
        "dice": [
            {
                "suit": record_id(row["suit"]),
                "wind": suits[record_id(row["suit"])]["wind"],
                "faces": [worth[face] for face in _list(row["faces"])],
            }
            for row in rows["dice"]
            if suits[record_id(row["suit"])]["wind"]
        ],
        "course": [
            {
                **{name: row[name] for name in CoursePiece.__struct_fields__},
                "suit": record_id(row["suit"]),
            }
            for row in _without_more_water(rows["course"])
        ],
        "more_sharks": [
            [round(_number(row[axis])) for axis in "xy"] for row in rows["more-sharks"]
        ],
        "boats": [
            {
                "suit": record_id(row["suit"]),
                "coins": [record_id(coin) for coin in _list(row["coins"])],
                "sixth": row["sixth"],
            }
            for row in rows["boats"]
        ],
        "waters": {
            str(row["id"]): {name: row[name] for name in Waters.__struct_fields__}
            for row in rows["waters"]
        },
        "coins": [row["id"] for row in rows["coins"]],
        "tiles": len(rows["tiles"]),
    }
    plain: Facts = to_builtins(facts)
    return plain


def _without_more_water(course: Sequence[Mapping[str, Value]]) -> list[Mapping[str, Value]]:
    """The course with a single tile of water: the positions of the others follow from the board's
    size, and every table stores its facts."""
    water = next(row for row in course if row["role"] == "water")
    return [row for row in course if row is water or row["role"] != "water"]


def _suit(game: Game, name: str, row: Mapping[str, Value]) -> Mapping[str, Any]:
    cfg = str(row["set"])
    return {
        "name": row["name"],
        "colour": colour_hex(game, str(row["colour"])),
        "cfg": cfg,
        "wind": row["wind"] or "",
    }


def _list(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _number(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
