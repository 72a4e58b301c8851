"""Takes a game's folder, gives the game's own texts in other languages: its `<language>.po` files.

A game says its texts in the language it is written in; what a file does not translate stays so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.pofile import Entry, read_entries
from companion.words import LANGUAGES
from printgen.catalog.fault import Fault
from printgen.catalog.files import inside, read_text
from printgen.catalog.model import Game
from printgen.errors import Findings, Place

MOST_BYTES: Final = 2_000_000
HEAD: Final = "Language: {language}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"

Words = Mapping[str, str]
"""Texts and how a language says them."""


def read_glossary(game: Game, findings: Findings) -> dict[str, Words]:
    """The words of each language there is a file for."""
    files = {language: read_file(game, language, findings) for language in LANGUAGES}
    return {language: _words(entries) for language, entries in files.items() if entries}


def file_of(language: str) -> str:
    return f"{language}.po"


def read_file(game: Game, language: str, findings: Findings) -> tuple[Entry, ...]:
    """All that the file holds; nothing if there is none, as a game need not have one."""
    shown = (Path(game.place.file).parent / file_of(language)).as_posix()
    try:
        file = inside(game.folder, file_of(language))
        return read_entries(read_text(file, MOST_BYTES), shown, findings) if file.exists() else ()
    except Fault as fault:
        findings.error(Place(shown, fault.row), str(fault))
        return ()


def renew(entries: Sequence[Entry], texts: Sequence[str], language: str) -> tuple[Entry, ...]:
    """Every text in its order, with the words it had; what is no longer said is left out."""
    known = {entry.text: entry for entry in entries}
    head = known.get("", Entry("", HEAD.format(language=language)))
    return (head, *(known.get(text, Entry(text)) for text in texts))


def _words(entries: Sequence[Entry]) -> Words:
    return {entry.text: entry.words for entry in entries if entry.text and entry.says}
