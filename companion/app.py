"""Takes folders of games and a store, gives the Flask app."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response

from companion.live import Live
from companion.room import Rooms
from companion.store import Store
from companion.web.shelf import make_shelf
from companion.web.tables import make_tables

LARGEST_REQUEST = 64 * 1024
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def create_app(cards: Path, templates: Path, store: Store) -> Flask:
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    rooms = Rooms(store, Live())
    app.register_blueprint(make_shelf(cards, templates))
    app.register_blueprint(make_tables(rooms, cards, templates))

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response

    return app
