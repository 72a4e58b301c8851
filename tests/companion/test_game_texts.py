"""The games' German translations are complete and match their data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.app import create_app
from companion.pictures.library import Library, open_game
from companion.storage.store import Store
from companion.web.translation import CATALOGUES
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from printgen.catalog.reference import symbol_names
from printgen.catalog.translations.texts import all_texts, translatable_texts

CARDS = builtin_cards()
GERMAN = [slug for slug in list_games(CARDS) if (CARDS / slug / "de.po").is_file()]
BOLD = re.compile(r"\*\*(.+?)\*\*")
QUOTED = re.compile(r"“(.+?)”")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def texts(slug: str) -> tuple[str, ...]:
    return all_texts(open_game(slug, CARDS, builtin_templates()), "de")


def words(slug: str) -> dict[str, str]:
    return dict(Library(CARDS, builtin_templates()).translations(slug, "de"))


def general() -> dict[str, str]:
    """The German catalogue of the program."""
    with (CATALOGUES / "de" / "messages.po").open("rb") as stream:
        return {str(m.id): str(m.string) for m in read_po(stream, locale="de") if m.id}


def test_every_game_speaks_german() -> None:
    """No game mixes English answers into German pages."""
    assert tuple(GERMAN) == list_games(CARDS)


@pytest.mark.parametrize("slug", GERMAN)
def test_translations_are_complete(slug: str) -> None:
    """Every text of a game is translated, none is stale, and all are in the order of the data, so
    renewing the file changes nothing else."""
    assert list(words(slug)) == list(texts(slug))


@pytest.mark.parametrize("slug", GERMAN)
def test_marks_and_numbers_survive(slug: str) -> None:
    """Translations have the same symbols, bold words, lines and numbers."""
    for text, translation in words(slug).items():
        assert sorted(symbol_names(translation)) == sorted(symbol_names(text)), text
        assert len(BOLD.findall(translation)) == len(BOLD.findall(text)), text
        assert translation.count("**") == text.count("**"), text
        assert translation.strip().count("\n") == text.strip().count("\n"), text
        found = NUMBER.findall(re.sub(r"(?<=\d),(?=\d)", ".", translation))
        assert sorted(found) == sorted(NUMBER.findall(text)), text


@pytest.mark.parametrize("slug", GERMAN)
def test_options_are_called_as_on_the_pages(slug: str) -> None:
    """Answers name options as the setup page does."""
    known, translations = general(), words(slug)
    for text in translatable_texts(open_game(slug, CARDS, builtin_templates())):
        translation = translations[text]
        for name in QUOTED.findall(text):
            assert f"„{known.get(name)}“" in translation, text


def test_a_piece_shows_its_german_text(tmp_path: Path) -> None:
    """A card's page shows its German text and symbol names below its title, and a search
    finds those names."""
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(CARDS, builtin_templates(), store).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = client.get("/games/dragon-boats/treasure-cards/treasure").get_data(as_text=True)
    assert '<h1 id="piece-name">Schatz</h1>' in page
    lines = "An Stand <strong>V</strong>: 1 Karte<br>Verkauft: 2 Münzen<br>Punkte am Ende: 1</p>"
    assert lines in page
    found = client.get("/games/dragon-boats/reference?q=Schatz").get_data(as_text=True)
    assert "Schatzkammer" in found
    store.close()


def test_cards_are_called_as_they_are_printed(tmp_path: Path) -> None:
    """Setup and questions name a card as its German face does, and a search knows both names."""
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(CARDS, builtin_templates(), store).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    setup = client.get("/games/dragon-boats/setup", follow_redirects=True).get_data(as_text=True)
    assert "L Belesen" in setup
    assert "Well Read" not in setup
    found = client.get("/games/dragon-boats/reference?q=well+read").get_data(as_text=True)
    assert "<summary>Belesen</summary>" in found
    store.close()


def test_a_game_is_credited_in_german(tmp_path: Path) -> None:
    """The last line of a game's page was English on a German page."""
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(CARDS, builtin_templates(), store).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = client.get("/games/mines").get_data(as_text=True)
    assert "ein Spiel von Ta-Te Wu" in page
    assert "designed by" not in page
    store.close()


def test_faces_are_in_the_readers_language(tmp_path: Path) -> None:
    """A game that prints completely in German shows German faces to German readers, at an address
    of their own; others keep one language."""
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(CARDS, builtin_templates(), store).test_client()

    def picture(language: str) -> tuple[str, str]:
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        page = client.get("/games/river-dragons/first-player/first-player").get_data(as_text=True)
        found = re.search(
            r'src="(/games/river-dragons/first-player/first-player\.svg\?v=[^"]+)"', page
        )
        assert found, page
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"  # the address decides
        return found[1], client.get(found[1]).get_data(as_text=True)

    english, german = picture("en"), picture("de")
    assert german[0] == f"{english[0]}-de"
    assert german[1] != english[1]
    unknown = client.get(f"{english[0]}-xx").get_data(as_text=True)
    assert unknown == english[1]
    library = Library(CARDS.parent / "tests" / "sample" / "sixth", builtin_templates())
    assert library.printed("tea-garden", "de").edition == library.printed("tea-garden").edition
    store.close()
