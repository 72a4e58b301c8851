"""The gallery of piecepack layouts, and layouts as setups with a code."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion.app import create_app
from companion.pictures import layouts
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.catalog.test_ppn_games import read

GALLERY = "/layouts"
TITLES = re.compile("<strong>(.*?)</strong>")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('layouts')}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store)
    store.close()


def test_the_gallery(app: Flask) -> None:
    """All layouts have a picture and what they need; a search shows fewer."""
    client = app.test_client()
    everything = client.get(GALLERY).get_data(as_text=True)
    assert everything.count("<li><a") >= 40
    assert "4 players · 16 tiles, 24 coins, 4 dice, 4 pawns" in everything
    few = client.get(f"{GALLERY}?q=4+players,+one+set,+under+30+pieces").get_data(as_text=True)
    assert "Ice Floe" in few
    assert "Tablut" not in few
    german = client.get(f"{GALLERY}?q=tablut", headers={"Accept-Language": "de"})
    assert "2 Personen · 16 " in german.get_data(as_text=True)
    german = client.get(
        f"{GALLERY}?q=4+Personen,+ein+Satz,+unter+30+Teile", headers={"Accept-Language": "de"}
    )
    assert TITLES.findall(german.get_data(as_text=True)) == TITLES.findall(few)


def test_pictures_are_drawn_at_the_same_time(app: Flask) -> None:
    """A page that asks for several pictures of pieces that were never drawn gets all of them: one
    thread mistook a piece that another was drawing for one that shows itself."""
    names = re.findall(r'href="/layouts/([\w-]+)"', app.test_client().get(GALLERY).text)[:12]
    assert len(names) == 12
    together = threading.Barrier(len(names))

    def picture(name: str) -> int:
        client = app.test_client()
        together.wait()
        return client.get(f"{GALLERY}/{name}.svg").status_code

    layouts._drawing.cache_clear()
    with ThreadPoolExecutor(len(names)) as pool:
        assert set(pool.map(picture, names)) == {200}


def test_a_mixed_layout_has_a_code(app: Flask) -> None:
    """The same code gives the same table everywhere, another one another; rolling makes a new
    code; a layout that is not mixed has none."""
    client = app.test_client()
    rolled = client.get(f"{GALLERY}/fujisan")
    assert rolled.status_code == 303
    assert "words=" in rolled.headers["Location"]
    one, again, other = (
        client.get(f"{GALLERY}/fujisan.ppn?words={words}").get_data(as_text=True)
        for words in ("jade-otter-41", "Jade-Otter-41", "jade-otter-42")
    )
    assert one == again
    assert one != other
    ((game,), messages) = read(one)
    assert messages == []
    coins = [piece.kind.rank for piece in game.tables[-1] if piece.kind.piece == "coin"]
    assert coins[:12] == FUJISAN_JADE_OTTER_41
    assert client.get(f"{GALLERY}/tablut").status_code == 200
    assert client.get(f"{GALLERY}/none").status_code == 404


FUJISAN_JADE_OTTER_41 = [5, 1, 5, 2, 6, 5, 3, 5, 4, 2, 1, 6]
"""Codes are shared between machines and versions, so what one stands for must never change."""


def test_pictures(app: Flask) -> None:
    """A layout's picture is one for each code."""
    client = app.test_client()
    pictures = [
        client.get(f"{GALLERY}/relativity.svg?words={words}").get_data()
        for words in ("jade-otter-41", "jade-otter-42")
    ]
    assert pictures[0] != pictures[1]
    assert ElementTree.fromstring(pictures[0]).tag.endswith("svg")


def test_a_layout_opens_a_table(app: Flask) -> None:
    """The page of a layout opens a table whose setup is that layout, mixed by the same code."""
    client = app.test_client()
    page = client.get(f"{GALLERY}/relativity?words=jade-otter-41").get_data(as_text=True)
    form = page.partition('action="/tables"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert fields["game"] == "piecepack"
    opened = client.post("/tables", data=fields)
    assert opened.status_code == 303
    code = opened.headers["Location"].split("/")[2].partition("?")[0]
    setup = client.get(f"/t/{code}/setup").get_data(as_text=True)
    assert "jade-otter-41" in setup
    picture = html.unescape(re.findall(r'<img src="(/layouts/relativity.svg[^"]*)"', setup)[0])
    shown = client.get(picture).get_data()
    assert shown == client.get(f"{GALLERY}/relativity.svg?words=jade-otter-41").get_data()


def test_a_layout_is_a_setup(app: Flask) -> None:
    """The setup of the game Piecepack shows the layout as page, picture and print; mixing it again
    gives another picture."""
    client = app.test_client()
    query = "?players=2&words=jade-otter-41&option.layout=relativity"
    page = client.get(f"/games/piecepack/setup{query}").get_data(as_text=True)
    assert "Relativity" in page
    assert "For 2 players" in page
    first, again = (
        client.get(f"/games/piecepack/setup.svg{query}{more}") for more in ("", "&again.layout=1")
    )
    assert first.status_code == again.status_code == 200
    assert first.get_data() != again.get_data()
    printed = client.get(f"/games/piecepack/setup.pdf{query}")
    assert printed.mimetype == "application/pdf"


def test_other_games_in_the_folder(tmp_path: Path) -> None:
    """A server with games of its own still shows the built-in layouts."""
    cards = Path(__file__).parents[1] / "sample"
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    client = create_app(cards, builtin_templates(), store).test_client()
    assert client.get(f"{GALLERY}/tablut.svg").status_code == 200
    store.close()
