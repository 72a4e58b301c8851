"""Open a PPN file, and step through its games on a phone or a television."""

from __future__ import annotations

import io
from functools import lru_cache

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

from companion.language.messages import Refused
from companion.pictures.layouts import LayoutPictures
from companion.pictures.library import Library
from companion.replays.reading import ReplayGame
from companion.replays.sentences import describe_step
from companion.replays.stored import save_replay
from companion.storage.store import Store
from companion.web.access import Access, reject_cross_site
from companion.web.replays.sources import Source, Sources, read_kept
from companion.web.responses import attachment, no_store
from companion.web.translation import translate
from printgen.draw.elements.pictures import qr_frame
from printgen.export.svg import write_svg
from printgen.geometry import Box

CACHE_A_DAY = "max-age=86400"


def make_replays(access: Access, store: Store, library: Library) -> Blueprint:
    shown = ReplayPages(access, store, library)
    pages = Blueprint("replays", __name__, url_prefix="/replay")
    pages.before_request(reject_cross_site)
    pages.get("")(shown.form)
    pages.post("")(shown.open_file)
    pages.get("/<name>")(shown.first)
    pages.get("/<name>.ppn")(shown.download)
    pages.get("/<name>/<int:number>/<int:move>")(shown.step)
    pages.get("/<name>/<int:number>/<int:move>/screen", endpoint="screen")(shown.screen)
    pages.get("/<name>/<int:number>/<int:move>.svg")(shown.picture)
    pages.get("/<name>/<int:number>/<int:move>/qr.svg")(shown.qr)
    return pages


class ReplayPages:
    def __init__(self, access: Access, store: Store, library: Library) -> None:
        self._access = access
        self._store = store
        self._sources = Sources(access, store)
        self._pictures = LayoutPictures(library)
        self._drawn = lru_cache(maxsize=256)(self._draw)

    def form(self) -> AnyResponse:
        return make_response(render_template("replay_open.html", fault="", text=""))

    def open_file(self) -> AnyResponse:
        """Store the file and show its first game, or say what is wrong with it."""
        self._access.count_record()
        file = request.files.get("file")
        text = file.stream.read().decode("utf-8-sig", "replace") if file else ""
        text = (text or request.form.get("text", "")).replace("\r\n", "\n")
        try:
            read_kept(text)
        except Refused as fault:
            page = render_template("replay_open.html", fault=translate(fault.message), text=text)
            return no_store(make_response(page, 400))
        return redirect(url_for("replays.first", name=save_replay(self._store, text)), 303)

    def first(self, name: str) -> AnyResponse:
        self._sources.find(name)
        return redirect(url_for("replays.step", name=name, number=1, move=0))

    def download(self, name: str) -> AnyResponse:
        return attachment(self._sources.find(name).text, "text/plain", f"{name}.ppn")

    def step(self, name: str, number: int, move: int) -> AnyResponse:
        return self._page(name, number, move, screen=False)

    def screen(self, name: str, number: int, move: int) -> AnyResponse:
        """The same for a television."""
        return self._page(name, number, move, screen=True)

    def _page(self, name: str, number: int, move: int, *, screen: bool) -> AnyResponse:
        source, game = self._find(name, number, move)
        steps = game.steps
        page = render_template(
            "replay.html",
            name=name,
            number=number,
            move=move,
            last=len(steps) - 1,
            game=game,
            step=steps[move],
            sentences=describe_step(steps[move - 1] if move else None, steps[move], game.scale),
            games=source.replay.games,
            mistakes=source.replay.mistakes,
            edition=self._pictures.edition(),
            page="replays.screen" if screen else "replays.step",
            screen=screen,
            playing="play" in request.args and move + 1 < len(steps),
        )
        return no_store(make_response(page))

    def _find(self, name: str, number: int, move: int) -> tuple[Source, ReplayGame]:
        source = self._sources.find(name)
        if not 1 <= number <= len(source.replay.games):
            abort(404)
        game = source.replay.games[number - 1]
        if move >= len(game.steps):
            abort(404)
        return source, game

    def picture(self, name: str, number: int, move: int) -> AnyResponse:
        source, _ = self._find(name, number, move)
        response = Response(
            self._drawn(source.text, number, move, self._pictures.edition()),
            mimetype="image/svg+xml",
        )
        response.headers["Cache-Control"] = CACHE_A_DAY if source.fixed else "no-cache"
        response.add_etag()
        return response.make_conditional(request)

    def _draw(self, text: str, number: int, move: int, edition: str) -> str:
        game = read_kept(text).games[number - 1]
        before = game.steps[move - 1].pieces if move else None
        area = self._area(text, number, edition)
        frame = self._pictures.draw(game.steps[move].pieces, before, area, game.scale)
        stream = io.StringIO()
        write_svg(frame, stream, show_bleed=False)
        return stream.getvalue()

    @lru_cache(maxsize=64)  # noqa: B019 - there is one object for the whole program
    def _area(self, text: str, number: int, edition: str) -> Box:  # noqa: ARG002
        return self._pictures.area(step.pieces for step in read_kept(text).games[number - 1].steps)

    def qr(self, name: str, number: int, move: int) -> Response:
        self._find(name, number, move)
        link = url_for("replays.step", name=name, number=number, move=move, _external=True)
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")
