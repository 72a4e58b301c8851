"""Races at given spaces, with dice that fall as the test says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from companion.chance.provable import Replayed
from companion.games.dragon_river.dice import pairs_of, spare_of
from companion.games.dragon_river.facts import DragonRiverFacts, read_facts
from companion.games.dragon_river.options import Variants
from companion.games.dragon_river.state import Racer, State
from companion.games.edition import ONLY_MOVES
from companion.games.moves import Transition
from tests.games.rules.bots import facts_of, playable

FACTS = facts_of("dragon-river")
RULES = playable("dragon-river", FACTS)
EARLIER = playable("dragon-river", {**FACTS, "edition": ONLY_MOVES - 1})
"""Rules with which players play every pair themselves, so that a test can look at each move."""
RIVER: DragonRiverFacts = read_facts(FACTS)
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")
PIECES = tuple(piece.id for piece in RIVER.pieces)
PLAIN = Variants("again", sections=False, tipping=False)
TIPPING = Variants("again", sections=False, tipping=True)


def race_at(*spaces: int, variants: Variants = PLAIN, stranded: Sequence[str] = ()) -> State:
    """A race with Ann, Ben … on these spaces, with the dice of those spaces; Ann is about to
    roll."""
    racers = tuple(
        Racer(name.lower(), name, piece, RIVER.spaces[space].dice, space, name.lower() in stranded)
        for name, piece, space in zip(NAMES, PIECES, spaces, strict=False)
    )
    return State(variants, racers, "roll", rolls=2 if variants.roll == "sum" else 1)


def act(race: State, move: Mapping[str, Any], *faces: int, seat: str = "") -> Transition:
    """Make a move of the racer to act, and no move by itself; the dice show these faces."""
    chance = Replayed([face - 1 for face in faces])
    turn = EARLIER.act(race, seat or race.acting.seat, move, chance)
    chance.check_done()
    return turn


def rolled(race: State, *faces: int) -> State:
    """Ann rolls these faces and keeps them all."""
    state: State = act(race, {"do": "roll"}, *faces).state
    if state.phase == "keep":
        kept = [str(number) for number in range(1, len(faces) + 1)]
        state = act(state, {"do": "keep", "dice": kept}).state
    return state


def pair(race: State, value: int, *faces: int) -> State:
    state: State = act(race, {"do": "pair", "value": value}, *faces).state
    return state


def offered_moves(race: State, seat: str) -> Iterator[dict[str, Any]]:
    """All moves that a seat is offered, with every pick written out."""
    offers = RULES.offers(race, seat)
    yield from (dict(choice.move) for choice in offers.choices)
    for pick in offers.picks:
        ids = [name for name, _ in pick.items]
        for size in range(pick.least, pick.most + 1):
            yield from ({**pick.move, pick.key: list(some)} for some in combinations(ids, size))


def spaces_of(race: State) -> list[int]:
    return [racer.space for racer in race.racers]


def announced(turn: Transition) -> list[str]:
    return [str(each.message) for each in turn.announcements]


def brought(*dice: int) -> tuple[tuple[int, ...], int | None]:
    """The pairs and the spare of some dice."""
    return pairs_of(dice), spare_of(dice)
