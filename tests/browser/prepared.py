"""Tables in chosen phases of their games, written to a database before a server opens it.

Bots play them through the rooms of the server, in a hundredth of the time that taps take.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import BrowserContext
from sqlalchemy import delete, insert, select, update

from companion.chance.provable import seed_from_words
from companion.games.offers import Offers
from companion.games.rules import PlayableRules
from companion.games.seats import COLOURS
from companion.language.messages import Refused
from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.rooms.tokens import Tokens
from companion.storage.schema import events, phones, tables
from companion.storage.store import Store
from companion.table.game_rules import rules_of
from companion.table.model import Act, Event, Start, Table
from companion.table.replacement import replaceable
from companion.web.access import PHONE
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.games.rules.bots import NAMES, random_move

OVER = 5000
"""More moves than a game has."""


class Prepared:
    """Tables of one database. Ann's phone is the host of all of them; every other player has a
    phone of their own. The same acts on a table have the same luck in every run."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rooms = Rooms(store, Broadcaster())
        self._tokens = Tokens(store)
        self._numbers = itertools.count(1)
        self.phones = {name: self._tokens.issue() for name in (*NAMES, "guest")}

    def open(self, game: str, names: Sequence[str] = (), *, shared: Sequence[str] = ()) -> str:
        """Open a table and seat these players, the `shared` ones at Ann's phone; returns its
        code."""
        start = start_of(open_game(game, builtin_cards(), builtin_templates()))
        code, _ = self._rooms.open(game, start, self.phones["Ann"])
        with self.store.writing() as connection:
            opened = update(tables).where(tables.c.code == code)
            connection.execute(opened.values(seed=seed_from_words(game)))
        for name, colour in zip((*names, *shared), COLOURS, strict=False):
            phone = self.phones["Ann" if name in shared else name]
            data = {"name": name, "colour": colour, "entropy": "00ff"}
            self._rooms.join(code, Act(self._id(), "join", None, data), phone)
        return code

    def act(
        self, code: str, kind: str, seat: str | None = None, data: Mapping[str, Any] | None = None
    ) -> None:
        self._rooms.act(code, Act(self._id(), kind, seat, data or {}), host=True)

    def ask(self, code: str, who: str) -> None:
        """A guest asks to continue as this seat."""
        self._rooms.ask(code, Act(self._id(), "ask-seat", None, {"who": who}), self.phones["guest"])

    def begin(self, game: str, names: Sequence[str], moves: int = 0) -> str:
        """A table with a setup and so many moves of its game; returns its code."""
        code = self.open(game, names)
        self.act(code, "setup", None, {"players": len(names), "options": {}})
        self.act(code, "begin")
        self.play(code, moves)
        return code

    def play(self, code: str, moves: int) -> None:
        """Try so many moves, or fewer if the game is over before."""
        pick = random.Random(moves)
        for _ in range(moves):
            if not self.play_once(code, pick):
                return

    def play_once(self, code: str, pick: random.Random) -> bool:
        """Try a move; return False if the game is over."""
        table = self.table(code)
        rules = rules_of(table)
        assert isinstance(rules, PlayableRules)
        offered = {seat.id: rules.offers(table.play, seat.id) for seat in table.seats}
        able = [seat for seat, offers in offered.items() if offers.choices or offers.picks]
        if not able:
            return False
        seat = pick.choice(able)
        # A pick may be an illegal set.
        with suppress(Refused):
            self.act(code, "play", seat, {"move": random_move(offered[seat], pick)})
        return True

    def play_until(self, code: str, who: str, wanted: Callable[[Offers], bool]) -> None:
        """Play until this player has such a choice."""
        pick = random.Random(who)
        for _ in range(OVER):
            table = self.table(code)
            rules = rules_of(table)
            assert isinstance(rules, PlayableRules)
            seat = next(seat.id for seat in table.seats if seat.name == who)
            if wanted(rules.offers(table.play, seat)) or not self.play_once(code, pick):
                return

    def copy(self, code: str, revision: int) -> str:
        """A table that is as another one was at this revision; returns its code."""
        table = self.table(code)
        copied, _ = self._rooms.open(table.game, Start({}, {}), self.phones["Ann"])
        with self.store.writing() as connection:
            of_original = tables.c.code == code
            names = ("seed", "start", "version")
            original = connection.execute(select(tables).where(of_original)).one()._mapping
            values = {name: original[name] for name in names}
            connection.execute(update(tables).where(tables.c.code == copied).values(values))
            for rows, until in ((events, (events.c.number <= revision,)), (phones, ())):
                found = connection.execute(select(rows).where(rows.c.code == code, *until))
                connection.execute(
                    insert(rows), [{**row._mapping, "code": copied} for row in found]
                )
        self._rooms.reread(copied)
        return copied

    def forget_last(self, code: str, count: int) -> None:
        """Remove the last events of a table: a game that is over is nearly over then."""
        left = self.table(code).revision - count
        with self.store.writing() as connection:
            connection.execute(delete(events).where(events.c.code == code, events.c.number > left))
        self._rooms.reread(code)

    def table(self, code: str) -> Table:
        room = self._rooms.room(code)
        assert room is not None
        return room.table

    def last_replaceable(self, code: str) -> int | None:
        """The number of the last move that the host can replace by another, if there is one."""
        room = self._rooms.room(code)
        assert room is not None
        for event in reversed(room.log):
            asked = Event(len(room.log) + 1, "", "replace", None, {"number": event.number})
            with suppress(Refused):
                replaceable(room.history, asked, host=True)
                return event.number
        return None

    def enter(self, context: BrowserContext, server: str, who: str = "Ann") -> None:
        """Make a browser this person's phone."""
        cookie = {"name": PHONE, "value": self.phones[who], "url": server}
        context.add_cookies([cookie])  # type: ignore[list-item]

    def _id(self) -> str:
        return f"prepared-{next(self._numbers):06}"
