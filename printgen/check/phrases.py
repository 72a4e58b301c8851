"""Parts of sentences that several findings share."""

from __future__ import annotations

from typing import Final

MAX_QUOTE_LENGTH: Final = 40


def quote(text: str) -> str:
    """Return a text in quotes, shortened to fit in a sentence."""
    short = text if len(text) <= MAX_QUOTE_LENGTH else text[: MAX_QUOTE_LENGTH - 1].rstrip() + "…"
    return f"'{short}'"


def and_more(others: int, noun: str) -> str:
    """Return ` (and 3 more runs)`, or an empty string if there are no others."""
    if others < 1:
        return ""
    return f" (and {others} more {noun}{'' if others == 1 else 's'})"
