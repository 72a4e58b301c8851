"""Takes where racers stand, gives a race to try moves on, with dice that fall as told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from companion.chance import Replayed
from companion.games.base import Turn
from companion.games.dragon_river import RULES
from companion.games.dragon_river.dice import pairs_of, spare_of
from companion.games.dragon_river.river import River, read_river
from companion.games.dragon_river.state import Race, Racer, Ways
from tests.games.rules.bots import facts_of

FACTS = facts_of("dragon-river")
RIVER: River = read_river(FACTS)
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")
PIECES = tuple(piece.id for piece in RIVER.pieces)
PLAIN = Ways("again", sections=False, tipping=False)
TIPPING = Ways("again", sections=False, tipping=True)


def race_at(*spaces: int, ways: Ways = PLAIN, stranded: Sequence[str] = ()) -> Race:
    """Ann, Ben … on these spaces, with the dice of those spaces; Ann is about to roll."""
    racers = tuple(
        Racer(name.lower(), name, piece, RIVER.spaces[space].dice, space, name.lower() in stranded)
        for name, piece, space in zip(NAMES, PIECES, spaces, strict=False)
    )
    return Race(ways, racers, "roll", rolls=2 if ways.roll == "sum" else 1)


def act(race: Race, move: Mapping[str, Any], *faces: int, seat: str = "") -> Turn:
    """A move of the racer whose turn it is; the dice it needs show just these faces."""
    chance = Replayed([face - 1 for face in faces])
    turn = RULES.act(FACTS, race, seat or race.mover.seat, move, chance)
    chance.check_done()
    return turn


def rolled(race: Race, *faces: int) -> Race:
    """Ann rolls these faces and keeps them all."""
    state: Race = act(race, {"do": "roll"}, *faces).state
    if state.phase == "keep":
        kept = [str(number) for number in range(1, len(faces) + 1)]
        state = act(state, {"do": "keep", "dice": kept}).state
    return state


def pair(race: Race, value: int, *faces: int) -> Race:
    state: Race = act(race, {"do": "pair", "value": value}, *faces).state
    return state


def offered_moves(race: Race, seat: str) -> Iterator[dict[str, Any]]:
    """All moves that a seat is offered, those of a pick written out."""
    offers = RULES.offers(FACTS, race, seat)
    yield from (dict(choice.move) for choice in offers.choices)
    for pick in offers.picks:
        ids = [name for name, _ in pick.items]
        for size in range(pick.least, pick.most + 1):
            yield from ({**pick.move, pick.key: list(some)} for some in combinations(ids, size))


def spaces_of(race: Race) -> list[int]:
    return [racer.space for racer in race.racers]


def said(turn: Turn) -> list[str]:
    return [str(each.message) for each in turn.says]


def brought(*dice: int) -> tuple[tuple[int, ...], int | None]:
    """The pairs and the spare of some dice."""
    return pairs_of(dice), spare_of(dice)
