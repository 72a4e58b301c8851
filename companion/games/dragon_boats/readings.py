"""Takes what is printed and what a table has decided, gives the values that are played there.

Rules read these values and need not know where they come from.
"""

from __future__ import annotations

from statistics import median_low

from msgspec.structs import replace

from companion.games.base import Options
from companion.games.dragon_boats.facts import Card, Known, Round


def as_played(known: Known, options: Options) -> Known:
    return replace(
        known,
        cards={letter: _card(card, options) for letter, card in known.cards.items()},
        rounds=_rounds(known, options),
        most_money=None if options["money_track"] == "endless" else known.most_money,
        private_money=_private(known, options),
    )


def _card(card: Card, options: Options) -> Card:
    match options["card_points"]:
        case "one":
            return replace(card, points=1)
        case "none":
            return replace(card, points=0)
    return card


def _private(known: Known, options: Options) -> int:
    chosen = options["private_actions"]
    return known.private_money if chosen == "printed" else int(chosen)


def _rounds(known: Known, options: Options) -> dict[str, Round]:
    """With the same on every card, each of its amounts is the middle one of those that are printed:
    as many cards show more of it as show less. Of two in the middle it is the lower one, since
    everybody can have it for the shortest wait."""
    rounds = dict(known.rounds)
    if options["round_gains"] == "printed":
        return rounds
    open_cards = [card for card in rounds.values() if not card.restricted]
    return {
        name: card
        if card.restricted
        else replace(
            card,
            money=median_low(other.money for other in open_cards),
            offerings=median_low(other.offerings for other in open_cards),
            food=median_low(other.food for other in open_cards),
            treasure=median_low(other.treasure for other in open_cards),
        )
        for name, card in rounds.items()
    }
