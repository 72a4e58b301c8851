"""Takes what a phone does at a table, gives the table's pages as that phone may see them."""

from __future__ import annotations

import io
import secrets
import time
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
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import Library
from companion.games import notates, referees, rules_at, rules_for
from companion.picture import Placed, result_picture, sheet_of
from companion.pieces import start_of
from companion.raster import frame_png
from companion.record import write_record
from companion.room import check_right
from companion.table.agreed import agreed
from companion.table.entries import fields_of, result_of
from companion.table.model import Act, Refused
from companion.table.seated import seated_setup
from companion.table.view import view
from companion.web.acts import read_act
from companion.web.answers import as_file, fresh
from companion.web.language import translate
from companion.web.news import stream_news
from companion.web.pages import PageContents, is_covered, page_url, seats_in_play
from companion.web.printing import setup_pdf
from companion.web.visitor import (
    PHONE,
    Door,
    Visitor,
    refuse_other_sites,
    remember_host,
    remember_phone,
)
from printgen.draw.elements.pictures import qr_frame
from printgen.export.svg import write_svg

PAGES: Final = ("seats", "setup", "play", "tools", "score", "history", "screen")
RESULT_PIXELS: Final = 1080


def make_tables(door: Door, library: Library) -> Blueprint:
    table = TablePages(door, library)
    pages = Blueprint("tables", __name__)
    pages.before_request(refuse_other_sites)
    pages.post("/tables")(table.open_table)
    pages.post("/join")(table.join_by_code)
    pages.get("/t/<code>")(table.table)
    pages.post("/t/<code>")(table.act)
    pages.get("/t/<code>/<any(setup, play, tools, score, history, screen):page>")(table.page)
    pages.get("/t/<code>/live")(table.live)
    pages.get("/t/<code>/revision")(table.revision)
    pages.get("/t/<code>/join.svg")(table.join_picture)
    pages.get("/t/<code>/record.json")(table.record)
    pages.get("/t/<code>/position.ppn")(table.position)
    pages.get("/t/<code>/result.png")(table.result_png)
    pages.get("/t/<code>/setup.pdf")(table.setup_pdf)
    return pages


class TablePages:
    """Everything that happens under a table's address."""

    def __init__(self, door: Door, library: Library) -> None:
        self._rooms = door.rooms
        self._door = door
        self._library = library
        self._pages = PageContents(library)

    def open_table(self) -> AnyResponse:
        self._door.count_opening()
        slug = request.form.get("game", "")
        start = start_of(self._library.game(slug))
        code, token = self._rooms.open(slug, start)
        answer = redirect(url_for("tables.table", code=code), 303)
        remember_host(answer, code, token)
        return answer

    def join_by_code(self) -> AnyResponse:
        code = "".join(request.form.get("code", "").split())
        return redirect(url_for("tables.table", code=self._door.find(code).stored.code), 303)

    def table(self, code: str) -> AnyResponse:
        return self._show(self._door.visitor(code), "seats")

    def page(self, code: str, page: str) -> AnyResponse:
        return self._show(self._door.visitor(code), page)

    def act(self, code: str) -> AnyResponse:
        visitor = self._door.visitor(code)
        page = request.form.get("page", "seats")
        page = page if page in PAGES else "seats"
        try:
            form = request.form.to_dict(flat=False)
            seat = self._do(visitor, read_act(form, visitor.room.table))
        except Refused as fault:
            return self._show(self._door.visitor(code), page, translate(fault.message), 409)
        whose = request.form.get("for") if page == "score" else None
        return redirect(page_url(visitor.code, page, seat, whose), 303)

    def _do(self, visitor: Visitor, act: Act) -> str | None:
        """Does the act and gives the seat the phone goes on with."""
        if act.kind == "join":
            if PHONE not in request.cookies:
                raise Refused("this browser keeps no cookies, so it cannot keep a seat")
            return self._rooms.join(visitor.code, act, visitor.phone)
        check_right(act, visitor.seats, host=visitor.host)
        self._rooms.act(visitor.code, act, host=visitor.host)
        return act.seat

    def live(self, code: str) -> Response:
        room = self._door.find(code)
        return stream_news(self._rooms, room.stored.code, self._door.open_stream())

    def revision(self, code: str) -> AnyResponse:
        """For phones whose network lets no stream through: they ask now and then."""
        return fresh(jsonify(revision=len(self._door.find(code).log)))

    def join_picture(self, code: str) -> Response:
        link = url_for("tables.table", code=self._door.find(code).stored.code, _external=True)
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")

    def record(self, code: str) -> AnyResponse:
        room = self._door.find(code)
        if room.table.ended:
            return redirect(url_for("results.one_json", code=room.stored.code), 303)
        name = f"{room.stored.game}-{room.stored.code}.json"
        return as_file(write_record(room), "application/json", name)

    def position(self, code: str) -> AnyResponse:
        """The table as it lies, for games whose rules can write it in piecepack notation."""
        room = self._door.find(code)
        table, rules = room.table, rules_for(room.table.game)
        if table.play is None or not notates(rules):
            abort(404)
        name = f"{table.game}-{room.stored.code}.ppn"
        return as_file(rules.position_ppn(table.facts, table.play), "text/plain", name)

    def result_png(self, code: str) -> AnyResponse:
        """How the game stands or ended, as a picture to share."""
        table = self._door.find(code).table
        result = result_of(table)
        points = {total.seat: str(total.points) for total in result.totals}
        seats = {seat.id: seat for seat in seats_in_play(table)}
        ranking = [
            Placed(
                rank.place,
                seats[rank.seat].name,
                seats[rank.seat].colour,
                "" if result.pointless else points.get(rank.seat, ""),
                translate(rank.why) if rank.why else "",
            )
            for rank in result.ranking
        ]
        if not ranking:
            abort(404)
        game = self._library.game(table.game)
        heading = gettext("Final ranking") if table.ended else gettext("Ranking so far")
        frame = result_picture(game.title, heading, ranking, game.credit, sheet_of(game))
        return fresh(Response(frame_png(frame, RESULT_PIXELS), mimetype="image/png"))

    def setup_pdf(self, code: str) -> AnyResponse:
        """The setup to lay out from, with the names of this table."""
        table = self._door.find(code).table
        setup = seated_setup(table, sheet_of(self._library.game(table.game)).shows)
        if table.setup is None or setup is None:
            abort(404)
        options = rules_at(table.game, table.facts).options
        decided = agreed(options, table.setup.options)
        return fresh(setup_pdf(self._library, table.game, table.setup, setup, decided))

    def _show(self, visitor: Visitor, page: str, fault: str = "", status: int = 200) -> AnyResponse:
        table = visitor.room.table
        html = render_template(
            f"table/{page}.html",
            page=page,
            code=visitor.code,
            game=self._library.shelf(table.game),
            table=view(table, visitor.seat),
            names={seat.id: seat.name for seat in table.seats},
            seats=seats_in_play(table),
            seat=visitor.seat,
            own_seats=visitor.seats,
            covered=is_covered(visitor),
            host=visitor.host,
            may_act=not table.ended and bool(visitor.host or visitor.seats),
            referees=referees(rules_for(table.game)),
            has_score=bool(fields_of(table)),
            act_id=secrets.token_urlsafe(12),
            now=round(time.time() * 1000),
            page_url=page_url,
            fault=fault,
            **self._pages.fill(page, visitor),
        )
        answer = make_response(html, status)
        remember_phone(answer, visitor.phone)
        return fresh(answer)
