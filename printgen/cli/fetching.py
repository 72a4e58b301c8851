"""Fetch the tables of games and say what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from printgen.errors import CallError, DataError, Findings
from printgen.fetch.download import download
from printgen.fetch.tables import fetch_table, remote_tables


def fetch_tables(cards: Path, games: Sequence[str], *, allow_private: bool) -> str:
    """Fetch every table that has an address. Raises DataError for those that could not be had,
    after fetching the others, and CallError if no game names an address."""
    findings = Findings()
    tables = [(game, table) for game in games for table in remote_tables(cards, game, findings)]
    if not tables and not findings.errors:
        raise CallError(
            "no table has an address; add 'fetch: {cards.xlsx: https://…}' to game.yaml"
        )
    lines = []
    get = partial(download, allow_private=allow_private)
    for game, table in tables:
        fetched = fetch_table(table, get, findings)
        if fetched is not None:
            state = "new" if fetched.is_new else "unchanged"
            lines.append(f"{game}/{fetched.name}: {fetched.size / 1000:.1f} kB, {state}")
    if findings.errors:
        raise DataError((*findings,))
    return "\n".join(lines)
