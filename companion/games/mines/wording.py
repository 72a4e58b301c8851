"""Takes numbers and names, gives the short phrases that sentences of this game are made of."""

from __future__ import annotations

from typing import Final

from companion.table.model import COLOURS
from companion.words import Message, say

SIDES: Final = (say("Gray"), say("Ochre"), say("Jade"), say("Vermilion"), say("Slate blue"))
"""The printed names of sides, as translators find them."""


def side(name: str) -> Message | str:
    return next((known for known in SIDES if known.text == name), name)


def kind(token: str, name: str) -> Message | str:
    """A kind of tokens by the colour that players have too, where there is one."""
    return COLOURS.get(token, name)


def where(place: int, side: Message | str) -> Message:
    """A side by its place, clockwise from the upper right."""
    return (
        say("{side} upper right", side=side),
        say("{side} right", side=side),
        say("{side} lower right", side=side),
        say("{side} lower left", side=side),
        say("{side} left", side=side),
        say("{side} upper left", side=side),
    )[place]


def beside(place: int, tile: int) -> Message:
    """A cell by a tile next to it, clockwise from the upper right."""
    return (
        say("upper right of {number}", number=tile),
        say("right of {number}", number=tile),
        say("lower right of {number}", number=tile),
        say("lower left of {number}", number=tile),
        say("left of {number}", number=tile),
        say("upper left of {number}", number=tile),
    )[place]


def sides(count: int) -> Message:
    return say("1 side") if count == 1 else say("{count} sides", count=count)


def tokens(count: int) -> Message:
    if count == 0:
        return say("no token")
    return say("1 token") if count == 1 else say("{count} tokens", count=count)


def points(count: int) -> Message:
    return say("1 point") if count == 1 else say("{count} points", count=count)


def tiles(count: int) -> Message:
    return say("1 tile") if count == 1 else say("{count} tiles", count=count)


def places(count: int) -> Message:
    return say("1 place") if count == 1 else say("{count} places", count=count)


def foundations(count: int) -> Message:
    return say("1 foundation") if count == 1 else say("{count} foundations", count=count)
