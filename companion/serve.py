"""Takes folders of games, a database and an address, gives a server that runs until it is stopped.

Each process holds the streams of all its phones in one event loop and makes pages on a few
threads. What processes must know of each other they hear through the database.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from companion.gateway import Gateway

CARDS: Final = "PAPERBOAT_CARDS"
TEMPLATES: Final = "PAPERBOAT_TEMPLATES"
DATABASE: Final = "PAPERBOAT_DATABASE"
NAMES: Final = "PAPERBOAT_NAMES"
MOST_OPEN: Final = 10_000  # requests in one process, open streams among them
OPEN_FILES: Final = 10_240
# Streams never end by themselves, so stopping always takes this long; what is answered is stored.
STOP_SECONDS: Final = 1


class Address(Struct, frozen=True):
    """Where to listen; `names` are what phones call it besides its address."""

    host: str
    port: int
    names: tuple[str, ...] = ()


def serve(cards: Path, templates: Path, database: str, address: Address, workers: int) -> None:
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    os.environ[CARDS] = str(cards.resolve())
    os.environ[TEMPLATES] = str(templates.resolve())
    os.environ[DATABASE] = database
    os.environ[NAMES] = " ".join(address.names)
    _allow_many_connections()
    Granian(
        "companion.serve:make_gateway",
        factory=True,
        address=address.host,
        port=address.port,
        interface=Interfaces.RSGI,
        websockets=False,
        workers=workers,
        backpressure=MOST_OPEN,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.error,
    ).serve()


def make_gateway() -> Gateway:
    """The app as a server's process makes it, from what the command has said."""
    from companion.app import create_app
    from companion.gateway import Gateway
    from companion.store import Store

    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    store = Store(os.environ[DATABASE])
    cards, templates = Path(os.environ[CARDS]), Path(os.environ[TEMPLATES])
    app = create_app(cards, templates, store, frozenset(os.environ[NAMES].split()))
    threading.Thread(target=draw_covers, args=(cards, templates), daemon=True).start()
    return Gateway(app)


def draw_covers(cards: Path, templates: Path) -> None:
    """Reads every game and draws its cover, so that the first phone need not wait for it."""
    from companion.gallery import open_shelf
    from companion.raster import COVER, frame_small
    from printgen.catalog.load import list_games
    from printgen.errors import DataError

    for slug in list_games(cards):
        try:
            shelf = open_shelf(slug, cards, templates)
            cover = shelf.face(shelf.cover)
        except DataError:  # the start page says what is wrong with it
            continue
        if cover is not None:
            frame_small(cover, COVER)


def _end_with_parent() -> None:
    """A process whose command was killed must not go on serving beside the next one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _allow_many_connections() -> None:
    """Takes as many open files as it may need and the system allows: each phone is one."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS says that there is no limit, and then allows this many and no more.
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
