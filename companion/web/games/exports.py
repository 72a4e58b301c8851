"""A setup as a file for virtual tables, and the pictures that Tabletop Simulator fetches."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games import rules_for
from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.tabletop.export import DOWNLOADS, find_picture, write_download
from companion.web.games.setup_query import requested_setup
from companion.web.translation import translate

CACHE_FOR_EVER = "public, max-age=31536000, immutable"
"""The name of a picture ends with a hash of its contents."""


def make_exports(library: Library) -> Blueprint:
    exports = Exports(library)
    pages = Blueprint("exports", __name__)
    pages.get("/games/<slug>/setup/<target>")(exports.download)
    pages.get("/games/<slug>/table-pictures/<name>")(exports.picture)
    return pages


class Exports:
    def __init__(self, library: Library) -> None:
        self._library = library

    def download(self, slug: str, target: str) -> Response:
        if target not in DOWNLOADS:
            abort(404)
        game = self._library.game(slug)
        base_url = url_for("exports.picture", slug=slug, name="-", _external=True)
        try:
            wanted = requested_setup(request.args.to_dict(flat=False), game, rules_for(game))
            data = write_download(
                self._library, slug, wanted, translate, target, base_url.removesuffix("/-")
            )
        except Refused as fault:
            abort(400, translate(fault.message))
        kind = DOWNLOADS[target]
        response = Response(data, mimetype=kind.mimetype)
        name = f"{slug}-{wanted.words}.{kind.ending}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def picture(self, slug: str, name: str) -> AnyResponse:
        self._library.game(slug)
        data = find_picture(self._library, slug, name)
        if data is None:
            abort(404)
        kind = "image/png" if name.endswith(".png") else "text/plain"
        response = Response(data, mimetype=kind)
        response.headers["Cache-Control"] = CACHE_FOR_EVER
        return response
