"""Moves that phones and clients send."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.mines import move_types as mines
from companion.games.moves import as_move
from companion.games.river_dragons import move_types as river_dragons
from companion.language.messages import Refused


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"do": "lay", "tile": "A", "q": 1, "r": 0}, "this move needs the field 'turn'"),
        ({"do": "lay", "tile": "A", "q": 1.0, "r": 0, "turn": 0}, "'q' should be a whole number"),
        ({"do": "lay", "tile": 7, "q": 1, "r": 0, "turn": 0}, "this move needs a valid 'tile'"),
        ({"do": "supply", "tile": "A"}, "this move has no field 'tile'"),
        ({"do": "dance"}, "this game has no such move"),
        ({"do": None}, "this game has no such move"),
    ],
)
def test_a_malformed_move_is_refused_by_name(move: dict[str, Any], reason: str) -> None:
    """The refusal names the field that is missing, unknown or of the wrong type."""
    with pytest.raises(Refused) as refused:
        mines.read_move(move)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    "move",
    [
        {"do": "stone", "at": "n2"},
        {"do": "stone", "x": 12.5, "y": 3.0},
        {"do": "plank", "from": "a", "to": "b", "plank": "pink-3"},
        {"do": "move", "path": ["pink-3", "b"]},
        {"do": "next", "round": 2, "card": 1},
    ],
)
def test_a_move_is_written_as_it_was_read(move: dict[str, Any]) -> None:
    """Fields that a move does not have stay away, and lists stay lists."""
    assert as_move(river_dragons.read_move(move)) == move
