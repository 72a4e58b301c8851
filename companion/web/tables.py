"""Takes what a phone does at a table, gives the table's pages as that phone may see them."""

from __future__ import annotations

import io
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

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

from companion.gallery import open_game, open_shelf
from companion.games import referees, rules_at, rules_for
from companion.games.base import Offers, Scene
from companion.picture import Placed, Sheet, result_picture
from companion.pieces import face_of, start_of
from companion.raster import frame_png
from companion.record import write_record
from companion.results.race import race_of, throws_of
from companion.room import Rooms
from companion.stage import focus_of, set_stage
from companion.table.kinds import COLOURS
from companion.table.model import Act, Refused, Table
from companion.table.plays import fields_of, options_of, result_of, setup_of
from companion.table.telling import tell
from companion.table.view import log_view, view
from companion.web.acts import read_act, read_sheet
from companion.web.errors import slow_down
from companion.web.language import translate
from companion.web.limits import Limiter
from companion.web.news import stream_news
from companion.web.pictures import RacePicture, dice_pictures, race_picture
from companion.web.setups import address_of
from companion.web.visitor import (
    Door,
    Visitor,
    refuse_other_sites,
    remember_host,
    remember_phone,
)
from companion.words import Message
from printgen.catalog.load import list_games
from printgen.draw.elements.pictures import qr_frame
from printgen.export.svg import write_svg

PAGES: Final = ("seats", "setup", "play", "tools", "score", "history", "screen")
UNDOABLE_SHOWN: Final = 200
RECENT: Final = 5
RESULT_PIXELS: Final = 1080


def make_tables(rooms: Rooms, cards: Path, templates: Path) -> Blueprint:
    table = TablePages(rooms, cards, templates)
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
    pages.get("/t/<code>/result.png")(table.result_png)
    return pages


class TablePages:
    """Everything that happens under a table's address."""

    def __init__(self, rooms: Rooms, cards: Path, templates: Path) -> None:
        self._rooms = rooms
        self._door = Door(rooms)
        self._openings = Limiter(tries=20, seconds_each=20.0, clock=time.monotonic)
        self._cards = cards
        self._templates = templates

    def open_table(self) -> AnyResponse:
        slow_down(self._openings)
        slug = request.form.get("game", "")
        if slug not in list_games(self._cards):
            abort(404)
        start = start_of(open_game(slug, self._cards, self._templates))
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
            if "paperboat_phone" not in request.cookies:
                raise Refused("this browser keeps no cookies, so it cannot keep a seat")
            return self._rooms.join(visitor.code, act, visitor.phone)
        if act.seat is not None and act.seat not in visitor.seats:
            raise Refused("that seat is another phone's")
        if act.kind == "score" and not self._may_score(visitor, act):
            raise Refused("only the host writes what others scored")
        self._rooms.act(visitor.code, act, host=visitor.host)
        return act.seat

    @staticmethod
    def _may_score(visitor: Visitor, act: Act) -> bool:
        return visitor.host or act.data.get("for", act.seat) in visitor.seats

    def live(self, code: str) -> Response:
        room = self._door.find(code)
        return stream_news(self._rooms, room.stored.code)

    def revision(self, code: str) -> Response:
        """For phones whose network lets no stream through: they ask now and then."""
        answer = jsonify(revision=len(self._door.find(code).log))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def join_picture(self, code: str) -> Response:
        link = url_for("tables.table", code=self._door.find(code).stored.code, _external=True)
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")

    def record(self, code: str) -> AnyResponse:
        room = self._door.find(code)
        if room.table.ended:
            return redirect(url_for("results.one_json", code=room.stored.code), 303)
        answer = Response(write_record(room), mimetype="application/json")
        name = f"{room.stored.game}-{room.stored.code}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def result_png(self, code: str) -> Response:
        """How the game stands or ended, as a picture to share."""
        table = self._door.find(code).table
        result = result_of(table)
        points = {total.seat: str(total.points) for total in result.totals}
        seats = {seat.id: seat for seat in table.seats}
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
        game = open_game(table.game, self._cards, self._templates)
        family = next(iter(game.theme.fonts.values()))
        heading = gettext("Final ranking") if table.ended else gettext("Ranking so far")
        sheet = Sheet(family.regular, family.bold)
        frame = result_picture(game.title, heading, ranking, game.credit, sheet)
        answer = Response(frame_png(frame, RESULT_PIXELS), mimetype="image/png")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _show(self, visitor: Visitor, page: str, fault: str = "", status: int = 200) -> AnyResponse:
        table = visitor.room.table
        fillers = {
            "seats": self._seats,
            "setup": self._setup,
            "play": self._play,
            "tools": self._tools,
            "score": self._score,
            "history": self._history,
            "screen": self._screen,
        }
        html = render_template(
            f"table/{page}.html",
            page=page,
            code=visitor.code,
            game=open_shelf(table.game, self._cards, self._templates),
            table=view(table, visitor.seat),
            names={seat.id: seat.name for seat in table.seats},
            seats=table.seats,
            seat=visitor.seat,
            own_seats=visitor.seats,
            host=visitor.host,
            referees=referees(rules_for(table.game)),
            has_score=bool(fields_of(table)),
            act_id=secrets.token_urlsafe(12),
            now=round(time.time() * 1000),
            page_url=page_url,
            fault=fault,
            **fillers[page](visitor),
        )
        answer = make_response(html, status)
        remember_phone(answer, visitor.phone)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _seats(self, visitor: Visitor) -> dict[str, Any]:
        taken = {seat.colour for seat in visitor.room.table.seats}
        return {
            "colours": [colour for colour in COLOURS if colour not in taken],
            "join_url": url_for("tables.table", code=visitor.code, _external=True),
        }

    def _setup(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        game = open_game(table.game, self._cards, self._templates)
        setup = setup_of(table.game, table.facts, table.setup) if table.setup else None
        return {
            "setup": setup,
            "request": table.setup,
            "options": rules_at(table.game, table.facts).options,
            "chosen": options_of(table),
            "players": game.players or (1, 12),
            "playing": table.play is not None,
            "share": url_for("setups.setup", slug=table.game, **address_of(table.setup))
            if table.setup
            else "",
        }

    def _play(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        path = taps_of(table)
        scene = scene_of(table, visitor.seat)
        stage = set_stage(offers_of(table, visitor.seat), path)
        zoom = request.args.get("zoom")
        return {
            "scene": scene,
            "stage": stage,
            "focus": focus_of(scene, stage),
            "path": path,
            "told": told_of(visitor),
            "others_to_act": others_to_act(visitor),
            "zoom": zoom if zoom in ("1", "2", "3") else "1",
        }

    def _tools(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        shelf = open_shelf(table.game, self._cards, self._templates)
        return {
            "decks": table.pieces,
            "dice": table.dice,
            "face_of": face_of,
            "titles": {part.id: part.title for part in shelf.parts},
            "charts": dice_pictures(throws_of(visitor.room.story), table.dice),
            "peeked": peeked_of(visitor),
        }

    def _score(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        asked = request.args.get("for") or request.form.get("for") or visitor.seat
        first = table.seats[0].id if table.seats else None
        return {
            "fields": fields_of(table),
            "result": result_of(table),
            "whose": asked if table.seat(asked) else first,
            "entered": typed_over(entered_of(table), table),
            "held": held_by(table),
            "race": race_chart_of(visitor) if "race" in request.args else None,
        }

    def _history(self, visitor: Visitor) -> dict[str, Any]:
        history = log_view(visitor.room.log, visitor.room.table, visitor.seat)
        return {"history": history[-UNDOABLE_SHOWN:]}

    def _screen(self, visitor: Visitor) -> dict[str, Any]:
        """For a television: what everybody may see, whoever's phone shows it."""
        table = visitor.room.table
        return {
            "scene": scene_of(table, None),
            "result": result_of(table),
            "history": log_view(visitor.room.log, table, None)[-8:],
            "join_url": url_for("tables.table", code=visitor.code, _external=True),
        }


def others_to_act(visitor: Visitor) -> list[str]:
    """Seats of the same phone that may act while the one shown may not."""
    scene = scene_of(visitor.room.table, visitor.seat)
    if scene is None or visitor.seat in scene.turn:
        return []
    return [seat for seat in visitor.seats if seat in scene.turn]


def told_of(visitor: Visitor) -> list[Message]:
    """What was said last, as this phone may hear it."""
    table = visitor.room.table
    names = {seat.id: seat.name for seat in table.seats}
    events = log_view(visitor.room.log[-RECENT:], table, visitor.seat)
    told = [event for event in events if event["kind"] in ("begin", "play")]
    return [line for e in reversed(told) if not e["undone"] for line in tell(e, names)][:RECENT]


def peeked_of(visitor: Visitor) -> dict[str, list[str]]:
    """What this seat saw on top of a deck, as long as nobody has touched the deck since."""
    seen: dict[str, list[str]] = {}
    for event in visitor.room.log:
        deck = event.data.get("deck")
        if event.kind == "peek" and event.seat == visitor.seat:
            seen[str(deck)] = list(event.result["cards"])
        elif deck in seen and event.kind != "discard":
            del seen[str(deck)]
    return seen


def entered_of(table: Table) -> dict[str, Mapping[str, Any]]:
    """Every seat's sheet: what a refereed game says, and over it what was written."""
    rules = rules_for(table.game)
    known: dict[str, Mapping[str, Any]] = {}
    if table.play is not None and referees(rules):
        known = dict(rules.sheets(table.facts, table.play))
    seats = {*known, *table.sheets}
    return {seat: {**known.get(seat, {}), **table.sheets.get(seat, {})} for seat in seats}


def typed_over(entered: dict[str, Mapping[str, Any]], table: Table) -> dict[str, Mapping[str, Any]]:
    """What was just typed stays on the page, also when it was refused."""
    whose = request.form.get("for", "")
    if request.form.get("kind") != "score" or table.seat(whose) is None:
        return entered
    try:
        typed = read_sheet(request.form.to_dict(flat=False), fields_of(table))
    except Refused:
        return entered
    return {**entered, whose: {**entered.get(whose, {}), **typed}}


def held_by(table: Table) -> dict[str, dict[str, str]]:
    """Who has which spaces, for each field that asks for spaces."""
    held: dict[str, dict[str, str]] = {}
    spaces = [field.id for field in fields_of(table) if field.kind == "spaces"]
    for seat, sheet in entered_of(table).items():
        for name in spaces:
            held.setdefault(name, {}).update(dict.fromkeys(sheet.get(name) or (), seat))
    return held


def race_chart_of(visitor: Visitor) -> RacePicture | None:
    pointless = result_of(visitor.room.table).pointless
    return race_picture(race_of(visitor.room.story), pointless=pointless)


def page_url(code: str, page: str, seat: str | None = None, whose: str | None = None) -> str:
    """`whose` is the seat whose score sheet is shown."""
    if page == "seats":
        return url_for("tables.table", code=code, seat=seat)
    named: dict[str, Any] = {"seat": seat, "for": whose}
    return url_for("tables.page", code=code, page=page, **named)


def taps_of(table: Table) -> list[int]:
    """The taps made so far; none, if the table has moved on since: they would mean others."""
    if request.args.get("at") != str(table.revision):
        return []
    return [int(part) for part in request.args.getlist("tap") if part.isdigit()]


def scene_of(table: Table, seat: str | None) -> Scene | None:
    rules = rules_for(table.game)
    if table.play is None or not referees(rules):
        return None
    return rules.scene(table.facts, table.play, seat)


def offers_of(table: Table, seat: str | None) -> Offers:
    rules = rules_for(table.game)
    if seat is None or table.play is None or table.ended or not referees(rules):
        return Offers()
    return rules.offers(table.facts, table.play, seat)
