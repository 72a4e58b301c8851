"""Takes folders of games and a store, gives the Flask app."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response
from flask_compress import Compress

from companion.live import Live
from companion.room import Rooms
from companion.store import Store
from companion.web.api.serve import make_api
from companion.web.dress import dress
from companion.web.errors import add_errors
from companion.web.language import add_languages
from companion.web.results import make_results
from companion.web.setups import make_setups
from companion.web.shelf import make_shelf
from companion.web.shell import make_shell
from companion.web.tables import make_tables

LARGEST_REQUEST = 64 * 1024
SMALLER = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"]
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def create_app(cards: Path, templates: Path, store: Store) -> Flask:
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.config["COMPRESS_ALGORITHM"] = ["gzip"]
    app.config["COMPRESS_MIMETYPES"] = SMALLER
    Compress(app)
    add_languages(app)
    dress(app)
    rooms = Rooms(store, Live())
    app.register_blueprint(make_shell())
    app.register_blueprint(make_shelf(cards, templates))
    app.register_blueprint(make_setups(cards, templates))
    app.register_blueprint(make_tables(rooms, cards, templates))
    app.register_blueprint(make_results(rooms, store, cards, templates))
    app.register_blueprint(make_api(rooms, store, cards, templates))
    add_errors(app)

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response

    return app
