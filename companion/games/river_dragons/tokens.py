"""Takes a game and who looks at it, gives the pieces that are drawn on the board and below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base import Token
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.names import (
    by_number,
    place_name,
    plank_face,
    plank_name,
    support_label,
    support_name,
)
from companion.games.river_dragons.rack import rack_place
from companion.games.river_dragons.river import middle, slant, supports
from companion.games.river_dragons.state import Runner, State, goal
from companion.games.river_dragons.traces import standing_place
from companion.words import say

GLOW: Final = "#ff9d2e"


def board_tokens(box: Box, state: State, own: Runner | None) -> Iterator[Token]:
    """What lies below comes first."""
    if own is not None:
        yield _flag(box, own)
    yield from _glows(box, state)
    yield from _stones(box, state)
    yield from _planks(box, state)
    yield from _runners(box, state)


def _glows(box: Box, state: State) -> Iterator[Token]:
    """Wide enough to be seen around whatever lies or stands there now."""
    width = 3.5 * box.measures.stone
    for x, y in state.last:
        yield Token(x, y, say("Last move"), colour=GLOW, width=width, rim=False)


def _stones(box: Box, state: State) -> Iterator[Token]:
    on, width = supports(box, state), 2 * box.measures.stone
    for stone in state.stones:
        label = support_label(box, on[stone.id])
        yield Token(stone.x, stone.y, label, face=f"stones/{stone.face}", width=width)


def _planks(box: Box, state: State) -> Iterator[Token]:
    on = supports(box, state)
    for laid in state.planks:
        x, y = middle(box, state, laid)
        one, other = (support_name(box, on[end]) for end in laid.ends)
        label = say(
            "{plank} from {one} to {other}",
            plank=plank_name(box, laid.plank),
            one=one,
            other=other,
        )
        yield Token(
            x,
            y,
            label,
            face=plank_face(box, laid.plank),
            turn=round(slant(box, state, laid), 2),
            width=box.planks[laid.plank].length,
        )


def _runners(box: Box, state: State) -> Iterator[Token]:
    for runner in state.runners:
        x, y = standing_place(box, state, runner)
        house, where = box.houses[runner.house], place_name(box, runner.at)
        label = say("{who}’s runner at {place}", who=runner.name, place=where)
        width = 2 * box.measures.plank
        yield Token(x, y, label, colour=house.colour, mark=house.mark, width=width)


def _flag(box: Box, own: Runner) -> Token:
    """Where the one who looks wants to go."""
    village, house = box.villages[goal(box, own)], box.houses[own.house]
    width = box.measures.village
    return Token(village.x, village.y, say("Your goal"), "", house.colour, "⚑", width=width)


def rack_tokens(box: Box, state: State, own: Runner) -> Iterator[Token]:
    """The planks that the one who looks has in reserve, or the only one that may be laid now."""
    held = [state.held] if state.held in own.reserve else own.reserve
    for name in by_number(box, held):
        x, y = rack_place(box, name)
        label = say("{plank} in your reserve", plank=plank_name(box, name))
        yield Token(x, y, label, plank_face(box, name), width=box.planks[name].length)
