"""A player's possessions at the end, as entered on a score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.score import Sheet


class Holding(Struct, frozen=True):
    """What one player has at the end."""

    farmers: tuple[str, ...]
    farms: Mapping[str, int]
    cards: tuple[str, ...]
    wisdom: tuple[str, ...]
    offerings: int
    treasure: int
    food: int
    money: int


def read_sheet(facts: DragonBoatsFacts, sheet: Sheet) -> Holding:
    def count(name: str) -> int:
        return int(sheet.get(name) or 0)

    def held(letters: Iterable[str], prefix: str) -> tuple[str, ...]:
        return tuple(letter for letter in letters if sheet.get(f"{prefix}-{letter}"))

    return Holding(
        tuple(sheet.get("farmers") or ()),
        {kind: count(f"farm-{kind}") for kind in facts.farms},
        held(facts.cards, "card"),
        held(facts.wisdom, "wisdom"),
        count("offerings"),
        count("treasure"),
        count("food"),
        count("money"),
    )
