"""The library of piecepack layouts, read again when its files change."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.chance.provable import chance_from_words
from companion.pictures.library import Library, take_snapshot
from printgen.catalog.builtin import PIECES_GAME, builtin_cards
from printgen.catalog.ppn.games import lay_out
from printgen.catalog.ppn.library import Layout, read_library
from printgen.catalog.ppn.setups import SetupFolder
from printgen.catalog.ppn.table import Pieces
from printgen.errors import Findings

PART: Final = "layout"
"""The part of a setup that lays the pieces out; each part of a setup has its own chance."""


class LayoutLibrary:
    def __init__(self, library: Library) -> None:
        self._library = library

    def layouts(self) -> tuple[Layout, ...]:
        """A layout with a mistake is left out; `printgen layouts` names it."""
        snapshot = take_snapshot(PIECES_GAME, self._cards(), self._library.templates)
        return _read(snapshot.cards, snapshot.edition)

    def find(self, name: str) -> Layout | None:
        return next((layout for layout in self.layouts() if layout.id == name), None)

    def table(self, layout: Layout, words: str, again: int = 0) -> Pieces:
        """The pieces as a setup code mixes them; `again` counts how often they were mixed again."""
        if not (layout.random and words):
            return layout.pieces
        chance = chance_from_words(f"{words}/{PART}/{again}")
        return lay_out(layout.file.text, layout.file.display_name, self._setups(), chance.below)[0]

    def _setups(self) -> SetupFolder:
        return SetupFolder(self._cards() / PIECES_GAME / "setups")

    def _cards(self) -> Path:
        """Other games may be in the library's place: then the built-in layouts are shown."""
        cards = self._library.cards
        return cards if (cards / PIECES_GAME / "setups").is_dir() else builtin_cards()


@lru_cache(maxsize=4)
def _read(cards: Path, _edition: str) -> tuple[Layout, ...]:
    return read_library(SetupFolder(cards / PIECES_GAME / "setups"), Findings())
