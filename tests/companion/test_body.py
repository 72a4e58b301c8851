"""Request bodies are read completely or rejected."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest

from companion.server.body import MAX_BODY_BYTES, BodyError, BodyReader


class Scope(NamedTuple):
    """The part of an RSGI scope that reading a body needs."""

    headers: dict[str, str]
    method: str = "POST"
    path: str = "/t/BCDFGH"


class Line:
    """A connection that sends parts, then ends or stays silent."""

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
        return await BodyReader(total=0.01 if line._silent else 60).read(scope, line)

    return asyncio.run(reading())


@pytest.mark.parametrize("path", ["/t/BCDFGH", "/verify"])
def test_parts_of_a_body_are_joined(path: str) -> None:
    """A body that arrives in parts is joined."""
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
def test_an_incomplete_body_is_rejected(headers: dict[str, str], line: Line, status: int) -> None:
    """A connection that breaks in the middle of an act leaves no half act."""
    with pytest.raises(BodyError) as raised:
        read(Scope(headers), line)
    assert raised.value.status == status


def test_a_large_body_is_cut_off() -> None:
    """A large body is cut off before it fills the memory, and the app then rejects it."""
    parts = [b"x" * 65536] * 100
    scope = Scope({"content-length": str(65536 * 100)})
    assert MAX_BODY_BYTES < len(read(scope, Line(*parts))) <= MAX_BODY_BYTES + 65536
