"""Rooms: what was answered is stored, and many phones at once get one log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from companion.live import Live
from companion.room import Pieces, Rooms
from companion.store import Store
from companion.table.model import Act, Refused

PIECES = Pieces({"goods": ("a", "b", "c")}, {"d6": ("1", "2", "3", "4", "5", "6")})


@pytest.fixture
def rooms(store: Store) -> Rooms:
    return Rooms(store, Live())


def test_a_table_is_still_there_after_a_restart(store: Store, rooms: Rooms) -> None:
    """This test ensures that a new server finds the table as it was."""
    first = rooms
    code, host = first.open("harbour", PIECES)
    seat = first.join(code, Act("1", "join", None, {"name": "Ann", "colour": "red"}), "phone")
    first.act(code, Act("2", "roll", seat, {"die": "d6", "count": 3}), host=False)
    store.close()
    again = Rooms(store, Live())
    room = again.room(code.lower())
    assert room is not None
    assert room.table.seats[0].name == "Ann"
    assert len(room.table.rolls[0].faces) == 3
    assert again.is_host(room, host)
    assert not again.is_host(room, "guess")
    assert again.seats(code, "phone") == [seat]
    assert again.seats(code, "other") == []


def test_many_at_once_get_one_log(rooms: Rooms) -> None:
    """This test ensures that acts made at the same moment are all kept, each with its number."""
    code, _ = rooms.open("harbour", PIECES)
    errors: list[Exception] = []

    def play(who: int) -> None:
        try:
            for turn in range(6):
                act = Act(f"{who}-{turn}", "count", None, {"counter": "gold", "by": 1})
                rooms.act(code, act, host=False)
        except Exception as fault:
            errors.append(fault)

    threads = [threading.Thread(target=play, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    room = rooms.room(code)
    assert room is not None
    assert [event.number for event in room.log] == list(range(1, 37))
    assert room.table.counters["gold"] == 36


def test_news_wakes_who_waits(rooms: Rooms) -> None:
    """This test ensures that a waiting phone hears of a change at once, and of nothing else."""
    code, _ = rooms.open("harbour", PIECES)
    other, _ = rooms.open("harbour", PIECES)
    heard: list[tuple[int, float]] = []

    def listen() -> None:
        start = time.monotonic()
        heard.append((rooms.live.wait(code, 0, 10), time.monotonic() - start))

    thread = threading.Thread(target=listen)
    thread.start()
    rooms.act(other, Act("x", "count", None, {"counter": "g", "by": 1}), host=False)
    time.sleep(0.05)
    assert not heard
    rooms.act(code, Act("y", "count", None, {"counter": "g", "by": 1}), host=False)
    thread.join(5)
    ((revision, seconds),) = heard
    assert revision == 1
    assert seconds < 5


def test_no_such_table(rooms: Rooms) -> None:
    """This test ensures that a wrong code changes nothing and says so."""
    with pytest.raises(Refused, match="no such table"):
        rooms.act("BBBBBB", Act("1", "roll", None, {"die": "d6"}), host=False)


KILLED = """
import sys
from companion.live import Live
from companion.room import Pieces, Rooms
from companion.store import Store
from companion.table.model import Act
rooms = Rooms(Store(sys.argv[1]), Live())
code, _ = rooms.open("harbour", Pieces({}, {}))
print(code, flush=True)
for number in range(100000):
    event = rooms.act(code, Act(str(number), "count", None, {"counter": "n", "by": 1}), host=False)
    print(event.number, flush=True)
"""


def test_kill_loses_nothing_that_was_answered(database: str, store: Store) -> None:
    """This test ensures that every act that was answered before a kill -9 is in the log after."""
    command = [sys.executable, "-c", KILLED, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        code = process.stdout.readline().strip()
        for _ in range(25):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split()
    answered = 25 + len([word for word in rest if word.isdigit()])
    room = Rooms(store, Live()).room(code)
    assert room is not None
    assert len(room.log) >= answered
    assert room.table.counters["n"] == len(room.log)
