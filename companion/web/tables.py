"""Takes what a phone does at a table, gives the table's page as that phone may see it."""

from __future__ import annotations

import io
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

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
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import open_shelf
from companion.pieces import face_of, pieces_of
from companion.record import write_record
from companion.room import Room, Rooms
from companion.table.kinds import COLOURS
from companion.table.model import Act, Refused
from companion.table.view import log_view, view
from companion.web.limits import Limiter
from printgen.catalog.load import list_games, load_game
from printgen.draw.elements.pictures import qr_frame
from printgen.errors import Findings
from printgen.export.svg import write_svg

PHONE: Final = "paperboat_phone"
HOST: Final = "paperboat_host_"
YEAR: Final = 365 * 24 * 3600
HEARTBEAT: Final = 15.0
NUMBERS: Final = frozenset({"count", "by", "number"})


def make_tables(rooms: Rooms, cards: Path, templates: Path) -> Blueprint:
    table = TablePages(rooms, cards, templates)
    pages = Blueprint("tables", __name__)
    pages.before_request(refuse_other_sites)
    pages.post("/tables")(table.open_table)
    pages.post("/join")(table.join_by_code)
    pages.get("/t/<code>")(table.table)
    pages.post("/t/<code>")(table.act)
    pages.get("/t/<code>/live")(table.live)
    pages.get("/t/<code>/join.svg")(table.join_picture)
    pages.get("/t/<code>/record.json")(table.record)
    return pages


def refuse_other_sites() -> None:
    """Cookies come with this site's own pages only, and a form of another site is refused."""
    origin = request.headers.get("Origin")
    other = origin not in (None, "null") and urlsplit(origin).netloc != request.host
    if request.method == "POST" and other:
        abort(403)


class TablePages:
    """Everything that happens under a table's address."""

    def __init__(self, rooms: Rooms, cards: Path, templates: Path) -> None:
        self._rooms = rooms
        self._openings = Limiter(tries=20, seconds_each=20.0, clock=time.monotonic)
        self._wrong_codes = Limiter(tries=20, seconds_each=6.0, clock=time.monotonic)
        self._cards = cards
        self._templates = templates

    def open_table(self) -> AnyResponse:
        _stop_if_too_often(self._openings)
        slug = request.form.get("game", "")
        if slug not in list_games(self._cards):
            abort(404)
        findings = Findings()
        game = load_game(slug, self._cards, self._templates, findings)
        findings.raise_errors()
        if game is None:
            abort(404)
        code, token = self._rooms.open(slug, pieces_of(game))
        answer = redirect(url_for("tables.table", code=code), 303)
        answer.set_cookie(HOST + code, token, max_age=YEAR, httponly=True, samesite="Lax")
        return answer

    def join_by_code(self) -> AnyResponse:
        code = "".join(request.form.get("code", "").split())
        return redirect(url_for("tables.table", code=self._find(code).stored.code), 303)

    def table(self, code: str) -> AnyResponse:
        return self._show(self._find(code))

    def act(self, code: str) -> AnyResponse:
        room = self._find(code)
        try:
            seat = self._do(room, read_act(request.form.to_dict(flat=False)))
        except Refused as fault:
            return self._show(self._find(code), str(fault), 409)
        return redirect(url_for("tables.table", code=room.stored.code, seat=seat), 303)

    def _do(self, room: Room, act: Act) -> str | None:
        """Does the act and gives the seat the phone goes on with."""
        code, phone = room.stored.code, request.cookies.get(PHONE, "")
        if act.kind == "join":
            if not phone:
                raise Refused("this browser keeps no cookies, so it cannot keep a seat")
            return self._rooms.join(code, act, phone)
        if act.seat is not None and act.seat not in self._rooms.seats(code, phone):
            raise Refused("that seat is another phone's")
        self._rooms.act(code, act, host=self._is_host(room))
        return act.seat

    def live(self, code: str) -> Response:
        """News as a stream of server-sent events: the table's revision, whenever it grows."""
        room = self._find(code)
        known = request.args.get("after", 0, type=int)
        self._rooms.live.tell(room.stored.code, len(room.log))
        news = self._news(room.stored.code, known)
        return Response(news, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})

    def _news(self, code: str, known: int) -> Iterator[str]:
        while True:
            revision = self._rooms.live.wait(code, known, HEARTBEAT)
            if revision > known:
                known = revision
                yield f"id: {revision}\ndata: {revision}\n\n"
            else:
                yield ": still here\n\n"

    def join_picture(self, code: str) -> Response:
        link = url_for("tables.table", code=self._find(code).stored.code, _external=True)
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")

    def record(self, code: str) -> Response:
        room = self._find(code)
        answer = Response(write_record(room), mimetype="application/json")
        name = f"{room.stored.game}-{room.stored.code}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _find(self, code: str) -> Room:
        room = self._rooms.room(code)
        if room is None:
            _stop_if_too_often(self._wrong_codes)
            abort(404)
        return room

    def _is_host(self, room: Room) -> bool:
        return self._rooms.is_host(room, request.cookies.get(HOST + room.stored.code, ""))

    def _show(self, room: Room, fault: str = "", status: int = 200) -> AnyResponse:
        phone = request.cookies.get(PHONE) or secrets.token_urlsafe(24)
        code = room.stored.code
        seats = self._rooms.seats(code, phone)
        asked = request.args.get("seat") or request.form.get("seat")
        seat = asked if asked in seats else (seats[0] if seats else None)
        table = room.table
        taken = {s.colour for s in table.seats}
        page = render_template(
            "table.html",
            code=code,
            game=open_shelf(room.stored.game, self._cards, self._templates),
            table=view(table, seat),
            history=log_view(room.log, table, seat),
            names={s.id: s.name for s in table.seats},
            seat=seat,
            own_seats=seats,
            host=self._is_host(room),
            colours=[colour for colour in COLOURS if colour not in taken],
            decks=table.pieces,
            dice=table.dice,
            face_of=face_of,
            act_id=secrets.token_urlsafe(12),
            join_url=url_for("tables.table", code=code, _external=True),
            fault=fault,
        )
        answer = make_response(page, status)
        answer.set_cookie(PHONE, phone, max_age=YEAR, httponly=True, samesite="Lax")
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _stop_if_too_often(limiter: Limiter) -> None:
    seconds = limiter.wait(request.remote_addr or "")
    if seconds:
        words = f"Too often: try again in {seconds} seconds."
        abort(Response(words, 429, {"Retry-After": str(seconds)}, mimetype="text/plain"))


def read_act(form: dict[str, list[str]]) -> Act:
    """A form as an act; raises Refused for what no page of ours sends."""
    data: dict[str, Any] = {}
    for key, values in form.items():
        if key in ("id", "kind", "seat"):
            continue
        if key in NUMBERS:
            try:
                data[key] = int(values[0])
            except ValueError:
                raise Refused(f"'{key}' should be a whole number") from None
        elif key == "keep":
            data[key] = values
        else:
            data[key] = values[0]
    act_id = form.get("id", [""])[0]
    if not 8 <= len(act_id) <= 80:
        raise Refused("an act needs an id of its own")
    seat = form.get("seat", [""])[0] or None
    return Act(act_id, form.get("kind", [""])[0], seat, data)
