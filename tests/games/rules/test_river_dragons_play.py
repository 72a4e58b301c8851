"""Whole races of River Dragons by bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, cycle

import msgspec
import pytest

from companion.games.river_dragons import RULES
from companion.games.river_dragons.options import LONGEST
from companion.games.river_dragons.river import fits, supports
from companion.games.river_dragons.state import State
from companion.table.model import Table
from companion.table.plays import result_of
from tests.games.rules.bots import check_log, play_out, transcript
from tests.games.rules.river_dragons_positions import BOX, FACTS
from tests.games.rules.test_river_dragons_properties import crosses

WAYS = cycle(
    [
        {"rounds": "5"},
        {"rounds": "5", "first": "random", "village-planks": "neighbours"},
        {"rounds": "5", "colours": "dealt", "jump-back": "yes"},
        {"rounds": "5", "swallowed": "falls", "village-stop": "must"},
        {"rounds": "5", "board": "water"},
        {"referee": "cards", "rounds": "10"},
        {"referee": "cards", "board": "water"},
    ]
)
LOT = 10
COUNTS = (2, 3, 4, 2, 5, 3, 2, 6, 2, 3)
GAMES = {
    lot: [(count, next(WAYS), lot * LOT + n) for n, count in enumerate(COUNTS)]
    for lot in range(200 // LOT)
}
SECRETS_EVERY = 4


def check(table: Table) -> None:
    """What is true of every race at every moment."""
    state: State = table.play
    _check_pieces(state)
    _check_reserves(state)
    _check_building(state)
    if table.revision % SECRETS_EVERY == 0:
        _check_secrets(state)
    assert 1 <= state.round <= state.agreed.rounds <= LONGEST
    assert (state.phase == "over") == bool(state.winner)


def _check_pieces(state: State) -> None:
    planks = [name for one in state.runners for name in one.reserve]
    planks += [laid.plank for laid in state.planks] + list(state.lost)
    houses = {one.house for one in state.runners}
    assert sorted(planks) == sorted(n for n, plank in BOX.planks.items() if plank.house in houses)
    faces = Counter(stone.face for stone in state.stones)
    assert all(count <= BOX.stones[face] for face, count in faces.items())
    assert len({stone.id for stone in state.stones}) == len(state.stones)
    laid = {one.plank for one in state.planks}
    standing = Counter(one.at for one in state.runners)
    assert set(standing) <= laid | set(BOX.villages)
    assert all(count == 1 for place, count in standing.items() if place in laid)


def _check_reserves(state: State) -> None:
    for one in state.runners:
        planks = [BOX.planks[name] for name in one.reserve]
        assert len({plank.number for plank in planks}) == len(planks)
        assert len({plank.house for plank in planks}) <= 2
    assert not state.held or any(state.held in one.reserve for one in state.runners)


def _check_building(state: State) -> None:
    on = supports(BOX, state)
    load = Counter(end for laid in state.planks for end in laid.ends)
    assert all(count <= 3 for count in load.values())
    for laid in state.planks:
        assert fits(BOX, laid.plank, on[laid.ends[0]], on[laid.ends[1]])
    for one, other in combinations(state.planks, 2):
        assert one.ends != other.ends
        if not set(one.ends) & set(other.ends):
            assert not crosses(*(on[end].at for end in (*one.ends, *other.ends)))


def _check_secrets(state: State) -> None:
    """No card of another house is in what a seat sees, unless it was turned over."""
    viewer = state.runners[(state.round + state.slot) % len(state.runners)].seat
    shown = {
        card
        for one in state.runners
        for card in one.plan[: state.slot + 1 if state.phase in ("act", "over") else 0]
    }
    for seat in (None, viewer):
        own = next((one.house for one in state.runners if one.seat == seat), "")
        scene = RULES.scene(FACTS, state, seat)
        faces = {face for panel in scene.panels for face in panel.faces}
        cards = {face.split("/")[1] for face in faces if face.startswith("action-cards/")}
        assert all(BOX.cards[card].owner == own or card in shown for card in cards)
        assert seat is not None or not any(panel.own for panel in scene.panels)


@pytest.mark.parametrize("lot", GAMES)
def test_two_hundred_races_end_and_keep_their_pieces(lot: int) -> None:
    """This test ensures that bots can play any race to its end with undo thrown in, that pieces
    are neither lost nor made, and that the ranking names the winner."""
    for players, way, seed in GAMES[lot]:
        play = play_out("river-dragons", players, way, seed, check)
        winner = play.table.play.winner
        ranking = result_of(play.table).ranking
        assert [rank.seat for rank in ranking if rank.place == 1] == [winner]
        scene = play.rules.scene(play.table.facts, play.table.play, None)
        assert scene.winners == (winner,)
        assert play.offers() == {}
        assert msgspec.json.decode(msgspec.json.encode(play.table.play), type=State) == (
            play.table.play
        )


@pytest.mark.parametrize("board", ["islands", "water"])
def test_a_race_without_a_limit_ends(board: str) -> None:
    """This test ensures that a race ends though nobody has agreed on rounds, and that its log
    proves it."""
    play = play_out("river-dragons", 2, {"board": board}, 3, undo=False)
    assert play.over
    check_log(play)


def test_a_race_as_it_is_told(golden: Callable[[str, str], None]) -> None:
    """This test ensures that a race reads as its golden text does, and that its log is proven."""
    play = play_out("river-dragons", 3, {"rounds": "10"}, 18, check)
    check_log(play)
    golden("play/river-dragons", transcript(play))
