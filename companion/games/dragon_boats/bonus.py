"""Takes a wish for a bonus card, gives it from the display or the deck; the display fills up."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.base import Step
from companion.games.dragon_boats.facts import ON_DISPLAY, Known
from companion.games.dragon_boats.state import Flow, Held, State
from companion.table.model import Refused
from companion.words import say

DECK = "deck"


def cards_to_take(known: Known, state: State) -> Iterator[tuple[str, Step]]:
    for letter in state.display:
        label = say("{card}", card=known.cards[letter].title)
        yield letter, Step(label, face=f"bonus-cards/{letter}")
    if state.deck:
        hint = say("Everybody sees it.") if _open_deck(state) else say("Nobody else sees it.")
        yield DECK, Step(say("Top of the deck"), hint=hint)


def cards_found(known: Known, state: State) -> Iterator[tuple[str, Step]]:
    """What the card sign of a road gives; an empty deck leaves what is on display."""
    only_deck = bool(state.deck) and state.options["road_cards"] == "deck"
    for name, step in cards_to_take(known, state):
        if name == DECK or not only_deck:
            yield name, step


def take_card(flow: Flow, seat: str, wanted: str) -> None:
    state, player = flow.state, flow.state.player(seat)
    shown = wanted in state.display
    if not shown and not (wanted == DECK and state.deck):
        raise Refused("that card is not there to take")
    letter = wanted if shown else state.deck[0]
    title = flow.known.cards[letter].title
    # A lasting card works for all to see, so it is laid out at once.
    lasting = flow.known.cards[letter].type == "permanent"
    is_open = shown or lasting or _open_deck(state)
    display = tuple(card for card in state.display if card != letter)
    deck = state.deck if shown else state.deck[1:]
    missing = ON_DISPLAY - len(display)
    flow.state = replace(state, display=display + deck[:missing], deck=deck[missing:])
    flow.set_player(replace(player, cards=(*player.cards, Held(letter, is_open))))
    if is_open:
        flow.tell(say("{who} takes the card {card}", who=player.name, card=title))
    else:
        flow.tell(say("{who} takes the top card of the deck", who=player.name))
        flow.tell(say("you draw the card {card}", card=title), (seat,))


def _open_deck(state: State) -> bool:
    return state.options["deck_cards"] == "open"


def use_card(flow: Flow, seat: str, letter: str) -> None:
    player = flow.state.player(seat)
    cards = tuple(
        Held(letter, open=True, used=True) if card.letter == letter else card
        for card in player.cards
    )
    flow.set_player(replace(player, cards=cards))
