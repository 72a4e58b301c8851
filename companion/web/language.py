"""Takes messages and the browser's wishes, gives words in English or German.

What the program says is in its own catalogues; what a game's data says, in the game's folder.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, g, request
from flask_babel import Babel, Domain, get_domain, get_locale, gettext

from companion.gallery import Library
from companion.glossary import Words
from companion.words import LANGUAGES, OWN, Message, from_data

CATALOGUES: Final = Path(__file__).parent.parent / "translations"


class TextCatalogues(Domain):  # type: ignore[misc]  # its package has no types
    """Reads the .po files themselves: what is edited is what is said, and nothing is compiled."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library

    def get_translations(self) -> NullTranslations:
        return read_catalogue(spoken_language())

    def own_words(self) -> Words:
        """Those of the game that this request is about."""
        game = g.get("game") or (request.view_args or {}).get("slug")
        return self._library.words(game, spoken_language()) if game else {}


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


def add_languages(app: Flask, library: Library) -> None:
    Babel(app, locale_selector=wished_language)
    app.before_request(TextCatalogues(library).as_default)
    app.jinja_env.globals.update(say=translate, language=spoken_language)
    app.jinja_env.filters["say"] = translate


def wished_language() -> str:
    """What the browser asks for most, of the languages there are."""
    for tag, quality in request.accept_languages:
        language = tag.split("-")[0]
        if quality > 0 and language in LANGUAGES:
            return language
    return LANGUAGES[0]


def spoken_language() -> str:
    return str(get_locale() or LANGUAGES[0])


def speak_of(game: str) -> None:
    """From here on the request is about this game: where no address says it, but a table does."""
    g.game = game


def translate(message: Message | Mapping[str, Any] | str) -> str:
    """A message (also as a log keeps it) in the reader's language; plain text stays as it is."""
    if isinstance(message, str):
        return message
    if isinstance(message, Mapping):
        message = from_data(message)
    if message.text == OWN:
        return _own(str(message.values["own"]))
    values = {
        key: translate(value) if isinstance(value, (Message, Mapping)) else value
        for key, value in message.values.items()
    }
    text = gettext(message.text) if message.text else ""
    return text.format(**values)


def _own(text: str) -> str:
    """As the game's folder says it, else as this program does: no game need translate “Points”."""
    words: Words = get_domain().own_words()
    return words.get(text) or (str(gettext(text)) if text else "")
