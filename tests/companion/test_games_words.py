"""The German words of the games here: whole, in step with the data, marks and numbers kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.app import create_app
from companion.gallery import Library, open_game
from companion.reference import symbols_in
from companion.store import Store
from companion.texts import texts_of
from companion.web.language import CATALOGUES
from printgen.catalog.load import list_games
from printgen.catalog.places import builtin_cards, builtin_templates

CARDS = builtin_cards()
GERMAN = [slug for slug in list_games(CARDS) if (CARDS / slug / "de.po").is_file()]
BOLD = re.compile(r"\*\*(.+?)\*\*")
QUOTED = re.compile(r"“(.+?)”")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def texts(slug: str) -> tuple[str, ...]:
    return texts_of(open_game(slug, CARDS, builtin_templates()))


def words(slug: str) -> dict[str, str]:
    return dict(Library(CARDS, builtin_templates()).words(slug, "de"))


def general() -> dict[str, str]:
    """What the pages themselves say."""
    with (CATALOGUES / "de" / "messages.po").open("rb") as stream:
        return {str(m.id): str(m.string) for m in read_po(stream, locale="de") if m.id}


def test_every_game_speaks_german() -> None:
    """This test ensures that no game here mixes English answers into German pages."""
    assert tuple(GERMAN) == list_games(CARDS)


@pytest.mark.parametrize("slug", GERMAN)
def test_words_are_whole(slug: str) -> None:
    """This test ensures that every text of a game has German words and none is stale, in the
    order of the data: renewing the file changes only what has changed."""
    assert list(words(slug)) == list(texts(slug))


@pytest.mark.parametrize("slug", GERMAN)
def test_marks_and_numbers_survive(slug: str) -> None:
    """This test ensures that symbols, bold words, lines and numbers are as many in German."""
    for text, said in words(slug).items():
        assert sorted(symbols_in(said)) == sorted(symbols_in(text)), text
        assert len(BOLD.findall(said)) == len(BOLD.findall(text)), text
        assert said.count("**") == text.count("**"), text
        assert said.strip().count("\n") == text.strip().count("\n"), text
        found = NUMBER.findall(re.sub(r"(?<=\d),(?=\d)", ".", said))
        assert sorted(found) == sorted(NUMBER.findall(text)), text


@pytest.mark.parametrize("slug", GERMAN)
def test_options_are_called_as_on_the_pages(slug: str) -> None:
    """This test ensures that an answer which names an option says what the setup page says."""
    known = general()
    for text, said in words(slug).items():
        for name in QUOTED.findall(text):
            assert f"„{known.get(name)}“" in said, text


def test_a_piece_says_its_text_in_german(tmp_path: Path) -> None:
    """This test ensures that a card's page has its German lines, with symbols by their German
    names, under the title that the card bears; and that those names find it."""
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(CARDS, builtin_templates(), store).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = client.get("/games/dragon-boats/treasure-cards/treasure").get_data(as_text=True)
    assert "<h1>Treasure</h1>" in page
    lines = "An Stand <strong>V</strong>: 1 Karte<br>Verkauft: 2 Geld<br>Punkte am Ende: 1</p>"
    assert lines in page
    found = client.get("/games/dragon-boats/reference?q=Schatz").get_data(as_text=True)
    assert "Treasure Hall" in found
    store.close()
