"""Long tables: nothing is computed twice, and time grows linearly with the log."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.games.rules import PlayableRules
from companion.rooms.start import DICE
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.history import History, extend, read_log
from companion.table.model import Act, Table
from companion.table.replay import replay
from companion.table.view import log_view
from tests.games.rules.bots import Play, random_move

SEED = b"s" * 32


def long_table(count: int) -> History:
    start = with_commitment(Table("harbour", "", {}, DICE, {}), SEED)
    history = History(start)
    for number in range(count):
        act = Act(f"act-{number}", "roll", None, {"die": "d6", "count": 2})
        history = extend(history, decide(history, act, SEED, host=True))
    return history


def act(history: History, kind: str, **data: Any) -> History:
    made = decide(history, Act(f"{kind}-{len(history.log)}", kind, None, data), SEED, host=True)
    return extend(history, made)


class Counted:
    """A game's rules, counting how often they are asked for a move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moves = 0
        decided = PlayableRules.act

        def counting(*arguments: Any) -> Any:
            self.moves += 1
            return decided(*arguments)

        monkeypatch.setattr(PlayableRules, "act", counting)


def played(turns: int) -> Play:
    """A table with a note followed by a game of Dragon River."""
    import random

    pick = random.Random(5)
    play = Play("dragon-river", 3, {}, 1)
    play.act("note", text="first")
    for _ in range(turns):
        offers = play.offers()
        seat = pick.choice(sorted(offers))
        play.move(seat, **random_move(offers[seat], pick))
    return play


def test_an_undo_repeats_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undoing a note, or redoing a whole undone game, computes no move again."""
    play = played(60)
    before = play.table
    note = next(event.number for event in play.history.log if event.kind == "note")
    counted = Counted(monkeypatch)
    play.act("undo", number=note)
    assert play.table.play is before.play
    assert play.table.notes == {}
    undone = play.act("undo", number=note + 1, to_here=True)
    assert play.table.play is not before.play
    play.act("redo", number=undone.number)
    assert counted.moves == 0
    assert play.table.play is before.play
    assert play.table.face_counts == before.face_counts


def test_cached_steps_equal_computed_ones() -> None:
    """After many undos and redos, a history equals the one built from its log."""
    play = played(40)
    numbers = [event.number for event in play.history.log if event.kind == "play"]
    first = play.act("undo", number=numbers[20], to_here=True)
    play.act("redo", number=first.number)
    play.act("undo", number=numbers[30], to_here=True)
    play.act("roll", die="d6", count=2)
    again = read_log(play.history.start, play.history.log)
    assert play.history == again
    assert log_view(play.history, None) == log_view(again, None)
    assert all(play.sentences(play.history.log[number - 1]) for number in play.table.undone)
    for number in range(1, len(play.history.log) + 1):
        reread = read_log(play.history.start, play.history.log[:number])
        if not any(event.kind in ("undo", "redo") for event in play.history.log[number:]):
            assert play.history.after(number).play == reread.table.play


def cpu_seconds(do: Any) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start


@pytest.mark.parametrize("what", ["verify", "redo"])
def test_time_grows_with_the_log(what: str) -> None:
    """Verifying or redoing a log four times as long takes about four times as long, not sixteen."""

    def once(history: History) -> float:
        if what == "verify":
            return cpu_seconds(lambda: replay(history.start, history.log, SEED))
        undone = act(history, "undo", number=1, to_here=True)
        return cpu_seconds(lambda: act(undone, "redo", number=len(undone.log)))

    short, long = (long_table(count) for count in (1000, 4000))
    assert min(once(long) for _ in range(3)) < 9 * min(once(short) for _ in range(3))
