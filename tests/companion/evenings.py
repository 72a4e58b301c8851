"""Play tables to their end, for tests of results."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import update

from companion.games.seats import COLOURS
from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.storage.schema import events, tables
from companion.storage.store import Store
from companion.table.model import Act
from printgen.catalog.builtin import builtin_templates

SAMPLE = Path(__file__).parent.parent / "sample" / "cards"
NIGHT = 1_750_000_000.0


class Evening:
    """Friends who play one game after the other."""

    def __init__(self, store: Store, cards: Path = SAMPLE) -> None:
        self.store = store
        self.rooms = Rooms(store, Broadcaster())
        self.cards = cards
        self.hosts: dict[str, str] = {}
        self._ids = (f"act-{number:06d}" for number in itertools.count())

    def act(
        self, code: str, kind: str, seat: str | None = None, data: Mapping[str, Any] | None = None
    ) -> None:
        self.rooms.act(code, Act(next(self._ids), kind, seat, data or {}), host=True)

    def sit(self, code: str, name: str, colour: str) -> str:
        data = {"name": name, "colour": colour, "entropy": "00ff"}
        return self.rooms.join(code, Act(next(self._ids), "join", None, data), f"phone of {name}")

    def open(self, *names: str, game: str = "harbour") -> tuple[str, list[str]]:
        start = start_of(open_game(game, self.cards, builtin_templates()))
        code, token = self.rooms.open(game, start)
        self.hosts[code] = token
        return code, [
            self.sit(code, name, colour) for name, colour in zip(names, COLOURS, strict=False)
        ]

    def play(self, points: Mapping[str, int], *, day: int = 0, minutes: int = 30) -> str:
        """Play a game of Harbour that ends with these points, `day` days after the first."""
        code, seats = self.open(*points)
        for seat, coins in zip(seats, points.values(), strict=True):
            self.act(code, "roll", seat, {"die": "d6", "count": 4})
            self.act(code, "score", seat, {"sheet": {"coins": coins}})
        self.act(code, "end")
        ended = NIGHT + day * 24 * 3600
        self.date(code, ended - minutes * 60, ended)
        return code

    def date(self, code: str, opened: float, ended: float) -> None:
        with self.store.engine.begin() as connection:
            here = tables.c.code == code
            connection.execute(update(tables).where(here).values(opened=opened))
            connection.execute(update(events).where(events.c.code == code).values(at=ended))
        self.rooms.reread(code)
