"""Verify logs and records, as lists of English sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rooms.examine import examine
from companion.table.commitment import commitment_of
from companion.table.model import Event, Table
from companion.table.replay import replay


def verify(start: Table, log: Sequence[Event], seed: bytes) -> list[str]:
    """What in a log does not follow from its seed; empty if everything is right."""
    kept = commitment_of(start, seed) == start.commitment
    broken = [] if kept else ["the seed does not match the commitment"]
    return [*broken, *map(str, replay(start, log, seed)[1])]


def check_record(text: str) -> list[str]:
    """What is wrong with a record; empty if everything is right."""
    return [str(sentence) for sentence in examine(text).wrong]
