"""Takes folders of games and a store, gives the Flask app."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from flask import Flask, Response
from flask_compress import Compress

from companion.gallery import Library
from companion.live import Live
from companion.room import Rooms
from companion.store import Store
from companion.web.api.serve import make_api
from companion.web.called import ReadableHost, refuse_other_names
from companion.web.dress import dress
from companion.web.errors import add_errors
from companion.web.language import add_languages
from companion.web.results import make_results
from companion.web.setups import make_setups
from companion.web.shelf import make_shelf
from companion.web.shell import make_shell
from companion.web.tables import make_tables
from companion.web.visitor import Door

LARGEST_REQUEST = 64 * 1024
PARTS = frozenset({"text/css", "text/javascript", "image/avif", "image/png"})
SMALLER = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"]
EVERYWHERE = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
HEADERS = {
    **EVERYWHERE,
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    # Our own pages must say where they are from: so a form of another site is known.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def create_app(
    cards: Path, templates: Path, store: Store, names: Collection[str] = frozenset()
) -> Flask:
    """`names` are what it is called besides addresses and names of a local network."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.config["COMPRESS_ALGORITHM"] = ["gzip"]
    app.config["COMPRESS_MIMETYPES"] = SMALLER
    Compress(app)
    library = Library(cards, templates)
    add_languages(app, library)
    dress(app)
    door = Door(Rooms(store, Live()))
    app.register_blueprint(make_shell())
    app.register_blueprint(make_shelf(library))
    app.register_blueprint(make_setups(library))
    app.register_blueprint(make_tables(door, library))
    app.register_blueprint(make_results(door, store, library))
    app.register_blueprint(make_api(door, store, library))
    add_errors(app)
    app.before_request(lambda: refuse_other_names(names))
    app.wsgi_app = ReadableHost(app.wsgi_app)  # type: ignore[method-assign]

    @app.after_request
    def protect(response: Response) -> Response:
        # A style or script is bound by the page it is in; only what can be a page needs it all.
        response.headers.update(EVERYWHERE if response.mimetype in PARTS else HEADERS)
        return response

    return app
