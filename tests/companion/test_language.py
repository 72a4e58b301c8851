"""English and German: every text that people read has its German words, gap for gap."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from flask import Flask

from companion.app import create_app
from companion.store import Store
from companion.table.model import COLOURS
from companion.web.language import CATALOGUES, translate
from companion.words import say
from printgen.catalog.places import builtin_cards, builtin_templates
from tests.games.rules.bots import facts_of

ROOT = Path(__file__).parents[2]
METHODS = [("companion/**.py", "python"), ("companion/templates/**.html", "jinja2")]
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "gettext": None, "lazy_gettext": None}
KEYWORDS |= {"ngettext": (1, 2), "say": (1,), "Refused": (1,), "NotYours": (1,)}
KEYWORDS |= {"_cards": (4,)}
RUNNERS = facts_of("river-dragons")
NAMED = {
    *COLOURS,
    *RUNNERS["actions"].values(),
    *(one["name"] for one in RUNNERS["houses"].values()),
}
"""Texts that are said by a name."""
WHOLE = (ast.Constant, ast.Name, ast.Attribute)
LONGEST_TAB = 9
GAPS = re.compile(r"\{(\w+)\}|%\((\w+)\)[sd]")


def texts() -> set[str]:
    """Every text that code and pages say; of a plural, its singular."""
    found = extract_from_dir(str(ROOT), METHODS, keywords=KEYWORDS)
    said = {message[0] if isinstance(message, tuple) else message for _, _, message, _, _ in found}
    return said | set(NAMED)


def german() -> Iterator[Message]:
    with (CATALOGUES / "de" / "messages.po").open("rb") as stream:
        yield from (message for message in read_po(stream, locale="de") if message.id)


def singular(value: object) -> str:
    return str(value[0] if isinstance(value, (tuple, list)) else value)


def composed() -> Iterator[str]:
    """Where code says a text that is put together of pieces, so that no translator can find it."""
    for file in sorted((ROOT / "companion").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name in KEYWORDS and not isinstance(call.args[0], WHOLE):
                yield f"{file.relative_to(ROOT)}:{call.lineno}"


def test_texts_are_said_whole() -> None:
    """This test ensures that translators find every text: none is chosen or glued inside a call."""
    assert list(composed()) == []


def test_every_text_has_german_words() -> None:
    """This test ensures that no page mixes languages, and no dead text stays in the catalogue."""
    known = {singular(message.id) for message in german() if message.string and not message.fuzzy}
    wanted = texts()
    assert sorted(wanted - known) == []
    assert sorted(known - wanted) == []


def pairs() -> Iterator[tuple[str, str]]:
    """Every text with each of its German wordings."""
    for message in german():
        words = message.string if isinstance(message.string, (tuple, list)) else [message.string]
        yield from ((singular(message.id), str(one)) for one in words)


def test_gaps_are_the_same_in_both_languages() -> None:
    """This test ensures that a name or number said in English is said in German too."""
    for text, words in pairs():
        assert set(GAPS.findall(words)) == set(GAPS.findall(text)), text


def test_german_words_can_be_filled() -> None:
    """This test ensures that no stray brace or percent sign breaks a page that only Germans see."""
    for text, words in pairs():
        filling = {name: 7 for found in GAPS.findall(text) for name in found if name}
        filled = words % filling if "%(" in text else words.format(**filling)
        assert filled.count("7") >= len(filling), text


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


@pytest.mark.parametrize(
    ("wish", "language"),
    [("de", "de"), ("de-AT,en;q=0.5", "de"), ("fr,en;q=0.5", "en"), ("", "en")],
)
def test_the_browser_chooses(app: Flask, wish: str, language: str) -> None:
    """This test ensures that a page speaks what the phone asks for."""
    page = app.test_client().get("/", headers={"Accept-Language": wish}).get_data(as_text=True)
    assert f'<html lang="{language}">' in page


def test_messages_of_the_rules_are_translated_whole(app: Flask) -> None:
    """This test ensures that a message inside a message is translated too."""
    with app.test_request_context(headers={"Accept-Language": "de"}):
        app.preprocess_request()
        inner = say("the table")
        said = translate(say("{who} shuffles {deck}", who=inner, deck="Gold"))
    assert "Gold" in said
    assert "the table" not in said


def test_german_tabs_are_short(app: Flask) -> None:
    """This test ensures that six tabs with German words fit side by side on a small phone."""
    phone = app.test_client()
    where = phone.post("/tables", data={"game": "dragon-river"}).headers["Location"]
    page = phone.get(where, headers={"Accept-Language": "de"}).get_data(as_text=True)
    tabs = re.findall(r"</svg>([^<]+)</a>", page.partition('<nav class="tabs"')[2])
    assert len(tabs) == 6
    assert max(len(word) for tab in tabs for word in tab.split()) <= LONGEST_TAB, tabs
