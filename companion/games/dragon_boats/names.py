"""Takes goods, farms, islands and houses by their ids, gives their names as any language says them.

A card's title stays as it is printed: people look for it on the card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from companion.games.dragon_boats.amounts import in_a_row
from companion.games.dragon_boats.facts import Known
from companion.words import Message, say

Name = Callable[[Known, str], Message]
WORDS: Final = (
    *(say("Leather"), say("Tea"), say("Gold"), say("Jade"), say("Cinnabar")),
    *(say("Poultry"), say("Fish"), say("Pork"), say("Rice"), say("Soy")),
    *(say("South"), say("West"), say("North"), say("East")),
    *(say("House of the Lantern"), say("House of the Fan")),
    *(say("House of the Lotus"), say("House of the Pagoda")),
)
BY_TEXT: Final = {word.text: word for word in WORDS}
COLOURS: Final = {
    "orange": say("orange"),
    "blue": say("blue"),
    "pink": say("pink"),
    "red": say("red"),
}
"""What colour the pieces of each house have."""


def named(name: str) -> Message:
    """A name of the folder: one of our words, or else as it is written there."""
    return BY_TEXT.get(name) or say("{name}", name=name)


def good_name(known: Known, good: str) -> Message:
    return named(known.goods[good])


def farm_name(known: Known, kind: str) -> Message:
    return named(known.farms[kind].name)


def tile_name(known: Known, tile: str) -> Message:
    """A hex tile by its kind of farm, or its letter of wisdom."""
    if tile in known.farms:
        return farm_name(known, tile)
    return say("{card}", card=known.cards[tile].title)


def counted(known: Known, things: Iterable[str], name: Name) -> tuple[Message, ...]:
    """Things as people count them: Tea, 2 Jade."""
    return tuple(
        say("{count} {name}", count=count, name=name(known, thing))
        if count > 1
        else name(known, thing)
        for thing, count in Counter(things).items()
    )


def goods_named(known: Known, goods: Iterable[str]) -> tuple[Message, ...]:
    return counted(known, goods, good_name)


def goods_text(known: Known, goods: Iterable[str]) -> Message:
    return in_a_row(goods_named(known, goods))
