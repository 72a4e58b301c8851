"""One step of a game that was played, as it is exported."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.games.moves import Move


class PlayedStep(Struct, frozen=True):
    """The state after a step, the sentences about it, and the move with the numbers that chance
    gave; the first step begins the game and has no move."""

    state: Any
    sentences: tuple[str, ...] = ()
    move: Move = {}
    numbers: tuple[int, ...] = ()
