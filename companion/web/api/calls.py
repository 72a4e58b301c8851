"""Takes what programs ask for, gives values; nothing that the pages would not tell them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import msgspec
from flask import url_for

from companion.gallery import Library, Shelf
from companion.games import referees, rules_at, rules_for
from companion.games.base import Offers, Option, Referee, Result, Scene, Setup
from companion.pieces import start_of
from companion.results.exports import as_data
from companion.results.history import Wanted, read_history
from companion.room import NotYours, Room, check_right
from companion.store import Store
from companion.table.entries import result_of
from companion.table.model import Act, Refused, Table
from companion.table.plays import read_request, setup_of
from companion.table.view import log_view, view
from companion.web.api import types
from companion.web.api.asking import Ask
from companion.web.language import translate
from companion.web.visitor import Door
from printgen.errors import DataError

ON_A_PAGE = 50


class Calls:
    """One function for each route, by its name there."""

    def __init__(self, door: Door, store: Store, library: Library) -> None:
        self._door = door
        self._rooms = door.rooms
        self._store = store
        self._library = library

    # --- games -----------------------------------------------------------------------------------

    def games(self, ask: Ask) -> types.GameList:  # noqa: ARG002
        games, broken = [], []
        for slug in self._library.slugs():
            try:
                game = self._library.game(slug)
            except DataError:
                broken.append(slug)
                continue
            url = url_for("api.game", slug=slug)
            games.append(types.GameEntry(slug, game.title, game.designer, url))
        return types.GameList(games, broken)

    def game(self, ask: Ask) -> types.GameDetail:
        slug = ask.path["slug"]
        shelf = self._library.shelf(slug)
        rules = rules_for(slug)
        facts = rules.facts(self._library.game(slug))
        return types.GameDetail(
            slug,
            shelf.title,
            shelf.designer,
            shelf.credit,
            referees(rules),
            [_option(option) for option in rules_at(slug, facts).options],
            _components(shelf),
        )

    def setup(self, ask: Ask) -> Setup:
        slug, query = ask.path["slug"], ask.query
        data = {
            "players": query.players,
            "words": query.words,
            "options": dict(pair.split(":") for pair in query.option),
            "again": {part: int(n) for part, n in (pair.split(":") for pair in query.again)},
        }
        game = self._library.game(slug)
        wanted = read_request(data, query.players, query.words)
        return setup_of(slug, rules_for(slug).facts(game), wanted)

    # --- tables ----------------------------------------------------------------------------------

    def open_table(self, ask: Ask) -> types.Opened:
        self._door.count_opening()
        slug = ask.body.game
        code, token = self._rooms.open(slug, start_of(self._library.game(slug)))
        return types.Opened(code, token, url_for("api.table", code=code))

    def table(self, ask: Ask) -> types.TableView:
        room = self._find(ask)
        return msgspec.convert(view(room.table, self._seat(ask, room)), types.TableView)

    def join(self, ask: Ask) -> types.Seated:
        room, body = self._find(ask), ask.body
        token = ask.phone or secrets.token_urlsafe(24)
        data = {"name": body.name, "colour": body.colour, "entropy": body.entropy}
        seat = self._rooms.join(room.stored.code, Act(body.id, "join", None, data), token)
        return types.Seated(seat, token)

    def act(self, ask: Ask) -> types.LogEntry:
        room, body = self._find(ask), ask.body
        code = room.stored.code
        act = Act(body.id, body.kind, body.seat, body.data)
        host = self._rooms.is_host(room, ask.host(code))
        check_right(act, self._rooms.seats(code, ask.phone), host=host)
        if act.kind == "join":
            raise Refused("a seat is taken at its own address")
        event = self._rooms.act(code, act, host=host)
        after = self._find(ask)
        (told,) = log_view([event], after.table, body.seat)
        return msgspec.convert(told, types.LogEntry)

    def log(self, ask: Ask) -> types.Log:
        room = self._find(ask)
        told = log_view(room.log[ask.query.after :], room.table, self._seat(ask, room))
        return types.Log(room.table.revision, msgspec.convert(told, list[types.LogEntry]))

    # --- rules -----------------------------------------------------------------------------------

    def offers(self, ask: Ask) -> Offers:
        room = self._find(ask)
        seat = self._seat(ask, room)
        if seat is None:
            raise NotYours("take a seat first")
        rules = _referee(room.table)
        return rules.offers(room.table.facts, room.table.play, seat)

    def scene(self, ask: Ask) -> Scene:
        room = self._find(ask)
        rules = _referee(room.table)
        return rules.scene(room.table.facts, room.table.play, self._seat(ask, room))

    def score(self, ask: Ask) -> Result:
        return result_of(self._find(ask).table)

    # --- results ---------------------------------------------------------------------------------

    def results(self, ask: Ask) -> types.ResultList:
        query = ask.query
        wanted = Wanted(
            query.game or "", query.player or "", query.since or None, query.until or None
        )
        found = read_history(self._store, wanted)
        titles = self._library.titles()
        first = (query.page - 1) * ON_A_PAGE
        shown = [as_data(finished, titles) for finished in found[first : first + ON_A_PAGE]]
        pages = max(1, -(-len(found) // ON_A_PAGE))
        entries = msgspec.convert(shown, list[types.FinishedEntry])
        return types.ResultList(len(found), query.page, pages, entries)

    # --- who asks --------------------------------------------------------------------------------

    def _find(self, ask: Ask) -> Room:
        return self._door.find(ask.path["code"])

    def _seat(self, ask: Ask, room: Room) -> str | None:
        """The seat that is asked for, if it is held by who asks; else their first, if any."""
        seats = self._rooms.seats(room.stored.code, ask.phone)
        if ask.query.seat is msgspec.UNSET:
            return seats[0] if seats else None
        if ask.query.seat not in seats:
            raise NotYours("that seat is another phone's")
        return str(ask.query.seat)


def _referee(table: Table) -> Referee:
    rules = rules_for(table.game)
    if not referees(rules):
        raise Refused("this game is played on the table only")
    if table.play is None:
        raise Refused("the game has not begun")
    return rules


def _components(shelf: Shelf) -> list[types.Component]:
    return [
        types.Component(part.id, part.title, part.count, _faces(shelf.slug, part.id, part.faces))
        for part in shelf.parts
    ]


def _faces(slug: str, part: str, names: Iterable[str]) -> list[types.Face]:
    return [
        types.Face(name, url_for("shelf.face", slug=slug, part=part, name=name)) for name in names
    ]


def _option(option: Option) -> types.OptionEntry:
    choices = {name: translate(title) for name, title in option.choices.items()}
    why = None if option.why is None else translate(option.why)
    return types.OptionEntry(option.id, translate(option.title), choices, option.default, why)
