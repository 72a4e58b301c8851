"""Takes the game's folder, gives what these rules need of it, as JSON and as typed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, convert, to_builtins

from companion.games.base import Facts
from printgen.catalog.model import Game, Record, Value
from printgen.catalog.ppnpiece import SUITS


class Printed(Struct, frozen=True):
    """The printed course: its spaces are `space` wide, its board's corner is at (left, top), and
    `water` is the colour of its sea."""

    face: str
    space: float
    left: float
    top: float
    water: str


class Suit(Struct, frozen=True):
    """`number` counts the suits of its set as PPN does; `wind` is empty for most."""

    name: str
    colour: str
    cfg: str
    number: int
    wind: str


class Die(Struct, frozen=True):
    suit: str
    wind: str
    faces: tuple[int, ...]


class Laid(Struct, frozen=True):
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
    """A boat that can be had: its pawn's suit and the coins of its row."""

    suit: str
    coins: tuple[str, ...]
    sixth: bool


class Waters(Struct, frozen=True):
    """A board: its size in tiles, and how many tiles each of its corners lacks."""

    columns: int
    rows: int
    cut: int


class Known(Struct, frozen=True):
    plan: Printed
    suits: Mapping[str, Suit]
    dice: tuple[Die, ...]
    course: tuple[Laid, ...]
    more_sharks: tuple[tuple[int, int], ...]
    boats: tuple[BoatKind, ...]
    waters: Mapping[str, Waters]
    coins: tuple[str, ...]
    tiles: int

    def laid(self, role: str) -> tuple[Laid, ...]:
        return tuple(piece for piece in self.course if piece.role == role)


def known(facts: Facts) -> Known:
    return convert(facts, Known)


def read_facts(game: Game) -> Facts:
    rows = {
        name: [record.values for record in table.records] for name, table in game.tables.items()
    }
    worth = {row["id"]: row["worth"] for row in rows["values"]}
    component = next(part for part in game.components if part.id == "course")
    suits = {str(row["id"]): row for row in rows["suits"]}
    facts: Mapping[str, Any] = {
        "plan": {
            "face": f"course/{rows['sheets'][0]['id']}",
            "water": _shown(game, "turquoise"),
            **component.constants,
        },
        "suits": {name: _suit(game, name, row) for name, row in suits.items()},
        "dice": [
            {
                "suit": _id(row["suit"]),
                "wind": suits[_id(row["suit"])]["wind"],
                "faces": [worth[face] for face in _list(row["faces"])],
            }
            for row in rows["dice"]
            if suits[_id(row["suit"])]["wind"]
        ],
        "course": [
            {**{name: row[name] for name in Laid.__struct_fields__}, "suit": _id(row["suit"])}
            for row in _without_more_water(rows["course"])
        ],
        "more_sharks": [
            [round(_number(row[axis])) for axis in "xy"] for row in rows["more-sharks"]
        ],
        "boats": [
            {
                "suit": _id(row["suit"]),
                "coins": [_id(coin) for coin in _list(row["coins"])],
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
    """One tile of water stands for all of them: where they lie follows from the board's size, and
    facts are read at every act."""
    water = next(row for row in course if row["role"] == "water")
    return [row for row in course if row is water or row["role"] != "water"]


def _suit(game: Game, name: str, row: Mapping[str, Value]) -> Mapping[str, Any]:
    cfg = str(row["set"])
    return {
        "name": row["name"],
        "colour": _shown(game, str(row["colour"])),
        "cfg": cfg,
        "number": SUITS[cfg].index(name),
        "wind": row["wind"] or "",
    }


def _shown(game: Game, colour: str) -> str:
    tone = game.theme.colours[colour].full
    return f"#{tone.red:02x}{tone.green:02x}{tone.blue:02x}"


def _id(value: Value) -> str:
    return str(value.values["id"] if isinstance(value, Record) else value)


def _list(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _number(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
