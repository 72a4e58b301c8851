"""Chain a table's events, so that none can be changed, moved, added or left out unnoticed.

Each hash covers the one before it and the whole event: its number, who did what, what came of it
and when. The chain starts from the table's commitment, and the hash of the end seals it. Hashes
are keyed with the table's seed: before the end they reveal nothing about hands and plans, and after
it everybody can compute them again.

Versions of the program from SEALS_VERSIONS on also cover which versions wrote the start and every
event so far. Events of earlier versions keep the hashes that phones have seen.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from companion.table.migrations import Written
from companion.table.model import Event

SEALS_VERSIONS: Final = 2
_FIRST_LINK: Final = b"paperboat chain 1\0"
_LINK: Final = b"paperboat chain 2\0"
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letter that looks like a digit or U
GROUPS: Final = 4
GROUP: Final = 4


def link(seed: bytes, previous: str, event: Event, written: Written) -> str:
    """The hash of an event that follows the event with the previous hash."""
    fields = msgspec.structs.astuple(event)
    if written.of(event.number) < SEALS_VERSIONS:
        return _digest(seed, _FIRST_LINK, previous, fields)
    return _digest(seed, _LINK, previous, (written.until(event.number), fields))


def _digest(seed: bytes, kind: bytes, previous: str, value: object) -> str:
    content = msgspec.json.encode(value, order="sorted")
    return hmac.digest(seed, kind + previous.encode() + b"\0" + content, "sha256").hex()


def chain(seed: bytes, commitment: str, events: Iterable[Event], written: Written) -> Iterator[str]:
    """The hash of each event of a table."""
    last = commitment
    for event in events:
        last = link(seed, last, event, written)
        yield last


def last_hash(seed: bytes, commitment: str, events: Iterable[Event], written: Written) -> str:
    """The hash of the last event; of a table without events, its commitment."""
    last = commitment
    for last in chain(seed, commitment, events, written):  # noqa: B007 – only the last one counts
        pass
    return last


def short_code(digest: str) -> str:
    """The first 80 bits of a hash, in groups that people can read to each other."""
    number = int(digest[:20], 16)
    letters = [ALPHABET[(number >> 5 * place) & 31] for place in range(GROUPS * GROUP)]
    text = "".join(reversed(letters))
    return "-".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))
