"""The list of finished games, the page of each, and their exports."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.games import rules_at
from companion.games.score import Result
from companion.language.messages import Message, Refused
from companion.pictures.library import Library
from companion.results.exports import bg_stats_link, finished_entry, write_csv
from companion.results.finished_games import (
    EVENTS_BY_KIND,
    EVERYTHING,
    FinishedGame,
    ResultFilter,
    find_finished,
    read_finished_games,
    same,
)
from companion.results.statistics import PlayerSums, points_over_time, sum_games, sum_players
from companion.rooms.records import write_record, write_unread_record
from companion.rooms.room import Room, Unreadable
from companion.storage.store import Store
from companion.table.changed_options import changed_options
from companion.table.game_rules import rules_of
from companion.table.outcome import describe_changed
from companion.table.score_progress import ScoreProgress, by_name
from companion.table.score_sheets import result_of
from companion.web.access import Access, reject_cross_site
from companion.web.charts import dice_charts, progress_chart, results_chart
from companion.web.localhost import is_localhost
from companion.web.query import parse_filter, parse_page
from companion.web.responses import attachment, format_moment, json_attachment, no_store
from companion.web.results.deletion import DeletionPages
from companion.web.results.records import RecordPages
from companion.web.results.seasons import add_seasons
from companion.web.translation import set_game, translate
from companion.web.uploads import IMPORT_PATH, VERIFY_PATH

PAGE_SIZE: Final = 10


def make_results(access: Access, store: Store, library: Library) -> Blueprint:
    store.add_index(EVENTS_BY_KIND)
    shown = ResultPages(access, store, library)
    records = RecordPages(access, store, library, shown.show_list)
    deletion = shown.deletion
    pages = Blueprint("results", __name__)
    pages.before_request(reject_cross_site)
    pages.get("/results")(shown.results)
    pages.get("/results.csv")(shown.all_csv)
    pages.get("/results.json")(shown.all_json)
    pages.post(IMPORT_PATH)(records.import_game)
    pages.get("/results/players/delete")(deletion.confirm_player)
    pages.post("/results/players/delete")(deletion.delete_player_view)
    add_seasons(pages, access, store, library)
    pages.get("/results/<code>")(shown.one)
    pages.get("/results/<code>.csv")(shown.one_csv)
    pages.get("/results/<code>.json")(shown.one_json)
    pages.get("/results/<code>/delete")(deletion.confirm_game)
    pages.post("/results/<code>/delete")(deletion.delete_game_view)
    pages.get(VERIFY_PATH)(records.verify_form)
    pages.post(VERIFY_PATH)(records.verify)
    return pages


class ResultPages:
    """Views of the list of finished games and of one of them."""

    def __init__(self, access: Access, store: Store, library: Library) -> None:
        self._rooms = access.rooms
        self._store = store
        self._library = library
        self.deletion = DeletionPages(access.rooms, store, library, self._find)

    # --- the list --------------------------------------------------------------------------------

    def results(self) -> AnyResponse:
        return self.show_list()

    def show_list(self, fault: str = "", status: int = 200) -> AnyResponse:
        filters = EVERYTHING
        try:
            filters = parse_filter(request.args)
        except Refused as refused:
            fault, status = translate(refused.message), 400
        everything = read_finished_games(self._store)
        games = everything if filters == EVERYTHING else read_finished_games(self._store, filters)
        pages = max(1, -(-len(games) // PAGE_SIZE))
        number = min(parse_page(request.args), pages)
        page = render_template(
            "results.html",
            games=games[(number - 1) * PAGE_SIZE : number * PAGE_SIZE],
            count=len(games),
            number=number,
            pages=pages,
            filters=filters,
            filter_args=_filter_args(filters),
            titles=self._library.titles(),
            all_games=sorted({finished.game for finished in everything}),
            all_players=[player.name for player in sum_players(everything)],
            game_sums=sum_games(games),
            player_sums=_players_of(games, filters),
            points=points_over_time(games, filters.player)
            if filters.game and filters.player
            else {},
            chart=results_chart(games, filters, self._library.titles()),
            is_localhost=is_localhost(),
            fault=fault,
        )
        return no_store(make_response(page, status))

    def all_csv(self) -> AnyResponse:
        return attachment(self._csv(self._filtered_games()), "text/csv", "results.csv")

    def all_json(self) -> AnyResponse:
        titles, bgg_ids = self._library.titles(), self._library.bgg_ids()
        games = [finished_entry(f, titles, bgg_ids) for f in self._filtered_games()]
        return json_attachment(games, "results.json")

    def _filtered_games(self) -> list[FinishedGame]:
        try:
            return read_finished_games(self._store, parse_filter(request.args))
        except Refused as fault:
            abort(400, translate(fault.message))

    # --- one game --------------------------------------------------------------------------------

    def one(self, code: str) -> AnyResponse:
        finished = self._find(code)
        room = self._room(finished.code)
        colours = {player.name: player.colour for player in finished.players}
        bgg = self._library.bgg_ids().get(finished.game)
        page = render_template(
            "results_one.html",
            finished=finished,
            title=self._title(finished),
            score=(score := finished.score or _score(room)),
            tie_breaks={rank.seat: rank.why for rank in score.ranking if rank.why} if score else {},
            names={player.seat: player.name for player in finished.players},
            progress=progress_chart(
                _progress(room, finished), colours, ranking_only=finished.ranking_only
            ),
            dice=dice_charts(room.table) if room else (),
            bg_stats=bg_stats_link(finished, self._title(finished), bgg),
            bgg=bgg,
            changed_options=_changed_options(room, finished),
            may_delete=self.deletion.may_delete(finished),
            stored=room is not None,
            has_replay=room is not None
            and room.table.play is not None
            and rules_of(room.table).has_ppn,
            format_moment=format_moment,
        )
        return no_store(make_response(page))

    def one_csv(self, code: str) -> AnyResponse:
        finished = self._find(code)
        name = f"{finished.game}-{finished.code}.csv"
        return attachment(self._csv([finished]), "text/csv", name)

    def _csv(self, games: list[FinishedGame]) -> str:
        return write_csv(games, self._library.titles(), self._library.bgg_ids())

    def one_json(self, code: str) -> AnyResponse:
        finished = self._find(code)
        name = f"{finished.game}-{finished.code}.json"
        try:
            room = self._rooms.room(finished.code)
        except Unreadable as fault:
            if fault.raw is None:
                raise
            return attachment(write_unread_record(fault, finished.times), "application/json", name)
        if room is None:
            abort(404)
        return attachment(write_record(room, finished.times), "application/json", name)

    def _find(self, code: str) -> FinishedGame:
        finished = find_finished(self._store, code)
        if finished is None:
            abort(404)
        set_game(finished.game)
        return finished

    def _title(self, finished: FinishedGame) -> str:
        return self._library.titles().get(finished.game, finished.game)

    def _room(self, code: str) -> Room | None:
        """None if the current rules cannot replay the log."""
        try:
            return self._rooms.room(code)
        except Refused:
            return None


def _players_of(games: list[FinishedGame], filters: ResultFilter) -> list[PlayerSums]:
    sums = sum_players(games)
    return [s for s in sums if not filters.player or same(s.name, filters.player)]


def _filter_args(filters: ResultFilter) -> dict[str, str]:
    """The query arguments of a filter."""
    args = {"game": filters.game, "player": filters.player}
    days = {"from": filters.since, "to": filters.until}
    args |= {key: day.isoformat() for key, day in days.items() if day}
    return {key: value for key, value in args.items() if value}


def _score(room: Room | None) -> Result | None:
    """The score of a game that was stored without one, if the current rules can compute it."""
    if room is None:
        return None
    try:
        result = result_of(room.table)
    except Refused:
        return None
    return result if result.totals or result.ranking else None


def _changed_options(room: Room | None, finished: FinishedGame) -> tuple[Message, ...]:
    """The options that were not left at their default, as stored, else by the current rules."""
    if finished.choices is not None:
        return describe_changed(finished.choices)
    if room is None:
        return ()
    return changed_options(rules_at(room.table.game, room.table.facts).options, finished.options)


def _progress(room: Room | None, finished: FinishedGame) -> ScoreProgress:
    """The points in the course of the game, as stored, else by the current rules."""
    points = finished.progress
    try:
        if points is None:
            points = room.history.score_progress() if room else {}
    except Refused:
        return {}
    return by_name(points, {player.seat: player.name for player in finished.players})
