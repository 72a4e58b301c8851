"""Where sets of pieces are kept. All games may use the sets of the piecepack."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from printgen.catalog.builtin import builtin_cards

_SHARED: Final = "piecepack"
_PARTS: Final = ("sets", "art")


def set_folders(cards: Path, slug: str) -> tuple[Path, ...]:
    """Return the folders with the sets that a game may name: its own, that of the piecepack beside
    it, and that of the built-in piecepack. The first that has a set wins."""
    homes = dict.fromkeys((cards / slug, cards / _SHARED, builtin_cards() / _SHARED))
    return tuple(folder for home in homes if (folder := home / "sets").is_dir())


def read_beside(cards: Path, slug: str) -> tuple[Path, ...]:
    """Return the folders that a game may read in addition to its own: sets and their art."""
    homes = [folder.parent for folder in set_folders(cards, slug)]
    return tuple(home / part for home in homes if home != cards / slug for part in _PARTS)
