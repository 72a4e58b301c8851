"""The end of a booklet: which values are our own reconstructions, and the credits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printgen.catalog.model import Game, Table
from printgen.catalog.rules_text.blocks import (
    Block,
    Credits,
    Prose,
    Provenance,
    RichText,
    Summary,
    Title,
)
from printgen.catalog.translations.own import own_words
from printgen.draw.story.typeset import escape_markup
from printgen.errors import Location

OURS = "ours"
OUR_VALUES = "Some values are our own reconstructions. Feel free to change them in these tables:"
COLUMN = "provenance"


class SplitText(Struct, frozen=True):
    """A text split into its body and the parts that go at its end."""

    body: tuple[Block, ...]
    provenance: Provenance
    credits: Credits
    summary: Summary | None


def split_colophon(blocks: Sequence[Block], place: Location) -> SplitText:
    """Split off provenance, credits and summary; the first two are empty if the text has none."""
    at_the_end = (Provenance, Credits, Summary)
    provenance = [block for block in blocks if isinstance(block, Provenance)]
    credits_ = [block for block in blocks if isinstance(block, Credits)]
    summary = [block for block in blocks if isinstance(block, Summary)]
    return SplitText(
        tuple(block for block in blocks if not isinstance(block, at_the_end)),
        provenance[-1] if provenance else Provenance((), place),
        credits_[-1] if credits_ else Credits((), place),
        summary[-1] if summary else None,
    )


def colophon(game: Game, provenance: Provenance, credits_: Credits) -> list[Block]:
    words = own_words(game.language)
    blocks: list[Block] = []
    tables = list(_ours(game))
    if tables or provenance.lines:
        blocks.append(Title(RichText(words("Our additions"), provenance.place)))
    if tables:
        note = words(OUR_VALUES)
        blocks.append(Prose(RichText(f"{note} {', '.join(tables)}.", provenance.place)))
    blocks += _items(provenance.lines)
    blocks.append(Title(RichText(words("Credits"), credits_.place)))
    blocks.append(Prose(RichText(escape_markup(game.credit), credits_.place)))
    blocks += _items((*credits_.lines, *icon_credits(game, credits_.place)))
    if game.version:
        version = words("Version {version}", version=escape_markup(game.version))
        blocks.append(Prose(RichText(version, credits_.place)))
    return blocks


def icon_credits(game: Game, place: Location) -> tuple[RichText, ...]:
    """Return a line for each icon set that the game names."""
    return tuple(RichText(escape_markup(line), place) for line in game.art.credits)


def _items(lines: Sequence[RichText]) -> list[Block]:
    """Return the lines as one bulleted list, located at its first line, or a single line as a
    paragraph."""
    if len(lines) == 1:
        return [Prose(lines[0])]
    listed = "\n".join(f"- {line.text}" for line in lines)
    return [Prose(RichText(listed, lines[0].place))] if lines else []


def _ours(game: Game) -> Iterator[str]:
    for table in game.tables.values():
        count, whole = _count(table), len(table.records)
        if count:
            name = escape_markup(table.name.replace("-", " "))
            words = own_words(game.language)
            text = "all {whole}" if count == whole else "{count} of {whole}"
            amount = words(text, count=count, whole=whole)
            yield f"**{name}** ({amount})" if whole > 1 else f"**{name}**"


def _count(table: Table) -> int:
    """Return the number of rows that a provenance column marks as ours."""
    names = [column.name for column in table.columns if COLUMN in column.name]
    return sum(
        any(OURS in _values(record.values.get(name)) for name in names) for record in table.records
    )


def _values(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
