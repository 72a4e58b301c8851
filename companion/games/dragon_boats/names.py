"""Translatable names of goods, farms, islands, ports, houses and bonus cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from companion.games.dragon_boats.amounts import join_names
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.language.messages import Message, own_text, say

NameOf = Callable[[DragonBoatsFacts, str], Message]
NAMES: Final = (
    *(say("Leather"), say("Tea"), say("Gold"), say("Jade"), say("Cinnabar")),
    *(say("Poultry"), say("Fish"), say("Pork"), say("Rice"), say("Soy")),
    *(say("South"), say("West"), say("North"), say("East")),
    *(say("NW"), say("NE"), say("SE"), say("SW")),
    *(say("House of the Lantern"), say("House of the Fan")),
    *(say("House of the Lotus"), say("House of the Pagoda")),
)
NAMES_BY_TEXT: Final = {name.text: name for name in NAMES}


def translated_name(name: str) -> Message:
    """A name from the game's folder, translatable if it is one of NAMES."""
    return NAMES_BY_TEXT.get(name) or say("{name}", name=name)


def good_name(facts: DragonBoatsFacts, good: str) -> Message:
    return translated_name(facts.goods[good])


def farm_name(facts: DragonBoatsFacts, kind: str) -> Message:
    return translated_name(facts.farms[kind].name)


def card_name(facts: DragonBoatsFacts, letter: str) -> Message:
    """The title of a bonus card, as printed in the reader's language."""
    return own_text(facts.cards[letter].title)


def tile_name(facts: DragonBoatsFacts, tile: str) -> Message:
    """A hex by its kind of farm or the title of its wisdom."""
    if tile in facts.farms:
        return farm_name(facts, tile)
    return card_name(facts, tile)


def count_names(
    facts: DragonBoatsFacts, things: Iterable[str], name: NameOf
) -> tuple[Message, ...]:
    """Names with counts above one, such as Tea, 2 Jade."""
    return tuple(
        say("{count} {name}", count=count, name=name(facts, thing))
        if count > 1
        else name(facts, thing)
        for thing, count in Counter(things).items()
    )


def goods_names(facts: DragonBoatsFacts, goods: Iterable[str]) -> tuple[Message, ...]:
    return count_names(facts, goods, good_name)


def goods_text(facts: DragonBoatsFacts, goods: Iterable[str]) -> Message:
    return join_names(goods_names(facts, goods))
