"""Find the replay that an address names: a stored file, or a table's own game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import abort
from msgspec import Struct

from companion.language.messages import Refused
from companion.replays.reading import Replay, read_replay
from companion.replays.stored import find_replay
from companion.storage.store import Store
from companion.table.played_steps import game_ppn
from companion.web.access import Access

TABLE: Final = "table-"
"""Before a table's code, in place of the id of a stored replay."""
MAX_KEPT: Final = 16


class Source(Struct, frozen=True):
    """`fixed` texts never change; the game of a running table does."""

    name: str
    text: str
    replay: Replay
    fixed: bool


class Sources:
    def __init__(self, access: Access, store: Store) -> None:
        self._access = access
        self._store = store
        self._exported: dict[tuple[str, str], str] = {}

    def find(self, name: str) -> Source:
        """Aborts with 404 for a replay that is not here."""
        code = name.removeprefix(TABLE)
        text = find_replay(self._store, name) if code == name else self._export(code)
        if text is None:
            abort(404)
        try:
            return Source(name, text, read_kept(text), fixed=code == name)
        except Refused:  # stored by an earlier version with other limits
            abort(404)

    def _export(self, code: str) -> str | None:
        room = self._access.room(code)
        key = (room.stored.code, room.last_hash)
        if key not in self._exported:
            text = game_ppn(room.history)
            if text is None:
                return None
            if len(self._exported) >= MAX_KEPT:
                self._exported.clear()
            self._exported[key] = text
        return self._exported[key]


read_kept = lru_cache(maxsize=MAX_KEPT)(read_replay)
