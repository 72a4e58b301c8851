"""The facts of Dragon Boats: its board, cards, goods and houses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.games.edition import EDITION
from companion.games.facts import Facts, colour_hex, record_id, table_rows
from printgen.catalog.model import Game, Record

BOARD: Final = "game-board/board"
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
STORAGE: Final = 3
FREE_STEPS: Final = 3
PATH_PRICE: Final = 3
PRIVATE_SPACES: Final = 2
ON_DISPLAY: Final = 2
MARKETS: Final = ("I", "II", "III", "IV")
STALLS: Final = (*MARKETS, "V")
PATHS: Final = ("A", "B")
SEATS: Final = ("front", "middle", "rear")
HEX_WIDTH: Final = 31.0
ROAD_WIDTH: Final = 17.0
SPOT_WIDTH: Final = 22.0
"""The printed widths of hexes, of the round spaces of roads, and of stalls with their tiles, in
millimetres: places that can be tapped are marked in their size."""


class Space(Struct, frozen=True):
    id: str
    kind: str
    island: str
    x: float
    y: float
    turn: int
    icon: str
    neighbours: tuple[str, ...]
    players: tuple[int, ...]


class Topper(Struct, frozen=True):
    beats: int
    passengers: int
    cost: tuple[str, ...]


class BonusCard(Struct, frozen=True):
    title: str
    type: str
    points: int
    interactive: bool


class Farm(Struct, frozen=True):
    name: str
    cap: int
    copies: int


class RoundCard(Struct, frozen=True):
    number: int
    restricted: bool
    permanent: bool
    money: int
    offerings: int
    food: int
    treasure: int


class House(Struct, frozen=True):
    name: str
    colour: str
    members: int
    discs: int


class DragonBoatsFacts(Struct, frozen=True):
    """Everything that is printed. Mappings are by id, in the order of the folder's tables."""

    goods: Mapping[str, str]
    offerings: Mapping[str, int]
    supplies: Mapping[str, int]
    toppers: Mapping[str, Topper]
    boats: Mapping[str, str]
    """Each boat's home port."""
    cards: Mapping[str, BonusCard]
    wisdom: Mapping[str, str]
    """The wisdom hex of each card letter."""
    farms: Mapping[str, Farm]
    rounds: Mapping[str, RoundCard]
    houses: Mapping[str, House]
    islands: Mapping[str, str]
    spaces: Mapping[str, Space]
    most_money: int | None
    """The end of the money track; None if there is no limit."""
    private_money: int
    edition: int = 1

    def of_kind(self, *kinds: str) -> tuple[Space, ...]:
        return tuple(space for space in self.spaces.values() if space.kind in kinds)

    def gain(self, money: int, count: int) -> int:
        """How much of `count` a player with this much money can keep."""
        return count if self.most_money is None else min(count, self.most_money - money)


def read_facts(facts: Facts) -> DragonBoatsFacts:
    return msgspec.convert(facts, DragonBoatsFacts)


def piece_colours(facts: DragonBoatsFacts) -> tuple[str, ...]:
    """The seat colours that there are pieces in: one for each house."""
    return tuple(facts.houses)


def collect_facts(game: Game) -> Facts:
    def rows(table: str) -> list[dict[str, Any]]:
        return [_plain_row(row) for row in table_rows(game, table)]

    def column(table: str, key: str, value: str) -> dict[str, Any]:
        return {row[key]: row[value] for row in rows(table)}

    def structs(table: str, kind: type[Struct]) -> dict[str, dict[str, Any]]:
        return {row["id"]: {key: row[key] for key in _fields(kind)} for row in rows(table)}

    members, discs = column("members", "house", "copies"), column("discs", "house", "copies")
    estate = rows("estates")[0]
    return {
        "edition": EDITION,
        "goods": column("goods", "id", "name"),
        "offerings": column("offerings", "good", "copies"),
        "supplies": column("supplies", "id", "copies"),
        "toppers": structs("toppers", Topper),
        "boats": {row["id"]: f"home-{row['port'].lower()}" for row in rows("boats")},
        "cards": structs("bonus", BonusCard),
        "wisdom": column("wisdom", "card", "id"),
        "farms": {
            row["id"]: {"name": row["name"], "cap": len(row["ladder"]), "copies": row["copies"]}
            for row in rows("farms")
        },
        "rounds": {
            str(row["round"]): {
                key: {**row, "number": row["round"]}[key] for key in _fields(RoundCard)
            }
            for row in rows("rounds")
        },
        "houses": {
            row["id"]: {
                "name": row["name"],
                "colour": colour_hex(game, row["colour"]),
                "members": members[row["id"]],
                "discs": discs[row["id"]],
            }
            for row in rows("houses")
        },
        "islands": column("islands", "id", "name"),
        "spaces": structs("spaces", Space),
        "most_money": estate["money"],
        "private_money": estate["private_money"],
    }


def _fields(kind: type[Struct]) -> tuple[str, ...]:
    return kind.__struct_fields__


def _plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON values: references to other rows become ids, and empty cells become empty
    texts."""
    return {key: _plain(value) for key, value in row.items()}


def _plain(value: Any) -> Any:
    match value:
        case Record():
            return record_id(value)
        case list() | tuple():
            return [_plain(one) for one in value]
        case None:
            return ""
    return value
