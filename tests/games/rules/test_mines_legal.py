"""What may be done in Mines, against all that could be tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mines.facts import read_facts
from companion.games.mines.hexes import Cell, joined
from companion.games.mines.mountain import tile_placements, tiles_by_cell
from companion.games.mines.state import LaidTile, State
from companion.games.offers import Offers
from companion.language.messages import Refused
from tests.games.rules.mines_moves import (
    SEEDS,
    key,
    offered,
)
from tests.games.rules.mines_positions import (
    CHANCE,
    EARLIER,
    FACTS,
    RULES,
    TILES,
    act,
    around,
    fits,
    near,
    position,
    some_state,
)


@given(SEEDS, st.integers(0, 20))
@settings(max_examples=25)
def test_lays_equal_brute_force(seed: int, acts: int) -> None:
    """The places found with bit masks are those found from printed positions."""
    state = some_state(seed, acts)
    land = tiles_by_cell(state.mountain)
    cells = around(land)
    for player in state.players:
        expected = {
            (tile, cell, turn)
            for tile, cell, turn in product(player.hand, cells, range(6))
            if fits(state.mountain, tile, cell, turn)
        }
        found = list(tile_placements(read_facts(FACTS), land, player.hand))
        assert {(lay.tile, lay.cell, lay.turn) for lay in found} == expected
        for lay in found:
            assert lay.sides == sum(near(lay.cell, cell) for cell in land)


def can_end_joined(state: State, laid: LaidTile) -> bool:
    """Whether the turn can end with all its tiles joined, found by trying all that may follow."""
    mountain = (*state.mountain, laid)
    fresh = (*state.fresh_cells, laid.cell)
    if joined(fresh):
        return True
    hand = [tile for tile in state.acting.hand if tile != laid.tile]
    return any(
        fits(mountain, tile, cell, turn) and joined((*fresh, cell))
        for tile, cell, turn in product(hand, around(fresh, 1), range(6))
    )


def legal_lays(state: State) -> Iterator[tuple[str, Cell, int]]:
    cells = around(laid.cell for laid in state.mountain)
    for tile, cell, turn in product(state.acting.hand, cells, range(6)):
        if fits(state.mountain, tile, cell, turn) and can_end_joined(
            state, LaidTile(tile, cell, turn)
        ):
            yield tile, cell, turn


@given(SEEDS, st.integers(3, 9))
@settings(max_examples=20)
def test_joined_tiles_equal_brute_force(seed: int, acts: int) -> None:
    """A tile may lie apart exactly if a later one can join it."""
    state = some_state(seed, acts, players=2)
    while state.phase in ("opening", "turn"):
        lay = next(move for move in offered(state) if move["do"] == "lay")
        state = act(state, **lay)
    found = {(m["tile"], (m["q"], m["r"]), m["turn"]) for m in offered(state) if m["do"] == "lay"}
    assert found == set(legal_lays(state))


def all_moves(state: State) -> Iterator[dict[str, Any]]:
    """Every move that can be said of the tiles in hand, one of the pile, and cells near by."""
    tiles = [*state.acting.hand, *state.pile[:1]]
    for tile, (q, r) in product(tiles, around(laid.cell for laid in state.mountain)):
        for turn in range(-1, 7):
            yield {"do": "lay", "tile": tile, "q": q, "r": r, "turn": turn}
    for tile in tiles:
        yield {"do": "show", "tile": tile}
        yield {"do": "reorganise", "tile": tile}
    for kind in ("build", "extend", "finish", "supply"):
        yield {"do": kind}


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=20)
def test_act_accepts_exactly_what_is_offered(seed: int, acts: int) -> None:
    """Every legal move is offered, and no other."""
    state = some_state(seed, acts)
    accepted = set()
    for move in all_moves(state):
        try:
            RULES.act(state, state.acting.id, move, CHANCE)
        except Refused:
            continue
        accepted.add(key(move))
    assert accepted == set(map(key, offered(state)))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({}, "no such move"),
        ({"do": "fly"}, "no such move"),
        ({"do": ["lay"]}, "no such move"),
        ({"do": "lay", "tile": TILES[9], "q": 1, "r": 0, "turn": 0}, "don’t have"),
        ({"do": "lay", "tile": TILES[1], "q": 0, "r": 0, "turn": 0}, "already a tile there"),
        ({"do": "lay", "tile": TILES[1], "q": 3, "r": 0, "turn": 0}, "must touch"),
        ({"do": "lay", "tile": TILES[1], "q": 1, "r": 0, "turn": 6}, "six ways"),
        ({"do": "lay", "tile": TILES[1], "q": 1, "r": 0, "turn": "0"}, "a whole number"),
        ({"do": "lay", "tile": TILES[1], "q": True, "r": 0, "turn": 0}, "a whole number"),
        ({"do": "build"}, "lay a tile first"),
        ({"do": "finish"}, "lay a tile first"),
        ({"do": "show", "tile": TILES[1]}, "only at the start"),
        ({"do": "reorganise"}, "needs the field 'tile'"),
    ],
)
def test_refusals_say_why(move: Mapping[str, Any], reason: str) -> None:
    """Each impossible move is refused with a reason of its own."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:4])
    with pytest.raises(Refused) as refused:
        RULES.act(state, "a", move, CHANCE)
    assert reason in str(refused.value)


def test_sides_that_clash_are_refused() -> None:
    """A tile cannot lie where a side of another colour touches it."""
    state = position([LaidTile("AABCDB", (0, 0), 0)], ["ABACAD"])
    # The first tile shows A to the right; turned by none, the other shows A to the left.
    laid = act(state, EARLIER, do="lay", tile="ABACAD", q=1, r=0, turn=0)
    assert laid.phase == "explore"
    with pytest.raises(Refused, match="must match"):
        act(state, do="lay", tile="ABACAD", q=1, r=0, turn=1)


def test_only_who_is_to_play_may_act() -> None:
    """Players who do not have the turn have no offers, and the refusal names the player who has."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:4])
    assert RULES.offers(state, "b") == Offers()
    with pytest.raises(Refused, match="turn") as refused:
        RULES.act(state, "b", {"do": "supply"}, CHANCE)
    assert "Ann" in str(refused.value)
