"""Takes spaces, dice and pieces, gives how they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import Final

from companion.games.port_flower.facts import Known
from companion.games.port_flower.sea import PORT, STRIDE, Sea, leg_lengths
from companion.games.port_flower.winds import Division
from companion.words import Message, say

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
SUITS: Final[Mapping[str, Message]] = {
    "sun": say("Suns"),
    "moon": say("Moons"),
    "crown": say("Crowns"),
    "arms": say("Arms"),
    "leaf": say("Leaves"),
    "snowflake": say("Snowflakes"),
    "flower": say("Flowers"),
    "fish": say("Fish"),
}
VALUES: Final[Mapping[str, Message]] = {"null": say("null"), "ace": say("ace")}


def suit_name(known: Known, suit: str) -> Message:
    return SUITS.get(suit) or say("{name}", name=known.suits[suit].name)


def value_name(value: str) -> Message:
    return VALUES.get(value) or say("{name}", name=value)


def marks_of(names: Sequence[str]) -> tuple[str, ...]:
    """What boats show: a sailor's first letter, with a number where several begin alike."""
    letters = [name[:1].upper() for name in names]
    alike, seen = Counter(letters), Counter[str]()
    marks = []
    for letter in letters:
        seen[letter] += 1
        marks.append(letter if alike[letter] == 1 else f"{letter}{seen[letter]}")
    return tuple(marks)


def place_name(space: int) -> Message:
    if space == PORT:
        return say("the port")
    return say("column {x}, row {y}", x=space // STRIDE, y=space % STRIDE)


def buoy_place(buoy: int) -> Message:
    """A buoy lies between columns and rows."""
    x, y = buoy // STRIDE, buoy % STRIDE
    return say("columns {x}–{x2}, rows {y}–{y2}", x=x, x2=x + 1, y=y, y2=y + 1)


def legs_words(sea: Sea) -> Message:
    """How long the legs of the race are."""
    lengths = ", ".join(map(str, leg_lengths(sea)))
    return say("The legs take {lengths} straight steps at least.", lengths=lengths)


def shark_name(shark: int) -> Message:
    return say("Shark {number}", number=shark + 1)


def every_die(known: Known) -> tuple[str, ...]:
    return tuple(die.suit for die in known.dice)


def dice_words(known: Known, counts: Sequence[int], suits: Collection[str]) -> Message:
    """Dice as winds, such as N3 E2."""
    return row_of(
        [
            say("{wind}{count}", wind=LETTERS[die.wind], count=count)
            for die, count in zip(known.dice, counts, strict=True)
            if die.suit in suits
        ]
    )


def division_words(known: Known, counts: Sequence[int], division: Division) -> Message:
    """Who got which dice, and which is left out."""

    def words(suits: Collection[str]) -> Message:
        return dice_words(known, counts, suits)

    shares = [say("boat {dice}", dice=words(division.boat))]
    shares += [say("shark {dice}", dice=words(dice)) for dice in division.sharks]
    unused = set(every_die(known)).difference(division.boat, *division.sharks)
    if unused:
        shares.append(say("{dice} left out", dice=words(unused)))
    return say("Dice: {shares}", shares=list_of(shares))


def row_of(words: Sequence[Message]) -> Message:
    """Messages one after the other."""
    return reduce(lambda first, then: say("{first} {then}", first=first, then=then), words)


def list_of(words: Sequence[Message]) -> Message:
    """Messages with commas between them."""
    return reduce(lambda first, then: say("{first}, {then}", first=first, then=then), words)


def names_of(names: Sequence[str]) -> Message:
    return list_of([say("{name}", name=name) for name in names])


def both_of(words: Sequence[Message]) -> Message:
    """Shares of dice that go together."""
    return reduce(lambda first, then: say("{first} + {then}", first=first, then=then), words)


def either_of(words: Sequence[Message]) -> Message:
    """What one may choose among."""
    return reduce(lambda first, then: say("{first} or {then}", first=first, then=then), words)
