"""The start page, games' pages, references and printed faces."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games import is_playable, rules_for
from companion.language.reference import entries_on, reference_entries, search
from companion.pictures.library import Library, PrintedGame, face_svg, language_of
from companion.pictures.printed_copy import outdated_copy
from companion.pictures.raster import (
    COVER,
    SHARP_COVERS,
    SHARP_WIDE,
    STEP,
    WIDE,
    frame_small,
)
from companion.web.games.start import StartPage
from companion.web.piece_names import piece_name
from companion.web.translation import current_language
from printgen.catalog.model import ReferenceEntry
from printgen.frame import Frame

CACHE_AN_HOUR = "max-age=3600"


def make_games(library: Library, start_page: StartPage) -> Blueprint:
    printed = GamePages(library)
    pages = Blueprint("games", __name__)
    pages.get("/", endpoint="start")(lambda: start_page.render())
    pages.get("/games/<slug>")(printed.game)
    pages.get("/games/<slug>/cover.avif")(printed.cover)
    pages.get("/games/<slug>/cover-<int:density>x.avif")(printed.sharp_cover)
    pages.get("/games/<slug>/cover-wide.avif")(printed.wide_cover)
    pages.get("/games/<slug>/cover-wide-sharp.avif")(printed.sharp_wide_cover)
    pages.get("/games/<slug>/reference")(printed.reference)
    pages.get("/games/<slug>/how-to-play/<int:number>.avif")(printed.howto_picture)
    pages.get("/games/<slug>/<part>/<name>")(printed.piece)
    pages.get("/c/<slug>/<name>")(printed.scanned)
    pages.get("/games/<slug>/<part>/<name>.svg")(printed.face)
    pages.get("/games/<slug>/<part>/<name>.avif")(printed.small)
    return pages


class GamePages:
    """Views that need no table."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def _printed(self, slug: str) -> PrintedGame:
        """The game in the language of the address: pictures are cached by it."""
        return self._library.printed(slug, language_of(request.args.get("v", "")))

    def _frame(self, slug: str, part: str, name: str) -> Frame:
        frame = self._printed(slug).face(f"{part}/{name}")
        if frame is None:
            abort(404)
        return frame

    def _entries(self, slug: str) -> tuple[ReferenceEntry, ...]:
        translations = self._library.translations(slug, current_language())
        return reference_entries(self._library.game(slug), translations)

    def game(self, slug: str) -> str:
        printed = self._library.printed(slug, current_language())
        game = self._library.game(slug)
        return render_template(
            "game.html",
            game=printed,
            players=game.players,
            copy=outdated_copy(self._library, slug),
            has_howto=bool(game.howto),
            has_market=rules_for(game).market is not None,
            referees=is_playable(slug),
        )

    def reference(self, slug: str) -> str:
        printed = self._library.printed(slug, current_language())
        query = request.args.get("q", "")[:100]
        entries = self._entries(slug)
        found = search(entries, query) if query.strip() else entries
        return render_template(
            "reference.html",
            game=printed,
            query=query,
            entries=found,
            steps=() if query.strip() else self._library.game(slug).howto,
        )

    def howto_picture(self, slug: str, number: int) -> AnyResponse:
        """The language is in the address, because pictures are cached by it."""
        language = request.args.get("language", "")
        frames = self._library.printed(slug, language).howto(language)
        if not 1 <= number <= len(frames):
            abort(404)
        return _picture(frame_small(frames[number - 1], STEP), "image/avif")

    def piece(self, slug: str, part: str, name: str) -> str:
        """One printed face, large, with its reference: the page that a card's QR code opens."""
        self._frame(slug, part, name)
        printed = self._library.printed(slug, current_language())
        face = f"{part}/{name}"
        translations = self._library.translations(slug, current_language())
        return render_template(
            "piece.html",
            game=printed,
            face=face,
            part=printed.title_of(part),
            name=piece_name(self._library, slug, face),
            entries=entries_on(self._library.game(slug), face, translations),
        )

    def scanned(self, slug: str, name: str) -> AnyResponse:
        """Redirect from the short address in a printed QR code, which has only the piece's id."""
        printed = self._library.printed(slug, current_language())
        entries = [entry.face for entry in self._entries(slug) if entry.face]
        found = next((face for face in entries if face.partition("/")[2] == name), "")
        if not found or printed.face(found) is None:
            abort(404)
        part, _, face = found.partition("/")
        return redirect(url_for("games.piece", slug=slug, part=part, name=face))

    def face(self, slug: str, part: str, name: str) -> AnyResponse:
        return _picture(face_svg(self._frame(slug, part, name)), "image/svg+xml")

    def cover(self, slug: str) -> AnyResponse:
        return _picture(frame_small(self._cover(slug), COVER), "image/avif")

    def wide_cover(self, slug: str) -> AnyResponse:
        return _picture(frame_small(self._cover(slug), WIDE), "image/avif")

    def sharp_cover(self, slug: str, density: int) -> AnyResponse:
        if density not in SHARP_COVERS:
            abort(404)
        return _picture(frame_small(self._cover(slug), SHARP_COVERS[density]), "image/avif")

    def sharp_wide_cover(self, slug: str) -> AnyResponse:
        return _picture(frame_small(self._cover(slug), SHARP_WIDE), "image/avif")

    def _cover(self, slug: str) -> Frame:
        return self._frame(slug, *self._printed(slug).cover.split("/"))

    def small(self, slug: str, part: str, name: str) -> AnyResponse:
        return _picture(frame_small(self._frame(slug, part, name)), "image/avif")


def _picture(content: str | bytes, mimetype: str) -> AnyResponse:
    response = Response(content, mimetype=mimetype)
    response.headers["Cache-Control"] = CACHE_AN_HOUR
    response.add_etag()
    return response.make_conditional(request)
