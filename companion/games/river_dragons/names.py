"""Takes cards, planks and places, gives what people call them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.landmarks import whereabouts
from companion.games.river_dragons.river import Support
from companion.words import Message, say


def card_name(box: Box, name: str) -> Message:
    card = box.cards[name]
    if card.dragon is None:
        title = box.actions[card.action]
        return say(title)
    return say("{colour} dragon", colour=box.houses[card.dragon].called)


def plank_name(box: Box, name: str) -> Message:
    plank = box.planks[name]
    return say("{colour} {number}", colour=box.houses[plank.house].called, number=plank.number)


def by_number(box: Box, planks: Iterable[str]) -> list[str]:
    return sorted(planks, key=lambda name: box.planks[name].number)


def plank_list(box: Box, planks: Iterable[str]) -> Message:
    """Planks by their colours, such as `Red 1 3 5, Blue 2`; a dash if there are none."""
    numbers: dict[str, list[str]] = {}
    for name in by_number(box, planks):
        plank = box.planks[name]
        numbers.setdefault(plank.house, []).append(str(plank.number))
    lists = [
        say("{colour} {number}", colour=box.houses[house].called, number=" ".join(found))
        for house, found in numbers.items()
    ]
    return listed(lists) if lists else say("–")


def listed(names: Iterable[Message]) -> Message:
    """One after the other, with commas."""
    return reduce(lambda one, other: say("{one}, {other}", one=one, other=other), names)


def village_name(box: Box, name: str) -> Message:
    return say("{colour} village", colour=box.houses[box.villages[name].house].called)


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
