"""The views of the API. They reveal nothing that the pages do not."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from flask import abort, url_for

from companion.games import is_playable, rules_for
from companion.games.offers import Offers
from companion.games.options import Option
from companion.games.scene import Scene
from companion.games.score import Result
from companion.games.setup import Setup
from companion.language.messages import Refused
from companion.pictures.library import Library, PrintedGame
from companion.results.exports import finished_entry
from companion.results.finished_games import ResultFilter, read_finished_games
from companion.results.season_exports import SeasonDetail, season_detail, season_entry
from companion.results.season_store import find_season, read_seasons
from companion.results.seasons import standings
from companion.rooms.presence import away_seats
from companion.rooms.rights import NotYours, check_right, seats_held
from companion.rooms.room import Room
from companion.rooms.seat_links import VALID_SECONDS, SeatLink
from companion.rooms.stand_in import may_stand_in, stand_in
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.table.acts import ACTS
from companion.table.acts.base import LogEntry
from companion.table.acts.seats import TakeSeat
from companion.table.acts.setup import read_request
from companion.table.acts.takeover import AskForSeat
from companion.table.game_rules import setup_of
from companion.table.in_play import offers_of, scene_of
from companion.table.model import Act, Table
from companion.table.score_sheets import result_of
from companion.table.view import TableView, log_view, view
from companion.web.access import Access
from companion.web.api import types
from companion.web.api.requests import ApiRequest
from companion.web.translation import translate
from printgen.errors import DataError

PAGE_SIZE = 50


class ApiViews:
    """One method for each route, by the route's name."""

    def __init__(self, access: Access, store: Store, library: Library) -> None:
        self._access = access
        self._rooms = access.rooms
        self._store = store
        self._library = library

    # --- games -----------------------------------------------------------------------------------

    def games(self, call: ApiRequest) -> types.GameList:  # noqa: ARG002
        games, broken = [], []
        for slug in self._library.slugs():
            try:
                game = self._library.game(slug)
            except DataError:
                broken.append(slug)
                continue
            url = url_for("api.game", slug=slug)
            games.append(types.GameEntry(slug, game.title, game.designer, url, game.bgg))
        return types.GameList(games, broken)

    def game(self, call: ApiRequest) -> types.GameDetail:
        slug = call.path["slug"]
        printed = self._library.printed(slug)
        rules = rules_for(self._library.game(slug))
        return types.GameDetail(
            slug,
            printed.title,
            printed.designer,
            printed.credit,
            is_playable(slug),
            [_option(option) for option in rules.options],
            _components(printed),
            self._library.game(slug).bgg,
        )

    def setup(self, call: ApiRequest) -> Setup:
        slug, query = call.path["slug"], call.query
        data = {
            "players": query.players,
            "words": query.words,
            "options": dict(pair.split(":") for pair in query.option),
            "again": {part: int(n) for part, n in (pair.split(":") for pair in query.again)},
        }
        rules = rules_for(self._library.game(slug))
        return setup_of(rules, read_request(data, query.players, query.words))

    # --- tables ----------------------------------------------------------------------------------

    def open_table(self, call: ApiRequest) -> types.Opened:
        self._access.count_opening()
        slug = call.body.game
        code, token = self._rooms.open(slug, start_of(self._library.game(slug)))
        return types.Opened(code, token, url_for("api.table", code=code))

    def table(self, call: ApiRequest) -> TableView:
        room = self._room(call)
        return view(room.table, self._seat(call, room))

    def join(self, call: ApiRequest) -> types.Seated:
        room, body = self._room(call), call.body
        token = self._own_token(call, room)
        data = {"name": body.name, "colour": body.colour, "entropy": body.entropy}
        seat = self._rooms.join(room.stored.code, Act(body.id, TakeSeat.kind(), None, data), token)
        return types.Seated(seat, token)

    def _own_token(self, call: ApiRequest, room: Room) -> str:
        """The token that will hold a seat: the one sent, if this server issued it."""
        if not call.bearer:
            return self._access.phone()
        code = room.stored.code
        issued = self._access.tokens.is_issued(call.bearer) or self._rooms.is_host(
            room, call.bearer
        )
        if issued or self._rooms.seats(code, call.bearer):
            return call.bearer
        return self._access.tokens.issue()

    def act(self, call: ApiRequest) -> LogEntry:
        room, body = self._room(call), call.body
        code = room.stored.code
        act = Act(body.id, body.kind, body.seat, body.data)
        host = self._is_host(call, room)
        holders = self._rooms.holders(code)
        seats, away = seats_held(holders, call.phone), away_seats(room.table, holders)
        self._access.count_act(code, seats, host=host)
        act = stand_in(room.table, act, seats, host=host, away=away)
        check_right(act, seats, host=host, away=away)
        if act.kind in ACTS and ACTS[act.kind].has_address:
            raise Refused("to take a seat, use the address for seats")
        event = self._rooms.act(code, act, host=host, phone=call.phone)
        after = self._room(call)
        # The seat may have another phone now.
        viewer = body.seat if body.seat in self._rooms.seats(code, call.phone) else None
        return log_view(after.history, viewer, event.number - 1)[0]

    # --- seats -----------------------------------------------------------------------------------

    def phones(self, call: ApiRequest) -> types.Phones:
        room = self._room(call)
        holders = self._rooms.holders(room.stored.code)
        return types.Phones(
            seats_held(holders, call.phone),
            sorted(away_seats(room.table, holders)),
            host=self._is_host(call, room),
        )

    def ask_for_seat(self, call: ApiRequest) -> types.Asked:
        room, body = self._room(call), call.body
        token = self._own_token(call, room)
        self._access.count_act(room.stored.code, (), host=False)
        act = Act(body.id, AskForSeat.kind(), None, {"who": body.seat})
        return types.Asked(self._rooms.ask(room.stored.code, act, token), token)

    def link_seat(self, call: ApiRequest) -> types.SeatLinkEntry:
        room, seat = self._room(call), call.body.seat
        code, table = room.stored.code, room.table
        if seat not in self._rooms.seats(code, call.phone):
            raise NotYours("that seat belongs to another phone")
        if table.seat(seat) is None:
            raise Refused("that seat doesn’t exist")
        host = self._is_host(call, room)
        link = self._access.links.sign(SeatLink(code, seat, table.held_since[seat], host))
        url = url_for("seats.confirm", code=code, link=link, _external=True)
        return types.SeatLinkEntry(link, url, VALID_SECONDS)

    def take_over(self, call: ApiRequest) -> types.Seated:
        room, body = self._room(call), call.body
        self._access.count_act(room.stored.code, (), host=False)
        link = self._access.links.read(body.link)
        if link.code != room.stored.code:
            raise NotYours("this code is not valid any more: ask for a new one")
        token = self._own_token(call, room)
        return types.Seated(self._rooms.take_over(body.id, link, token), token)

    def log(self, call: ApiRequest) -> types.Log:
        room = self._room(call)
        entries = log_view(room.history, self._seat(call, room), call.query.after)
        return types.Log(room.table.revision, entries)

    # --- rules -----------------------------------------------------------------------------------

    def offers(self, call: ApiRequest) -> Offers:
        room = self._room(call)
        seat = self._stand_in(call, room) or self._seat(call, room)
        if seat is None:
            raise NotYours("take a seat first")
        if room.table.play is None:
            raise _not_in_play(room.table)
        return offers_of(room.table, seat)

    def _stand_in(self, call: ApiRequest, room: Room) -> str | None:
        """The requested seat, if the client may play for it though it is not its own."""
        if call.query.seat is msgspec.UNSET:
            return None
        seat = str(call.query.seat)
        holders = self._rooms.holders(room.stored.code)
        if seat in seats_held(holders, call.phone):
            return None
        host, away = self._is_host(call, room), away_seats(room.table, holders)
        return seat if may_stand_in(room.table, seat, host=host, away=away) else None

    def scene(self, call: ApiRequest) -> Scene:
        room = self._room(call)
        scene = scene_of(room.table, self._seat(call, room))
        if scene is None:
            raise _not_in_play(room.table)
        return scene

    def score(self, call: ApiRequest) -> Result:
        return result_of(self._room(call).table)

    # --- results ---------------------------------------------------------------------------------

    def results(self, call: ApiRequest) -> types.ResultList:
        query = call.query
        filters = ResultFilter(
            query.game or "", query.player or "", query.since or None, query.until or None
        )
        found = read_finished_games(self._store, filters)
        titles, bgg_ids = self._library.titles(), self._library.bgg_ids()
        first = (query.page - 1) * PAGE_SIZE
        shown = [finished_entry(f, titles, bgg_ids) for f in found[first : first + PAGE_SIZE]]
        pages = max(1, -(-len(found) // PAGE_SIZE))
        return types.ResultList(len(found), query.page, pages, shown)

    def seasons(self, call: ApiRequest) -> types.SeasonList:  # noqa: ARG002
        return types.SeasonList([season_entry(stored) for stored in read_seasons(self._store)])

    def season(self, call: ApiRequest) -> SeasonDetail:
        stored = find_season(self._store, call.path["season"])
        if stored is None:
            abort(404)
        games = read_finished_games(self._store, stored.season.result_filter)
        return season_detail(stored, standings(stored.season, games))

    # --- the client ------------------------------------------------------------------------------

    def _room(self, call: ApiRequest) -> Room:
        room = self._access.room(call.path["code"])
        if call.phone:
            host = self._is_host(call, room)
            self._access.presence.mark(room.stored.code, call.phone, host=host)
        return room

    def _is_host(self, call: ApiRequest, room: Room) -> bool:
        tokens = (call.host(room.stored.code), call.phone)
        return any(self._rooms.is_host(room, token) for token in tokens)

    def _seat(self, call: ApiRequest, room: Room) -> str | None:
        """The requested seat, which the client must hold; by default its first, if it has any."""
        seats = self._rooms.seats(room.stored.code, call.phone)
        if call.query.seat is msgspec.UNSET:
            return seats[0] if seats else None
        if call.query.seat not in seats:
            raise NotYours("that seat belongs to another phone")
        return str(call.query.seat)


def _not_in_play(table: Table) -> Refused:
    if is_playable(table.game):
        return Refused("the game has not started yet")
    return Refused("the app cannot referee this game")


def _components(printed: PrintedGame) -> list[types.Component]:
    return [
        types.Component(part.id, part.title, part.count, _faces(printed.slug, part.id, part.faces))
        for part in printed.parts
    ]


def _faces(slug: str, part: str, names: Iterable[str]) -> list[types.Face]:
    return [
        types.Face(name, url_for("games.face", slug=slug, part=part, name=name)) for name in names
    ]


def _option(option: Option) -> types.OptionEntry:
    choices = {name: translate(title) for name, title in option.choices.items()}
    why = None if option.why is None else translate(option.why)
    return types.OptionEntry(option.id, translate(option.title), choices, option.default, why)
