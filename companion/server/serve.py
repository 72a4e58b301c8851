"""Run the server until it is stopped.

Each process keeps the event streams of its phones in one event loop and renders pages on a few
threads. Processes notify each other through the database.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from companion.storage.database import DatabaseError, DatabaseUnavailable, display_name, sqlite_file
from companion.storage.sqlite_file import FileFault, compact, locked
from printgen.start import isolate_children
from printgen.terminal import printable

if TYPE_CHECKING:
    from companion.server.gateway import Gateway
    from companion.storage.store import Store

CARDS: Final = "PAPERBOAT_CARDS"
TEMPLATES: Final = "PAPERBOAT_TEMPLATES"
DATABASE: Final = "PAPERBOAT_DATABASE"
NAMES: Final = "PAPERBOAT_NAMES"
PROXIES: Final = "PAPERBOAT_PROXIES"
MAX_CONNECTIONS: Final = 10_000  # requests in one process, open streams among them
OPEN_FILES: Final = 10_240
# Streams never end by themselves, so stopping always takes this long. Answered acts are stored.
STOP_SECONDS: Final = 1
RETRY_SECONDS: Final = 0.5


class Address(Struct, frozen=True):
    """Where to listen. `names` are further host names that phones use for this server, and
    `proxies` is the number of proxies in front of it."""

    host: str
    port: int
    names: tuple[str, ...] = ()
    proxies: int = 0


@contextmanager
def exclusive_database(database: str) -> Iterator[None]:
    """Lock a SQLite file against other servers, and compact it at the end.

    Raises DatabaseError if another server uses it.
    """
    file = sqlite_file(database)
    if file is None:
        yield
        return
    try:
        with locked(file):
            try:
                yield
            finally:
                compact(file)
    except FileFault as fault:
        raise DatabaseError(f"{display_name(database)} cannot be used: {fault}") from fault


def serve(cards: Path, templates: Path, database: str, address: Address, workers: int) -> None:
    os.environ[CARDS] = str(cards.resolve())
    os.environ[TEMPLATES] = str(templates.resolve())
    os.environ[DATABASE] = database
    os.environ[NAMES] = " ".join(address.names)
    os.environ[PROXIES] = str(address.proxies)
    run_server("companion.server.serve:make_gateway", address, workers)


def run_server(factory: str, address: Address, workers: int) -> None:
    """Serve what `factory` makes in each process, until the server is stopped."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    isolate_children()
    _allow_many_connections()
    Granian(
        factory,
        factory=True,
        address=address.host,
        port=address.port,
        interface=Interfaces.RSGI,
        websockets=False,
        workers=workers,
        backpressure=MAX_CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.error,
    ).serve()


def make_gateway() -> Gateway:
    """Create the app in a server process, configured by the environment."""
    from companion.app import create_app
    from companion.server.gateway import Gateway

    prepare_process()
    store = open_store(os.environ[DATABASE])
    cards, templates = Path(os.environ[CARDS]), Path(os.environ[TEMPLATES])
    names, proxies = frozenset(os.environ[NAMES].split()), int(os.environ[PROXIES])
    app = create_app(cards, templates, store, names, proxies=proxies)
    threading.Thread(target=draw_covers, args=(cards, templates), daemon=True).start()
    return Gateway(app)


def prepare_process() -> None:
    """Set up logging in a server process, and end it with its parent."""
    _configure_logging()
    threading.Thread(target=_exit_with_parent, name="parent", daemon=True).start()


def open_store(database: str) -> Store:
    """Open the store, waiting for a database server that does not answer yet.

    Raises DatabaseError for anything that waiting does not fix.
    """
    from companion.storage.store import Store

    waited = False
    while True:
        try:
            return Store(database)
        except DatabaseUnavailable as fault:
            if not waited:
                logging.getLogger(__name__).error("%s; trying again until it answers", fault)
            waited = True
            time.sleep(RETRY_SECONDS)


class PrintableFormatter(logging.Formatter):
    """Escape control characters in log lines and tracebacks, which may quote user input."""

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record), keep="\n")


def _configure_logging() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(PrintableFormatter("%(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def draw_covers(cards: Path, templates: Path) -> None:
    """Load every game and draw its cover, so that the first phone does not have to wait."""
    from companion.pictures.library import open_printed_game
    from companion.pictures.raster import COVER, frame_small
    from printgen.catalog.load import list_games
    from printgen.errors import DataError

    for slug in list_games(cards):
        try:
            printed = open_printed_game(slug, cards, templates)
            cover = printed.face(printed.cover)
        except DataError:  # the start page reports the mistakes
            continue
        if cover is not None:
            frame_small(cover, COVER)


def _exit_with_parent() -> None:
    """Stop when the parent is killed, instead of serving beside the next server."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _allow_many_connections() -> None:
    """Raise the limit of open files as far as needed and allowed: each phone is one."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS reports no limit, but allows only this many.
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
