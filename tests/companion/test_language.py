"""Every text that people read has a German translation with the same placeholders."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po
from flask import Flask

from companion.app import create_app
from companion.language.messages import (
    ListStyle,
    as_data,
    checked,
    from_data,
    is_message_data,
    listing,
    named_in,
    player,
    say,
    say_count,
)
from companion.language.messages import Message as Text
from companion.storage.store import Store
from companion.web.translation import CATALOGUES, translate
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.games.rules.dragon_river_races import RULES, act, race_at

ROOT = Path(__file__).parents[2]
METHODS = [("companion/**.py", "python"), ("companion/templates/**.html", "jinja2")]
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "gettext": None, "lazy_gettext": None}
KEYWORDS |= {
    "ngettext": (1, 2),
    "say": (1,),
    "say_count": (1, 2),
    "Refused": (1,),
    "NotYours": (1,),
}
WHOLE = (ast.Constant, ast.Name, ast.Attribute)
MAX_TAB_LENGTH = 9
PLACEHOLDER = re.compile(r"\{(\w+)\}|%\((\w+)\)[sd]")


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


def texts() -> set[str]:
    """Every text in code and templates; the singular of a plural."""
    found = extract_from_dir(str(ROOT), METHODS, keywords=KEYWORDS)
    return {singular(message) for _, _, message, _, _ in found}


def german() -> Iterator[Message]:
    with (CATALOGUES / "de" / "messages.po").open("rb") as stream:
        yield from (message for message in read_po(stream, locale="de") if message.id)


def singular(texts: object) -> str:
    return forms(texts)[0]


def composed() -> Iterator[str]:
    """Calls whose text is put together from pieces, so that translators cannot find it."""
    for file in sorted((ROOT / "companion").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name in KEYWORDS and not isinstance(call.args[0], WHOLE):
                yield f"{file.relative_to(ROOT)}:{call.lineno}"


def test_contributors_are_told_how_to_extract_every_text() -> None:
    """The command in CONTRIBUTING.md names every function whose texts are translated."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"pybabel extract .*", guide)
    named = {found.partition(":")[0] for found in re.findall(r"-k (\S+)", command)}
    assert named == set(KEYWORDS) - DEFAULT_KEYWORDS.keys()


def test_texts_are_literals() -> None:
    """Translators find every text: none is chosen or concatenated inside a call."""
    assert list(composed()) == []


def test_every_text_has_a_german_translation() -> None:
    """Every text has a translation, and the catalogue has no obsolete ones."""
    known = {singular(message.id) for message in german() if message.string and not message.fuzzy}
    wanted = texts()
    assert sorted(wanted - known) == []
    assert sorted(known - wanted) == []


def test_apostrophes_are_typographic() -> None:
    """A text on screen has a typographic apostrophe between letters, as in “doesn’t”."""
    assert [text for text in sorted(texts()) if re.search(r"\w'\w", text)] == []


def forms(texts: object) -> list[str]:
    """The singular and the plural, or the only form."""
    return [*map(str, texts)] if isinstance(texts, (tuple, list)) else [str(texts)]


def pairs() -> Iterator[tuple[str, str]]:
    """Every text with its German translation; plurals with plurals."""
    for message in german():
        yield from zip(forms(message.id), forms(message.string), strict=True)


def test_placeholders_are_the_same_in_both_languages() -> None:
    """English and German texts have the same placeholders."""
    for text, translated in pairs():
        assert set(PLACEHOLDER.findall(translated)) == set(PLACEHOLDER.findall(text)), text


def test_german_texts_can_be_filled() -> None:
    """No stray brace or percent sign breaks a German page."""
    for text, translated in pairs():
        filling = {name: 7 for found in PLACEHOLDER.findall(text) for name in found if name}
        filled = translated % filling if "%(" in text else translated.format(**filling)
        assert filled.count("7") >= len(filling), text


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


@pytest.mark.parametrize(
    ("wish", "language"),
    [("de", "de"), ("de-AT,en;q=0.5", "de"), ("fr,en;q=0.5", "en"), ("", "en")],
)
def test_the_browser_chooses(app: Flask, wish: str, language: str) -> None:
    """Pages are in the language that the browser prefers."""
    page = app.test_client().get("/", headers={"Accept-Language": wish}).get_data(as_text=True)
    assert f'<html lang="{language}">' in page


def test_messages_of_the_rules_are_translated_whole(app: Flask) -> None:
    """A message inside a message is translated too."""
    with app.test_request_context(headers={"Accept-Language": "de"}):
        app.preprocess_request()
        inner = say("The host")
        sentence = translate(say("{who} shuffles {deck}", who=inner, deck="Gold"))
    assert "Gold" in sentence
    assert "The host" not in sentence


def test_plural_forms_are_the_languages_own(app: Flask) -> None:
    """A counted message uses the plural form of the reader's language."""
    count = [say_count("%(num)s entry", "%(num)s entries", number) for number in (0, 1, 2)]
    assert [str(one) for one in count] == ["%(num)s entries", "%(num)s entry", "%(num)s entries"]
    with app.test_request_context(headers={"Accept-Language": "de"}):
        app.preprocess_request()
        assert [translate(one) for one in count] == [
            *("%(num)s Einträge", "%(num)s Eintrag", "%(num)s Einträge"),
        ]


@pytest.mark.parametrize(
    ("style", "english", "german"),
    [
        ("standard", "Ann, Ben, and Player 3", "Ann, Ben und Spieler 3"),
        ("or", "Ann, Ben, or Player 3", "Ann, Ben oder Spieler 3"),
    ],
)
def test_lists_are_joined_as_the_language_does(
    app: Flask, style: ListStyle, english: str, german: str
) -> None:
    """A list in a message reads "and" or "or", with its messages translated."""
    message = say("{names}", names=listing(("Ann", "Ben", player(3)), style))
    assert str(message) == english
    assert str(say("{names}", names=listing(()))) == ""
    with app.test_request_context(headers={"Accept-Language": "de"}):
        app.preprocess_request()
        assert translate(message) == german
        assert translate(as_data(message)) == german


def test_decimals_are_written_as_the_language_does(app: Flask) -> None:
    """The odds of Dragon River have a decimal comma in German, in hints, rows and panels."""
    race = race_at(0, 0)
    keeping = act(race, {"do": "roll"}, 1, 1, 2, 3, 5).state
    scene = RULES.scene(race, "ann")
    lines = [
        *(step.hint for choice in RULES.offers(keeping, "ann").advice for step in choice.steps),
        *(row.line for row in scene.lead),
        *(line for panel in scene.panels for line in panel.lines),
    ]
    english = " | ".join(map(str, lines))
    assert len(re.findall(r"about \d\.\d", english)) == 3, english
    with app.test_request_context(headers={"Accept-Language": "de"}):
        app.preprocess_request()
        written = " | ".join(translate(line) for line in lines if line)
    assert len(re.findall(r"etwa \d,\d", written)) == 3, written
    assert not re.search(r"\d\.\d", written), written


def test_counted_messages_and_lists_are_stored() -> None:
    """Storing a message and reading it back keeps its plural and its lists."""
    names = listing((player(2), say_count("{count} card", "{count} cards", 2)), "or")
    message = say_count("{names}: {count} point", "{names}: {count} points", 3, names=names)
    decoded = json.loads(json.dumps(as_data(message)))
    assert is_message_data(decoded)
    assert str(from_data(decoded)) == str(message) == "Player 2 or 2 cards: 3 points"
    assert str(checked(from_data(decoded))) == str(message)
    assert str(named_in(message, {2: "Ben"})) == "Ben or 2 cards: 3 points"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (Text("{count} point", {"count": 2}, "{count.real} points"), "cannot be filled"),
        (Text("{count} point", {"count": "2"}, "{count} points"), "needs a count"),
        (Text("a point", {}, "points"), "needs a count"),
        (Text("{names}", {"names": {"items": ["Ann"], "style": "sideways"}}), "known style"),
    ],
)
def test_hostile_messages_are_rejected(message: Text, reason: str) -> None:
    """A message from a file cannot reach into its values, or do without what its text needs."""
    with pytest.raises(ValueError, match=reason):
        checked(message)


def test_german_tabs_are_short(app: Flask) -> None:
    """Six German tab labels fit side by side on a small phone."""
    phone = app.test_client()
    where = phone.post("/tables", data={"game": "dragon-river"}).headers["Location"]
    page = phone.get(where, headers={"Accept-Language": "de"}).get_data(as_text=True)
    tabs = re.findall(r"</svg>([^<]+)</a>", page.partition('<nav class="tabs"')[2])
    assert len(tabs) == 6
    assert max(len(word) for tab in tabs for word in tab.split()) <= MAX_TAB_LENGTH, tabs
