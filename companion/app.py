"""The Flask application factory."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from flask import Flask, Response
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.pictures.library import Library
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.presence import Presence
from companion.rooms.rooms import Rooms
from companion.rooms.seat_links import SeatLinks
from companion.rooms.tokens import Tokens
from companion.storage.store import Store
from companion.web.access import Access
from companion.web.api.blueprint import make_api
from companion.web.back_link import add_back_links
from companion.web.errors import add_errors
from companion.web.games.exports import make_exports
from companion.web.games.market import make_market
from companion.web.games.routes import make_games
from companion.web.games.setups import make_setups
from companion.web.games.start import StartPage
from companion.web.hostnames import RejectMalformedHost, reject_unknown_host
from companion.web.language_switch import add_language_switch
from companion.web.layouts import make_layouts
from companion.web.piece_names import add_piece_names
from companion.web.pwa import make_pwa
from companion.web.replays.routes import make_replays
from companion.web.results.routes import make_results
from companion.web.scoring.routes import make_scoring
from companion.web.static_files import add_static_files
from companion.web.tables.routes import make_tables
from companion.web.tables.seats import make_seats
from companion.web.tables.winner import make_winner
from companion.web.template_filters import add_template_filters
from companion.web.translation import add_languages
from companion.web.uploads import MAX_REQUEST_BYTES

SUBRESOURCES = frozenset({"text/css", "text/javascript", "image/avif", "image/png"})
COMPRESSED = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"]
COMMON_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
PAGE_HEADERS = {
    **COMMON_HEADERS,
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    # Our own forms must send their origin, so that those of other sites can be rejected.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def create_app(
    cards: Path,
    templates: Path,
    store: Store,
    names: Collection[str] = frozenset(),
    *,
    proxies: int = 0,
) -> Flask:
    """`names` are host names that it serves in addition to IP addresses and local names. So many
    `proxies` in front of it are trusted to say which address a request came from and whether it
    used https."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    app.config["COMPRESS_ALGORITHM"] = ["gzip"]
    # For files under /static: a first visit loads little, and later ones nothing.
    app.config["COMPRESS_ALGORITHM_STREAMING"] = ["br", "deflate"]
    app.config["COMPRESS_BR_LEVEL"] = 6
    app.config["COMPRESS_MIMETYPES"] = COMPRESSED
    Compress(app)
    library = Library(cards, templates)
    add_static_files(app)
    add_languages(app, library)
    add_template_filters(app)
    add_piece_names(app, library)
    add_back_links(app)
    add_language_switch(app)
    access = Access(Rooms(store, Broadcaster()), Tokens(store), Presence(store), SeatLinks(store))
    start_page = StartPage(library, store)
    app.register_blueprint(make_pwa())
    app.register_blueprint(make_games(library, start_page))
    app.register_blueprint(make_market(library))
    app.register_blueprint(make_setups(library))
    app.register_blueprint(make_exports(library))
    app.register_blueprint(make_tables(access, library, start_page))
    app.register_blueprint(make_seats(access, library))
    app.register_blueprint(make_winner(access, library))
    app.register_blueprint(make_scoring(access, store, library))
    app.register_blueprint(make_results(access, store, library))
    app.register_blueprint(make_replays(access, store, library))
    app.register_blueprint(make_layouts(library))
    app.register_blueprint(make_api(access, store, library))
    add_errors(app)
    app.before_request(lambda: reject_unknown_host(names))
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies)  # type: ignore[method-assign]
    app.wsgi_app = RejectMalformedHost(app.wsgi_app)  # type: ignore[method-assign]
    add_security_headers(app)
    return app


def add_security_headers(app: Flask) -> None:
    @app.after_request
    def add(response: Response) -> Response:
        # The policy of a page covers its scripts and styles; only documents need all headers.
        response.headers.update(
            COMMON_HEADERS if response.mimetype in SUBRESOURCES else PAGE_HEADERS
        )
        return response
