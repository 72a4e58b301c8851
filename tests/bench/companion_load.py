"""Measure how long acts and their news take while many phones listen.

All phones live in one process and speak just enough HTTP, so that the server gets the machine.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from companion.web.access import HOST

ANSWER_SECONDS: Final = 20.0
LAST_NEWS_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Load:
    """The number of tables and phones, and of acts per second over all tables in turn.

    With `pages`, every phone that hears of an act reads its table's page, as browsers do.
    """

    tables: int
    phones_each: int
    rate: float
    seconds: float
    pages: bool = False


@dataclass(slots=True)
class Figures:
    """Seconds of everything that was measured; `news` lasts until a table's last phone knows."""

    acts: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    refused: int = 0
    missed: int = 0
    streams: int = 0


class Phones:
    def __init__(self, port: int, hosts: Mapping[str, str], pages: bool) -> None:
        self.figures = Figures()
        self._port = port
        self._hosts = hosts
        self._pages = pages
        self._sent: dict[tuple[str, int], float] = {}
        self._heard: defaultdict[tuple[str, int], list[float]] = defaultdict(list)

    async def listen(self, code: str, ready: asyncio.Semaphore) -> None:
        known = 0
        async for revision in read_news(self._port, code, -1):
            now = time.perf_counter()
            if revision == 0:
                self.figures.streams += 1
                ready.release()
            for number in range(known + 1, revision + 1):
                self._heard[code, number].append(now)
            known = revision
            if self._pages and revision:
                await self._look(code)

    async def _look(self, code: str) -> None:
        start = time.perf_counter()
        await self._ask(f"GET /t/{code} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n")
        self.figures.pages.append(time.perf_counter() - start)

    async def act(self, code: str, number: int) -> bool:
        """Asks for a table's next event, and measures it."""
        start = self._sent[code, number] = time.perf_counter()
        done = await self.count_one(code, f"bench-act-{number}")
        self.figures.refused += not done
        self.figures.acts.append(time.perf_counter() - start)
        return done

    async def count_one(self, code: str, name: str) -> bool:
        """Whether the act was answered as done."""
        form = urlencode({"id": name, "kind": "count", "counter": "gold", "by": 1})
        answer = await self._ask(
            f"POST /t/{code} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n"
            f"Cookie: {HOST}{code}={self._hosts[code]}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form)}\r\n\r\n{form}"
        )
        return b" 303 " in answer.partition(b"\r\n")[0]

    async def _ask(self, request: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(request.encode())
            # In Python 3.11, wait_for may swallow the cancellation of a phone.
            async with asyncio.timeout(ANSWER_SECONDS):
                return await reader.read()
        finally:
            writer.close()

    def count_news(self, phones_each: int) -> None:
        for event, start in self._sent.items():
            heard = self._heard[event]
            self.figures.missed += phones_each - len(heard)
            if heard:
                self.figures.news.append(max(heard) - start)


async def read_news(port: int, code: str, known: int) -> AsyncIterator[int]:
    """The revisions that a stream sends; first 0, once it is open. Ends when the server does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        last = f"Last-Event-ID: {known}\r\n" if known >= 0 else ""
        writer.write(f"GET /t/{code}/live HTTP/1.1\r\nHost: bench\r\n{last}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))
        yield max(known, 0)
        while line := await reader.readline():
            if line.startswith(b"id: "):
                yield int(line[4:])
    finally:
        writer.close()


class _Table:
    """A table whose acts wait for each other, so that their numbers are known beforehand."""

    def __init__(self, phones: Phones, code: str) -> None:
        self._phones, self._code = phones, code
        self._turn = asyncio.Lock()
        self._number = 0

    async def act(self) -> None:
        async with self._turn:
            if await self._phones.act(self._code, self._number + 1):
                self._number += 1


async def put_on(port: int, hosts: Mapping[str, str], load: Load) -> Figures:
    """Acts at a steady rate on new tables, while every table's phones listen."""
    phones, ready = Phones(port, hosts, load.pages), asyncio.Semaphore(0)
    listening = [
        asyncio.create_task(phones.listen(code, ready))
        for code in hosts
        for _ in range(load.phones_each)
    ]
    for _ in listening:
        async with asyncio.timeout(ANSWER_SECONDS):
            await ready.acquire()
    tables = {code: _Table(phones, code) for code in hosts}
    turns = zip(range(int(load.rate * load.seconds)), itertools.cycle(hosts), strict=False)
    begin = time.perf_counter()
    acts = []
    for turn, code in turns:
        await asyncio.sleep(max(0.0, begin + turn / load.rate - time.perf_counter()))
        acts.append(asyncio.create_task(tables[code].act()))
    await asyncio.gather(*acts)
    await asyncio.sleep(LAST_NEWS_SECONDS)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    phones.count_news(load.phones_each)
    return phones.figures


def share(values: Iterable[float], part: float) -> float:
    """The quantile of the values, such as 0.99."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")
