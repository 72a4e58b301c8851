"""Takes a table before its first act and its secret seed, gives what it promises to everybody.

The promise fixes the seed, and with it all that lies on the table: who changes a die, a deck or
what a game's rules know of it in a record changes the promise that every phone has shown.
"""

from __future__ import annotations

import msgspec

from companion.chance import commitment
from companion.table.model import Table


def promise_of(table: Table, seed: bytes) -> str:
    lies = (table.game, table.pieces, table.dice, table.facts)
    return commitment(seed, msgspec.json.encode(lies, order="sorted"))


def promised(table: Table, seed: bytes) -> Table:
    """The table with its promise."""
    return msgspec.structs.replace(table, commitment=promise_of(table, seed))
