"""Takes the catalogue, gives the start page, games' pages and the printed faces of every game."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import Library, face_svg
from companion.games import referees, rules_for
from companion.raster import COVER, WIDE, frame_small
from companion.reference import Entry, read_reference, search
from companion.web.language import spoken_language
from printgen.errors import DataError
from printgen.frame import Frame

KEEP_AN_HOUR = "max-age=3600"


def make_shelf(library: Library) -> Blueprint:
    shelf = ShelfPages(library)
    pages = Blueprint("shelf", __name__)
    pages.get("/")(shelf.start)
    pages.get("/games/<slug>")(shelf.game)
    pages.get("/games/<slug>/cover.avif")(shelf.cover)
    pages.get("/games/<slug>/cover-wide.avif")(shelf.wide_cover)
    pages.get("/games/<slug>/reference")(shelf.reference)
    pages.get("/games/<slug>/<part>/<name>")(shelf.piece)
    pages.get("/c/<slug>/<name>")(shelf.scanned)
    pages.get("/games/<slug>/<part>/<name>.svg")(shelf.face)
    pages.get("/games/<slug>/<part>/<name>.avif")(shelf.small)
    return pages


class ShelfPages:
    """Pages that need no table."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def _frame(self, slug: str, part: str, name: str) -> Frame:
        frame = self._library.shelf(slug).face(f"{part}/{name}")
        if frame is None:
            abort(404)
        return frame

    def _entries(self, slug: str) -> tuple[Entry, ...]:
        words = self._library.words(slug, spoken_language())
        return read_reference(self._library.game(slug), words)

    def start(self) -> str:
        games, broken = [], {}
        for slug in self._library.slugs():
            try:
                games.append(self._library.shelf(slug))
            except DataError as fault:  # one game's mistake must not hide the others
                broken[slug] = [str(finding) for finding in fault.findings]
        return render_template("start.html", games=games, broken=broken)

    def game(self, slug: str) -> str:
        shelf = self._library.shelf(slug)
        game = self._library.game(slug)
        return render_template(
            "game.html",
            game=shelf,
            players="–".join(map(str, dict.fromkeys(game.players or ()))),
            referees=referees(rules_for(slug)),
        )

    def reference(self, slug: str) -> str:
        shelf = self._library.shelf(slug)
        asked = request.args.get("q", "")[:100]
        entries = self._entries(slug)
        found = search(entries, asked) if asked.strip() else entries
        return render_template("reference.html", game=shelf, asked=asked, entries=found)

    def piece(self, slug: str, part: str, name: str) -> str:
        """One printed piece, large, with what it does: where a card's code leads to."""
        self._frame(slug, part, name)
        shelf = self._library.shelf(slug)
        face = f"{part}/{name}"
        entries = [entry for entry in self._entries(slug) if entry.face == face]
        return render_template(
            "piece.html",
            game=shelf,
            face=face,
            part=shelf.title_of(part),
            name=shelf.name_of(face),
            entries=entries,
        )

    def scanned(self, slug: str, name: str) -> AnyResponse:
        """The short address that a printed code has room for: a piece by its id alone."""
        shelf = self._library.shelf(slug)
        entries = [entry.face for entry in self._entries(slug) if entry.face]
        found = next((face for face in entries if face.partition("/")[2] == name), "")
        if not found or shelf.face(found) is None:
            abort(404)
        part, _, face = found.partition("/")
        return redirect(url_for("shelf.piece", slug=slug, part=part, name=face))

    def face(self, slug: str, part: str, name: str) -> AnyResponse:
        return _picture(face_svg(self._frame(slug, part, name)), "image/svg+xml")

    def cover(self, slug: str) -> AnyResponse:
        return _picture(frame_small(self._cover(slug), COVER), "image/avif")

    def wide_cover(self, slug: str) -> AnyResponse:
        return _picture(frame_small(self._cover(slug), WIDE), "image/avif")

    def _cover(self, slug: str) -> Frame:
        return self._frame(slug, *self._library.shelf(slug).cover.split("/"))

    def small(self, slug: str, part: str, name: str) -> AnyResponse:
        return _picture(frame_small(self._frame(slug, part, name)), "image/avif")


def _picture(content: str | bytes, mimetype: str) -> AnyResponse:
    answer = Response(content, mimetype=mimetype)
    answer.headers["Cache-Control"] = KEEP_AN_HOUR
    answer.add_etag()
    return answer.make_conditional(request)
