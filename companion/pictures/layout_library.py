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
from printgen.catalog.ppn.setups import SetupFolder, own_and_builtin_setups
from printgen.catalog.ppn.specs import PIECEPACK
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

    def is_playable(self, layout: Layout) -> bool:
        """Whether the library has a game whose tables can begin with the layout."""
        own = self._library.cards / PIECES_GAME / "setups" / PIECEPACK / f"{layout.id}.ppn"
        return PIECES_GAME in self._library and own.is_file()

    def _setups(self) -> SetupFolder:
        return own_and_builtin_setups(self._library.cards)

    def _cards(self) -> Path:
        """Other games may be in the library's place: then the built-in layouts are shown."""
        cards = self._library.cards
        return cards if (cards / PIECES_GAME / "setups").is_dir() else builtin_cards()


@lru_cache(maxsize=4)
def _read(cards: Path, _edition: str) -> tuple[Layout, ...]:
    return read_library(own_and_builtin_setups(cards), Findings())
