"""Takes a runner's house and five cards, gives hands, legal plans and what dragons swallow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal

from msgspec import Struct

from companion.games.river_dragons.facts import Box, Card
from companion.games.river_dragons.state import Runner, State, in_order
from companion.table.model import Refused

SLOTS: Final = 5
MOST_DRAGONS: Final = 1

Deed = Literal["stone", "plank", "move", "jump", "take", "dragon"]


class Action(Struct, frozen=True):
    """What an action card makes its runner do, and how often."""

    deed: Deed
    count: int = 1


ACTIONS: Final = {
    "stone-1": Action("stone"),
    "stone-2": Action("stone", 2),
    "plank-1": Action("plank"),
    "plank-2": Action("plank", 2),
    "move-1": Action("move"),
    "move-2": Action("move", 2),
    "jump": Action("jump"),
    "remove": Action("take"),
    "dragon": Action("dragon"),
}


def hand(box: Box, house: str, played: Collection[str]) -> tuple[str, ...]:
    """A house's cards, without the dragons of colours that nobody plays."""
    return tuple(
        name
        for name, card in box.cards.items()
        if card.owner == house and (card.dragon is None or card.dragon in played)
    )


def hand_of(box: Box, state: State, runner: Runner) -> tuple[str, ...]:
    return hand(box, runner.house, {one.house for one in state.runners})


def read_plan(box: Box, state: State, runner: Runner, cards: Any) -> tuple[str, ...]:
    """Five cards of the runner's own hand. Raises Refused."""
    if not isinstance(cards, (list, tuple)) or not all(isinstance(one, str) for one in cards):
        raise Refused("a plan is a row of cards")
    if not set(cards) <= set(hand_of(box, state, runner)):
        raise Refused("plan with the cards of your own hand")
    if len(cards) != SLOTS or len(set(cards)) != SLOTS:
        raise Refused("a plan has {count} different cards", count=SLOTS)
    if sum(box.cards[name].dragon is not None for name in cards) > MOST_DRAGONS:
        raise Refused("a plan has one dragon at most")
    return tuple(cards)


def shown_card(box: Box, state: State, runner: Runner) -> Card:
    """The card that a runner has turned over last."""
    return box.cards[runner.plan[state.slot]]


def biters(box: Box, state: State, runner: Runner) -> tuple[Runner, ...]:
    """Those whose dragons swallow what the runner has turned over. Dragons are never swallowed."""
    if shown_card(box, state, runner).dragon is not None:
        return ()
    return tuple(
        other for other in in_order(state) if shown_card(box, state, other).dragon == runner.house
    )


def is_carried_out(box: Box, state: State, runner: Runner) -> bool:
    """Whether what a runner has turned over makes it do something."""
    return shown_card(box, state, runner).dragon is None and not biters(box, state, runner)
