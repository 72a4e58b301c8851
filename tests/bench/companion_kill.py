"""Kill the companion at random moments while phones act, and check that nothing is lost."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.storage.store import Store
from tests.postgres import free_port
from tests.serving import Server, running

from .companion_load import Phones, read_news

LIVES: Final = 6
TABLES: Final = 5
PHONES_EACH: Final = 3
MAX_SECONDS: Final = 2.0
SEED: Final = 9
BROKEN: Final = (OSError, EOFError, TimeoutError, ValueError)


@dataclass(slots=True)
class Kills:
    """Ids of acts that were answered as done, and how long phones had no server."""

    answered: list[tuple[str, str]] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)
    behind: int = 0


def kill_often(database: str, hosts: Mapping[str, str]) -> Kills:
    """Starts and kills the server repeatedly; the last one is stopped normally."""
    kills, port, dice = Kills(), free_port(), random.Random(SEED)
    seen = dict.fromkeys(hosts, 0)
    for life in range(LIVES):
        begin = time.perf_counter()
        with running(database, port=port) as server:
            kills.restarts.append(time.perf_counter() - begin)
            seconds = 0.2 + dice.random() * MAX_SECONDS
            asyncio.run(_live(server, life, hosts, seen, kills, seconds))
    kills.behind = _behind(database, seen)
    return kills


async def _live(
    server: Server,
    life: int,
    hosts: Mapping[str, str],
    seen: dict[str, int],
    kills: Kills,
    seconds: float,
) -> None:
    phones = Phones(server.port, hosts, pages=False)
    acting = [
        asyncio.create_task(_act(phones, code, f"{life}-{phone}", kills))
        for code in hosts
        for phone in range(PHONES_EACH)
    ]
    hearing = [asyncio.create_task(_hear(server.port, code, seen)) for code in hosts]
    await asyncio.sleep(seconds)
    if life < LIVES - 1:
        server.kill()
    else:
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)
        await asyncio.sleep(0.5)
        for task in hearing:
            task.cancel()
    await asyncio.gather(*acting, *hearing, return_exceptions=True)


async def _act(phones: Phones, code: str, who: str, kills: Kills) -> None:
    with suppress(*BROKEN):
        turn = 0
        while True:
            turn += 1
            name = f"kill-{who}-{turn:06}"
            if await phones.count_one(code, name):
                kills.answered.append((code, name))


async def _hear(port: int, code: str, seen: dict[str, int]) -> None:
    """A stream that goes on where the one before it broke."""
    with suppress(*BROKEN):
        async for revision in read_news(port, code, seen[code]):
            seen[code] = revision


def _behind(database: str, seen: dict[str, int]) -> int:
    """How many events the phones had not heard of in the end."""
    store = Store(database)
    stored = store.revisions(seen)
    store.close()
    return sum(stored.get(code, 0) - known for code, known in seen.items())


def faults(database: str, codes: Sequence[str], kills: Kills) -> Iterator[str]:
    """Describes everything that was lost or duplicated."""
    store = Store(database)
    rooms = Rooms(store, Broadcaster())
    stored: set[tuple[str, str]] = set()
    for code in codes:
        room = rooms.room(code)
        log = room.log if room else ()
        ids = [event.id for event in log]
        stored |= {(code, name) for name in ids}
        if len(set(ids)) != len(ids):
            yield f"{code}: an act is stored twice"
        if [event.number for event in log] != list(range(1, len(log) + 1)):
            yield f"{code}: numbers are missing"
    store.close()
    lost = [name for name in kills.answered if name not in stored]
    if lost:
        yield f"{len(lost)} answered acts are lost"
    if kills.behind:
        yield f"phones did not hear of {kills.behind} events"
    if database.startswith("sqlite"):
        yield from _file_faults(Path(database.removeprefix("sqlite:///")))


def _file_faults(file: Path) -> Iterator[str]:
    connection = sqlite3.connect(file)
    (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    if verdict != "ok":
        yield f"SQLite's check of its file says: {verdict}"
