"""Whole races of River Dragons by bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from companion.games.river_dragons.planks import fits, supports
from companion.games.river_dragons.plans import SLOTS
from companion.games.river_dragons.state import State, goal
from companion.table.model import Table
from companion.table.score_sheets import result_of
from tests.games.rules.bots import Play, check_log, first_batches, play_out, transcript
from tests.games.rules.river_dragons_positions import BOX, RULES
from tests.games.rules.river_dragons_racers import race
from tests.games.rules.test_river_dragons_properties import crosses

RACES: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {}),
    (2, {"first": "random", "village-planks": "neighbours"}),
    (2, {"colours": "dealt", "jump-back": "yes", "rounds": "20"}),
    (2, {"swallowed": "falls", "village-stop": "must"}),
    (2, {"rounds": "5"}),
    (2, {"board": "water"}),
    (2, {"referee": "cards", "rounds": "5"}),
    (3, {}),
    (3, {"village-planks": "neighbours", "jump-back": "yes", "village-stop": "must"}),
    (3, {"first": "random", "colours": "dealt", "swallowed": "falls"}),
    (3, {"rounds": "10"}),
    (3, {"referee": "cards", "board": "water"}),
    (4, {}),
    (4, {"village-planks": "neighbours", "swallowed": "falls"}),
    (4, {"jump-back": "yes", "rounds": "5"}),
    (4, {"referee": "cards", "first": "random"}),
    (5, {}),
    (5, {"referee": "cards", "colours": "dealt", "rounds": "10"}),
    (6, {"swallowed": "falls"}),
    (6, {"referee": "cards"}),
)
LOTS = 200 // len(RACES)
SECRETS_EVERY = 7


def check(table: Table) -> None:
    """What is true of every race at every moment."""
    state: State = table.play
    _check_pieces(state)
    _check_reserves(state)
    _check_building(state)
    if table.revision % SECRETS_EVERY == 0:
        _check_secrets(state)
    assert state.round >= 1
    assert state.variants.rounds is None or state.round <= state.variants.rounds
    assert (state.phase == "over") == bool(state.winner)
    there = [one.seat for one in state.runners if one.at == goal(BOX, one)]
    assert there in ([], [state.winner])


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
    load = Counter(end for laid in state.planks for end in laid.ends)
    assert all(count <= 3 for count in load.values())
    on = supports(BOX, state)
    assert set(load) <= set(on)
    if not state.planks:
        return
    # Whatever was laid before the last one has been looked at then.
    *before, last = state.planks
    assert fits(BOX, last.plank, on[last.ends[0]], on[last.ends[1]])
    for other in before:
        assert last.ends != other.ends
        if not set(last.ends) & set(other.ends):
            assert not crosses(*(on[end].at for end in (*last.ends, *other.ends)))


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
        scene = RULES.scene(state, seat)
        faces = {face for panel in scene.panels for face in panel.faces}
        cards = {face.split("/")[1] for face in faces if face.startswith("action-cards/")}
        assert all(BOX.cards[card].owner == own or card in shown for card in cards)
        assert seat is not None or not any(panel.own for panel in scene.panels)


def check_end(play: Play) -> str:
    """Gives how a finished race was won, once all that a table shows of it agrees."""
    state: State = play.table.play
    winner = state.runner(state.winner)
    assert winner is not None
    result = result_of(play.table)
    assert result.faults == ()
    assert [rank.seat for rank in result.ranking if rank.place == 1] == [winner.seat]
    scene = play.rules.scene(state, None)
    assert (scene.over, scene.winners) == (True, (winner.seat,))
    assert play.offers() == {}
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    if state.variants.cards_only:
        return "said"
    arrived = winner.at == goal(BOX, winner)
    assert arrived or (state.round, state.slot) == (state.variants.rounds, SLOTS - 1)
    assert str(result.ranking[0].why).startswith(
        "reached" if arrived else ("nearest", "tie broken by")
    )
    return "arrived" if arrived else "nearest"


@pytest.mark.parametrize("lot", first_batches(LOTS, 1))
def test_two_hundred_races_are_run_to_their_end(lot: int) -> None:
    """Bots that head for their goals finish any race, also with undos: no piece is lost or added,
    most arrive, and the log proves the race."""
    plays = [race(players, {"rounds": "40", **way}, lot, check) for players, way in RACES]
    ends = Counter(map(check_end, plays))
    assert ends["arrived"] > ends["nearest"]
    check_log(plays[lot])


@pytest.mark.parametrize(("players", "board"), [(2, "islands"), (2, "water"), (3, "islands")])
def test_a_race_in_which_nobody_arrives_ends(players: int, board: str) -> None:
    """A race of bots that choose at random ends with the last of the agreed rounds, and the nearest
    runner wins."""
    play = play_out("river-dragons", players, {"board": board, "rounds": "40"}, 3, check)
    assert play.table.play.round == 40
    assert check_end(play) == "nearest"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_offers_are_accepted_in_any_order(players: int) -> None:
    """Every offer is accepted, also in an order that no player would choose."""
    check_end(play_out("river-dragons", players, {"rounds": "5"}, players, check))


def test_a_race_as_it_is_told(golden: Callable[[str, str], None]) -> None:
    """The transcript of a race equals the golden file, and its log verifies."""
    play = race(3, {}, 56, check)
    check_log(play)
    golden("play/river-dragons", transcript(play))
