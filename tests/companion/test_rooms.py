"""Rooms: answered acts are stored, and many phones at once write one log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.language.messages import Refused
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rights import NotYours, check_right
from companion.rooms.rooms import Rooms
from companion.storage.database import StoreUnavailable
from companion.storage.rows import StoredTable
from companion.storage.store import Store
from companion.table.acts.dice import RollDice
from companion.table.model import Act, Event, Start, Table

PIECES = Start({"goods": ("a", "b", "c")}, {"d6": ("1", "2", "3", "4", "5", "6")})


PATIENCE = 60.0
"""How many seconds a busy machine may take to begin to listen."""
MOVES = ("count", "roll", "undo", "redo", "look")


@pytest.fixture
def rooms(store: Store) -> Rooms:
    return Rooms(store, Broadcaster())


def test_a_table_is_still_there_after_a_restart(store: Store, rooms: Rooms) -> None:
    """A new server finds the table as it was."""
    first = rooms
    code, host = first.open("harbour", PIECES)
    seat = first.join(code, Act("1", "join", None, {"name": "Ann", "colour": "red"}), "phone")
    first.act(code, Act("2", "roll", seat, {"die": "d6", "count": 3}), host=False)
    store.close()
    again = Rooms(store, Broadcaster())
    room = again.room(code.lower())
    assert room is not None
    assert room.table.seats[0].name == "Ann"
    assert len(room.table.rolls[0].faces) == 3
    assert again.is_host(room, host)
    assert not again.is_host(room, "guess")
    assert again.seats(code, "phone") == [seat]
    assert again.seats(code, "other") == []


def test_many_at_once_get_one_log(rooms: Rooms) -> None:
    """Acts made at the same moment are all stored, each with its number."""
    code, _ = rooms.open("harbour", PIECES)
    errors: list[Exception] = []

    def play(who: int) -> None:
        try:
            for turn in range(6):
                act = Act(f"{who}-{turn}", "count", None, {"counter": "gold", "by": 1})
                send(act)
        except Exception as fault:
            errors.append(fault)

    def send(act: Act) -> None:
        """Send an act as phones do: again, if a slow machine keeps it waiting for too long."""
        for _ in range(20):
            try:
                rooms.act(code, act, host=False)
            except StoreUnavailable:
                continue
            return

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


def listening_rooms(store: Store, monkeypatch: pytest.MonkeyPatch) -> Rooms:
    """Rooms that listen to other processes by now: they forget all tables when they begin to."""
    begun, catch_up = threading.Event(), Rooms._catch_up

    def noted(self: Rooms) -> None:
        catch_up(self)
        begun.set()

    monkeypatch.setattr(Rooms, "_catch_up", noted)
    rooms = Rooms(store, Broadcaster())
    assert store.engine.dialect.name == "sqlite" or begun.wait(PATIENCE)
    return rooms


def test_an_act_is_applied_once_and_not_read_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that made an act never gets its event from the store again."""
    rooms = listening_rooms(store, monkeypatch)
    code, _ = rooms.open("harbour", PIECES)
    applied, read = Counter[int](), list[Event]()
    roll, news = RollDice.apply, Store.new_events

    def apply(self: RollDice, table: Table, event: Event) -> Table:
        applied[event.number] += 1
        return roll(self, table, event)

    def listen(self: Store, table: StoredTable, after: int) -> list[Event] | None:
        found = news(self, table, after)
        read.extend(found or ())
        return found

    monkeypatch.setattr(RollDice, "apply", apply)
    monkeypatch.setattr(Store, "new_events", listen)
    for number in range(3):
        rooms.act(code, Act(f"act-{number}", "roll", None, {"die": "d6"}), host=True)
        room = rooms.room(code)
        assert room is not None
        assert list(room.raw) == store.log(code)
    assert applied == {1: 1, 2: 1, 3: 1}
    assert read == []


@pytest.fixture
def elsewhere(database: str, store: Store) -> Iterator[Rooms]:
    """Rooms of another process with the same database."""
    other = Store(database)
    yield Rooms(other, Broadcaster())
    other.close()


def act_patiently(rooms: Rooms, code: str, act: Act) -> None:
    """Send an act as a phone does, retrying while the database is busy."""
    for _ in range(10):
        with suppress(StoreUnavailable):
            rooms.act(code, act, host=False)
            return
    raise AssertionError("the database stayed busy")


def test_two_processes_get_one_log(rooms: Rooms, elsewhere: Rooms) -> None:
    """Acts of two processes at the same moment are all stored once."""
    code, _ = rooms.open("harbour", PIECES)
    errors: list[Exception] = []

    def play(where: Rooms, who: str) -> None:
        try:
            for turn in range(8):
                act = Act(f"{who}-{turn}", "count", None, {"counter": "gold", "by": 1})
                act_patiently(where, code, act)
                act_patiently(where, code, act)
        except Exception as fault:
            errors.append(fault)

    players = [(rooms, "a"), (rooms, "b"), (elsewhere, "c"), (elsewhere, "d")]
    threads = [threading.Thread(target=play, args=player) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    here, there = rooms.room(code), elsewhere.room(code)
    assert here == there
    assert here is not None
    assert [event.number for event in here.log] == list(range(1, 33))
    assert here.table.counters["gold"] == 32


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.booleans(), st.sampled_from(MOVES))))
def test_memory_is_what_the_store_holds(
    rooms: Rooms, elsewhere: Rooms, moves: list[tuple[bool, str]]
) -> None:
    """Rooms in memory never differ from what is stored."""
    code, _ = rooms.open("harbour", PIECES)
    data: dict[str, dict[str, Any]] = {
        "count": {"counter": "gold", "by": 1},
        "roll": {"die": "d6", "count": 2},
        "undo": {"number": 1},
        "redo": {"number": 1},
    }
    for turn, (here, kind) in enumerate(moves):
        where = rooms if here else elsewhere
        if kind == "look":
            where.room(code)
            continue
        with suppress(Refused):
            where.act(code, Act(f"act-{turn}", kind, None, data[kind]), host=True)
    known = rooms.room(code)
    assert known == elsewhere.room(code)
    rooms.reread(code)
    assert known == rooms.room(code)


def test_a_deleted_table_is_gone_everywhere(rooms: Rooms, elsewhere: Rooms) -> None:
    """No process shows a deleted table from memory."""
    code, _ = rooms.open("harbour", PIECES)
    rooms.join(code, Act("1", "join", None, {"name": "Ann", "colour": "red"}), "phone")
    assert elsewhere.room(code) is not None
    rooms.forget(code)
    assert rooms.room(code) is None
    assert elsewhere.room(code) is None
    assert elsewhere.seats(code, "phone") == []
    with pytest.raises(Refused, match="no such table"):
        elsewhere.act(code, Act("2", "roll", None, {"die": "d6"}), host=False)


def test_a_join_that_is_sent_again_gives_nobody_else_the_seat(rooms: Rooms) -> None:
    """Another phone that repeats a join's id does not get its seat."""
    code, _ = rooms.open("harbour", PIECES)
    act = Act("join-1", "join", None, {"name": "Ann", "colour": "red"})
    seat = rooms.join(code, act, "phone")
    assert rooms.join(code, act, "phone") == seat
    with pytest.raises(Refused, match="another action has this id"):
        rooms.join(code, act, "thief")
    assert rooms.seats(code, "phone") == [seat]
    assert rooms.seats(code, "thief") == []


def test_nobody_joins_for_another_seat(rooms: Rooms) -> None:
    """A join ignores the seat that it claims to come from."""
    code, _ = rooms.open("harbour", PIECES)
    act = Act("join-1", "join", "s" * 1000, {"name": "Ann", "colour": "red"})
    assert rooms.join(code, act, "phone") == rooms.join(code, act, "phone")
    room = rooms.room(code)
    assert room is not None
    assert room.log[0].seat is None


def test_an_id_that_was_something_else_seats_nobody(rooms: Rooms) -> None:
    """A join with the id of another act is refused completely."""
    code, _ = rooms.open("harbour", PIECES)
    rooms.act(code, Act("the-roll", "roll", None, {"die": "d6"}), host=True)
    with pytest.raises(Refused, match="another action has this id"):
        rooms.join(code, Act("the-roll", "join", None, {"name": "Ann", "colour": "red"}), "phone")
    assert rooms.seats(code, "phone") == []


@pytest.mark.parametrize(
    "code", ["", "BBB", "BBBBBBB", "AAAAAA", "BBBBB\0", "ＢＢＢＢＢＢ", "BBBBB\n"]
)
def test_what_cannot_be_a_code_is_not_looked_up(rooms: Rooms, code: str) -> None:
    """The database is not queried for strings that cannot be codes."""
    assert rooms.room(code) is None


ANN, BEN = "s1-1", "s2-2"


@pytest.mark.parametrize(
    ("act", "host", "says"),
    [
        (Act("1", "roll", ANN), False, ""),
        (Act("1", "roll", BEN), True, "another phone"),
        (Act("1", "roll", None), False, "take a seat"),
        (Act("1", "roll", None), True, ""),
        (Act("1", "undo", None), False, "take a seat"),
        (Act("1", "score", ANN, {"for": BEN}), False, "only the host"),
        (Act("1", "score", ANN, {"for": ["s1-1"]}), False, "only the host"),
        (Act("1", "score", ANN, {"for": BEN}), True, ""),
        (Act("1", "score", ANN), False, ""),
    ],
)
def test_who_may_act(act: Act, host: bool, says: str) -> None:
    """A phone acts with its own seats only; spectators cannot act."""
    if not says:
        check_right(act, [ANN], host=host)
        return
    with pytest.raises(NotYours, match=says):
        check_right(act, [ANN], host=host)


def test_no_such_table(rooms: Rooms) -> None:
    """A wrong code changes nothing and is reported."""
    with pytest.raises(Refused, match="no such table"):
        rooms.act("BBBBBB", Act("1", "roll", None, {"die": "d6"}), host=False)


KILLED = """
import sys
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.table.model import Start
from companion.storage.store import Store
from companion.table.model import Act
rooms = Rooms(Store(sys.argv[1]), Broadcaster())
code, _ = rooms.open("harbour", Start({}, {}))
print(code, flush=True)
for number in range(100000):
    event = rooms.act(code, Act(str(number), "count", None, {"counter": "n", "by": 1}), host=False)
    print(event.number, flush=True)
"""


def test_kill_loses_nothing_that_was_answered(database: str, store: Store) -> None:
    """Every act answered before a kill -9 is in the log afterwards."""
    command = [sys.executable, "-c", KILLED, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        code = process.stdout.readline().strip()
        for _ in range(25):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split()
    answered = 25 + len([word for word in rest if word.isdigit()])
    room = Rooms(store, Broadcaster()).room(code)
    assert room is not None
    assert len(room.log) >= answered
    assert room.table.counters["n"] == len(room.log)
