"""Broadcasts reach every phone at a table, in this process and in others, and no other phone."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rooms.broadcaster import Broadcaster
from companion.rooms.event_stream import HEARTBEAT, RETRY, EventStream
from companion.rooms.rooms import Rooms
from companion.storage.database import StoreUnavailable
from companion.storage.store import Store
from companion.table.model import Act, Start
from tests.postgres import QUICK, postgresql

PIECES = Start({}, {})
SOON = 10.0
"""Seconds after which something that should have happened has not."""


def count(rooms: Rooms, code: str, name: str) -> None:
    rooms.act(code, Act(name, "count", None, {"counter": "gold", "by": 1}), host=False)


def test_listeners_wake_only_for_their_table() -> None:
    """A change of one table wakes no listener of another."""
    live = Broadcaster()
    here, there = live.listen("HERE"), live.listen("THERE")
    heard, not_heard = here.after(0), there.after(0)
    live.notify("HERE", 1)
    assert heard.result(0) == 1
    assert not not_heard.done()


@given(st.lists(st.integers(1, 9), min_size=1), st.integers(0, 9))
def test_listeners_get_the_newest_revision(revisions: list[int], known: int) -> None:
    """Whatever the order of revisions, a listener gets the newest once."""
    live = Broadcaster()
    subscription = live.listen("T")
    asked = subscription.after(known)
    for revision in revisions:
        live.notify("T", revision)
    later = [revision for revision in revisions if revision > known]
    assert asked.done() == bool(later)
    if later:
        assert asked.result(0) == later[0]
        assert subscription.after(max(revisions) - 1).result(0) == max(revisions)
    assert not subscription.after(max(revisions)).done()


def test_a_wait_may_time_out() -> None:
    """A wait that timed out does no harm, and the next one succeeds."""
    live = Broadcaster()
    subscription = live.listen("T")
    assert subscription.after(0).cancel()
    live.notify("T", 1)
    assert subscription.after(0).result(0) == 1


def test_closed_subscriptions_are_forgotten() -> None:
    """Closed subscriptions take no memory."""
    live = Broadcaster()
    with closing(live.listen("T")) as subscription, closing(live.listen("T")):
        assert live.codes() == ["T"]
    assert live.codes() == []
    live.notify("T", 1)
    assert not subscription.after(0).done()


def test_a_thousand_phones_take_no_threads() -> None:
    """A thousand phones wait without threads, and all are notified."""
    live = Broadcaster()

    async def phone() -> bytes:
        news = aiter(EventStream(live.listen("T"), 0))
        assert await anext(news) == RETRY
        return await anext(news)

    async def play() -> tuple[int, list[bytes]]:
        phones = [asyncio.create_task(phone()) for _ in range(1000)]
        while live.codes() != ["T"]:
            await asyncio.sleep(0)
        threads = threading.active_count()
        await asyncio.to_thread(live.notify, "T", 7)
        return threads, await asyncio.gather(*phones)

    before = threading.active_count()
    threads, heard = asyncio.run(play())
    assert threads == before
    assert heard == [b"id: 7\ndata: 7\n\n"] * 1000


def test_a_stream_sends_heartbeats() -> None:
    """A stream without changes sends heartbeats, in a thread and in an event loop."""
    live = Broadcaster()

    async def listen() -> list[bytes]:
        news = aiter(EventStream(live.listen("T"), 0, heartbeat_seconds=0.01))
        heard = [await anext(news) for _ in range(3)]
        live.notify("T", 4)
        return [*heard, await anext(news)]

    threaded = iter(EventStream(live.listen("T"), 3, heartbeat_seconds=0.01))
    heard = [next(threaded) for _ in range(3)]
    expected = [RETRY, HEARTBEAT, HEARTBEAT, b"id: 4\ndata: 4\n\n"]
    assert asyncio.run(listen()) == expected
    assert [*heard, next(threaded)] == expected


@pytest.mark.parametrize("moments", range(6))
def test_a_stream_ends_when_its_phone_disconnects(moments: int) -> None:
    """A stream ends when its phone disconnects, even just after a change."""
    live = Broadcaster()

    async def listen() -> bool:
        async def read() -> None:
            async for _ in EventStream(live.listen("T"), 0):
                pass

        reading = asyncio.create_task(read())
        await asyncio.sleep(0.01)
        live.notify("T", 1)
        for _ in range(moments):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading}, timeout=0.5)
        ended = reading.done()
        while not reading.done():
            reading.cancel()
            await asyncio.sleep(0.01)
        return ended

    assert asyncio.run(listen())


def test_no_act_is_missed_before_a_stream(store: Store) -> None:
    """No act is missed between a page and the stream that follows it."""
    rooms = Rooms(store, Broadcaster())
    code, _ = rooms.open("harbour", PIECES)
    count(rooms, code, "act-1")
    with closing(rooms.listen(code.lower())) as subscription:
        assert subscription.after(0).result(0) == 1
        count(rooms, code, "act-2")
        assert subscription.after(1).result(0) == 2


@pytest.fixture
def processes(postgresql_database: str) -> Iterator[tuple[Rooms, Rooms]]:
    """Two instances of Rooms that share only the database, as two processes do."""
    stores = Store(postgresql_database), Store(postgresql_database)
    yield Rooms(stores[0], Broadcaster()), Rooms(stores[1], Broadcaster())
    for store in stores:
        store.close()


def test_other_processes_are_notified(processes: tuple[Rooms, Rooms]) -> None:
    """An act in one process reaches phones of another."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    other, _ = here.open("harbour", PIECES)
    with closing(there.listen(code)) as subscription, closing(there.listen(other)) as silent:
        for number in range(1, 6):
            asked: Future[int] = subscription.after(number - 1)
            count(here, code, f"act-{number}")
            assert asked.result(SOON) == number
        assert not silent.after(0).done()


def test_a_listener_reconnects(processes: tuple[Rooms, Rooms], postgresql_database: str) -> None:
    """Acts made while a listener was disconnected are reported when it reconnects."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    with closing(there.listen(code)) as subscription:
        count(here, code, "act-1")
        assert subscription.after(0).result(SOON) == 1
        for number in range(2, 5):
            cut_lines(postgresql_database)
            count(here, code, f"act-{number}")
            assert subscription.after(number - 1).result(SOON) == number


def test_foreign_notifications_are_ignored(
    processes: tuple[Rooms, Rooms], postgresql_database: str
) -> None:
    """Notifications of other programs do not stop the listener."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    with closing(there.listen(code)) as subscription:
        with psycopg.connect(postgresql_database, autocommit=True) as connection:
            for words in ("", "hello", f"{code} many", f"{code} ²"):
                connection.execute("SELECT pg_notify('paperboat', %s)", (words,))
        asked = subscription.after(0)
        count(here, code, "act-1")
        assert asked.result(SOON) == 1


def cut_lines(database: str) -> None:
    """Terminate every connection that waits for notifications."""
    with psycopg.connect(database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE query = 'LISTEN paperboat'"
        )


def test_a_restart_of_the_database_is_survived(postgresql_programs: Path) -> None:
    """A process receives notifications again after its database was down."""
    with postgresql(postgresql_programs, QUICK) as server:
        here, there = Store(server.url), Store(server.url)
        rooms, other = Rooms(here, Broadcaster()), Rooms(there, Broadcaster())
        code, _ = rooms.open("harbour", PIECES)
        with closing(other.listen(code)) as subscription:
            server.stop()
            with pytest.raises(StoreUnavailable):
                count(rooms, code, "act-1")
            server.start()
            count(rooms, code, "act-1")
            assert subscription.after(0).result(SOON) == 1
        here.close()
        there.close()


def test_a_rewritten_log_is_reloaded_everywhere(processes: tuple[Rooms, Rooms]) -> None:
    """Every process reloads a log from which something was deleted."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    count(here, code, "act-1")
    first = there.room(code)
    assert there.room(code) is not None
    here.reread(code)
    end = time.monotonic() + SOON
    while there.room(code) is first and time.monotonic() < end:
        time.sleep(0.01)
    assert there.room(code) is not first


def test_listening_ends_with_its_store(postgresql_database: str) -> None:
    """A closed store leaves no thread and no connection behind."""
    before = threading.active_count()
    store = Store(postgresql_database)
    Rooms(store, Broadcaster())
    assert threading.active_count() == before + 1
    store.close()
    assert threading.active_count() == before
