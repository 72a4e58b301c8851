"""Read the translations of a game's own texts from its `<language>.po` files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printgen.catalog.source import Source
from printgen.errors import Location
from printgen.limits import PO_BYTES

if TYPE_CHECKING:
    from printgen.catalog.translations.pofile import PoEntry

SUFFIX: Final = ".po"
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(_[A-Z][A-Za-z]+)?")
_HEADER: Final = (
    "Language: {language}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
)


def is_language(code: str) -> bool:
    return _LANGUAGE.fullmatch(code) is not None


def load_translations(source: Source) -> dict[str, Mapping[str, str]]:
    """Return the translated texts of each language; texts without a translation are left out, and
    those with a translation that cannot be printed."""
    languages = sorted(
        file.stem for file in source.folder.glob(f"*{SUFFIX}") if is_language(file.stem)
    )
    return {
        language: {
            entry.text: entry.translation
            for entry in entries
            if entry.is_translated and _can_be_used(entry, language, source)
        }
        for language in languages
        if (entries := load_entries(source, language))
    }


def _can_be_used(entry: PoEntry, language: str, source: Source) -> bool:
    """Report a translation that does not keep what its text has in braces or brackets."""
    from printgen.catalog.translations.placeholders import placeholder_fault  # most games need none

    fault = placeholder_fault(entry.text, entry.translation)
    if fault is None:
        return True
    message, is_mistake = fault
    place = Location(source.display_name(po_file(source.folder, language)), entry.row)
    if is_mistake:
        source.findings.error(place, message)
    else:
        source.findings.warn(place, message, "translation")
    return not is_mistake


def po_file(folder: Path, language: str) -> Path:
    return folder / f"{language}{SUFFIX}"


def load_entries(source: Source, language: str) -> tuple[PoEntry, ...]:
    """Return everything in the language's file; a game does not need one."""
    file = po_file(source.folder, language)
    text = source.optional_text(file, PO_BYTES)
    if text is None:
        return ()
    from printgen.catalog.translations.pofile import read_entries

    return read_entries(text, source.display_name(file), source.findings)


def updated_entries(
    entries: Sequence[PoEntry], texts: Sequence[str], language: str
) -> tuple[PoEntry, ...]:
    """Return one entry per text in the order of `texts`, with the translation it had; entries for
    texts that the game no longer has are dropped."""
    from printgen.catalog.translations.pofile import PoEntry

    known = {entry.text: entry for entry in entries}
    header = known.get("", PoEntry("", _HEADER.format(language=language)))
    return (header, *(known.get(text, PoEntry(text)) for text in texts))
