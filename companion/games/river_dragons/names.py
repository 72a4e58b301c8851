"""Names of cards, planks and places."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.river_dragons.facts import RiverDragonsFacts, translated_name
from companion.games.river_dragons.planks import Support
from companion.games.river_dragons.whereabouts import whereabouts
from companion.language.messages import Message, listing, say


def card_name(facts: RiverDragonsFacts, name: str) -> Message:
    card = facts.cards[name]
    if card.dragon is None:
        return translated_name(facts.actions[card.action])
    return say("{colour} dragon", colour=facts.houses[card.dragon].title)


def plank_name(facts: RiverDragonsFacts, name: str) -> Message:
    plank = facts.planks[name]
    colour = facts.houses[plank.house].title
    return say("plank {colour} {number}", colour=colour, number=plank.number)


def plank_label(facts: RiverDragonsFacts, name: str) -> Message:
    plank = facts.planks[name]
    return say("{colour} {number}", colour=facts.houses[plank.house].title, number=plank.number)


def by_number(facts: RiverDragonsFacts, planks: Iterable[str]) -> list[str]:
    return sorted(planks, key=lambda name: facts.planks[name].number)


def plank_list(facts: RiverDragonsFacts, planks: Iterable[str]) -> Message:
    """Planks by colour, such as `Red 1 3 5 and Blue 2`."""
    numbers: dict[str, list[str]] = {}
    for name in by_number(facts, planks):
        plank = facts.planks[name]
        numbers.setdefault(plank.house, []).append(str(plank.number))
    groups = [
        say("{colour} {number}", colour=facts.houses[house].title, number=" ".join(found))
        for house, found in numbers.items()
    ]
    return say("{planks}", planks=listing(groups)) if groups else say("none")


def village_name(facts: RiverDragonsFacts, name: str) -> Message:
    return say("{colour} village", colour=facts.houses[facts.villages[name].house].title)


def place_label(facts: RiverDragonsFacts, name: str) -> Message:
    """A place where runners can stand: a village or a plank."""
    return village_name(facts, name) if name in facts.villages else plank_label(facts, name)


def to_place(facts: RiverDragonsFacts, name: str) -> Message:
    """A place where runners can stand, within a sentence: where somebody goes."""
    if name in facts.villages:
        return say("to {village}", village=village_name(facts, name))
    return say("to {plank}", plank=plank_name(facts, name))


def support_name(facts: RiverDragonsFacts, support: Support) -> Message:
    """A stone or village within a sentence."""
    if support.village:
        return village_name(facts, support.id)
    return say("the stone {where}", where=whereabouts(facts, support.at))


def support_label(facts: RiverDragonsFacts, support: Support) -> Message:
    """A stone or village as a label. In open water several stones may be near one village."""
    if support.village:
        return village_name(facts, support.id)
    where = whereabouts(facts, support.at)
    if support.id in facts.islands:
        return say("Stone {where}", where=where)
    return say("Stone {number} {where}", number=support.id, where=where)


def card_face(name: str) -> str:
    return f"action-cards/{name}"


def plank_face(facts: RiverDragonsFacts, name: str) -> str:
    return f"plank-{facts.planks[name].number}/{name}"
