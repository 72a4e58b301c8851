"""Hands, plans of five cards, and actions that dragons swallow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from msgspec import Struct

from companion.games.river_dragons.facts import Card, RiverDragonsFacts
from companion.games.river_dragons.state import Runner, State, in_order
from companion.language.messages import Refused

SLOTS: Final = 5
MAX_DRAGONS: Final = 1

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


def hand(facts: RiverDragonsFacts, house: str, played: Collection[str]) -> tuple[str, ...]:
    """A house's cards without the dragons of colours that are not in play."""
    return tuple(
        name
        for name, card in facts.cards.items()
        if card.owner == house and (card.dragon is None or card.dragon in played)
    )


def hand_of(facts: RiverDragonsFacts, state: State, runner: Runner) -> tuple[str, ...]:
    return hand(facts, runner.house, {one.house for one in state.runners})


def check_plan(
    facts: RiverDragonsFacts, state: State, runner: Runner, cards: tuple[str, ...]
) -> None:
    """Raises Refused unless these are five cards from the runner's own hand."""
    if not set(cards) <= set(hand_of(facts, state, runner)):
        raise Refused("choose cards from your own hand")
    if len(cards) != SLOTS or len(set(cards)) != SLOTS:
        raise Refused("choose {count} different cards", count=SLOTS)
    if sum(facts.cards[name].dragon is not None for name in cards) > MAX_DRAGONS:
        raise Refused("choose at most one dragon")


def shown_card(facts: RiverDragonsFacts, state: State, runner: Runner) -> Card:
    """The card that a runner turned over last."""
    return facts.cards[runner.plan[state.slot]]


def swallowers(facts: RiverDragonsFacts, state: State, runner: Runner) -> tuple[Runner, ...]:
    """The runners whose dragons swallow this runner's card. Dragons are never swallowed."""
    if shown_card(facts, state, runner).dragon is not None:
        return ()
    return tuple(
        other for other in in_order(state) if shown_card(facts, state, other).dragon == runner.house
    )


def is_carried_out(facts: RiverDragonsFacts, state: State, runner: Runner) -> bool:
    """Whether the runner's card is an action that no dragon swallows."""
    return shown_card(facts, state, runner).dragon is None and not swallowers(facts, state, runner)
