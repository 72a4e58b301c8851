"""Continue as a seat on another phone."""

from __future__ import annotations

import io
import secrets

from flask import Blueprint, Response, abort, make_response, redirect, render_template, url_for
from flask import request as http
from werkzeug.wrappers import Response as AnyResponse

from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.rooms.rights import NotYours
from companion.rooms.seat_links import VALID_SECONDS, SeatLink
from companion.table.acts.takeover import AskForSeat
from companion.table.model import Act
from companion.web.access import PHONE, Access, Visitor, reject_cross_site, remember_phone
from companion.web.responses import no_store
from companion.web.tables.forms import parse_id
from companion.web.tables.pages import page_url
from companion.web.translation import current_language, translate
from printgen.draw.elements.pictures import qr_frame
from printgen.export.svg import write_svg


def make_seats(access: Access, library: Library) -> Blueprint:
    seats = SeatPages(access, library)
    pages = Blueprint("seats", __name__)
    pages.before_request(reject_cross_site)
    pages.post("/t/<code>/ask")(seats.ask)
    pages.get("/t/<code>/hand-over")(seats.hand_over)
    pages.get("/t/<code>/hand-over.svg")(seats.picture)
    pages.get("/t/<code>/continue/<link>")(seats.confirm)
    pages.post("/t/<code>/continue/<link>")(seats.take_over)
    return pages


class SeatPages:
    """Views by which a seat moves to another phone."""

    def __init__(self, access: Access, library: Library) -> None:
        self._access = access
        self._library = library

    def ask(self, code: str) -> AnyResponse:
        """Ask for a seat; the host or the phone that holds it agrees."""
        visitor = self._access.visitor(code)
        self._access.count_act(visitor.code, visitor.seats, host=visitor.host)
        if PHONE not in http.cookies:
            raise Refused("to take a seat, allow cookies in this browser")
        data = {"who": http.form.get("who", "")}
        act = Act(parse_id(http.form.get("id", "")), AskForSeat.kind(), None, data)
        self._access.rooms.ask(visitor.code, act, visitor.phone)
        response = redirect(page_url(visitor.code, "seats"), 303)
        remember_phone(response, visitor.phone)
        return response

    def hand_over(self, code: str) -> AnyResponse:
        """A code by which another phone continues as one of this phone's seats."""
        visitor = self._access.visitor(code)
        table, seat = visitor.room.table, visitor.requested
        if seat not in visitor.seats or table.ended:
            return redirect(page_url(visitor.code, "seats", seat), 303)
        html = render_template(
            "table/hand_over.html",
            code=visitor.code,
            game=self._library.printed(table.game, current_language()),
            name=table.names[seat],
            seat=seat,
            revision=table.revision,
            minutes=VALID_SECONDS // 60,
            link=self._link(visitor, seat),
        )
        return no_store(make_response(html))

    def picture(self, code: str) -> AnyResponse:
        visitor = self._access.visitor(code)
        if visitor.requested not in visitor.seats:
            abort(403)
        stream = io.StringIO()
        write_svg(qr_frame(self._link(visitor, visitor.requested), "M"), stream)
        return no_store(Response(stream.getvalue(), mimetype="image/svg+xml"))

    def _link(self, visitor: Visitor, seat: str) -> str:
        since = visitor.room.table.held_since[seat]
        link = self._access.links.sign(SeatLink(visitor.code, seat, since, visitor.host))
        return url_for("seats.confirm", code=visitor.code, link=link, _external=True)

    def confirm(self, code: str, link: str) -> AnyResponse:
        """Ask before the seat moves: previews of links must not move it."""
        visitor = self._access.visitor(code)
        try:
            found = self._read(visitor, link)
        except Refused as fault:
            return self._failed(visitor, fault)
        if found.seat in visitor.seats:
            return redirect(page_url(visitor.code, "seats", found.seat), 303)
        html = render_template(
            "table/continue.html",
            code=visitor.code,
            game=self._library.printed(visitor.room.table.game, current_language()),
            name=visitor.room.table.names[found.seat],
            act_id=secrets.token_urlsafe(12),
            fault="",
        )
        response = make_response(html)
        remember_phone(response, visitor.phone)
        return no_store(response)

    def take_over(self, code: str, link: str) -> AnyResponse:
        visitor = self._access.visitor(code)
        try:
            self._access.count_act(visitor.code, visitor.seats, host=visitor.host)
            if PHONE not in http.cookies:
                raise Refused("to take a seat, allow cookies in this browser")
            signed = self._access.links.read(link)
            if signed.code != visitor.code:
                raise NotYours("this code is not valid any more: ask for a new one")
            act_id = parse_id(http.form.get("id", ""))
            seat = self._access.rooms.take_over(act_id, signed, visitor.phone)
        except Refused as fault:
            return self._failed(visitor, fault)
        response = redirect(page_url(visitor.code, "seats", seat), 303)
        remember_phone(response, visitor.phone)
        return response

    def _read(self, visitor: Visitor, text: str) -> SeatLink:
        """Raises Refused for a link that cannot be used any more."""
        link, table = self._access.links.read(text), visitor.room.table
        if link.code != visitor.code:
            raise Refused("this code is not valid any more: ask for a new one")
        if table.ended:
            raise Refused("this game is finished")
        if table.held_since.get(link.seat) != link.since or table.seat(link.seat) is None:
            raise Refused("this code was used already: ask for a new one")
        return link

    def _failed(self, visitor: Visitor, fault: Refused) -> AnyResponse:
        html = render_template(
            "table/continue.html",
            code=visitor.code,
            game=self._library.printed(visitor.room.table.game, current_language()),
            name="",
            act_id="",
            fault=translate(fault.message),
        )
        response = make_response(html, 409)
        remember_phone(response, visitor.phone)
        return no_store(response)
