"""Names of spaces, dice and pieces."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import Final

from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.sea import PORT, STRIDE, Sea, leg_lengths
from companion.games.port_flower.winds import Division
from companion.language.messages import Message, listing, say

LETTERS: Final = {
    "north": say("N"),
    "south": say("S"),
    "west": say("W"),
    "east": say("E"),
}
ARROWS: Final = {
    "north": say("↑ N"),
    "south": say("↓ S"),
    "west": say("← W"),
    "east": say("→ E"),
}
SUIT_NAMES: Final[Mapping[str, Message]] = {
    "sun": say("Suns"),
    "moon": say("Moons"),
    "crown": say("Crowns"),
    "arms": say("Arms"),
    "leaf": say("Leaves"),
    "snowflake": say("Snowflakes"),
    "flower": say("Flowers"),
    "fish": say("Fish"),
}
VALUE_NAMES: Final[Mapping[str, Message]] = {"null": say("null"), "ace": say("ace")}


def suit_name(facts: PortFlowerFacts, suit: str) -> Message:
    return SUIT_NAMES.get(suit) or say("{name}", name=facts.suits[suit].name)


def value_name(value: str) -> Message:
    return VALUE_NAMES.get(value) or say("{name}", name=value)


def place_name(space: int) -> Message:
    """A space or the port as a label."""
    if space == PORT:
        return say("Port")
    return say("Column {x}, row {y}", x=space // STRIDE, y=space % STRIDE)


def at_place(space: int) -> Message:
    """A space or the port within a sentence: where something is."""
    if space == PORT:
        return say("in the port")
    return say("at column {x}, row {y}", x=space // STRIDE, y=space % STRIDE)


def to_place(space: int) -> Message:
    """A space or the port within a sentence: where something goes."""
    if space == PORT:
        return say("to the port")
    return say("to column {x}, row {y}", x=space // STRIDE, y=space % STRIDE)


def buoy_place(buoy: int) -> Message:
    """A buoy lies where two columns and two rows meet."""
    x, y = buoy // STRIDE, buoy % STRIDE
    return say("columns {x}–{x2}, rows {y}–{y2}", x=x, x2=x + 1, y=y, y2=y + 1)


def leg_lengths_text(sea: Sea) -> Message:
    """The lengths of the legs of the race."""
    lengths = listing(leg_lengths(sea))
    return say("Length of the legs in straight steps: {lengths}.", lengths=lengths)


def shark_name(shark: int) -> Message:
    return say("Shark {number}", number=shark + 1)


def every_die(facts: PortFlowerFacts) -> tuple[str, ...]:
    return tuple(die.suit for die in facts.dice)


def dice_text(facts: PortFlowerFacts, counts: Sequence[int], suits: Collection[str]) -> Message:
    """Dice as winds, such as N3 E2."""
    return join_with_spaces(
        [
            say("{wind}{count}", wind=LETTERS[die.wind], count=count)
            for die, count in zip(facts.dice, counts, strict=True)
            if die.suit in suits
        ]
    )


def division_text(facts: PortFlowerFacts, counts: Sequence[int], division: Division) -> Message:
    """Which dice the boat and the sharks got, and which one is unused."""

    def text(suits: Collection[str]) -> Message:
        return dice_text(facts, counts, suits)

    shares = [say("boat {dice}", dice=text(division.boat))]
    shares += [say("shark {dice}", dice=text(dice)) for dice in division.sharks]
    unused = set(every_die(facts)).difference(division.boat, *division.sharks)
    if unused:
        shares.append(say("{dice} unused", dice=text(unused)))
    return say("Dice: {shares}", shares=listing(shares))


def join_with_spaces(messages: Sequence[Message]) -> Message:
    return reduce(lambda first, then: say("{first} {then}", first=first, then=then), messages)


def join_with_plus(messages: Sequence[Message]) -> Message:
    return reduce(lambda first, then: say("{first} + {then}", first=first, then=then), messages)
