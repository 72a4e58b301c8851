"""Takes a room, gives its whole log as JSON; takes such a file, says whether all was fair.

A record of a table that has not ended holds no seed and no secrets, so it proves nothing yet.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.chance import commitment
from companion.room import Room
from companion.table.fold import verify
from companion.table.model import Event, Table
from companion.table.view import log_view

FORMAT = "paperboat-table-1"


def write_record(room: Room) -> str:
    """Everything for whoever wants to check or keep it; secrets only once they are told."""
    table = room.table
    events: list[Any] = list(room.log) if table.ended else log_view(room.log, table, None)
    record = {
        "format": FORMAT,
        "game": table.game,
        "commitment": table.commitment,
        "seed": table.seed,
        "decks": table.pieces,
        "dice": table.dice,
        "events": events,
    }
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def check_record(text: str) -> list[str]:
    """What is wrong with a record, in sentences; nothing, if it proves itself."""
    try:
        record = msgspec.json.decode(text)
        if record["format"] != FORMAT:
            return [f"this is not a record of the kind {FORMAT}"]
        if record["seed"] is None:
            return ["the table has not ended, so its secret is not told yet"]
        seed = bytes.fromhex(record["seed"])
        decks = {name: tuple(pieces) for name, pieces in record["decks"].items()}
        dice = {name: tuple(faces) for name, faces in record["dice"].items()}
        start = Table(record["game"], record["commitment"], decks, dice)
        log = msgspec.convert(record["events"], list[Event])
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        return [f"this is not a whole record ({fault})"]
    if commitment(seed) != start.commitment:
        return ["the seed is not the one that was promised before the first throw"]
    return verify(start, log, seed)
