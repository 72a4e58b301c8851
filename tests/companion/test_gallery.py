"""The companion's shelf: the card on the screen is the card in the hand."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.gallery import open_shelf
from companion.store import Store
from printgen.catalog.load import list_games
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.export.svg import write_svg
from tests.catalog.workshop import Workshop

PATIENCE = 30.0


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return create_app(builtin_cards(), builtin_templates(), store).test_client()


def test_every_game_is_on_the_shelf(client: FlaskClient) -> None:
    """This test ensures that a game is shown because its folder exists."""
    page = client.get("/").get_data(as_text=True)
    for slug in list_games(builtin_cards()):
        assert f"/games/{slug}" in page


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_faces_are_printgens(client: FlaskClient, slug: str) -> None:
    """This test ensures that a face on the screen is, byte for byte, what printgen writes."""
    shelf = open_shelf(slug, builtin_cards(), builtin_templates())
    for part in shelf.parts:
        name, frame = next(iter(part.faces.items()))
        answer = client.get(f"/games/{slug}/{part.id}/{name}.svg")
        assert answer.mimetype == "image/svg+xml"
        stream = io.StringIO()
        write_svg(frame, stream, show_bleed=False)
        assert answer.get_data(as_text=True) == stream.getvalue()


@pytest.mark.parametrize("path", ["/games/none", "/games/river-dragons/none/x.svg", "/none"])
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    """This test ensures that a wrong address is a plain 404."""
    assert client.get(path).status_code == 404


def test_security_headers(client: FlaskClient) -> None:
    """This test ensures that nothing from elsewhere can be loaded into a page."""
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def until(holds: Callable[[str], bool], look: Callable[[], str]) -> str:
    """The page once it is so; folders are looked at about once a second."""
    end = time.monotonic() + PATIENCE
    while not holds(page := look()):
        assert time.monotonic() < end, page
        time.sleep(0.05)
    return page


def test_edited_files_are_shown_without_a_restart(tmp_path: Path, store: Store) -> None:
    """This test ensures that who edits a game sees it at once: words, pictures at an address of
    their own, mistakes with file and row, and that all is well again once they are mended."""
    workshop = Workshop(tmp_path)
    client = create_app(workshop.cards, workshop.templates, store).test_client()

    def look(path: str) -> str:
        return client.get(path).get_data(as_text=True)

    def picture() -> str:
        (source,) = re.findall(r'src="([^"]*/fish.svg[^"]*)"', look("/games/harbour/goods/fish"))
        return str(source)

    table = client.post("/tables", data={"game": "harbour"}).headers["Location"]
    before = picture()
    drawn = look(before)
    workshop.edit("goods.csv", "fish,Fish,", "fish,Herring,")
    until(lambda page: "<h1>Herring</h1>" in page, lambda: look("/games/harbour/goods/fish"))
    assert picture() != before
    assert look(picture()) != drawn
    workshop.edit("goods.csv", "fish,Herring,fresh,1,", "fish,Herring,fresh,one,")
    told = until(lambda page: "cannot be shown" in page, lambda: look("/"))
    assert re.search(r"goods\.csv.*row 2.*one", told)
    assert client.get(table).status_code == 409
    assert re.search(r"goods\.csv.*row 2.*one", look(table))
    workshop.edit("goods.csv", "fish,Herring,fresh,one,", "fish,Herring,fresh,1,")
    until(lambda page: "/games/harbour" in page and "cannot be" not in page, lambda: look("/"))
    assert client.get(table).status_code == 200
