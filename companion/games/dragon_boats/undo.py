"""Moves of Dragon Boats that cannot be undone, and moves whose content is hidden."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.edition import keeps_cards_shown
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.move_types import Answer, Call
from companion.games.dragon_boats.state import State
from companion.games.edition import makes_only_moves
from companion.language.messages import Message, say

HIDDEN_MOVES: Final = frozenset({str(kind.__struct_config__.tag) for kind in (Answer, Call)})
"""The answers in a pause: whether one still fits tells which card a player holds."""


def why_final(facts: DragonBoatsFacts, before: State, after: State) -> Message | None:
    """The last answer of a pause reveals all others, a planned card is only known once it is used,
    what a disc was placed for once it is bought, a hidden card once it is used, and the end of the
    game shows all cards. Earlier editions allowed undoing that."""
    if not makes_only_moves(facts.edition):
        return None
    if before.phase == "pause" and before.answered and len(before.asked) == 1:
        return say("all answers are in")
    if before.plans.keys() - after.plans.keys() - {_acting(before)}:
        return say("a planned card was used")
    if any(_carried_out(before, after, seat) for seat in _others(before)):
        return say("a planned purchase was made")
    if not keeps_cards_shown(facts):
        return None
    if _turns_up_card(before, after):
        return say("a hidden card was used")
    return say("hidden cards were shown") if _shows_cards(before, after) else None


def _turns_up_card(before: State, after: State) -> bool:
    """Whether a card that only its player knew is open now."""
    return any(
        card.open and replace(card, open=False, used=False) in before.player(player.seat).cards
        for player in after.players
        for card in player.cards
    )


def _shows_cards(before: State, after: State) -> bool:
    """Whether the game ends while a card is hidden: its scores show what everybody holds."""
    ended = before.phase != "over" and after.phase == "over"
    return ended and any(not card.open for player in after.players for card in player.cards)


def _acting(state: State) -> str:
    if state.phase == "pause":
        return (state.asked or state.calls)[0]
    return state.players[state.active].seat


def _others(state: State) -> tuple[str, ...]:
    return tuple(player.seat for player in state.players if player.seat != _acting(state))


def _carried_out(before: State, after: State, seat: str) -> bool:
    """Whether a disc of the player was used that had been placed for a certain good."""
    return any(
        any(goods[: max(0, len(goods) - len(_orders_left(after, seat, stall)))])
        for stall, goods in before.player(seat).orders.items()
    )


def _orders_left(state: State, seat: str, stall: str) -> tuple[str, ...]:
    """What the player's discs at a stall were placed for, without the one that is being used."""
    orders = state.player(seat).orders.get(stall, ())
    is_used = state.phase == "pay" and state.stall == stall and bool(state.done)
    return orders[1:] if is_used and state.stacks[stall][-1:] == (seat,) else orders
