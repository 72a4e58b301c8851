"""The words that printgen itself prints, in several languages: margins, headings, credits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from printgen.errors import Findings

CATALOGUES: Final = Path(__file__).parent.parent.parent / "translations"


class Words(Struct, frozen=True):
    """Translates printgen's own texts; those without a translation stay English."""

    known: Mapping[str, str]

    def __call__(self, text: str, **values: object) -> str:
        """Return the text in the language, with values for its `{names}`."""
        found = self.known.get(text, text)
        return found.format(**values) if values else found


@cache
def own_words(language: str) -> Words:
    file = CATALOGUES / f"{language}.po"
    if not file.is_file():
        return Words({})
    from printgen.catalog.translations.pofile import read_entries

    entries = read_entries(file.read_text(encoding="utf-8"), file.name, Findings())
    return Words({entry.text: entry.translation for entry in entries if entry.is_translated})
