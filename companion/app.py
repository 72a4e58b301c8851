"""Takes folders of games, gives the Flask app: the shelf of games and their printed faces."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, abort, render_template

from companion.gallery import Part, Shelf, face_svg, open_shelf
from printgen.catalog.load import list_games

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def create_app(cards: Path, templates: Path) -> Flask:
    app = Flask(__name__)

    def shelf(slug: str) -> Shelf:
        if slug not in list_games(cards):
            abort(404)
        return open_shelf(slug, cards, templates)

    @app.get("/")
    def start() -> str:
        games = [shelf(slug) for slug in list_games(cards)]
        return render_template("start.html", games=games)

    @app.get("/games/<slug>")
    def game(slug: str) -> str:
        return render_template("game.html", game=shelf(slug))

    @app.get("/games/<slug>/<part>/<name>.svg")
    def face(slug: str, part: str, name: str) -> Response:
        found = next((p for p in shelf(slug).parts if p.id == part), None)
        frame = found.faces.get(name) if found else None
        if frame is None:
            abort(404)
        picture = Response(face_svg(frame), mimetype="image/svg+xml")
        picture.headers["Cache-Control"] = "max-age=3600"
        return picture

    @app.context_processor
    def helpers() -> dict[str, object]:
        return {"first_faces": first_faces}

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response

    return app


def first_faces(part: Part, count: int) -> list[str]:
    """Names of a few faces that show what a part looks like, spread over all of it."""
    names = [name for name in part.faces if not name.endswith("back")]
    step = max(1, len(names) // count)
    return names[::step][:count]
