"""Takes a score sheet as it was entered, gives what that player holds at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.games.base import Sheet
from companion.games.dragon_boats.facts import Known


class Holding(Struct, frozen=True):
    """What a sheet says that one player has at the end."""

    farmers: tuple[str, ...]
    farms: Mapping[str, int]
    cards: tuple[str, ...]
    wisdom: tuple[str, ...]
    offerings: int
    treasure: int
    food: int
    money: int


def read_sheet(known: Known, sheet: Sheet) -> Holding:
    def count(name: str) -> int:
        return int(sheet.get(name) or 0)

    def held(letters: Iterable[str], prefix: str) -> tuple[str, ...]:
        return tuple(letter for letter in letters if sheet.get(f"{prefix}-{letter}"))

    return Holding(
        tuple(sheet.get("farmers") or ()),
        {kind: count(f"farm-{kind}") for kind in known.farms},
        held(known.cards, "card"),
        held(known.wisdom, "wisdom"),
        count("offerings"),
        count("treasure"),
        count("food"),
        count("money"),
    )
