"""Search a game's reference, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from printgen.catalog.model import Game, ReferenceEntry
from printgen.catalog.reference import entries_of_face, normalized, printed_entries, symbol_names

UNTRANSLATED: Final[Mapping[str, str]] = MappingProxyType({})


def reference_entries(
    game: Game, translation: Mapping[str, str] = UNTRANSLATED
) -> tuple[ReferenceEntry, ...]:
    """Return the entries of reference.yaml, then the texts printed on pieces, translated where
    possible."""
    asked = (_translated(entry, translation) for entry in game.reference)
    printed = (_translated(entry, translation) for entry in printed_entries(game.components))
    return (*asked, *printed)


def entries_about(
    game: Game, topics: Collection[str], translation: Mapping[str, str] = UNTRANSLATED
) -> tuple[ReferenceEntry, ...]:
    """Return the entries of reference.yaml with one of these tags, translated where possible."""
    found = (entry for entry in game.reference if not set(topics).isdisjoint(entry.tags))
    return tuple(_translated(entry, translation) for entry in found)


def entries_on(
    game: Game, face: str, translation: Mapping[str, str] = UNTRANSLATED
) -> tuple[ReferenceEntry, ...]:
    """Return what is printed on a piece, then questions about it, translated where possible."""
    found = entries_of_face(game, face)
    return tuple(_translated(entry, translation) for entry in found)


def search(entries: Sequence[ReferenceEntry], query: str) -> tuple[ReferenceEntry, ...]:
    """Return the entries in which all words of the query occur: first the piece with that id, then
    titles, then texts.

    A single letter finds only the pieces that have it as their id, if there are any.
    """
    wanted = normalized(query)
    by_id = [entry for entry in entries if wanted and wanted == _id_of(entry)]
    if by_id and len(wanted) == 1:
        return tuple(by_id)
    words = wanted.split()
    in_title = [entry for entry in entries if _has_all(normalized(entry.question), words)]
    anywhere = [entry for entry in entries if _has_all(_all_text(entry), words)]
    return tuple(dict.fromkeys((*by_id, *in_title, *anywhere)))


def _has_all(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _all_text(entry: ReferenceEntry) -> str:
    return normalized(" ".join((entry.question, entry.answer, *entry.tags)))


def _id_of(entry: ReferenceEntry) -> str:
    return normalized(entry.face.partition("/")[2])


def _translated(entry: ReferenceEntry, translation: Mapping[str, str]) -> ReferenceEntry:
    """Return the entry in the reader's language. The printed words and the translated names of
    symbols become tags, so that a search still finds it by them."""
    title = translation.get(entry.question, entry.question)
    answer = translation.get(entry.answer, entry.answer)
    symbols = tuple(translation[name] for name in symbol_names(entry.answer) if name in translation)
    if (title, answer) == (entry.question, entry.answer):
        return replace(entry, tags=(*entry.tags, *symbols))
    tags = (*entry.tags, *symbols, entry.question, entry.answer)
    return replace(entry, question=title, answer=answer, tags=tags)
