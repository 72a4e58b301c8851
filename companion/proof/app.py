"""The Flask application that shows a proof, and the server process that runs it."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Final

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress

from companion.app import COMPRESSED, add_security_headers
from companion.proof.model import GameFiles
from companion.proof.routes import make_proof_pages
from companion.proof.watcher import Watcher
from companion.server.gateway import Gateway
from companion.server.serve import Address, prepare_process, run_server
from companion.web.hostnames import RejectMalformedHost, reject_unknown_host

PACKAGE: Final = Path(__file__).parent.parent
GAME: Final = "PAPERBOAT_PROOF_GAME"
CARDS: Final = "PAPERBOAT_PROOF_CARDS"
TEMPLATES: Final = "PAPERBOAT_PROOF_TEMPLATES"
NAMES: Final = "PAPERBOAT_PROOF_NAMES"


def create_proof_app(watcher: Watcher, names: Collection[str] = frozenset()) -> Flask:
    """`names` are host names that it serves in addition to IP addresses and local names."""
    app = Flask(
        __name__,
        static_folder=str(PACKAGE / "static"),
        template_folder=str(PACKAGE / "templates" / "proof"),
    )
    app.config["COMPRESS_ALGORITHM"] = ["gzip"]
    app.config["COMPRESS_LEVEL"] = 1  # most readers are in the same room
    app.config["COMPRESS_MIMETYPES"] = COMPRESSED
    Compress(app)
    Babel(app)  # for the messages of the code that this app shares with the companion
    app.register_blueprint(make_proof_pages(watcher))
    app.before_request(lambda: reject_unknown_host(names))
    app.wsgi_app = RejectMalformedHost(app.wsgi_app)  # type: ignore[method-assign]
    add_security_headers(app)
    return app


def serve_proof(files: GameFiles, address: Address) -> None:
    """Serve until stopped. One process: it draws, and its pages share what it drew."""
    os.environ[GAME] = files.slug
    os.environ[CARDS] = str(files.cards.resolve())
    os.environ[TEMPLATES] = str(files.templates.resolve())
    os.environ[NAMES] = " ".join(address.names)
    run_server("companion.proof.app:make_proof_gateway", address, 1)


def make_proof_gateway() -> Gateway:
    """Create the app in the server process, configured by the environment."""
    prepare_process()
    files = GameFiles(os.environ[GAME], Path(os.environ[CARDS]), Path(os.environ[TEMPLATES]))
    watcher = Watcher(files)
    watcher.start()
    return Gateway(create_proof_app(watcher, frozenset(os.environ[NAMES].split())))
