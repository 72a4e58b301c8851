"""Takes wishes for finished games, gives their pages and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from flask import Blueprint, abort, make_response, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import Library
from companion.games import rules_at
from companion.games.base import Result
from companion.record import write_record
from companion.results.exports import as_data, bg_stats_link, write_csv
from companion.results.history import (
    EVERYTHING,
    Finished,
    Wanted,
    find_finished,
    prepare,
    read_history,
    same,
)
from companion.results.race import race_of
from companion.results.statistics import PlayerSums, points_over_time, sum_games, sum_players
from companion.room import Room
from companion.store import Store
from companion.table.agreed import agreed
from companion.table.entries import result_of
from companion.table.model import Refused
from companion.web.answers import as_file, fresh, moment
from companion.web.asking import read_page, read_wanted
from companion.web.deletion import DeletionPages
from companion.web.here import is_here
from companion.web.language import speak_of, translate
from companion.web.pictures import dice_pictures, history_picture, race_picture
from companion.web.records import RecordPages
from companion.web.visitor import Door, refuse_other_sites
from companion.words import Message

ON_A_PAGE: Final = 10


def make_results(door: Door, store: Store, library: Library) -> Blueprint:
    prepare(store)
    shown = ResultPages(door, store, library)
    records = RecordPages(door, store, library, shown.show_list)
    deletion = shown.deletion
    pages = Blueprint("results", __name__)
    pages.before_request(refuse_other_sites)
    pages.get("/results")(shown.results)
    pages.get("/results.csv")(shown.all_csv)
    pages.get("/results.json")(shown.all_json)
    pages.post("/results/import")(records.bring)
    pages.get("/results/players/delete")(deletion.ask_delete_player)
    pages.post("/results/players/delete")(deletion.do_delete_player)
    pages.get("/results/<code>")(shown.one)
    pages.get("/results/<code>.csv")(shown.one_csv)
    pages.get("/results/<code>.json")(shown.one_json)
    pages.get("/results/<code>/delete")(deletion.ask_delete)
    pages.post("/results/<code>/delete")(deletion.do_delete)
    pages.get("/verify")(records.verify_form)
    pages.post("/verify")(records.verify)
    return pages


class ResultPages:
    """The list of finished games, and one of them."""

    def __init__(self, door: Door, store: Store, library: Library) -> None:
        self._rooms = door.rooms
        self._store = store
        self._library = library
        self.deletion = DeletionPages(door.rooms, store, library, self._find)

    # --- the list --------------------------------------------------------------------------------

    def results(self) -> AnyResponse:
        return self.show_list()

    def show_list(self, fault: str = "", status: int = 200) -> AnyResponse:
        wanted = EVERYTHING
        try:
            wanted = read_wanted(request.args)
        except Refused as refused:
            fault, status = translate(refused.message), 400
        everything = read_history(self._store)
        games = everything if wanted == EVERYTHING else read_history(self._store, wanted)
        pages = max(1, -(-len(games) // ON_A_PAGE))
        number = min(read_page(request.args), pages)
        page = render_template(
            "results.html",
            games=games[(number - 1) * ON_A_PAGE : number * ON_A_PAGE],
            count=len(games),
            number=number,
            pages=pages,
            wanted=wanted,
            asked=_asked(wanted),
            titles=self._library.titles(),
            all_games=sorted({finished.game for finished in everything}),
            all_players=[player.name for player in sum_players(everything)],
            game_sums=sum_games(games),
            player_sums=_players_of(games, wanted),
            points=points_over_time(games, wanted.player) if wanted.game and wanted.player else {},
            picture=history_picture(games, wanted, self._library.titles()),
            here=is_here(),
            when=moment,
            fault=fault,
        )
        return fresh(make_response(page, status))

    def all_csv(self) -> AnyResponse:
        return as_file(
            write_csv(self._asked_games(), self._library.titles()), "text/csv", "results.csv"
        )

    def all_json(self) -> AnyResponse:
        titles = self._library.titles()
        games = [as_data(finished, titles) for finished in self._asked_games()]
        body = msgspec.json.format(msgspec.json.encode(games), indent=1).decode() + "\n"
        return as_file(body, "application/json", "results.json")

    def _asked_games(self) -> list[Finished]:
        try:
            return read_history(self._store, read_wanted(request.args))
        except Refused as fault:
            abort(400, translate(fault.message))

    # --- one game --------------------------------------------------------------------------------

    def one(self, code: str) -> AnyResponse:
        finished = self._find(code)
        room = self._room(finished.code)
        colours = {player.name: player.colour for player in finished.players}
        page = render_template(
            "results_one.html",
            finished=finished,
            title=self._title(finished),
            score=(score := _score(room)),
            why={rank.seat: rank.why for rank in score.ranking if rank.why} if score else {},
            names={player.seat: player.name for player in finished.players},
            race=race_picture(_race(room), colours, pointless=finished.pointless),
            dice=dice_pictures(room.table) if room else (),
            bg_stats=bg_stats_link(finished, self._title(finished)),
            agreed=_agreed(room, finished),
            may_delete=self.deletion.may_delete(finished),
            stored=room is not None,
            when=moment,
        )
        return fresh(make_response(page))

    def one_csv(self, code: str) -> AnyResponse:
        finished = self._find(code)
        name = f"{finished.game}-{finished.code}.csv"
        return as_file(write_csv([finished], self._library.titles()), "text/csv", name)

    def one_json(self, code: str) -> AnyResponse:
        finished = self._find(code)
        room = self._room(finished.code)
        if room is None:
            abort(409, gettext("Today's rules cannot follow this game, so it has no record."))
        name = f"{finished.game}-{finished.code}.json"
        return as_file(write_record(room, finished.times), "application/json", name)

    def _find(self, code: str) -> Finished:
        finished = find_finished(self._store, code)
        if finished is None:
            abort(404)
        speak_of(finished.game)
        return finished

    def _title(self, finished: Finished) -> str:
        return self._library.titles().get(finished.game, finished.game)

    def _room(self, code: str) -> Room | None:
        """Nothing, if the rules have changed so much that they cannot follow the log."""
        try:
            return self._rooms.room(code)
        except Refused:
            return None


def _players_of(games: list[Finished], wanted: Wanted) -> list[PlayerSums]:
    sums = sum_players(games)
    return [s for s in sums if not wanted.player or same(s.name, wanted.player)]


def _asked(wanted: Wanted) -> dict[str, str]:
    """What is asked for, as an address says it."""
    said = {"game": wanted.game, "player": wanted.player}
    days = {"from": wanted.since, "to": wanted.until}
    said |= {key: day.isoformat() for key, day in days.items() if day}
    return {key: value for key, value in said.items() if value}


def _score(room: Room | None) -> Result | None:
    """The points with how they arose, if the rules can still say it."""
    if room is None:
        return None
    try:
        result = result_of(room.table)
    except Refused:
        return None
    return result if result.totals or result.ranking else None


def _agreed(room: Room | None, finished: Finished) -> tuple[Message, ...]:
    """What that table had decided otherwise, if there are rules that have words for it."""
    if room is None:
        return ()
    return agreed(rules_at(room.table.game, room.table.facts).options, finished.options)


def _race(room: Room | None) -> Mapping[str, list[tuple[int, int]]]:
    try:
        return race_of(room.story) if room else {}
    except Refused:
        return {}
