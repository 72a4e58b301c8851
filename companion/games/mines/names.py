"""Names and counts of things in Mines."""

from __future__ import annotations

from typing import Final

from companion.games.seats import COLOURS
from companion.language.messages import Message, say, say_count

SIDE_NAMES: Final = (say("Gray"), say("Ochre"), say("Jade"), say("Vermilion"), say("Slate blue"))
"""The printed names of sides, for translation."""


def side_name(name: str) -> Message | str:
    return next((known for known in SIDE_NAMES if known.text == name), name)


def token_name(token: str, name: str) -> Message | str:
    """The name of a token kind: the seat colour of that name, if there is one."""
    return COLOURS.get(token, name)


def side_position(place: int, side: Message | str) -> Message:
    """A side and its direction, counted clockwise from the top right."""
    return (
        say("{side} top right", side=side),
        say("{side} right", side=side),
        say("{side} bottom right", side=side),
        say("{side} bottom left", side=side),
        say("{side} left", side=side),
        say("{side} top left", side=side),
    )[place]


def cell_position(place: int, tile: int) -> Message:
    """A cell described by a tile next to it, counted clockwise from the top right."""
    return (
        say("Top right of tile {number}", number=tile),
        say("Right of tile {number}", number=tile),
        say("Bottom right of tile {number}", number=tile),
        say("Bottom left of tile {number}", number=tile),
        say("Left of tile {number}", number=tile),
        say("Top left of tile {number}", number=tile),
    )[place]


def count_sides(count: int) -> Message:
    return say_count("{count} side", "{count} sides", count)


def count_tokens(count: int) -> Message:
    return say_count("{count} token", "{count} tokens", count) if count else say("no tokens")


def count_points(count: int) -> Message:
    return say_count("{count} point", "{count} points", count)


def count_tiles(count: int) -> Message:
    return say_count("{count} tile", "{count} tiles", count)


def count_places(count: int) -> Message:
    return say_count("{count} place", "{count} places", count)


def count_foundations(count: int) -> Message:
    return say_count("{count} foundation", "{count} foundations", count)
