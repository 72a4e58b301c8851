"""Live: everybody at a table hears of it, in this process and in others, and nobody else."""

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

from companion.database import StoreAway
from companion.live import Live
from companion.room import Rooms
from companion.store import Store
from companion.table.model import Act, Start
from companion.web.news import RETRY, STILL_HERE, News
from tests.postgres import QUICK, postgresql

PIECES = Start({}, {})
SOON = 10.0
"""Seconds after which something that should have happened has not."""


def count(rooms: Rooms, code: str, name: str) -> None:
    rooms.act(code, Act(name, "count", None, {"counter": "gold", "by": 1}), host=False)


def test_only_who_listens_to_that_table_hears() -> None:
    """This test ensures that news of one table wakes nobody at another."""
    live = Live()
    here, there = live.listen("HERE"), live.listen("THERE")
    heard, not_heard = here.after(0), there.after(0)
    live.tell("HERE", 1)
    assert heard.result(0) == 1
    assert not not_heard.done()


@given(st.lists(st.integers(1, 9), min_size=1), st.integers(0, 9))
def test_the_newest_is_heard(told: list[int], known: int) -> None:
    """This test ensures that any order of news leaves a listener with the newest, told once."""
    live = Live()
    ear = live.listen("T")
    asked = ear.after(known)
    for revision in told:
        live.tell("T", revision)
    later = [revision for revision in told if revision > known]
    assert asked.done() == bool(later)
    if later:
        assert asked.result(0) == later[0]
        assert ear.after(max(told) - 1).result(0) == max(told)
    assert not ear.after(max(told)).done()


def test_who_gave_up_waiting_is_not_told() -> None:
    """This test ensures that a wait that ran out does no harm, and the next one hears."""
    live = Live()
    ear = live.listen("T")
    assert ear.after(0).cancel()
    live.tell("T", 1)
    assert ear.after(0).result(0) == 1


def test_nothing_is_kept_of_those_who_left() -> None:
    """This test ensures that memory does not grow with every phone that ever listened."""
    live = Live()
    with closing(live.listen("T")) as ear, closing(live.listen("T")):
        assert live.codes() == ["T"]
    assert live.codes() == []
    live.tell("T", 1)
    assert not ear.after(0).done()


def test_a_thousand_phones_take_no_threads() -> None:
    """This test ensures that waiting costs a phone no thread, and all are told."""
    live = Live()

    async def phone() -> bytes:
        news = aiter(News(live.listen("T"), 0))
        assert await anext(news) == RETRY
        return await anext(news)

    async def play() -> tuple[int, list[bytes]]:
        phones = [asyncio.create_task(phone()) for _ in range(1000)]
        while live.codes() != ["T"]:
            await asyncio.sleep(0)
        threads = threading.active_count()
        await asyncio.to_thread(live.tell, "T", 7)
        return threads, await asyncio.gather(*phones)

    before = threading.active_count()
    threads, heard = asyncio.run(play())
    assert threads == before
    assert heard == [b"id: 7\ndata: 7\n\n"] * 1000


def test_a_silent_table_keeps_its_line_open() -> None:
    """This test ensures that a stream without news says that it is there, to thread and loop."""
    live = Live()

    async def listen() -> list[bytes]:
        news = aiter(News(live.listen("T"), 0, heartbeat=0.01))
        heard = [await anext(news) for _ in range(3)]
        live.tell("T", 4)
        return [*heard, await anext(news)]

    threaded = iter(News(live.listen("T"), 3, heartbeat=0.01))
    heard = [next(threaded) for _ in range(3)]
    expected = [RETRY, STILL_HERE, STILL_HERE, b"id: 4\ndata: 4\n\n"]
    assert asyncio.run(listen()) == expected
    assert [*heard, next(threaded)] == expected


@pytest.mark.parametrize("moments", range(6))
def test_a_phone_that_goes_as_news_comes_is_gone(moments: int) -> None:
    """This test ensures that a stream ends when it is told to, in whichever moment after news."""
    live = Live()

    async def listen() -> bool:
        async def read() -> None:
            async for _ in News(live.listen("T"), 0):
                pass

        reading = asyncio.create_task(read())
        await asyncio.sleep(0.01)
        live.tell("T", 1)
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


def test_what_happens_while_a_phone_comes_is_heard(store: Store) -> None:
    """This test ensures that no act falls between a page and the stream that follows it."""
    rooms = Rooms(store, Live())
    code, _ = rooms.open("harbour", PIECES)
    count(rooms, code, "act-1")
    with closing(rooms.listen(code.lower())) as ear:
        assert ear.after(0).result(0) == 1
        count(rooms, code, "act-2")
        assert ear.after(1).result(0) == 2


@pytest.fixture
def processes(postgresql_database: str) -> Iterator[tuple[Rooms, Rooms]]:
    """Two companies of rooms that know each other only through the database."""
    stores = Store(postgresql_database), Store(postgresql_database)
    yield Rooms(stores[0], Live()), Rooms(stores[1], Live())
    for store in stores:
        store.close()


def test_another_process_hears(processes: tuple[Rooms, Rooms]) -> None:
    """This test ensures that an act through one process reaches phones of another."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    other, _ = here.open("harbour", PIECES)
    with closing(there.listen(code)) as ear, closing(there.listen(other)) as silent:
        for number in range(1, 6):
            asked: Future[int] = ear.after(number - 1)
            count(here, code, f"act-{number}")
            assert asked.result(SOON) == number
        assert not silent.after(0).done()


def test_a_lost_line_is_mended_and_nothing_is_missed(
    processes: tuple[Rooms, Rooms], postgresql_database: str
) -> None:
    """This test ensures that what happened while a process heard nothing is told afterwards."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    with closing(there.listen(code)) as ear:
        count(here, code, "act-1")
        assert ear.after(0).result(SOON) == 1
        for number in range(2, 5):
            cut_lines(postgresql_database)
            count(here, code, f"act-{number}")
            assert ear.after(number - 1).result(SOON) == number


def test_others_may_speak_on_the_same_channel(
    processes: tuple[Rooms, Rooms], postgresql_database: str
) -> None:
    """This test ensures that words of other programs do not end the listening."""
    here, there = processes
    code, _ = here.open("harbour", PIECES)
    with closing(there.listen(code)) as ear:
        with psycopg.connect(postgresql_database, autocommit=True) as connection:
            for words in ("", "hello", f"{code} many", f"{code} ²"):
                connection.execute("SELECT pg_notify('paperboat', %s)", (words,))
        asked = ear.after(0)
        count(here, code, "act-1")
        assert asked.result(SOON) == 1


def cut_lines(database: str) -> None:
    """Ends every connection that sleeps on LISTEN."""
    with psycopg.connect(database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE query = 'LISTEN paperboat'"
        )


def test_a_restart_of_the_database_is_survived(postgresql_programs: Path) -> None:
    """This test ensures that a process whose database was away hears again once it is back."""
    with postgresql(postgresql_programs, QUICK) as server:
        here, there = Store(server.url), Store(server.url)
        rooms, other = Rooms(here, Live()), Rooms(there, Live())
        code, _ = rooms.open("harbour", PIECES)
        with closing(other.listen(code)) as ear:
            server.stop()
            with pytest.raises(StoreAway):
                count(rooms, code, "act-1")
            server.start()
            count(rooms, code, "act-1")
            assert ear.after(0).result(SOON) == 1
        here.close()
        there.close()


def test_a_rewritten_log_is_read_anew_everywhere(processes: tuple[Rooms, Rooms]) -> None:
    """This test ensures that no process goes on showing what was taken out of a log."""
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
    """This test ensures that a closed store leaves no thread and no connection behind."""
    before = threading.active_count()
    store = Store(postgresql_database)
    Rooms(store, Live())
    assert threading.active_count() == before + 1
    store.close()
    assert threading.active_count() == before
