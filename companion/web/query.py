"""Parse query strings into checked values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from companion.language.messages import Refused
from companion.results.finished_games import ResultFilter

MAX_NAME_LENGTH: Final = 60
MAX_PAGE: Final = 100_000


def parse_count(text: str | None, most: int) -> int | None:
    """A number from 0 to `most`, where larger ones become `most`; None for anything else."""
    if text is None or not (text.isascii() and text.isdigit()):
        return None
    return most if len(text) > len(str(most)) else min(most, int(text))


def parse_filter(args: Mapping[str, str]) -> ResultFilter:
    """Which results to show. Raises Refused for an invalid date."""
    return ResultFilter(
        _parse_name(args.get("game", "")),
        _parse_name(args.get("player", "")),
        _parse_date(args.get("from", "")),
        _parse_date(args.get("to", "")),
    )


def parse_page(args: Mapping[str, str]) -> int:
    """The page number, which defaults to 1."""
    return parse_count(args.get("page"), MAX_PAGE) or 1


def _parse_name(text: str) -> str:
    return text.replace("\0", "").strip()[:MAX_NAME_LENGTH]


def _parse_date(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("'{day}' should be a date such as 2026-01-31", day=text) from None
