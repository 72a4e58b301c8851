"""Takes amounts, gives them in words; what there is none of is not told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from companion.games.dragon_boats.facts import Round
from companion.words import Message, say


def amounts(
    money: int = 0,
    food: int = 0,
    treasure: int = 0,
    goods: Sequence[Message] = (),
    cards: int = 0,
) -> tuple[Message, ...]:
    """Each thing of which there is any, in words; goods are in words already."""
    told = (
        (money, (say("{count} money", count=money),)),
        (food, (say("{count} food", count=food),)),
        (treasure, (say("{count} treasure", count=treasure),)),
        (len(goods), goods),
        (cards, (say("1 card") if cards == 1 else say("{count} cards", count=cards),)),
    )
    return tuple(message for count, messages in told if count for message in messages)


def in_a_row(messages: Sequence[Message]) -> Message:
    """One message of several; of none, that there is nothing."""
    if not messages:
        return say("nothing")
    return reduce(lambda one, more: say("{one}, {more}", one=one, more=more), messages)


def shown_on(card: Round) -> Message:
    """What a disc left on a round card brings."""
    tiles = (
        say("1 offering") if card.offerings == 1 else say("{count} offerings", count=card.offerings)
    )
    return in_a_row((*amounts(card.money, card.food, card.treasure), tiles))
