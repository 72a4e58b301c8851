"""Takes a throw, gives with which shares of the dice the boat can sail, and what each allows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.facts import Known
from companion.games.port_flower.labels import both_of, dice_words, either_of
from companion.games.port_flower.search import Motion
from companion.games.port_flower.state import BOAT, State
from companion.games.port_flower.winds import Dice, Division
from companion.words import Message


class Share(Struct, frozen=True):
    """Dice for the boat, the spaces where it can come to with them, and all divisions that give it
    just these."""

    dice: Dice
    ends: frozenset[int]
    divisions: tuple[Division, ...]


def shares_of_boat(state: State, motions: Sequence[Motion]) -> tuple[Share, ...]:
    """Every share with which a turn can be made. Where there is no end, a shark must go first."""
    possible = {plan.division for motion in motions for plan in motion.plans}
    shares: dict[Dice, list[Division]] = {}
    for plan in state.plans:
        if plan.division in possible:
            shares.setdefault(plan.division.boat, []).append(plan.division)
    return tuple(
        Share(
            dice,
            frozenset(
                motion.end for motion in motions if motion.mover == BOAT and has_share(motion, dice)
            ),
            tuple(divisions),
        )
        for dice, divisions in shares.items()
    )


def has_share(motion: Motion, dice: Dice) -> bool:
    """Whether a motion can be part of a turn in which the boat has just these dice."""
    return any(plan.division.boat == dice for plan in motion.plans)


def keeping(motion: Motion, dice: Dice) -> Motion:
    """The motion with those plans only that give the boat these dice; with none named, as it is."""
    if not dice:
        return motion
    plans = tuple(plan for plan in motion.plans if plan.division.boat == dice)
    return replace(motion, plans=plans)


def left_for_sharks(known: Known, state: State, share: Share) -> Message:
    """What the sharks can get when the boat has its share."""
    return either_of(
        [
            both_of([dice_words(known, state.dice, dice) for dice in division.sharks])
            for division in share.divisions
        ]
    )
