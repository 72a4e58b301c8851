"""Helpers for rule tests on positions of Dragon Boats."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.dragon_boats.state import State
from companion.games.dragon_boats.turns import actor
from tests.games.rules.dragon_boats_players import (
    KNOWN,
    act,
)


def turn(state: State) -> str:
    return actor(KNOWN, state)


def paying(state: State, **stacks: str) -> State:
    """Stacks from the bottom up, as player numbers; payment begins."""
    for stall, who in stacks.items():
        lying = {**state.stacks, stall: tuple(f"s{mark}" for mark in who)}
        state = replace(state, stacks=lying)
    last = state.players[0]
    players = tuple(replace(p, discs=int(p is last)) for p in state.players)
    return act(replace(state, players=players, active=0), last.seat, "private")


def walk(state: State, *spaces: str) -> State:
    for space in spaces:
        state = act(state, turn(state), "walk", to=space)
    return state
