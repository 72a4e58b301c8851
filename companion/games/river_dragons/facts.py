"""The facts of River Dragons: its board, cards, planks and stones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct, convert

from companion.games.edition import EDITION
from companion.games.facts import Facts, colour_hex, record_id, table_rows
from companion.language.messages import Message, say
from printgen.catalog.model import Game

NAMES: Final = (
    *(say("Pink"), say("Black"), say("Red"), say("Green"), say("Blue"), say("Yellow")),
    *(say("One stone"), say("Two stones"), say("One plank"), say("Two planks")),
    *(say("One step"), say("Two steps"), say("Jump"), say("Take away"), say("Dragon")),
)
NAMES_BY_TEXT: Final = {name.text: name for name in NAMES}


def translated_name(name: str) -> Message:
    """A name from the game's folder, translatable if it is one of NAMES."""
    return NAMES_BY_TEXT.get(name) or say("{name}", name=name)


class House(Struct, frozen=True):
    name: str
    colour: str

    @property
    def title(self) -> Message:
        """The translatable name."""
        return translated_name(self.name)


class Card(Struct, frozen=True):
    """`dragon` is the house whose action the card swallows; None for an action card."""

    owner: str
    action: str
    dragon: str | None


class Spot(Struct, frozen=True):
    x: float
    y: float


class Village(Struct, frozen=True):
    """`players` are the player counts with which its house is played."""

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
    """Lengths in millimetres. `stone`, `village` and `island` are radii; measures.csv explains the
    others."""

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
    island: float | None = None
    """None at tables opened when every stone lay in the middle of its island and a race had at most
    40 rounds: those rules still apply there, or their records could not be verified."""

    @property
    def room(self) -> float:
        """The largest distance of a stone from the middle of its island."""
        return 0.0 if self.island is None else self.island - self.stone


class RiverDragonsFacts(Struct, frozen=True):
    """Everything in the box, by id. `stones` counts the stones of each face."""

    houses: Mapping[str, House]
    actions: Mapping[str, str]
    cards: Mapping[str, Card]
    islands: Mapping[str, Spot]
    villages: Mapping[str, Village]
    planks: Mapping[str, Plank]
    stones: Mapping[str, int]
    measures: Measures
    edition: int = 1


def read_facts(facts: Facts) -> RiverDragonsFacts:
    return convert(facts, RiverDragonsFacts)


def piece_colours(facts: RiverDragonsFacts) -> tuple[str, ...]:
    """The seat colours that there are pieces in: one for each house."""
    return tuple(facts.houses)


def collect_facts(game: Game) -> Facts:
    def rows(table: str) -> dict[str, Mapping[str, Any]]:
        return {str(row["id"]): row for row in table_rows(game, table)}

    return {
        "edition": EDITION,
        "houses": {
            name: {
                "name": row["name"],
                "colour": colour_hex(game, row["colour"]),
            }
            for name, row in rows("houses").items()
        },
        "actions": {name: row["title"] for name, row in rows("actions").items()},
        "cards": {
            name: {
                "owner": record_id(row["owner"]),
                "action": record_id(row["action"]),
                "dragon": None if row["dragon"] is None else record_id(row["dragon"]),
            }
            for name, row in rows("action-cards").items()
        },
        "islands": {name: _only(row, ("x", "y")) for name, row in rows("islands").items()},
        "villages": {
            name: {
                **_only(row, ("x", "y")),
                "house": record_id(row["house"]),
                "destination": record_id(row["destination"]),
                "players": list(row["players"]),
            }
            for name, row in rows("villages").items()
        },
        "planks": {
            name: {"house": record_id(row["house"]), **_only(row, ("number", "length"))}
            for name, row in rows("planks").items()
        },
        "stones": {name: row["copies"] for name, row in rows("stones").items()},
        "measures": {name: row["millimetres"] for name, row in rows("measures").items()},
    }


def _only(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: row[name] for name in names}
