"""Takes the catalogue, gives the start page and the printed faces of every game."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, abort, render_template

from companion.gallery import Part, Shelf, face_svg, open_shelf
from printgen.catalog.load import list_games
from printgen.errors import DataError


def make_shelf(cards: Path, templates: Path) -> Blueprint:
    pages = Blueprint("shelf", __name__)

    def shelf(slug: str) -> Shelf:
        if slug not in list_games(cards):
            abort(404)
        return open_shelf(slug, cards, templates)

    @pages.get("/")
    def start() -> str:
        games, broken = [], {}
        for slug in list_games(cards):
            try:
                games.append(open_shelf(slug, cards, templates))
            except DataError as fault:  # one game's mistake must not hide the others
                broken[slug] = [str(finding) for finding in fault.findings]
        return render_template("start.html", games=games, broken=broken, first_faces=first_faces)

    @pages.get("/games/<slug>")
    def game(slug: str) -> str:
        return render_template("game.html", game=shelf(slug))

    @pages.get("/games/<slug>/<part>/<name>.svg")
    def face(slug: str, part: str, name: str) -> Response:
        found = next((p for p in shelf(slug).parts if p.id == part), None)
        frame = found.faces.get(name) if found else None
        if frame is None:
            abort(404)
        picture = Response(face_svg(frame), mimetype="image/svg+xml")
        picture.headers["Cache-Control"] = "max-age=3600"
        return picture

    return pages


def first_faces(part: Part, count: int) -> list[str]:
    """Names of a few faces that show what a part looks like, spread over all of it."""
    names = [name for name in part.faces if not name.endswith("back")]
    step = max(1, len(names) // count)
    return names[::step][:count]
