"""Play tables of all games with bots into a SQLite file, to keep what a version stores.

Run it with the code of that version: `PYTHONPATH=<its folder> python play.py <its folder> FILE`,
then keep the file as `sqlite3 FILE .dump | gzip -9n > NAME.sql.gz`. It uses only what every version
has. Each game gets one table that has ended and one that is still played.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games import rules_at
from companion.games.offers import Offers
from companion.games.rules import PlayableRules
from companion.games.seats import COLOURS
from companion.language.messages import Refused
from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.table.model import Act

GAMES = ("dragon-boats", "dragon-river", "mines", "port-flower", "river-dragons")
NAMES = ("Ann", "Ben", "Cid")
MAX_MOVES = {"ended": 230, "running": 18}
UNDO_EVERY = 17


class Bots:
    """Friends who tap on anything."""

    def __init__(self, root: Path, store: Store) -> None:
        self._root = root
        self._rooms = Rooms(store, Broadcaster())
        self._ids = (f"act-{number:06d}" for number in itertools.count())

    def act(self, code: str, kind: str, seat: str | None, data: Mapping[str, Any]) -> int:
        return self._rooms.act(code, Act(next(self._ids), kind, seat, data), host=True).number

    def play(self, slug: str, state: str) -> None:
        pick = random.Random(f"{slug} {state}")
        start = start_of(open_game(slug, self._root / "cards", self._root / "templates"))
        code, _ = self._rooms.open(slug, start)
        for name, colour in zip(NAMES, COLOURS, strict=False):
            data = {"name": name, "colour": colour, "entropy": "00ff"}
            self._rooms.join(code, Act(next(self._ids), "join", None, data), f"phone of {name}")
        self.act(code, "roll", None, {"die": "d6", "count": 2})
        self.act(code, "note", None, {"text": "house rules"})
        self.act(code, "setup", None, {"players": len(NAMES), "options": {}})
        self.act(code, "begin", None, {})
        for turn in range(MAX_MOVES[state]):
            if not self._move(code, pick, undo=turn % UNDO_EVERY == UNDO_EVERY - 1):
                break
        if state == "ended":
            self.act(code, "end", None, {})

    def _move(self, code: str, pick: random.Random, *, undo: bool) -> bool:
        """False once the game is over."""
        room = self._rooms.room(code)
        assert room is not None
        table = room.table
        rules = rules_at(table.game, table.facts)
        assert isinstance(rules, PlayableRules)
        if rules.scene(table.play, None).over:
            return False
        found = {seat.id: rules.offers(table.play, seat.id) for seat in table.seats}
        seat = pick.choice(
            sorted(s for s, offers in found.items() if offers.choices or offers.picks)
        )
        try:
            number = self.act(code, "play", seat, {"move": random_move(found[seat], pick)})
            if undo:
                self.act(code, "undo", None, {"number": number})
        except Refused:
            pass  # a set of items that the rules do not take
        return True


def random_move(offers: Offers, pick: random.Random) -> dict[str, Any]:
    number = pick.randrange(len(offers.choices) + len(offers.picks))
    if number < len(offers.choices):
        return dict(offers.choices[number].move)
    chosen = offers.picks[number - len(offers.choices)]
    ids = [name for name, _ in chosen.items]
    picked = pick.sample(ids, pick.randint(chosen.least, chosen.most))
    if not chosen.ordered:
        picked = [name for name in ids if name in picked]
    return {**chosen.move, chosen.key: picked}


def main() -> None:
    store = Store(f"sqlite:///{sys.argv[2]}")
    bots = Bots(Path(sys.argv[1]), store)
    for slug in GAMES:
        for state in MAX_MOVES:
            bots.play(slug, state)
    store.close()


if __name__ == "__main__":
    main()
