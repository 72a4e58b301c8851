"""Stored tables and events, as rows of the database."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.table.migrations import VERSION
from companion.table.model import Event


class StoredTable(Struct, frozen=True):
    code: str
    game: str
    seed: bytes
    host: str
    start: str
    version: int = VERSION


def event_row(code: str, event: Event, at: float, version: int = VERSION) -> dict[str, Any]:
    """The row of an event. `at` is when it happened, in seconds since 1970; `version` is the
    program version that wrote it."""
    data, result = (msgspec.json.encode(value).decode() for value in (event.data, event.result))
    return {
        "code": code,
        "number": event.number,
        "id": event.id,
        "kind": event.kind,
        "seat": event.seat,
        "data": data,
        "result": result,
        "at": at,
        "version": version,
    }


def read_event(row: Any) -> Event:
    """Raises ValueError for a damaged row."""
    data, result = (msgspec.json.decode(text, type=dict) for text in (row.data, row.result))
    return Event(row.number, row.id, row.kind, row.seat, data, result, row.at)
