"""Amounts as text."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.dragon_boats.facts import DragonBoatsFacts, RoundCard
from companion.games.dragon_boats.state import Player
from companion.language.messages import Message, listing, say, say_count


def coins(count: int) -> Message:
    return say_count("{count} coin", "{count} coins", count)


def describe_amounts(
    money: int = 0,
    food: int = 0,
    treasure: int = 0,
    goods: Sequence[Message] = (),
    cards: int = 0,
) -> tuple[Message, ...]:
    """A message for each amount above zero; `goods` are messages already."""
    described = (
        (money, (coins(money),)),
        (food, (food_text(food),)),
        (treasure, (treasures(treasure),)),
        (len(goods), goods),
        (cards, (say_count("{count} card", "{count} cards", cards),)),
    )
    return tuple(message for count, messages in described if count for message in messages)


def food_text(count: int) -> Message:
    return say("{count} food", count=count)


def treasures(count: int) -> Message:
    return say_count("{count} treasure", "{count} treasures", count)


def join_names(messages: Sequence[Message]) -> Message:
    """Messages as a list such as "a, b, and c", or "nothing"."""
    return say("{names}", names=listing(messages)) if messages else say("nothing")


def describe_gains(card: RoundCard) -> Message:
    """What a disc on a round card brings."""
    tiles = say_count("{count} offering", "{count} offerings", card.offerings)
    return join_names((*describe_amounts(card.money, card.food, card.treasure), tiles))


def gain_hint(facts: DragonBoatsFacts, player: Player, count: int) -> Message:
    """How much of `count` coins a player can take."""
    gained = facts.gain(player.money, count)
    if not gained:
        return say("no money, you already have {count}", count=player.money)
    return say("take {coins}", coins=coins(gained))
