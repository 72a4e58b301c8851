"""Pieces on pages: enlarged by a link, called by a name, and marked for their player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

import companion
from companion.app import create_app
from companion.games.seats import COLOURS, MARKS
from companion.pictures.library import Library
from companion.storage.store import Store
from companion.web.piece_names import piece_name
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.phones import Phone

GAMES = ("dragon-boats", "dragon-river", "mines", "port-flower", "river-dragons")
PIECE = re.compile(r'<a class="piece[^"]*" href="([^"]+)"')


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


def begun(app: Flask, game: str) -> Phone:
    """A table whose two seats have the colours that it offers first."""
    phone = Phone(app)
    phone.open(game)
    offered = re.findall(r'class="swatch seat (\w+)"', phone.page())
    for name, colour in zip(("Ann", "Ben"), dict.fromkeys(offered), strict=False):
        phone.sit(name, colour)
    assert phone.act("begin").status_code == 303
    return phone


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_on_the_table_can_be_enlarged(app: Flask, game: str) -> None:
    """The links on pieces lead to pages with a name, a picture and a text, which lead back to the
    table; no link contains a move."""
    phone = begun(app, game)
    page = phone.page("play")
    addresses = dict.fromkeys(PIECE.findall(page))
    assert addresses
    for address in list(addresses)[:8]:
        shown = phone.client.get(address.replace("&amp;", "&")).text
        assert re.search(r'<h1 id="piece-name">[^<]+</h1>', shown), address
        assert 'class="large"' in shown
        assert 'class="answer"' in shown, address
        assert f'href="{phone.where}' in shown
    for link in re.findall(r'<a class="piece.*?</a>', page, re.DOTALL):
        assert "<button" not in link
        assert "data-move" not in link


def test_a_piece_shows_what_is_asked_about_its_like(app: Flask) -> None:
    """A question about one boat topper is answered on the page of every other."""
    page = app.test_client().get("/games/dragon-boats/boat-toppers/boat-07").text
    assert "Which good does the middle seat save?" in page


def names(game: str) -> Iterator[tuple[str, str]]:
    library = Library(builtin_cards(), builtin_templates())
    for part in library.printed(game).parts:
        for face in part.faces:
            yield face, piece_name(library, game, f"{part.id}/{face}")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_pieces_have_names_that_a_person_would_say(app: Flask, game: str, language: str) -> None:
    """No piece is called by its id, by a placeholder or by nothing."""
    with app.test_request_context(f"/games/{game}", headers={"Accept-Language": language}):
        app.preprocess_request()
        for face, name in names(game):
            assert name
            assert name != face
            assert not re.search(r"[{}]|\w-\w+-\w|\bNone\b", name), name


def test_names_are_translated(app: Flask) -> None:
    """A tile and a back are named in the reader's language."""
    library = Library(builtin_cards(), builtin_templates())
    with app.test_request_context("/games/mines", headers={"Accept-Language": "de"}):
        app.preprocess_request()
        found = dict(names("mines"))
        assert found["red"] == "Marker, Rot"
        assert piece_name(library, "mines", "tiles/back") == "Bergplättchen, Rückseite"


def test_marks_are_those_of_the_style_sheet() -> None:
    """Boards and pictures show the same shape for a colour as pages do, and every colour has its
    own."""
    style = (Path(companion.__file__).parent / "static" / "companion.css").read_text()
    assert MARKS.keys() == COLOURS.keys()
    assert len(set(MARKS.values())) == len(MARKS)
    for colour, corners in MARKS.items():
        found = re.search(rf"^\.{colour} {{ --seat: #\w+; --shape: (\w+)\((.*?)\); }}", style, re.M)
        assert found, colour
        numbers = [float(number) for number in re.findall(r"[\d.]+", found[2])]
        if found[1] == "inset":
            (edge,) = numbers
            far = 100 - edge
            numbers = [edge, edge, far, edge, far, far, edge, far]
        shape = tuple(zip(numbers[::2], numbers[1::2], strict=True)) if corners else ()
        assert shape == corners, colour


@pytest.mark.parametrize("game", GAMES)
def test_a_player_has_one_colour_everywhere(app: Flask, game: str) -> None:
    """With the colours that a table offers, a player's chip, turn and history have the colour that
    was chosen, before and after the game begins."""
    phone = Phone(app)
    phone.open(game)
    offered = re.findall(r'class="swatch seat (\w+)"', phone.page())
    colours = dict(zip(("Ann", "Ben"), dict.fromkeys(offered), strict=False))
    for name, colour in colours.items():
        phone.sit(name, colour)
    assert phone.act("begin").status_code == 303
    for page in ("", "play", "score", "history", "screen"):
        shown = phone.page(page)
        for name, colour in colours.items():
            marked = re.findall(rf'class="[^"]*\bseat (\w+)[^"]*"[^>]*>{name}\b', shown)
            assert set(marked) <= {colour}, (page, name)
    assert set(re.findall(r'<span class="seat (\w+)" aria', phone.page("history"))) <= {
        *colours.values(),
        "nobody",
    }


def test_a_red_seat_is_not_offered_a_green_boat(app: Flask) -> None:
    """Port Flower has no red boat, so no seat can choose red."""
    phone = Phone(app)
    phone.open("port-flower")
    offered = set(re.findall(r'class="swatch seat (\w+)"', phone.page()))
    assert offered == {"black", "green", "blue", "orange", "white", "purple"}


def test_words_in_pictures_are_translated(app: Flask) -> None:
    """The pictures of how to play are drawn in the language of their address."""
    client = app.test_client()
    page = client.get("/games/port-flower/reference", headers={"Accept-Language": "de"}).text
    address = re.search(r'src="([^"]*how-to-play/3[^"]*)"', page)
    assert address
    german = client.get(address[1].replace("&amp;", "&")).data
    assert german != client.get(address[1].replace("&amp;", "&").replace("=de", "=en")).data
