"""Mines of the Sacred Dragon: whole games by bots, through the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.mines.state import LaidTile, State
from companion.games.offers import Choice
from companion.table.model import Table
from companion.table.score_entries import check_entry
from companion.table.score_sheets import fields_of, result_of
from tests.games.rules.bots import (
    Play,
    check_log,
    first_batches,
    play_out,
    playable,
    seen_of,
    transcript,
)
from tests.games.rules.mines_positions import TILES, best_dig, match, near, side_towards_laid

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"extend6": "6", "tiebreak": "largest-set", "starter": "chance"},
    {"tiebreak": "later-player", "starter": "youngest"},
    {"solo": "all"},
)
GAMES = {1: 50, 2: 5, 3: 4, 4: 4, 5: 4}
"""How many whole games are played in each batch with so many players."""


def check(table: Table) -> None:
    state: State = table.play
    in_game = [laid.tile for laid in state.mountain]
    in_game += [*state.pile, *state.removed]
    in_game += [tile for player in state.players for tile in player.hand]
    few = len(state.players) == 1 and state.options["solo"] == "some"
    assert len(in_game) == len(set(in_game)) == (20 if few else len(TILES))
    assert len({laid.cell for laid in state.mountain}) == len(state.mountain)
    for player in state.players:
        dug = sum(laid.tokens for laid in state.mountain if laid.owner == player.id)
        assert player.tokens + dug == 9
        assert player.tokens >= 0
        assert len(player.hand) <= (4 if state.phase in ("youngest", "opening") else 3)
    if state.phase == "turn":
        assert state.acting.hand
        assert state.fresh == 0


def check_all_matches(mountain: tuple[LaidTile, ...]) -> None:
    for number, one in enumerate(mountain):
        for other in mountain[:number]:
            if near(one.cell, other.cell):
                assert match(side_towards_laid(one, other.cell), side_towards_laid(other, one.cell))


def check_end(play: Play) -> None:
    """A finished game adds up: its sheets are accepted and give the points of its scene."""
    table = play.table
    scene = playable("mines", table.facts).scene(table.play, None)
    result = result_of(table)
    assert result.faults == ()
    assert {total.seat: total.points for total in result.totals} == dict(scene.standing)
    assert set(scene.winners) == {rank.seat for rank in result.ranking if rank.place == 1}
    known = {field.id: field for field in fields_of(table)}
    for sheet in playable("mines", table.facts).sheets(table.play).values():
        assert set(sheet) == set(known)
        for name, value in sheet.items():
            check_entry(known[name], value)
    assert table.play.ending
    assert table.play.current == len(table.seats) - 1, "the starter's neighbour plays last"


@pytest.mark.parametrize("batch", first_batches(3, 1))
@pytest.mark.parametrize("players", GAMES)
def test_whole_games(players: int, batch: int) -> None:
    """With any options, games end, keep all pieces, and their points add up."""
    first = batch * GAMES[players]
    for seed in range(first, first + GAMES[players]):
        play = play_out("mines", players, VARIANTS[seed % len(VARIANTS)], seed, check)
        check_end(play)
        if seed == first:
            check_log(play)
            check_all_matches(play.table.play.mountain)


def test_a_sheet_can_be_entered_by_hand() -> None:
    """A table without a refereed game takes zones, and marks too many tokens."""
    play = Play("mines", 2, {}, 1)
    play.act("undo", None, number=play.history.log[-1].number)
    ann, ben = play.table.seats
    play.act("score", ann.id, sheet={"track": 64})
    play.act("score", ann.id, sheet={"zones": [[2, 4], [3, 5]]})
    play.act("score", ben.id, sheet={"track": 70, "zones": [[1, 3]]})
    result = result_of(play.table)
    assert [total.points for total in result.totals] == [64 + 8 + 15, 70 + 3]
    assert [rank.seat for rank in result.ranking] == [ann.id, ben.id]
    assert result.faults == ()
    play.act("score", ben.id, sheet={"zones": [[4, 4], [3, 6]]})
    (fault,) = result_of(play.table).faults
    assert str(fault.message) == "a player has 9 tokens to dig with, not 10"


def worth(choice: Choice) -> tuple[int, ...]:
    """What a player who loves mines would do: dig, else lay where the most sides touch."""
    move: Mapping[str, Any] = choice.move
    if move["do"] in ("build", "extend"):
        return (3, 0)
    if move["do"] == "lay":
        touching = choice.steps[1].label.values["sides"]
        return (2, int(touching.values.get("count", 1)))
    return (1, 0) if move["do"] == "supply" else (0, 0)


def greedy(players: int, seed: int, **options: str) -> Play:
    """A game in which everybody digs what can be dug, or lays the snuggest tile of some turns."""
    pick = random.Random(seed)
    play = Play("mines", players, {"starter": "chance", **options}, seed)
    while not play.over:
        ((seat, offers),) = play.offers().items()
        state: State = play.table.play
        choices = list(offers.choices)
        if state.phase == "explore" and pick.random() < 0.5:
            done = [choice for choice in choices if choice.move["do"] != "lay"]
            choices = done or choices
        best = max(map(worth, choices))
        move = pick.choice([c for c in choices if worth(c) == best]).move
        play.move(seat, **move)
        check(play.table)
        check_dig(state, move["do"], play.table.play)
    return play


def check_dig(before: State, verb: str, after: State) -> None:
    """A keen digger digs exactly when the rules allow it, for what they give."""
    was, now = before.acting, after.players[before.current]
    spent, won = was.tokens - now.tokens, now.points - was.points
    if verb in ("build", "extend"):
        assert (verb, spent, won) == best_dig(before)
    else:
        assert (spent, won) == (0, 0)
        assert verb != "finish" or best_dig(before) is None


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_games_of_keen_diggers(players: int) -> None:
    """Games with many mines keep all rules, and their points add up."""
    play = greedy(players, players)
    check_end(play)
    check_log(play)
    state: State = play.table.play
    check_all_matches(state.mountain)
    assert any(laid.tokens for laid in state.mountain)
    assert all(0 <= laid.tokens <= 3 for laid in state.mountain)


def test_undo_in_the_middle_of_a_turn() -> None:
    """Tiles of a turn can be taken back one by one; the drawn tile goes back into the pile, which
    is shuffled."""
    play = Play("mines", 2, {"starter": "chance"}, 3)
    for _ in range(2):
        ((seat, offers),) = play.offers().items()
        play.move(seat, **offers.choices[0].move)
    states, events = [play.table.play], []
    ((seat, offers),) = play.offers().items()
    for verb in ("lay", "lay", "finish"):
        (offers,) = play.offers().values()
        move = next(choice.move for choice in offers.choices if choice.move["do"] == verb)
        events.append((play.move(seat, **move), move))
        states.append(play.table.play)
    drawn = set(states[3].players[0].hand) - set(states[2].players[0].hand)
    assert drawn == {states[0].pile[0]}
    for event, _ in reversed(events):
        play.act("undo", None, number=event.number)
        states.pop()
        assert seen_of(play, play.table.play) == seen_of(play, states[-1])
    assert drawn <= set(play.table.play.pile)
    assert play.table.play.pile != states[0].pile
    check_log(play)


def test_golden_game(golden: Callable[[str, str], None]) -> None:
    """The transcript of a whole game equals the golden file."""
    golden("play/mines", transcript(greedy(3, 7)))
