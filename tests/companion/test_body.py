"""Bodies: what was sent is taken whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest

from companion.web.body import LARGEST, Bodies, NotWhole


class Scope(NamedTuple):
    """As much of a server's request as reading it needs."""

    headers: dict[str, str]
    method: str = "POST"
    path: str = "/t/BCDFGH"


class Line:
    """A phone's line: parts come, then it ends or stays silent."""

    def __init__(self, *parts: bytes, silent: bool = False) -> None:
        self._parts = parts
        self._silent = silent

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part
        if self._silent:
            await asyncio.Event().wait()


def read(scope: Any, line: Any) -> bytes:
    async def reading() -> bytes:
        return await Bodies(seconds=0.01 if line._silent else 60).read(scope, line)

    return asyncio.run(reading())


@pytest.mark.parametrize("path", ["/t/BCDFGH", "/verify"])
def test_the_whole_is_taken(path: str) -> None:
    """This test ensures that what comes in parts is put together."""
    assert read(Scope({"content-length": "6"}, path=path), Line(b"abc", b"def")) == b"abcdef"
    assert read(Scope({}, path=path), Line()) == b""
    assert read(Scope({}, "GET"), Line(b"what nobody asks for")) == b""


@pytest.mark.parametrize(
    ("headers", "line", "status"),
    [
        ({"content-length": "6"}, Line(b"abc"), 400),
        ({"content-length": "6"}, Line(b"abc", silent=True), 408),
        ({"transfer-encoding": "chunked"}, Line(b"abc"), 411),
        ({}, Line(b"abc"), 411),
    ],
)
def test_a_part_is_not_taken(headers: dict[str, str], line: Line, status: int) -> None:
    """This test ensures that a line which breaks in the middle of an act leaves no half act."""
    with pytest.raises(NotWhole) as told:
        read(Scope(headers), line)
    assert told.value.status == status


def test_no_more_is_read_than_can_be_taken() -> None:
    """This test ensures that a phone cannot fill the memory; the app refuses what it gets."""
    parts = [b"x" * 65536] * 100
    scope = Scope({"content-length": str(65536 * 100)})
    assert LARGEST < len(read(scope, Line(*parts))) <= LARGEST + 65536
