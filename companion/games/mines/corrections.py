"""Numbers of Mines that the host can correct."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.corrections import MAX_NUMBER, POINTS, TOKENS, Correctable
from companion.games.mines.facts import MinesFacts
from companion.games.mines.state import State


def list_correctables(facts: MinesFacts, state: State, seat: str) -> tuple[Correctable, ...]:
    player = next((player for player in state.players if player.id == seat), None)
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
    players = tuple(
        player
        if player.id != seat
        else replace(player, points=value)
        if name == "points"
        else replace(player, tokens=value)
        for player in state.players
    )
    return replace(state, players=players)
