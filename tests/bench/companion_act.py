"""Measure the CPU time of one act: decided, stored in SQLite, applied, and the table read again.

`python -m tests.bench.companion_act` prints this section alone.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.games import rules_for
from companion.games.rules import PlayableRules
from companion.language.messages import Refused
from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.start import DICE, start_of
from companion.storage.store import Store
from companion.table.model import Act, Start
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.games.rules.bots import random_move

ROUNDS: Final = 5
ACTS: Final = 150
LONG: Final = 3000
GAME: Final = "dragon-river"
NAMES: Final = {"Ann": "red", "Ben": "blue", "Cid": "green"}


class Tables:
    """Tables in one file, and how long each of their acts took."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._ids = (f"act-{number:06}" for number in itertools.count())
        self.taken: dict[str, list[float]] = {}

    def open(self, game: str, start: Start) -> str:
        return self._rooms.open(game, start)[0]

    def room(self, code: str) -> Room:
        room = self._rooms.room(code)
        assert room is not None
        return room

    def act(self, code: str, kind: str, seat: str | None, data: Mapping[str, Any]) -> None:
        self._rooms.act(code, Act(next(self._ids), kind, seat, data), host=True)

    def timed(self, row: str, code: str, kind: str, seat: str | None, data: Any) -> None:
        """An act and the look at its table that follows each, as a phone's page takes it."""
        begin = time.process_time()
        self.act(code, kind, seat, data)
        self.room(code)
        self.taken.setdefault(row, []).append(1000 * (time.process_time() - begin))


def _throws(tables: Tables, row: str, before: int) -> None:
    code = tables.open("harbour", Start({}, DICE))
    for _ in range(before):
        tables.act(code, "roll", None, {"die": "d6", "count": 2})
    for _ in range(ACTS):
        tables.timed(row, code, "roll", None, {"die": "d6", "count": 2})


def _moves(tables: Tables, row: str) -> None:
    game = open_game(GAME, builtin_cards(), builtin_templates())
    code = tables.open(GAME, start_of(game))
    for name, colour in NAMES.items():
        tables.act(code, "join", None, {"name": name, "colour": colour})
    tables.act(code, "begin", None, {})
    rules, pick = rules_for(game), random.Random(GAME)
    assert isinstance(rules, PlayableRules)
    for _ in range(ACTS):
        table = tables.room(code).table
        found = {s.id: rules.offers(table.play, s.id) for s in table.seats}
        able = {seat: offers for seat, offers in found.items() if offers.choices or offers.picks}
        if not able:
            return
        seat = pick.choice(sorted(able))
        try:
            tables.timed(row, code, "play", seat, {"move": random_move(able[seat], pick)})
        except Refused:
            continue  # a set of items that the rules do not take


def measure(folder: Path) -> Iterator[tuple[str, float]]:
    """The median CPU milliseconds of each row."""
    store = Store(f"sqlite:///{folder}/tables.sqlite")
    tables = Tables(Rooms(store, Broadcaster()))
    for _ in range(ROUNDS):
        _throws(tables, "a throw at a new table", 0)
        _moves(tables, f"a move of {GAME}")
    _throws(tables, f"a throw after {LONG} others", LONG)
    store.close()
    for row, taken in tables.taken.items():
        yield row, statistics.median(taken)


def main() -> int:
    print("\nAn act from the request to the stored event and the next look at the table, CPU ms")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for row, time_ms in measure(Path(folder)):
            print(f"  {row:<32}{time_ms:>8.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
