"""Numbers of Mines that the host can correct."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.corrections import MAX_NUMBER, POINTS, TOKENS, Correctable
from companion.games.mines.facts import MinesFacts
from companion.games.mines.state import State, with_player


def list_correctables(facts: MinesFacts, state: State, seat: str) -> tuple[Correctable, ...]:
    player = state.player(seat)
    if player is None:
        return ()
    tokens = Correctable("tokens", TOKENS, player.tokens, 0, max(facts.usable, player.tokens))
    points = Correctable("points", POINTS, player.points, 0, MAX_NUMBER)
    return (points,) if state.phase == "over" else (points, tokens)


def correct_number(
    facts: MinesFacts,
    state: State,
    seat: str,
    name: str,
    value: int,
    chance: Chance,
) -> State:
    player = next(player for player in state.players if player.id == seat)
    if name == "points":
        return with_player(state, replace(player, points=value))
    return with_player(state, replace(player, tokens=value))
