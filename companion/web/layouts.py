"""The library of piecepack layouts: a gallery, and each layout as a setup with a code."""

from __future__ import annotations

import io
import secrets
from functools import lru_cache
from typing import Final

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

from companion.chance.provable import Chance, words_from
from companion.pictures.layout_library import PART, LayoutLibrary
from companion.pictures.layouts import LayoutPictures
from companion.pictures.library import Library
from companion.replays.names import count_pieces
from companion.table.acts.setup import OPTION
from companion.web.layout_search import search_translated
from companion.web.responses import attachment
from printgen.catalog.builtin import PIECES_GAME
from printgen.catalog.ppn.library import Layout
from printgen.export.ppn import write_table
from printgen.export.svg import write_svg

MAX_WORDS: Final = 40
MAX_QUERY_LENGTH: Final = 100
CACHE_AN_HOUR: Final = "max-age=3600"


def make_layouts(library: Library) -> Blueprint:
    shown = LayoutPages(library)
    pages = Blueprint("layouts", __name__, url_prefix="/layouts")
    pages.get("")(shown.gallery)
    pages.get("/<name>")(shown.layout)
    pages.get("/<name>.svg")(shown.picture)
    pages.get("/<name>.ppn")(shown.ppn)
    return pages


class LayoutPages:
    def __init__(self, library: Library) -> None:
        self._layouts = LayoutLibrary(library)
        self._pictures = LayoutPictures(library)
        self._drawn = lru_cache(maxsize=256)(self._draw)

    def gallery(self) -> str:
        query = request.args.get("q", "")[:MAX_QUERY_LENGTH]
        return render_template(
            "layouts.html",
            layouts=search_translated(self._layouts.layouts(), query),
            query=query,
            count_pieces=count_pieces,
            edition=self._pictures.edition(),
        )

    def layout(self, name: str) -> AnyResponse:
        """One layout; a mixed one has a setup code in its address, which rolling replaces."""
        layout = self._find(name)
        words = self._words()
        if layout.random and ("roll" in request.args or not words):
            made = words_from(Chance(secrets.token_bytes(32)))
            return redirect(url_for("layouts.layout", name=name, words=made), 303)
        return make_response(
            render_template(
                "layout.html",
                layout=layout,
                args={"words": words} if layout.random else {},
                words=words,
                table=self._table_args(layout, words),
                count_pieces=count_pieces,
                edition=self._pictures.edition(),
            )
        )

    def _table_args(self, layout: Layout, words: str) -> dict[str, object]:
        """What opens a table with this layout; empty if the library has no game for it."""
        if not self._layouts.is_playable(layout):
            return {}
        return {
            "game": PIECES_GAME,
            "players": layout.players[0],
            "words": words or words_from(Chance(secrets.token_bytes(32))),
            f"{OPTION}{PART}": layout.id,
        }

    def picture(self, name: str) -> AnyResponse:
        """Pictures with an edition in their address are kept; others are asked for again."""
        layout = self._find(name)
        again = request.args.get("again", 0, type=int)
        edition = self._pictures.edition()
        drawn = self._drawn(layout.id, layout.file.text, self._words(), again, edition)
        response = Response(drawn, mimetype="image/svg+xml")
        response.headers["Cache-Control"] = CACHE_AN_HOUR if "v" in request.args else "no-cache"
        response.add_etag()
        return response.make_conditional(request)

    def ppn(self, name: str) -> AnyResponse:
        """The layout as it was mixed, with every piece."""
        layout = self._find(name)
        stream = io.StringIO()
        write_table(self._layouts.table(layout, self._words()), layout.title, stream)
        return attachment(stream.getvalue(), "text/plain", f"{layout.id}.ppn")

    def _words(self) -> str:
        return request.args.get("words", "").strip().lower()[:MAX_WORDS]

    def _draw(self, name: str, text: str, words: str, again: int, edition: str) -> str:  # noqa: ARG002
        layout = self._find(name)
        pieces = self._layouts.table(layout, words, again)
        frame = self._pictures.draw(pieces, None, None, layout.scale)
        stream = io.StringIO()
        write_svg(frame, stream, show_bleed=False)
        return stream.getvalue()

    def _find(self, name: str) -> Layout:
        found = self._layouts.find(name)
        if found is None:
            abort(404)
        return found
