"""Takes what an address asks, gives values that can be relied on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from companion.results.history import Wanted
from companion.table.model import Refused

MOST_NAME: Final = 60
MOST_PAGE: Final = 100_000


def read_number(said: str | None, most: int) -> int | None:
    """A whole number from 0 on, and no larger than that; nothing, if it is none."""
    if said is None or not (said.isascii() and said.isdigit()):
        return None
    return most if len(said) > len(str(most)) else min(most, int(said))


def read_wanted(asked: Mapping[str, str]) -> Wanted:
    """Raises Refused for a day that is none."""
    return Wanted(
        _name(asked.get("game", "")),
        _name(asked.get("player", "")),
        _day(asked.get("from", "")),
        _day(asked.get("to", "")),
    )


def read_page(asked: Mapping[str, str]) -> int:
    """The number of a page, from 1; what is no number is the first."""
    return read_number(asked.get("page"), MOST_PAGE) or 1


def _name(said: str) -> str:
    return said.replace("\0", "").strip()[:MOST_NAME]


def _day(said: str) -> date | None:
    if not said.strip():
        return None
    try:
        return date.fromisoformat(said.strip())
    except ValueError:
        raise Refused("'{day}' should be a day such as 2026-01-31", day=said) from None
