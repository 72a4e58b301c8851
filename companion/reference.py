"""Takes a game, its reference.yaml and its words in the reader's language, gives questions with
answers, and those that a search finds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.files import inside
from printgen.catalog.model import Component, Game, Node, Record
from printgen.catalog.nodes import read_yaml
from printgen.catalog.play.desk import title_of
from printgen.catalog.play.keys import REFERENCE
from printgen.catalog.shapes import Fields, checked
from printgen.errors import Findings, Place, did_you_mean

FILE = "reference.yaml"
AS_WRITTEN: Final[Mapping[str, str]] = MappingProxyType({})
SYMBOL: Final = re.compile(r"\[([a-z][a-z-]*)\]")


class Entry(Struct, frozen=True):
    """`answer` is plain text with **bold** and [symbols]; `tags` are further words that it is
    found by, `face` is a printed face, or empty."""

    question: str
    answer: str
    tags: tuple[str, ...] = ()
    face: str = ""


def read_reference(game: Game, words: Mapping[str, str] = AS_WRITTEN) -> tuple[Entry, ...]:
    """What the file answers, then what is printed on pieces, as far as there are words for it in
    the reader's language. A piece keeps the title that is printed on it. Raises DataError."""
    asked = (_reworded(entry, words, entry.question) for entry in _read_asked(game))
    return (*asked, *(_reworded(entry, words) for entry in _printed(game)))


def read_texts(game: Game) -> Iterator[str]:
    """All texts of it that there may be other words for. Raises DataError."""
    for entry in _read_asked(game):
        yield from (entry.question, entry.answer)
    yield from (entry.answer for entry in _printed(game))


def symbols_in(text: str) -> tuple[str, ...]:
    """What the symbols of a text are called."""
    return tuple(symbol_name(name) for name in SYMBOL.findall(text))


def symbol_name(name: str) -> str:
    return name.replace("-", " ")


def search(entries: Sequence[Entry], words: str) -> tuple[Entry, ...]:
    """The entries in which all words occur: first the piece of that id, then titles, then texts.

    A single letter finds the pieces that bear it as their id, if there are any.
    """
    wanted = _folded(words)
    by_id = [entry for entry in entries if wanted and wanted == _id_of(entry)]
    if by_id and len(wanted) == 1:
        return tuple(by_id)
    each = wanted.split()
    in_title = [entry for entry in entries if _has_all(_folded(entry.question), each)]
    anywhere = [entry for entry in entries if _has_all(_all_text(entry), each)]
    return tuple(dict.fromkeys((*by_id, *in_title, *anywhere)))


def _folded(text: str) -> str:
    """Small letters and digits without accents, words parted by one space."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(mark for mark in plain if not unicodedata.combining(mark))
    return " ".join(re.findall(r"[^\W_]+", letters))


def _has_all(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _all_text(entry: Entry) -> str:
    return _folded(" ".join((entry.question, entry.answer, *entry.tags)))


def _id_of(entry: Entry) -> str:
    return _folded(entry.face.partition("/")[2])


def _reworded(entry: Entry, words: Mapping[str, str], question: str = "") -> Entry:
    """The entry in other words; it is still found by its own, which stand on what is printed, and
    by what its symbols are called."""
    said = words.get(question, entry.question), words.get(entry.answer, entry.answer)
    symbols = tuple(words[name] for name in symbols_in(entry.answer) if name in words)
    if said == (entry.question, entry.answer):
        return replace(entry, tags=(*entry.tags, *symbols))
    tags = (*entry.tags, *symbols, entry.question, entry.answer)
    return replace(entry, question=said[0], answer=said[1], tags=tags)


def _read_asked(game: Game) -> tuple[Entry, ...]:
    findings = Findings()
    asked = tuple(_asked(game, findings))
    findings.raise_errors()
    return asked


def _asked(game: Game, findings: Findings) -> Iterator[Entry]:
    shown = (Path(game.place.file).parent / FILE).as_posix()
    node = _read(game, shown, findings)
    faces = {
        f"{component.id}/{record.values.get('id')}"
        for component in game.components
        for record in component.table.records
    }
    rows: dict[str, int | None] = {}
    for item in node.value if node is not None and isinstance(node.value, tuple) else ():
        fields = Fields(item)
        question, face = fields.text("question"), fields.text("face")
        key = _folded(question)
        if key and key in rows:
            findings.error(item.place, f"this question is already in row {rows[key]}")
        rows[key] = item.place.row
        if face and face not in faces:
            hint = did_you_mean(face, faces)
            findings.error(fields.place_of("face"), f"there is no face '{face}'{hint}")
        tags = tuple(str(tag.value) for tag in fields.items("tags"))
        yield Entry(question, fields.text("answer"), tags, face)


def _read(game: Game, shown: str, findings: Findings) -> Node | None:
    """The file's list, or None if there is no such file: a game need not have one."""
    try:
        file = inside(game.folder, FILE)
    except Fault as fault:
        findings.error(Place(shown), str(fault))
        return None
    if not file.exists():
        return None
    node = read_yaml(file, shown, findings)
    return None if node is None else checked(node, REFERENCE, findings)


def _printed(game: Game) -> Iterator[Entry]:
    """What rows, or rows that they name, say in their column `text`; each text counts once."""
    seen = set()
    for component in game.components:
        for entry in _rows(component):
            if (entry.question, entry.answer) not in seen:
                seen.add((entry.question, entry.answer))
                yield entry


def _rows(component: Component) -> Iterator[Entry]:
    if component.craft is not None:
        return
    for record in component.table.records:
        face = f"{component.id}/{record.values.get('id')}"
        named = (cell for cell in record.values.values() if isinstance(cell, Record))
        for row in (record, *named):
            text = row.values.get("text")
            if isinstance(text, str) and text:
                yield Entry(title_of(row), text, (component.title,), face)
