"""Read a game's reference.yaml: questions and answers that players look up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from printgen.catalog.known_faces import KnownFaces
from printgen.catalog.model import Component, Game, Record, ReferenceEntry
from printgen.catalog.play.name_lookup import title_of
from printgen.catalog.play.yaml_schemas import REFERENCE
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source

FILE_NAME: Final = "reference.yaml"
SYMBOL: Final = re.compile(r"\[([a-z][a-z-]*)\]")
"""A symbol inside a text, such as `[gold-coin]`."""


def load_reference(
    source: Source, components: Mapping[str, Component | None]
) -> tuple[ReferenceEntry, ...]:
    """Return the entries of reference.yaml; a game does not need the file."""
    node = source.optional_yaml(source.folder / FILE_NAME, REFERENCE)
    items = node.value if node is not None and isinstance(node.value, tuple) else ()
    known = KnownFaces(components)
    entries: list[ReferenceEntry] = []
    rows: dict[str, int | None] = {}
    for item in items:
        fields = Fields(item)
        question, face = fields.text("question"), fields.text("face")
        key = normalized(question)
        if key and key in rows:
            source.findings.error(item.place, f"this question is already in row {rows[key]}")
        rows[key] = item.place.row
        if face:
            known.check(face, fields.place_of("face"), source.findings)
        tags = tuple(str(tag.value) for tag in fields.items("tags"))
        entries.append(ReferenceEntry(question, fields.text("answer"), tags, face))
    return tuple(entries)


def printed_entries(components: Iterable[Component]) -> Iterator[ReferenceEntry]:
    """Yield the `text` column of printed rows, and of the rows they name, each text once."""
    seen = set()
    for component in components:
        for entry in _entries_of_rows(component):
            if (entry.question, entry.answer) not in seen:
                seen.add((entry.question, entry.answer))
                yield entry


def entries_of_face(game: Game, face: str) -> Iterator[ReferenceEntry]:
    """Yield what is printed on a piece, and the questions about it or about one of its component
    with the same texts: what is asked about one tile is true of all, and of the back of a piece
    without texts."""
    part, _, name = face.partition("/")
    component = next((one for one in game.components if one.id == part), None)
    texts = _texts_by_row(component) if component else {}
    front = name.removesuffix("-back")
    if not texts.get(front):
        name = front
    printed = texts.get(name, ())
    yield from (ReferenceEntry(title, text, (), face) for title, text in printed)
    for entry in game.reference:
        asked_part, _, asked = entry.face.partition("/")
        alike = asked_part == part and name in texts and texts.get(asked) == printed
        if alike or (entry.face and entry.face == face):
            yield entry


def _texts_by_row(component: Component) -> dict[str, tuple[tuple[str, str], ...]]:
    return {
        str(record.values.get("id")): tuple(_printed_texts(record))
        for record in component.table.records
    }


def _printed_texts(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the titles and texts of a row and of the rows it names."""
    named = (cell for cell in record.values.values() if isinstance(cell, Record))
    for row in (record, *named):
        text = row.values.get("text")
        if isinstance(text, str) and text:
            yield title_of(row), text


def _entries_of_rows(component: Component) -> Iterator[ReferenceEntry]:
    if component.craft is not None:
        return
    for record in component.table.records:
        face = f"{component.id}/{record.values.get('id')}"
        for title, text in _printed_texts(record):
            yield ReferenceEntry(title, text, (component.title,), face)


def normalized(text: str) -> str:
    """Return lower-case letters and digits without accents, words separated by one space."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    return " ".join(re.findall(r"[^\W_]+", letters))


def symbol_names(text: str) -> tuple[str, ...]:
    """Return the readable names of the symbols in a text."""
    return tuple(symbol_name(name) for name in SYMBOL.findall(text))


def symbol_name(name: str) -> str:
    return name.replace("-", " ")
