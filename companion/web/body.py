"""Takes a request as it comes in, gives all that was sent with it, or says why it is not taken.

Half of what was sent is never taken for the whole: a phone whose line broke in the middle of an
act sends it again, and only that one counts.
"""

from __future__ import annotations

import asyncio
from typing import Final

from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]

from companion.web.records import RECORD_ADDRESSES

BODILESS: Final = frozenset({"GET", "HEAD"})
LARGEST: Final = 128 * 1024  # more than any page takes: what is larger, the app refuses
LARGEST_RECORD: Final = 16 * 1024 * 1024
RECORDS_AT_ONCE: Final = 16
SECONDS: Final = 120.0


class NotWhole(Exception):
    """What came is not what was to come; `status` and `words` are the answer."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


class Bodies:
    """Reads what phones send. Records, which are large, wait for each other."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._records = asyncio.Semaphore(RECORDS_AT_ONCE)

    async def read(self, scope: Scope, protocol: HTTPProtocol) -> bytes:
        """Up to a little more than what the app would refuse. Raises NotWhole."""
        if scope.method in BODILESS:
            return b""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._whole(scope, protocol)
        except TimeoutError:
            raise NotWhole(408, "What was sent came too slowly.") from None

    async def _whole(self, scope: Scope, protocol: HTTPProtocol) -> bytes:
        # Without a length, nobody can tell the end from a broken line.
        length = scope.headers.get("content-length")
        if scope.headers.get("transfer-encoding") is not None:
            raise NotWhole(411, "Say with Content-Length how much is sent.")
        if scope.path in RECORD_ADDRESSES:
            async with self._records:
                return await _read(protocol, LARGEST_RECORD, length)
        return await _read(protocol, LARGEST, length)


async def _read(protocol: HTTPProtocol, most: int, length: str | None) -> bytes:
    parts, size = [], 0
    async for part in protocol:
        parts.append(part)
        size += len(part)
        if size > most:
            return b"".join(parts)
    if size and length is None:
        raise NotWhole(411, "Say with Content-Length how much is sent.")
    if size != int(length or 0):
        raise NotWhole(400, "Only a part of what was sent has come.")
    return b"".join(parts)
