"""The words that printgen itself prints, in several languages: margins, headings, credits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.translations.codes import ENGLISH, languages_of
from printgen.catalog.translations.pairs import joined, pair
from printgen.catalog.translations.pofile import read_entries
from printgen.errors import Findings

CATALOGUES: Final = Path(__file__).parent.parent.parent / "translations"


class Words(Struct, frozen=True):
    """Translates printgen's own texts; those without a translation stay English. With a second
    language, both follow one another."""

    known: Mapping[str, str]
    second: Words | None = None
    together: Callable[[str, str], str] = joined

    def __call__(self, text: str, **values: object) -> str:
        """Return the text in the language, with values for its `{names}`."""
        found = self.known.get(text, text)
        if values:
            found = found.format(**values)
        return found if self.second is None else self.together(found, self.second(text, **values))


def own_languages() -> tuple[str, ...]:
    return (ENGLISH, *sorted(file.stem for file in CATALOGUES.glob("*.po")))


def paired_words(language: str) -> Words:
    """Return words whose texts in two languages can be taken apart again."""
    return replace(own_words(language), together=pair)


@cache
def own_words(language: str) -> Words:
    """Return the words of a language such as `de`, or of two such as `de+en`."""
    first, *second = languages_of(language)
    if second:
        return replace(own_words(first), second=own_words(second[0]))
    file = CATALOGUES / f"{language}.po"
    if not file.is_file():
        return Words({})
    entries = read_entries(file.read_text(encoding="utf-8"), file.name, Findings())
    return Words({entry.text: entry.translation for entry in entries if entry.is_translated})
