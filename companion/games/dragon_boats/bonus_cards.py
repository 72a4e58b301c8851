"""Taking bonus cards from the display or the deck, and using them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.facts import ON_DISPLAY, DragonBoatsFacts
from companion.games.dragon_boats.names import card_name
from companion.games.dragon_boats.state import Draft, HeldCard, State
from companion.games.moves import TypedMove
from companion.games.offers import Step
from companion.language.messages import Refused, say

DECK: Final = "deck"
"""Stands for the top card of the deck."""

CardMoves = Iterator[tuple[TypedMove, tuple[Step, ...]]]
"""The moves that a card allows, each with the taps that lead to it."""

ListCardMoves = Callable[[DragonBoatsFacts, State, str], CardMoves]
"""Lists what the player of a seat can do with a card."""


def cards_to_take(facts: DragonBoatsFacts, state: State) -> Iterator[tuple[str, Step]]:
    for letter in state.display:
        yield letter, Step(card_name(facts, letter), face=f"bonus-cards/{letter}")
    if state.deck:
        hint = say("Everyone will see it.") if _open_deck(state) else say("Only you will see it.")
        yield DECK, Step(say("Draw from the deck"), hint=hint)


def cards_found(facts: DragonBoatsFacts, state: State) -> Iterator[tuple[str, Step]]:
    """The cards that the card icon of a road gives; if the deck is empty, those on display."""
    only_deck = bool(state.deck) and state.options["road_cards"] == "deck"
    for name, step in cards_to_take(facts, state):
        if name == DECK or not only_deck:
            yield name, step


def take_card(draft: Draft, seat: str, wanted: str) -> None:
    state, player = draft.state, draft.state.player(seat)
    shown = wanted in state.display
    if not shown and not (wanted == DECK and state.deck):
        raise Refused("that card is not on offer")
    letter = wanted if shown else state.deck[0]
    title = card_name(draft.facts, letter)
    # A permanent card has a visible effect, so it is laid out at once.
    permanent = draft.facts.cards[letter].type == "permanent"
    is_open = shown or permanent or _open_deck(state)
    display = tuple(card for card in state.display if card != letter)
    deck = state.deck if shown else state.deck[1:]
    missing = ON_DISPLAY - len(display)
    draft.state = replace(state, display=display + deck[:missing], deck=deck[missing:])
    draft.set_player(replace(player, cards=(*player.cards, HeldCard(letter, is_open))))
    quiet = tuple(one for one in draft.state.quiet if one != seat)
    draft.state = replace(draft.state, quiet=quiet)
    if is_open:
        draft.announce(say("{who} takes the card {card}", who=player.name, card=title))
    else:
        # A player who passed for the round could not know of this card.
        passed = tuple(one for one in draft.state.passed if one != seat)
        draft.state = replace(draft.state, passed=passed)
        draft.announce(say("{who} draws a card from the deck", who=player.name))
        draft.announce(say("You draw the card {card}", card=title), (seat,))


def _open_deck(state: State) -> bool:
    return state.options["deck_cards"] == "open"


def use_card(draft: Draft, seat: str, letter: str) -> None:
    player = draft.state.player(seat)
    cards = tuple(
        HeldCard(letter, open=True, used=True) if card.letter == letter else card
        for card in player.cards
    )
    draft.set_player(replace(player, cards=cards))
