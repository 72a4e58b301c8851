"""The pages, acts, downloads and event stream of one table."""

from __future__ import annotations

import io
import secrets
import time
from collections.abc import Callable
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from companion.games import is_playable, rules_at, rules_for
from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.pictures.raster import frame_png
from companion.pictures.result_picture import RankingRow, result_picture
from companion.pictures.typesetter import typesetter_for
from companion.rooms.event_stream import EventStream
from companion.rooms.records import write_record, write_unread_record
from companion.rooms.rights import check_right
from companion.rooms.room import Room, Unreadable
from companion.rooms.stand_in import stand_in
from companion.rooms.start import start_of
from companion.table.acts.seats import TakeSeat
from companion.table.acts.setup import SetUp
from companion.table.acts.takeover import TakeOverSeat
from companion.table.chain import chain, short_code
from companion.table.changed_options import changed_options
from companion.table.decide import MAX_EVENTS
from companion.table.game_rules import rules_of
from companion.table.in_play import scene_of
from companion.table.model import END, Act
from companion.table.named_setup import named_setup
from companion.table.notices import last_reroll, seen_pieces
from companion.table.played_steps import game_ppn
from companion.table.score_sheets import fields_of, result_of
from companion.table.view import view
from companion.web.access import (
    PHONE,
    Access,
    Visitor,
    reject_cross_site,
    remember_host,
    remember_phone,
)
from companion.web.games.printing import setup_pdf
from companion.web.games.setup_query import setup_data
from companion.web.games.start import StartPage, typed_code, wrong_code
from companion.web.query import parse_count
from companion.web.responses import attachment, no_store
from companion.web.scoring.sheets import only_changed
from companion.web.tables.forms import parse_act
from companion.web.tables.pages import (
    PageContext,
    is_covered,
    page_url,
    seats_in_play,
)
from companion.web.tables.seat_menu import lost_seat, requests_for, seat_without_entropy
from companion.web.tables.turn_notice import turn_keys, turn_notice
from companion.web.translation import current_language, translate
from printgen.draw.elements.pictures import qr_frame
from printgen.export.svg import write_svg

PAGES: Final = (
    "seats",
    "setup",
    "play",
    "tools",
    "score",
    "history",
    "replace",
    "screen",
    "winner",
)
RESULT_PIXELS: Final = 1080
MAX_TYPED: Final = 40


def make_tables(access: Access, library: Library, start_page: StartPage) -> Blueprint:
    table = TablePages(access, library, start_page)
    pages = Blueprint("tables", __name__)
    pages.before_request(reject_cross_site)
    pages.post("/tables")(table.open_table)
    pages.post("/join")(table.join_by_code)
    pages.get("/t/<code>")(table.table)
    pages.post("/t/<code>")(table.act)
    pages.get("/t/<code>/<any(setup, play, tools, score, history, replace, screen, winner):page>")(
        table.page
    )
    pages.get("/t/<code>/live")(table.live)
    pages.get("/t/<code>/revision")(table.revision)
    pages.get("/t/<code>/join.svg")(table.join_picture)
    pages.get("/t/<code>/record.json")(table.record)
    pages.get("/t/<code>/chain.json")(table.chain)
    pages.get("/t/<code>/position.ppn")(table.position)
    pages.get("/t/<code>/game.ppn")(table.game_ppn)
    pages.get("/t/<code>/result.png")(table.result_png)
    pages.get("/t/<code>/setup.pdf")(table.setup_pdf)
    return pages


class TablePages:
    """Views under a table's address."""

    def __init__(self, access: Access, library: Library, start_page: StartPage) -> None:
        self._rooms = access.rooms
        self._start_page = start_page
        self._access = access
        self._library = library
        self._context = PageContext(library, access.rooms)

    def open_table(self) -> AnyResponse:
        self._access.count_opening()
        slug = request.form.get("game", "")
        game = self._library.game(slug)
        setup = setup_data(request.form.to_dict(flat=False), rules_for(game))
        code, token = self._rooms.open(slug, start_of(game))
        if setup:
            act = Act(secrets.token_urlsafe(12), SetUp.kind(), None, setup)
            self._rooms.act(code, act, host=True)
        page = request.form.get("page", "")
        response = redirect(page_url(code, page if page in PAGES else "seats"), 303)
        remember_host(response, code, token)
        return response

    def join_by_code(self) -> AnyResponse:
        typed = request.form.get("code", "")[:MAX_TYPED]
        room = self._access.find(typed_code(typed))
        if room is None:
            return make_response(self._start_page.render(typed, wrong_code(typed)), 404)
        return redirect(url_for("tables.table", code=room.stored.code), 303)

    def table(self, code: str) -> AnyResponse:
        return self._show(self._access.visitor(code), "seats")

    def page(self, code: str, page: str) -> AnyResponse:
        visitor = self._access.visitor(code)
        if page == "winner" and not visitor.room.table.ended:
            return redirect(page_url(visitor.code, "score", visitor.seat), 303)
        try:
            return self._show(visitor, page)
        except Refused as fault:
            if page != "replace":
                raise
            return self._show(visitor, "history", translate(fault.message), 409)

    def act(self, code: str) -> AnyResponse:
        visitor = self._access.visitor(code)
        page = request.form.get("page", "seats")
        page = page if page in PAGES else "seats"
        try:
            self._access.count_act(visitor.code, visitor.seats, host=visitor.host)
            form = request.form.to_dict(flat=False)
            act = parse_act(form, visitor.room.table)
            changed = only_changed(act, visitor.room)
            seat = self._perform(visitor, changed) if changed else act.seat
            if "finish" in form:
                self._rooms.act(visitor.code, Act(f"{act.id}-end", END), host=visitor.host)
        except TooManyRequests as fault:
            message = gettext("That was quick! Try again in a moment.")
            response = self._show(visitor, page, message, fault.code)
            response.headers["Retry-After"] = str(fault.retry_after)
            return response
        except Refused as fault:
            return self._show(self._access.visitor(code), page, translate(fault.message), 409)
        whose = request.values.get("for") if page == "score" else None
        address = page_url(visitor.code, page, seat, whose)
        if "finish" in form or act.kind == END:
            address = page_url(visitor.code, "winner")
        response = redirect(address, 303)
        remember_phone(response, visitor.phone)
        return response

    def _perform(self, visitor: Visitor, act: Act) -> str | None:
        """Perform the act; return the seat that the phone continues with."""
        if act.kind == TakeSeat.kind():
            if PHONE not in request.cookies:
                raise Refused("to take a seat, allow cookies in this browser")
            return self._rooms.join(visitor.code, act, visitor.phone)
        table, host, away = visitor.room.table, visitor.host, visitor.away
        act = stand_in(table, act, visitor.seats, host=host, away=away)
        check_right(act, visitor.seats, host=host, away=away)
        self._rooms.act(visitor.code, act, host=host, phone=visitor.phone)
        if act.kind == TakeOverSeat.kind() and act.data["who"] == act.seat:
            return None  # the seat has just left this phone
        return act.seat if act.by is None or self._is_to_act(visitor.code, act) else act.by or None

    def _is_to_act(self, code: str, act: Act) -> bool:
        """Whether the seat for which the host has played is still to act."""
        scene = scene_of(self._access.room(code).table, None)
        return scene is not None and act.seat in scene.turn

    def live(self, code: str) -> Response:
        room = self._access.room(code)
        on_close = self._access.open_stream()
        try:
            subscription = self._rooms.listen(room.stored.code)
        except BaseException:
            on_close()
            raise
        # A reconnecting browser sends the id of the last event it got.
        known = request.headers.get("Last-Event-ID", request.args.get("after"))
        revision = parse_count(known, MAX_EVENTS) or 0
        stream = EventStream(subscription, revision, on_close=on_close, on_alive=self._marker(room))
        response = Response(stream, mimetype="text/event-stream", direct_passthrough=True)
        response.headers["Cache-Control"] = "no-store"
        return response

    def _marker(self, room: Room) -> Callable[[], None]:
        """A function that marks the phone of this request as present."""
        phone, code = request.cookies.get(PHONE, ""), room.stored.code
        host = self._access.is_host(room, phone)
        return lambda: self._access.presence.mark(code, phone, host=host)

    def revision(self, code: str) -> AnyResponse:
        """The current revision, for phones that must poll because their network blocks streams."""
        room = self._access.room(code)
        self._marker(room)()
        more = 1 if self._rooms.next_table(room) else 0
        return no_store(jsonify(revision=len(room.log) + more))

    def chain(self, code: str) -> AnyResponse:
        """The short code of each event, for phones to compare with what they have seen."""
        room = self._access.room(code)
        hashes = chain(room.stored.seed, room.table.commitment, room.raw, room.written)
        return no_store(jsonify(codes=[short_code(digest) for digest in hashes]))

    def join_picture(self, code: str) -> Response:
        link = url_for("tables.table", code=self._access.room(code).stored.code, _external=True)
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")

    def record(self, code: str) -> AnyResponse:
        try:
            room = self._access.room(code)
        except Unreadable as fault:
            if fault.raw is None:
                raise
            name = f"{fault.stored.game}-{fault.stored.code}.json"
            return attachment(write_unread_record(fault), "application/json", name)
        if room.table.ended:
            return redirect(url_for("results.one_json", code=room.stored.code), 303)
        name = f"{room.stored.game}-{room.stored.code}.json"
        return attachment(write_record(room), "application/json", name)

    def position(self, code: str) -> AnyResponse:
        """The position in Portable Piecepack Notation, for games whose rules support it."""
        room = self._access.room(code)
        table = room.table
        text = None if table.play is None else rules_of(table).position_ppn(table.play)
        if text is None:
            abort(404)
        name = f"{table.game}-{room.stored.code}.ppn"
        return attachment(text, "text/plain", name)

    def game_ppn(self, code: str) -> AnyResponse:
        """The whole game in the same notation; `?for=viewers` replaces sets that other programs
        cannot draw."""
        room = self._access.room(code)
        text = game_ppn(room.history, for_viewers=request.args.get("for") == "viewers")
        if text is None:
            abort(404)
        return attachment(text, "text/plain", f"{room.table.game}-{room.stored.code}-game.ppn")

    def result_png(self, code: str) -> AnyResponse:
        """The ranking as a picture to share."""
        table = self._access.room(code).table
        result = result_of(table)
        points = {total.seat: str(total.points) for total in result.totals}
        in_play = seats_in_play(scene_of(table, None), table.players)
        seats = {seat.id: seat for seat in in_play}
        ranking = [
            RankingRow(
                rank.place,
                seats[rank.seat].name,
                seats[rank.seat].colour,
                "" if result.ranking_only else points.get(rank.seat, ""),
                translate(rank.why) if rank.why else "",
            )
            for rank in result.ranking
        ]
        if not ranking:
            abort(404)
        game = self._library.game(table.game)
        heading = gettext("Final ranking") if table.ended else gettext("Standings so far")
        frame = result_picture(game.title, heading, ranking, game.credit, typesetter_for(game))
        return no_store(Response(frame_png(frame, RESULT_PIXELS), mimetype="image/png"))

    def setup_pdf(self, code: str) -> AnyResponse:
        """The setup to print, with the names of this table's players."""
        table = self._access.room(code).table
        setup = named_setup(table, typesetter_for(self._library.game(table.game)).can_show)
        if table.setup is None or setup is None:
            abort(404)
        options = rules_at(table.game, table.facts).options
        changed = changed_options(options, table.setup.options)
        return no_store(setup_pdf(self._library, table.game, table.setup, setup, changed))

    def _show(self, visitor: Visitor, page: str, fault: str = "", status: int = 200) -> AnyResponse:
        table = visitor.room.table
        scene = scene_of(table, None)
        html = render_template(
            f"table/{page}.html",
            page=page,
            code=visitor.code,
            game=self._library.printed(table.game, current_language()),
            table=view(table, visitor.seat),
            names=table.names,
            seats=seats_in_play(scene, table.sheet_seats if page == "score" else table.seats),
            seat=(visitor.stands_in_for if page == "play" else None) or visitor.seat,
            own_seat=visitor.seat,
            away=visitor.away,
            lost_seat=lost_seat(visitor),
            requests=requests_for(visitor),
            waiting=visitor.waiting,
            own_seats=visitor.seats,
            adds_entropy=seat_without_entropy(visitor),
            reroll=last_reroll(visitor.room.history),
            seen=seen_pieces(visitor.room.history),
            begun=scene is not None,
            turn_keys=turn_keys(visitor, scene),
            turn=turn_notice(visitor, scene),
            covered=is_covered(visitor),
            host=visitor.host,
            may_act=not table.ended and bool(visitor.host or visitor.seats),
            referees=is_playable(table.game),
            has_score=bool(fields_of(table)),
            act_id=secrets.token_urlsafe(12),
            now=round(time.time() * 1000),
            page_url=page_url,
            chain_code=short_code(visitor.room.last_hash),
            next_code=self._rooms.next_table(visitor.room),
            fault=fault,
            **self._context.build(page, visitor),
        )
        response = make_response(html, status)
        remember_phone(response, visitor.phone)
        return no_store(response)
