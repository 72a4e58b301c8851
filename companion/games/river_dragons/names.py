"""Takes cards, planks and places, gives what people call them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.landmarks import whereabouts
from companion.games.river_dragons.river import Support
from companion.words import Message, say


def card_name(box: Box, name: str) -> Message:
    card = box.cards[name]
    if card.dragon is None:
        return say("{title}", title=box.actions[card.action])
    return say("{colour} dragon", colour=box.houses[card.dragon].name)


def plank_name(box: Box, name: str) -> Message:
    plank = box.planks[name]
    return say("{colour} {number}", colour=box.houses[plank.house].name, number=plank.number)


def by_number(box: Box, planks: Iterable[str]) -> list[str]:
    return sorted(planks, key=lambda name: box.planks[name].number)


def plank_list(box: Box, planks: Iterable[str]) -> str:
    """Planks by their colours, such as `Red 1 3 5, Blue 2`: names and numbers of the data only."""
    numbers: dict[str, list[str]] = {}
    for name in by_number(box, planks):
        colour = box.houses[box.planks[name].house].name
        numbers.setdefault(colour, []).append(str(box.planks[name].number))
    return ", ".join(f"{colour} {' '.join(found)}" for colour, found in numbers.items())


def village_name(box: Box, name: str) -> Message:
    return say("{colour} village", colour=box.houses[box.villages[name].house].name)


def place_name(box: Box, name: str) -> Message:
    """A place where runners stand: a village or a plank."""
    return village_name(box, name) if name in box.villages else plank_name(box, name)


def support_name(box: Box, support: Support) -> Message:
    """A stone or village as it is called in a sentence."""
    if support.village:
        return village_name(box, support.id)
    return say("the stone {where}", where=whereabouts(box, support.at))


def support_label(box: Box, support: Support) -> Message:
    """A stone or village on its own. In open water several may be near the same village."""
    if support.village:
        return village_name(box, support.id)
    where = whereabouts(box, support.at)
    if support.id in box.islands:
        return say("Stone {where}", where=where)
    return say("Stone {number} {where}", number=support.id, where=where)


def card_face(name: str) -> str:
    return f"action-cards/{name}"


def plank_face(box: Box, name: str) -> str:
    return f"plank-{box.planks[name].number}/{name}"
