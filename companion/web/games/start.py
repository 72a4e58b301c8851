"""The start page: join a table, continue at one, or choose a game."""

from __future__ import annotations

import re
from typing import Final

from flask import render_template, request
from flask_babel import gettext
from msgspec import Struct

from companion.pictures.library import Library, NoSuchGame
from companion.rooms.codes import CODE
from companion.rooms.own_tables import SEATS_BY_TOKEN, OwnTable, own_tables
from companion.storage.database import StoreUnavailable
from companion.storage.store import Store
from companion.web.access import HOST, PHONE
from companion.web.translation import current_language
from printgen.errors import DataError

SEPARATORS: Final = re.compile(r"[\s\-\u2010-\u2015_.·]+")


class ListedTable(Struct, frozen=True):
    """A table of this browser, with the title of its game."""

    table: OwnTable
    title: str


class StartPage:
    def __init__(self, library: Library, store: Store) -> None:
        self._library = library
        self._store = store
        store.add_index(SEATS_BY_TOKEN)

    def render(self, code: str = "", fault: str = "") -> str:
        """`code` is what somebody typed, and `fault` what is wrong with it."""
        games, broken = [], {}
        for slug in self._library.slugs():
            try:
                games.append(self._library.printed(slug, current_language()))
            except DataError as mistakes:  # mistakes in one game must not hide the others
                broken[slug] = [str(finding) for finding in mistakes.findings]
        own = self._own_tables()
        return render_template(
            "start.html", games=games, broken=broken, own=own, typed=code, fault=fault
        )

    def _own_tables(self) -> list[ListedTable]:
        phone = request.cookies.get(PHONE, "")
        hosted = {
            name.removeprefix(HOST): token
            for name, token in request.cookies.items()
            if name.startswith(HOST)
        }
        if not phone and not hosted:
            return []
        try:
            found = own_tables(self._store, phone, hosted)
        except StoreUnavailable:  # joining and opening say so; the games can be read meanwhile
            return []
        return [ListedTable(own, title) for own in found if (title := self._title(own.game))]

    def _title(self, game: str) -> str | None:
        try:
            return self._library.game(game).title
        except (DataError, NoSuchGame):
            return None


def typed_code(typed: str) -> str:
    """The code that somebody typed: dashes, spaces and small letters do not matter."""
    return SEPARATORS.sub("", typed).upper()


def wrong_code(typed: str) -> str:
    """Explain what is wrong with a code that no table has."""
    code = typed_code(typed)
    if CODE.fullmatch(code):
        return str(
            gettext("There is no table %(code)s. Compare it with the host’s screen.", code=code)
        )
    return str(gettext("A code has six letters and no vowels, such as KXGBFL."))
