"""Helpers for rule tests on positions of Mines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from companion.chance.provable import chance_from_words
from companion.games.mines.state import LaidTile, State
from companion.games.offers import Offers
from companion.games.setup import Setup
from tests.games.rules.bots import playable
from tests.games.rules.mines_positions import FACTS, RING, RULES, SEATS, TILES, options, position

SEEDS = st.integers(0, 10_000)


def moves(offers: Offers) -> list[dict[str, Any]]:
    return [dict(choice.move) for choice in offers.choices]


def key(move: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(sorted(move.items()))


def offered(state: State, facts: Mapping[str, Any] = FACTS) -> list[dict[str, Any]]:
    return moves(playable("mines", facts).offers(state, state.acting.id))


def verbs(state: State, facts: Mapping[str, Any] = FACTS) -> set[str]:
    return {move["do"] for move in offered(state, facts)}


def ring(count: int, **mine: Any) -> list[LaidTile]:
    """So many tiles around the cell (0, 0), which stays empty; the first one may be a mine."""
    first = LaidTile(TILES[0], RING[0], 0, **mine)
    return [first, *(LaidTile(TILES[n], RING[n], 0) for n in range(1, count))]


def last_laid(mountain: list[LaidTile], **more: Any) -> State:
    """The first player has just laid a tile at (0, 0)."""
    laid = LaidTile(TILES[20], (0, 0), 0)
    return position([*mountain, laid], TILES[30:32], phase="explore", fresh=1, **more)


def started(players: int = 3, **chosen: str) -> tuple[State, Setup]:
    full = options(**{"starter": "chance", **chosen})
    made = RULES.setup(players, full, lambda part: chance_from_words(f"x/{part}"))
    turn = RULES.begin(SEATS[:players], full, made, chance_from_words("deal"))
    return turn.state, made


def nothing_fits() -> tuple[dict[str, Any], State]:
    """A first tile that is all A, and a hand that is all B."""
    tiles = {**FACTS["tiles"]}
    for tile in TILES[:5]:
        tiles[tile] = {**tiles[tile], "sides": ["A" if tile == TILES[0] else "B"] * 6}
    hand = sorted(TILES[1:5], key=lambda tile: FACTS["tiles"][tile]["number"])
    state = position([LaidTile(TILES[0], (0, 0), 0)], hand, phase="opening")
    return {**FACTS, "tiles": tiles}, state
