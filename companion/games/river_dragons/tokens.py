"""Pieces drawn on the board and below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.river_dragons.changes import standing_place
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import (
    by_number,
    place_label,
    plank_face,
    plank_label,
    support_label,
    support_name,
)
from companion.games.river_dragons.planks import plank_angle, plank_middle, supports
from companion.games.river_dragons.rack import rack_place
from companion.games.river_dragons.state import Runner, State, goal
from companion.games.scene import Token
from companion.language.messages import say

GLOW: Final = "#ff9d2e"


def board_tokens(facts: RiverDragonsFacts, state: State, own: Runner | None) -> Iterator[Token]:
    """Pieces that lie below others come first."""
    if own is not None:
        yield _flag(facts, own)
    yield from _glows(facts, state)
    yield from _stones(facts, state)
    yield from _planks(facts, state)
    yield from _runners(facts, state)


def _glows(facts: RiverDragonsFacts, state: State) -> Iterator[Token]:
    """What lies around the last changes, wide enough to show around any piece: along a plank, and
    round elsewhere."""
    label, planks = say("Last move"), {plank_middle(facts, state, one): one for one in state.planks}
    for x, y in state.last:
        laid = planks.get((x, y))
        if laid is None:
            yield Token(x, y, label, colour=GLOW, width=3.5 * facts.measures.stone, rim=False)
            continue
        yield Token(
            x,
            y,
            label,
            colour=GLOW,
            turn=round(plank_angle(facts, state, laid), 2),
            width=2 * facts.measures.plank,
            rim=False,
            length=facts.planks[laid.plank].length + facts.measures.plank,
        )


def _stones(facts: RiverDragonsFacts, state: State) -> Iterator[Token]:
    on, width = supports(facts, state), 2 * facts.measures.stone
    for stone in state.stones:
        label = support_label(facts, on[stone.id])
        yield Token(stone.x, stone.y, label, face=f"stones/{stone.face}", width=width)


def _planks(facts: RiverDragonsFacts, state: State) -> Iterator[Token]:
    on = supports(facts, state)
    for laid in state.planks:
        x, y = plank_middle(facts, state, laid)
        one, other = (support_name(facts, on[end]) for end in laid.ends)
        label = say(
            "{plank} from {one} to {other}",
            plank=plank_label(facts, laid.plank),
            one=one,
            other=other,
        )
        yield Token(
            x,
            y,
            label,
            face=plank_face(facts, laid.plank),
            turn=round(plank_angle(facts, state, laid), 2),
            width=facts.planks[laid.plank].length,
        )


def _runners(facts: RiverDragonsFacts, state: State) -> Iterator[Token]:
    for runner in state.runners:
        x, y = standing_place(facts, state, runner)
        house, where = facts.houses[runner.house], place_label(facts, runner.at)
        label = say("{who}’s runner: {place}", who=runner.name, place=where)
        width = 2 * facts.measures.plank
        yield Token(
            x,
            y,
            label,
            face=f"pawns/{runner.house}",
            colour=house.colour,
            width=width,
            seat=runner.house,
        )


def _flag(facts: RiverDragonsFacts, own: Runner) -> Token:
    """The viewer's goal."""
    village, house = facts.villages[goal(facts, own)], facts.houses[own.house]
    width = facts.measures.village
    return Token(village.x, village.y, say("Your goal"), "", house.colour, "⚑", width=width)


def rack_tokens(facts: RiverDragonsFacts, state: State, own: Runner) -> Iterator[Token]:
    """The planks in the viewer's reserve, or the only one that may be laid now."""
    held = [state.held] if state.held in own.reserve else own.reserve
    for name in by_number(facts, held):
        x, y = rack_place(facts, name)
        label = say("{plank} in your reserve", plank=plank_label(facts, name))
        yield Token(x, y, label, plank_face(facts, name), width=facts.planks[name].length)
