"""The commitment that a table shows before its first act.

It fixes the seed and everything the table starts with: a record with another die, deck or fact of
the game has another commitment than the one that every phone has shown.
"""

from __future__ import annotations

import msgspec

from companion.chance.provable import commitment
from companion.table.model import FIRST_EDITION, Table


def commitment_of(table: Table, seed: bytes) -> str:
    edition = () if table.edition == FIRST_EDITION else (table.edition,)
    content = (table.game, table.pieces, table.dice, table.facts, *edition)
    return commitment(seed, msgspec.json.encode(content, order="sorted"))


def with_commitment(table: Table, seed: bytes) -> Table:
    return msgspec.structs.replace(table, commitment=commitment_of(table, seed))
