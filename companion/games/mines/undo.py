"""Moves of Mines that cannot be undone."""

from __future__ import annotations

from companion.games.mines.facts import MinesFacts
from companion.games.mines.state import State
from companion.language.messages import Message, say


def why_final(facts: MinesFacts, before: State, after: State) -> Message | None:
    """A hand that was shown because none of its tiles fits stays shown."""
    if before.phase == "opening" and len(after.removed) > len(before.removed):
        return say("tiles were shown")
    return None
