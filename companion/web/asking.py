"""Takes the address of a results page, gives which games it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from companion.results.history import Wanted
from companion.table.model import Refused

MOST_NAME: Final = 60
MOST_PAGE: Final = 100_000


def read_wanted(asked: Mapping[str, str]) -> Wanted:
    """Raises Refused for a day that is none."""
    return Wanted(
        asked.get("game", "").strip()[:MOST_NAME],
        asked.get("player", "").strip()[:MOST_NAME],
        _day(asked.get("from", "")),
        _day(asked.get("to", "")),
    )


def read_page(asked: Mapping[str, str]) -> int:
    """The number of a page, from 1; what is no number is the first."""
    said = asked.get("page", "1")
    return max(1, min(MOST_PAGE, int(said))) if said.isascii() and said.isdigit() else 1


def _day(said: str) -> date | None:
    if not said.strip():
        return None
    try:
        return date.fromisoformat(said.strip())
    except ValueError:
        raise Refused("'{day}' should be a day such as 2026-01-31", day=said) from None
