"""Mines of the Sacred Dragon: whole games by bots, through the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base import Choice
from companion.games.mines import RULES
from companion.games.mines.state import Laid, State
from companion.table.entries import check_entry, fields_of, result_of
from companion.table.model import Refused, Table
from tests.games.rules.bots import Play, check_log, play_out, transcript
from tests.games.rules.mines_positions import TILES, best_dig, match, near, side_towards_laid

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"extend6": "6", "tiebreak": "largest-set"},
    {"tiebreak": "later-player", "starter": "youngest"},
    {"solo": "all"},
)
GAMES = {1: 150, 2: 14, 3: 12, 4: 12, 5: 12}
"""How many whole games are played with so many players."""


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
        assert len(player.hand) <= (4 if state.phase == "opening" else 3)
    if state.phase == "turn":
        assert state.player.hand
        assert state.fresh == 0


def check_all_matches(mountain: tuple[Laid, ...]) -> None:
    for number, one in enumerate(mountain):
        for other in mountain[:number]:
            if near(one.cell, other.cell):
                assert match(side_towards_laid(one, other.cell), side_towards_laid(other, one.cell))


def check_end(play: Play) -> None:
    """A finished game adds up: its sheets are accepted and give the points of its scene."""
    table = play.table
    scene = RULES.scene(table.facts, table.play, None)
    result = result_of(table)
    assert result.faults == ()
    assert {total.seat: total.points for total in result.totals} == dict(scene.standing)
    assert set(scene.winners) == {rank.seat for rank in result.ranking if rank.place == 1}
    known = {field.id: field for field in fields_of(table)}
    for sheet in RULES.sheets(table.facts, table.play).values():
        assert set(sheet) == set(known)
        for name, value in sheet.items():
            check_entry(known[name], value)
    assert table.play.ending
    assert table.play.current == len(table.seats) - 1, "the starter's neighbour plays last"


@pytest.mark.parametrize("players", GAMES)
def test_whole_games(players: int) -> None:
    """This test ensures that games end, keep all pieces, and add up, whatever is chosen."""
    for seed in range(GAMES[players]):
        play = play_out("mines", players, VARIANTS[seed % len(VARIANTS)], seed, check)
        check_end(play)
        if seed == 0:
            check_log(play)
            check_all_matches(play.table.play.mountain)


def test_a_sheet_can_be_entered_by_hand() -> None:
    """This test ensures that a table without a refereed game takes zones, and refuses too many."""
    play = Play("mines", 2, {}, 1)
    play.act("undo", None, number=play.story.log[-1].number)
    ann, ben = play.table.seats
    play.act("score", ann.id, sheet={"track": 64})
    play.act("score", ann.id, sheet={"zones": [[2, 4], [3, 5]]})
    play.act("score", ben.id, sheet={"track": 70, "zones": [[1, 3]]})
    with pytest.raises(Refused, match="a player digs with 9 tokens, not 10"):
        play.act("score", ben.id, sheet={"zones": [[4, 4], [3, 6]]})
    result = result_of(play.table)
    assert [total.points for total in result.totals] == [64 + 8 + 15, 70 + 3]
    assert [rank.seat for rank in result.ranking] == [ann.id, ben.id]


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
    play = Play("mines", players, options, seed)
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
    was, now = before.player, after.players[before.current]
    spent, won = was.tokens - now.tokens, now.points - was.points
    if verb in ("build", "extend"):
        assert (verb, spent, won) == best_dig(before)
    else:
        assert (spent, won) == (0, 0)
        assert verb != "finish" or best_dig(before) is None


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_games_of_keen_diggers(players: int) -> None:
    """This test ensures that games full of mines keep all rules and add up."""
    play = greedy(players, players)
    check_end(play)
    check_log(play)
    state: State = play.table.play
    check_all_matches(state.mountain)
    assert any(laid.tokens for laid in state.mountain)
    assert all(0 <= laid.tokens <= 3 for laid in state.mountain)


def test_undo_in_the_middle_of_a_turn() -> None:
    """This test ensures that tiles of a turn can be taken back one by one, that a drawn tile goes
    back to where it was, and that trying again draws the same."""
    play = Play("mines", 2, {}, 3)
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
        assert play.table.play == states[-1]
    other = next(c.move for c in play.offers()[seat].choices if c.move["do"] == "reorganise")
    play.move(seat, **other)
    assert drawn <= set(play.table.play.players[0].hand)
    check_log(play)


def test_golden_game(golden: Callable[[str, str], None]) -> None:
    """This test ensures that a whole game is told as it was when somebody last read it."""
    golden("play/mines", transcript(greedy(3, 7)))
