"""Takes wishes for finished games, gives their pages, files, and a way to be rid of them."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import format_date, format_time, gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import open_game
from companion.games.base import Result
from companion.record import examine, write_record
from companion.results.erase import delete_game, delete_player
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
from companion.results.imports import import_record
from companion.results.race import race_of, throws_of
from companion.results.statistics import points_over_time, sum_games, sum_players
from companion.room import Room, Rooms
from companion.store import Store
from companion.table.model import Refused
from companion.table.plays import result_of
from companion.web.asking import read_page, read_wanted
from companion.web.errors import slow_down
from companion.web.language import translate
from companion.web.limits import Limiter
from companion.web.pictures import dice_pictures, history_picture, race_picture
from companion.web.visitor import HOST, refuse_other_sites, remember_host
from printgen.catalog.load import list_games
from printgen.errors import DataError

ON_A_PAGE: Final = 10
LARGEST_RECORD: Final = 2 * 1024 * 1024
LARGEST_FORM: Final = LARGEST_RECORD + 16 * 1024
CONFIRM: Final = "paperboat_confirm"
# Headers of proxies: behind one, every visitor seems to sit at the machine itself.
PROXIED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


def make_results(rooms: Rooms, store: Store, cards: Path, templates: Path) -> Blueprint:
    prepare(store)
    shown = ResultPages(rooms, store, cards, templates)
    pages = Blueprint("results", __name__)
    pages.before_request(refuse_other_sites)
    pages.get("/results")(shown.results)
    pages.get("/results.csv")(shown.all_csv)
    pages.get("/results.json")(shown.all_json)
    pages.post("/results/import")(shown.bring)
    pages.get("/results/players/delete")(shown.ask_delete_player)
    pages.post("/results/players/delete")(shown.do_delete_player)
    pages.get("/results/<code>")(shown.one)
    pages.get("/results/<code>.csv")(shown.one_csv)
    pages.get("/results/<code>.json")(shown.one_json)
    pages.get("/results/<code>/delete")(shown.ask_delete)
    pages.post("/results/<code>/delete")(shown.do_delete)
    pages.get("/verify")(shown.verify_form)
    pages.post("/verify")(shown.verify)
    return pages


class ResultPages:
    """Everything under /results, and the page that checks records."""

    def __init__(self, rooms: Rooms, store: Store, cards: Path, templates: Path) -> None:
        self._rooms = rooms
        self._store = store
        self._cards = cards
        self._templates = templates
        self._wrong_codes = Limiter(tries=20, seconds_each=6.0, clock=time.monotonic)
        self._records = Limiter(tries=10, seconds_each=10.0, clock=time.monotonic)

    # --- the list --------------------------------------------------------------------------------

    def results(self) -> AnyResponse:
        return self._list()

    def _list(self, fault: str = "", status: int = 200) -> AnyResponse:
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
            titles=self._titles(),
            all_games=sorted({finished.game for finished in everything}),
            all_players=[player.name for player in sum_players(everything)],
            game_sums=sum_games(games),
            player_sums=_players_of(games, wanted),
            points=points_over_time(games, wanted.player) if wanted.game and wanted.player else {},
            picture=history_picture(games, wanted, self._titles()),
            here=_is_here(),
            when=_when,
            fault=fault,
        )
        return _fresh(make_response(page, status))

    def all_csv(self) -> AnyResponse:
        return _file(write_csv(self._asked_games(), self._titles()), "text/csv", "results.csv")

    def all_json(self) -> AnyResponse:
        titles = self._titles()
        games = [as_data(finished, titles) for finished in self._asked_games()]
        body = msgspec.json.format(msgspec.json.encode(games), indent=1).decode() + "\n"
        return _file(body, "application/json", "results.json")

    def _asked_games(self) -> list[Finished]:
        try:
            return read_history(self._store, read_wanted(request.args))
        except Refused as fault:
            abort(400, translate(fault.message))

    def _titles(self) -> dict[str, str]:
        titles = {}
        for slug in list_games(self._cards):
            try:
                titles[slug] = open_game(slug, self._cards, self._templates).title
            except DataError:  # a game whose data has mistakes today was played all the same
                titles[slug] = slug
        return titles

    # --- one game --------------------------------------------------------------------------------

    def one(self, code: str) -> AnyResponse:
        finished = self._find(code)
        room = self._room(finished.code)
        page = render_template(
            "results_one.html",
            finished=finished,
            title=self._title(finished),
            score=(score := _score(room)),
            why={rank.seat: rank.why for rank in score.ranking if rank.why} if score else {},
            names={player.seat: player.name for player in finished.players},
            race=race_picture(_race(room), pointless=finished.pointless),
            dice=dice_pictures(throws_of(room.story), room.table.dice) if room else (),
            bg_stats=bg_stats_link(finished, self._title(finished)),
            may_delete=self._may_delete(finished),
            stored=room is not None,
            when=_when,
        )
        return _fresh(make_response(page))

    def one_csv(self, code: str) -> AnyResponse:
        finished = self._find(code)
        name = f"{finished.game}-{finished.code}.csv"
        return _file(write_csv([finished], self._titles()), "text/csv", name)

    def one_json(self, code: str) -> AnyResponse:
        finished = self._find(code)
        room = self._room(finished.code)
        if room is None:
            abort(409, gettext("Today's rules cannot follow this game, so it has no record."))
        name = f"{finished.game}-{finished.code}.json"
        return _file(write_record(room, finished.times), "application/json", name)

    def _find(self, code: str) -> Finished:
        finished = find_finished(self._store, code)
        if finished is None:
            slow_down(self._wrong_codes)
            abort(404)
        return finished

    def _title(self, finished: Finished) -> str:
        return self._titles().get(finished.game, finished.game)

    def _room(self, code: str) -> Room | None:
        """Nothing, if the rules have changed so much that they cannot follow the log."""
        try:
            return self._rooms.room(code)
        except Refused:
            return None

    # --- records that come in --------------------------------------------------------------------

    def bring(self) -> AnyResponse:
        slow_down(self._records)
        try:
            known = frozenset(list_games(self._cards))
            imported = import_record(self._store, _sent_record(), known)
        except Refused as fault:
            return self._list(translate(fault.message), 409)
        answer = redirect(url_for("results.one", code=imported.code), 303)
        if imported.token is not None:
            self._rooms.reread(imported.code)  # a game of that code may have been deleted here
            remember_host(answer, imported.code, imported.token)
        return answer

    def verify_form(self) -> AnyResponse:
        return make_response(render_template("verify.html", examined=None))

    def verify(self) -> AnyResponse:
        slow_down(self._records)
        examined = examine(_sent_record())
        titles = self._titles()
        title = titles.get(examined.record.game, examined.record.game) if examined.record else ""
        page = render_template("verify.html", examined=examined, title=title)
        return _fresh(make_response(page))

    # --- deletion --------------------------------------------------------------------------------

    def ask_delete(self, code: str) -> AnyResponse:
        finished = self._deletable(code)
        return _with_confirmation(
            "results_delete.html", {"finished": finished, "title": self._title(finished)}
        )

    def do_delete(self, code: str) -> AnyResponse:
        finished = self._deletable(code)
        _check_confirmation()
        delete_game(self._rooms, self._store, finished.code)
        return redirect(url_for("results.results"), 303)

    def _deletable(self, code: str) -> Finished:
        finished = self._find(code)
        if not self._may_delete(finished):
            abort(
                403,
                gettext(
                    "A game is deleted by the host of its table, on the phone that opened it, "
                    "or at the machine that this server runs on."
                ),
            )
        return finished

    def _may_delete(self, finished: Finished) -> bool:
        if _is_here():
            return True
        room = self._room(finished.code)
        token = request.cookies.get(HOST + finished.code, "")
        return room is not None and self._rooms.is_host(room, token)

    def ask_delete_player(self) -> AnyResponse:
        _only_here()
        name = request.args.get("name", "").strip()
        plays = len(read_history(self._store, Wanted(player=name))) if name else 0
        return _with_confirmation("results_delete_player.html", {"name": name, "plays": plays})

    def do_delete_player(self) -> AnyResponse:
        _only_here()
        _check_confirmation()
        try:
            guest, _ = delete_player(self._rooms, self._store, request.form.get("name", ""))
        except Refused as fault:
            abort(404, translate(fault.message))
        return redirect(url_for("results.results", player=guest), 303)


def _players_of(games: list[Finished], wanted: Wanted) -> list[Any]:
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


def _race(room: Room | None) -> Mapping[str, list[tuple[int, int]]]:
    try:
        return race_of(room.story) if room else {}
    except Refused:
        return {}


def _sent_record() -> str:
    """A file or pasted text; records are larger than anything else that is sent."""
    request.max_content_length = LARGEST_FORM
    request.max_form_memory_size = LARGEST_FORM
    file = request.files.get("file")
    text = file.stream.read().decode("utf-8", "replace") if file else ""
    return text or request.form.get("text", "")


def _is_here() -> bool:
    """Whether somebody sits at the machine itself, and called it so: a name that some site has
    made to point here does not count, nor does a proxy."""
    if any(header in request.headers for header in PROXIED):
        return False
    called = urlsplit(f"//{request.host}").hostname or ""
    return _is_loopback(request.remote_addr or "") and (
        called == "localhost" or _is_loopback(called)
    )


def _is_loopback(address: str) -> bool:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return bool((mapped or number).is_loopback)


def _only_here() -> None:
    if not _is_here():
        abort(403, gettext("A player is deleted only at the machine that this server runs on."))


def _with_confirmation(template: str, values: Mapping[str, Any]) -> AnyResponse:
    """A page that asks once more. Another site can neither read its token nor send its cookie."""
    token = secrets.token_urlsafe(24)
    answer = make_response(render_template(template, values=values, confirm=token, when=_when))
    answer.set_cookie(CONFIRM, token, max_age=3600, httponly=True, samesite="Strict")
    return _fresh(answer)


def _check_confirmation() -> None:
    kept = request.cookies.get(CONFIRM, "")
    if not kept or not hmac.compare_digest(kept.encode(), request.form.get("confirm", "").encode()):
        abort(403, gettext("Please confirm on the page that asks for it, within an hour."))


def _file(body: str, kind: str, name: str) -> AnyResponse:
    answer = Response(body, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return _fresh(answer)


def _when(seconds: float) -> str:
    """A moment as the clock in the room says it."""
    moment = datetime.fromtimestamp(seconds)
    return f"{format_date(moment, rebase=False)}, {format_time(moment, 'short', rebase=False)}"


def _fresh(answer: AnyResponse) -> AnyResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer
