"""Keep the texts of replays, so that a link to a move works for everybody on this server.

A replay's id is made from its text: the same file has the same link, and nobody can guess the link
of a file they don't have. Only the text is kept. The oldest replays make room for new ones.
"""

from __future__ import annotations

import base64
import hashlib
import time
from typing import Final

from sqlalchemy import delete, insert, select, update

from companion.storage.schema import replays
from companion.storage.store import Store

MAX_REPLAYS: Final = 300
ID_BYTES: Final = 10


def replay_id(text: str) -> str:
    digest = hashlib.blake2b(text.encode(), digest_size=ID_BYTES).digest()
    return base64.b32encode(digest).decode().lower()


def save_replay(store: Store, text: str) -> str:
    """Returns the id of the replay, which may be stored already."""
    found = replay_id(text)
    now = time.time()
    with store.writing() as connection:
        kept = connection.execute(
            update(replays).where(replays.c.id == found).values(saved=now)
        ).rowcount
        if not kept:
            connection.execute(insert(replays), {"id": found, "text": text, "saved": now})
        newest = select(replays.c.id).order_by(replays.c.saved.desc(), replays.c.id)
        old = list(connection.execute(newest.offset(MAX_REPLAYS)).scalars())
        if old:
            connection.execute(delete(replays).where(replays.c.id.in_(old)))
    return found


def find_replay(store: Store, wanted: str) -> str | None:
    with store.reading() as connection:
        query = select(replays.c.text).where(replays.c.id == wanted)
        text: str | None = connection.execute(query).scalar_one_or_none()
        return text
