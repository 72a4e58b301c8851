"""Takes messages and the browser's wishes, gives words in English or German."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, request
from flask_babel import Babel, Domain, get_locale, gettext

from companion.words import Message, from_data

LANGUAGES: Final = ("en", "de")
CATALOGUES: Final = Path(__file__).parent.parent / "translations"


class TextCatalogues(Domain):  # type: ignore[misc]  # its package has no types
    """Reads the .po files themselves: what is edited is what is said, and nothing is compiled."""

    def get_translations(self) -> NullTranslations:
        return read_catalogue(str(get_locale() or LANGUAGES[0]))


@cache
def read_catalogue(language: str) -> NullTranslations:
    file = CATALOGUES / language / "messages.po"
    if not file.is_file():
        return NullTranslations()
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def add_languages(app: Flask) -> None:
    Babel(app, locale_selector=wished_language)
    app.before_request(TextCatalogues().as_default)
    app.jinja_env.globals.update(say=translate, language=lambda: str(get_locale()))
    app.jinja_env.filters["say"] = translate


def wished_language() -> str:
    """What the browser asks for most, of the languages there are."""
    for tag, quality in request.accept_languages:
        language = tag.split("-")[0]
        if quality > 0 and language in LANGUAGES:
            return language
    return LANGUAGES[0]


def translate(message: Message | Mapping[str, Any] | str) -> str:
    """A message (also as a log keeps it) in the reader's language; plain text stays as it is."""
    if isinstance(message, str):
        return message
    if isinstance(message, Mapping):
        message = from_data(message)
    values = {
        key: translate(value) if isinstance(value, (Message, Mapping)) else value
        for key, value in message.values.items()
    }
    text = gettext(message.text) if message.text else ""
    return text.format(**values)
