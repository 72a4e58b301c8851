"""Takes an act's data, gives values that can be relied on, or says what was expected."""

from __future__ import annotations

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
