"""Takes an act's data, gives values that can be relied on, or says what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.model import Act, Refused, Seat, Table


def text(act: Act, key: str, most: int = 24) -> str:
    value = act.data.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise Refused("'{key}' should be text of at most {most} letters", key=key, most=most)
    return value.strip()


def number(act: Act, key: str, low: int, high: int, default: int | None = None) -> int:
    value = act.data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refused(
            "'{key}' should be a whole number from {low} to {high}", key=key, low=low, high=high
        )
    return value


def own_seat(table: Table, act: Act) -> Seat:
    seat = table.seat(act.seat)
    if seat is None:
        raise Refused("take a seat first")
    return seat


def is_deeper(value: object, most: int) -> bool:
    """Whether there are more lists in lists than that; it goes no deeper itself."""
    level: list[Any] = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> list[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, (list, tuple)) else []
