"""The names that expressions can read beside the columns and constants."""

from __future__ import annotations

from typing import Final

GAME_NAMES: Final = frozenset(
    {"slug", "game", "credit", "designer", "version", "edition", "ink_style", "companion_url"}
)
COUNTS: Final = frozenset({"number", "total", "copy", "copies"})
"""The names of a piece's place among all pieces and among the copies of its row."""
OF_EACH_COPY: Final = frozenset({"number", "copy"})
