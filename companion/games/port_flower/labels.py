"""Takes spaces, dice and pieces, gives how they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.port_flower.facts import Known
from companion.games.port_flower.plans import dice_of
from companion.games.port_flower.sea import DELTAS, EAST, NORTH, PORT, SOUTH, STRIDE, WEST
from companion.games.port_flower.winds import Leg
from companion.words import Message, say

LETTERS: Final = {
    "north": say("N"),
    "south": say("S"),
    "west": say("W"),
    "east": say("E"),
}
COMPASS: Final = {
    **{DELTAS[wind]: letter for wind, letter in LETTERS.items()},
    NORTH + EAST: say("NE"),
    NORTH + WEST: say("NW"),
    SOUTH + EAST: say("SE"),
    SOUTH + WEST: say("SW"),
}


def place_name(space: int) -> Message:
    if space == PORT:
        return say("the port")
    return say("column {x}, row {y}", x=space // STRIDE, y=space % STRIDE)


def buoy_place(buoy: int) -> Message:
    """A buoy lies between columns and rows."""
    x, y = buoy // STRIDE, buoy % STRIDE
    return say("columns {x}–{x2}, rows {y}–{y2}", x=x, x2=x + 1, y=y, y2=y + 1)


def shark_name(shark: int) -> Message:
    return say("Shark {number}", number=shark + 1)


def every_die(known: Known) -> tuple[str, ...]:
    return tuple(die.suit for die in known.dice)


def dice_words(known: Known, dice: Sequence[int], suits: tuple[str, ...]) -> Message:
    """Dice as winds, such as N3 E2."""
    counts = dict(zip((die.suit for die in known.dice), dice, strict=True))
    return row_of(
        [
            say("{wind}{count}", wind=LETTERS[die.wind], count=counts[die.suit])
            for die in dice_of(known, suits)
        ]
    )


def way_words(way: Sequence[Leg]) -> Message:
    """A way as it is sailed, such as N 3, E 2 or, on a diagonal, SW 2."""
    return list_of(
        [say("{wind} {count}", wind=COMPASS[delta], count=count) for delta, count in way]
    )


def row_of(words: Sequence[Message]) -> Message:
    """Messages one after the other."""
    row = words[0]
    for word in words[1:]:
        row = say("{first} {then}", first=row, then=word)
    return row


def list_of(words: Sequence[Message | str]) -> Message:
    """Names, with commas between them."""
    row = words[0] if isinstance(words[0], Message) else say("{name}", name=words[0])
    for word in words[1:]:
        row = say("{first}, {then}", first=row, then=word)
    return row
