"""Takes a game, gives the last words of its booklet: which values are ours, who made what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.catalog.model import Game, Table
from printgen.draw.story.blocks import Block, Credits, Prose, Provenance, Title, Words
from printgen.draw.story.typeset import plain
from printgen.errors import Place

OURS = "ours"
COLUMN = "provenance"


def split_colophon(
    blocks: Sequence[Block], place: Place
) -> tuple[list[Block], Provenance, Credits]:
    """The text without its provenance and credits; empty ones where it has none."""
    body: list[Block] = [block for block in blocks if not isinstance(block, Provenance | Credits)]
    provenance = Provenance((), place)
    credits_ = Credits((), place)
    for block in blocks:
        if isinstance(block, Provenance):
            provenance = block
        elif isinstance(block, Credits):
            credits_ = block
    return body, provenance, credits_


def colophon(game: Game, provenance: Provenance, credits_: Credits) -> list[Block]:
    blocks: list[Block] = []
    tables = list(_ours(game))
    if tables or provenance.lines:
        blocks.append(Title(Words("What is ours", provenance.place)))
    if tables:
        said = (
            "Some values are our own reconstructions. Change them freely; they stand in the tables"
        )
        blocks.append(Prose(Words(f"{said} {', '.join(tables)}.", provenance.place)))
    blocks += _items(provenance.lines)
    blocks.append(Title(Words("Credits", credits_.place)))
    blocks.append(Prose(Words(plain(game.credit), credits_.place)))
    blocks += _items(credits_.lines)
    if game.version:
        blocks.append(Prose(Words(f"Version {plain(game.version)}", credits_.place)))
    return blocks


def _items(lines: Sequence[Words]) -> list[Block]:
    """One list, told of by the place of its first line."""
    listed = "\n".join(f"- {words.text}" for words in lines)
    return [Prose(Words(listed, lines[0].place))] if lines else []


def _ours(game: Game) -> Iterator[str]:
    for table in game.tables.values():
        count, whole = _count(table), len(table.records)
        if count:
            name = plain(table.name.replace("-", " "))
            amount = f"all {whole}" if count == whole else f"{count} of {whole}"
            yield f"**{name}** ({amount})" if whole > 1 else f"**{name}**"


def _count(table: Table) -> int:
    """The rows that say in some provenance column that they are ours."""
    names = [column.name for column in table.columns if COLUMN in column.name]
    return sum(
        any(OURS in _values(record.values.get(name)) for name in names) for record in table.records
    )


def _values(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
