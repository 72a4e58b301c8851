"""Takes measured things, gives the words findings are made of."""

from __future__ import annotations

from typing import Final

LONGEST_QUOTE: Final = 40


def quote(text: str) -> str:
    """A run of text, short enough to stand in a sentence."""
    shown = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f"'{shown}'"


def also(others: int, noun: str) -> str:
    """Gives ` (and 3 more runs)`, or nothing where there are no others."""
    if others < 1:
        return ""
    return f" (and {others} more {noun}{'' if others == 1 else 's'})"
