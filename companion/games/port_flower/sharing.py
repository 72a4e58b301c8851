"""Shares of the dice that the boat can sail with."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.names import dice_text, join_with_plus
from companion.games.port_flower.search import Motion
from companion.games.port_flower.state import BOAT, State
from companion.games.port_flower.winds import Dice, Division
from companion.language.messages import MessageList, listing


class Share(Struct, frozen=True):
    """Dice for the boat, the spaces that it can reach with them, and all divisions that give it
    exactly these dice."""

    dice: Dice
    ends: frozenset[int]
    divisions: tuple[Division, ...]


def shares_of_boat(state: State, motions: Sequence[Motion]) -> tuple[Share, ...]:
    """All shares that allow a complete turn. If a share has no ends, a shark must go first."""
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
    """Whether a motion can be part of a turn in which the boat has exactly these dice."""
    return any(plan.division.boat == dice for plan in motion.plans)


def restricted_to(motion: Motion, dice: Dice) -> Motion:
    """The motion with only the plans that give the boat these dice, or all if `dice` is empty."""
    if not dice:
        return motion
    plans = tuple(plan for plan in motion.plans if plan.division.boat == dice)
    return replace(motion, plans=plans)


def left_for_sharks(facts: PortFlowerFacts, state: State, share: Share) -> MessageList:
    """The dice that the sharks can get when the boat has its share."""
    return listing(
        (
            join_with_plus([dice_text(facts, state.dice, dice) for dice in division.sharks])
            for division in share.divisions
        ),
        "or",
    )
