"""Takes the folder of River Dragons, gives what its rules need of it, typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from msgspec import Struct, convert

from companion.games.base import Facts
from companion.words import Message, say
from printgen.catalog.model import Game, Record


class House(Struct, frozen=True):
    name: str
    colour: str
    mark: str

    @property
    def called(self) -> Message:
        """Its name, in any language."""
        return say(self.name)


class Card(Struct, frozen=True):
    """`dragon` is the house whose action it swallows; an action card has none."""

    owner: str
    action: str
    dragon: str | None


class Spot(Struct, frozen=True):
    x: float
    y: float


class Village(Struct, frozen=True):
    """`players` are the counts with which its house is played."""

    x: float
    y: float
    house: str
    destination: str
    players: tuple[int, ...]


class Plank(Struct, frozen=True):
    house: str
    number: int
    length: float


class Measures(Struct, frozen=True):
    """Millimetres. `stone` and `village` are radii; the others are told in board.yaml."""

    width: float
    height: float
    stone: float
    village: float
    plank: float
    overlap: float
    sight: float
    apart: float
    bank: float
    lattice: float


class Box(Struct, frozen=True):
    """What lies in the box, by its ids. `stones` says how many there are of each face."""

    houses: Mapping[str, House]
    actions: Mapping[str, str]
    cards: Mapping[str, Card]
    islands: Mapping[str, Spot]
    villages: Mapping[str, Village]
    planks: Mapping[str, Plank]
    stones: Mapping[str, int]
    measures: Measures


def read_box(facts: Facts) -> Box:
    return convert(facts, Box)


def read_facts(game: Game) -> Facts:
    def rows(table: str) -> dict[str, Mapping[str, Any]]:
        return {str(row.values["id"]): row.values for row in game.tables[table].records}

    colours = game.theme.colours
    return {
        "houses": {
            name: {
                "name": row["name"],
                "colour": colours[row["colour"]].full.hex,
                "mark": row["mark"],
            }
            for name, row in rows("houses").items()
        },
        "actions": {name: row["title"] for name, row in rows("actions").items()},
        "cards": {
            name: {
                "owner": _id(row["owner"]),
                "action": _id(row["action"]),
                "dragon": None if row["dragon"] is None else _id(row["dragon"]),
            }
            for name, row in rows("action-cards").items()
        },
        "islands": {name: _only(row, ("x", "y")) for name, row in rows("islands").items()},
        "villages": {
            name: {
                **_only(row, ("x", "y")),
                "house": _id(row["house"]),
                "destination": _id(row["destination"]),
                "players": list(row["players"]),
            }
            for name, row in rows("villages").items()
        },
        "planks": {
            name: {"house": _id(row["house"]), **_only(row, ("number", "length"))}
            for name, row in rows("planks").items()
        },
        "stones": {name: row["copies"] for name, row in rows("stones").items()},
        "measures": {name: row["millimetres"] for name, row in rows("measures").items()},
    }


def _id(record: object) -> str:
    return str(cast(Record, record).values["id"])


def _only(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: row[name] for name in names}
