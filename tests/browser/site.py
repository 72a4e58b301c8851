"""A running server of the browser tests, and tables opened in its database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from playwright.sync_api import BrowserContext

from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.web.access import HOST
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import list_games
from tests.browser.prepared import Prepared


class Site(str):
    """The address of a server whose database and games are known."""

    __slots__ = ("cards", "database")

    database: Path
    cards: Path

    def __new__(cls, address: str, database: Path, cards: Path) -> Self:
        made = super().__new__(cls, address)
        made.database, made.cards = database, cards
        return made

    @contextmanager
    def preparing(self) -> Iterator[Prepared]:
        """Open tables of built-in games and play them without taps."""
        store = Store(f"sqlite:///{self.database}")
        yield Prepared(store)
        store.close()

    def open_table(self, host: BrowserContext, title: str) -> str:
        """Open a table of which this phone is the host; returns its address. All files of tests
        share a server, which lets nobody open so many tables by tapping."""
        games = (
            open_game(slug, self.cards, builtin_templates()) for slug in list_games(self.cards)
        )
        game = next(game for game in games if game.title == title)
        store = Store(f"sqlite:///{self.database}")
        code, token = Rooms(store, Broadcaster()).open(game.slug, start_of(game))
        store.close()
        cookie = {"name": HOST + code, "value": token, "url": str(self)}
        host.add_cookies([cookie])  # type: ignore[list-item]
        return f"{self}/t/{code}"
