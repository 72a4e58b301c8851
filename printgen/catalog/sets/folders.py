"""Where sets of pieces are kept. All games may use the sets of the piecepack."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from printgen.catalog.builtin import builtin_cards

_SHARED: Final = "piecepack"
_PARTS: Final = ("sets", "art")


def sets_folder(cards: Path, slug: str) -> Path:
    """Return the folder with the sets that a game may name: its own, or else the piecepack's."""
    own = cards / slug / "sets"
    if own.is_dir():
        return own
    shared = cards / _SHARED / "sets"
    return shared if shared.is_dir() else builtin_cards() / _SHARED / "sets"


def read_beside(cards: Path, slug: str) -> tuple[Path, ...]:
    """Return the folders that a game may read in addition to its own: sets and their art."""
    home = sets_folder(cards, slug).parent
    return () if home == cards / slug else tuple(home / part for part in _PARTS)
