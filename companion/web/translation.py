"""Translate messages into the reader's language.

The program's texts are in its own catalogues, those of a game's data in the game's folder.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from flask import Flask, g, request
from flask_babel import Babel, Domain, get_domain, get_locale, gettext
from msgspec import Struct

from companion.language.messages import (
    COUNT,
    LANGUAGES,
    OWN,
    Message,
    MessageList,
    from_data,
    join_items,
)
from companion.pictures.library import Library

LANGUAGE_COOKIE: Final = "paperboat_language"
CATALOGUES: Final = Path(__file__).parent.parent / "translations"


class PoFileDomain(Domain):  # type: ignore[misc]  # its package has no types
    """One request's catalogue, from a .po file without compiling it."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library

    # A page asks for it hundreds of times.
    @cached_property
    def _catalogue(self) -> NullTranslations:
        return read_catalogue(current_language())

    def get_translations(self) -> NullTranslations:
        return self._catalogue

    def game_translations(self) -> Mapping[str, str]:
        """Translations of the game that this request is about."""
        game = g.get("game") or (request.view_args or {}).get("slug")
        return self._library.translations(game, current_language()) if game else {}


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
    Babel(app, locale_selector=negotiate_language)
    app.before_request(lambda: PoFileDomain(library).as_default())
    app.jinja_env.globals.update(language=current_language)


def negotiate_language() -> str:
    """The language that the reader has chosen, else the available one that the browser prefers."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    for tag, quality in request.accept_languages:
        language = tag.split("-")[0]
        if quality > 0 and language in LANGUAGES:
            return language
    return LANGUAGES[0]


def current_language() -> str:
    locale = get_locale()
    return str(locale.language) if locale else LANGUAGES[0]


def set_game(game: str) -> None:
    """Set the game whose translations this request uses, where its address does not name one."""
    g.game = game


def translate(message: Message | Mapping[str, Any] | str) -> str:
    """A message, or one as a log stores it, in the reader's language; plain text is unchanged."""
    if isinstance(message, str):
        return message
    if isinstance(message, Mapping):
        message = from_data(message)
    if message.text == OWN:
        return _translate_game_text(str(message.values["own"]))
    values = {key: _translate_value(value) for key, value in message.values.items()}
    return _translate_text(message).format(**values)


def _translate_text(message: Message) -> str:
    if message.plural:
        catalogue: NullTranslations = get_domain().get_translations()
        return catalogue.ungettext(message.text, message.plural, message.values[COUNT])
    return str(gettext(message.text)) if message.text else ""


def _translate_value(value: Any) -> Any:
    if isinstance(value, MessageList):
        items = [str(_translate_value(item)) for item in value.items]
        return join_items(items, value.style, current_language())
    if isinstance(value, float):
        if abs(value) >= 1e15:  # Babel cannot round the largest numbers
            return str(value)
        return format_decimal(value, "0.0##", locale=current_language())
    return translate(value) if isinstance(value, (Message, Mapping)) else value


def _translate_game_text(text: str) -> str:
    """Use the game's translation, else the program's: games need not translate “Points”."""
    translations: Mapping[str, str] = get_domain().game_translations()
    return translations.get(text) or (str(gettext(text)) if text else "")


def localize(value: Any) -> Any:
    """Convert to JSON values, with every message translated into the reader's language."""
    if isinstance(value, Message):
        return translate(value)
    if isinstance(value, Struct):
        return {encoded: localize(getattr(value, name)) for encoded, name in _names(type(value))}
    if isinstance(value, Mapping):
        return {key: localize(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [localize(item) for item in value]
    return value


@cache
def _names(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The names of a type's fields, encoded and in Python."""
    return tuple((field.encode_name, field.name) for field in msgspec.structs.fields(kind))
