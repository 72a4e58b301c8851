"""The library shows the games as they are printed."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.pictures.library import open_printed_game
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from printgen.export.svg import write_svg
from tests.catalog.game_folder import GameFolder

PATIENCE = 30.0


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return create_app(builtin_cards(), builtin_templates(), store).test_client()


def test_every_game_is_listed(client: FlaskClient) -> None:
    """Every game folder is listed."""
    page = client.get("/").get_data(as_text=True)
    for slug in list_games(builtin_cards()):
        assert f"/games/{slug}" in page


def test_a_game_chooses_its_cover() -> None:
    """A game is shown by the face that it names, else by its board."""
    covers = {
        slug: open_printed_game(slug, builtin_cards(), builtin_templates()).cover
        for slug in ("piecepack", "dragon-boats")
    }
    assert covers == {"piecepack": "piecepack-tiles/sun-ace", "dragon-boats": "game-board/board"}


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_faces_are_printgens(client: FlaskClient, slug: str) -> None:
    """A face on the screen is, byte for byte, what printgen writes."""
    printed = open_printed_game(slug, builtin_cards(), builtin_templates())
    for part in printed.parts:
        name, frame = next(iter(part.faces.items()))
        answer = client.get(f"/games/{slug}/{part.id}/{name}.svg")
        assert answer.mimetype == "image/svg+xml"
        stream = io.StringIO()
        write_svg(frame, stream, show_bleed=False)
        assert answer.get_data(as_text=True) == stream.getvalue()


@pytest.mark.parametrize("path", ["/games/none", "/games/river-dragons/none/x.svg", "/none"])
def test_missing_games_and_faces(client: FlaskClient, path: str) -> None:
    """A wrong address gets a 404."""
    assert client.get(path).status_code == 404


def test_security_headers(client: FlaskClient) -> None:
    """Pages cannot load anything from other sites."""
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def until(holds: Callable[[str], bool], look: Callable[[], str]) -> str:
    """The page once the condition holds; folders are checked about once a second."""
    end = time.monotonic() + PATIENCE
    while not holds(page := look()):
        assert time.monotonic() < end, page
        time.sleep(0.05)
    return page


def test_edited_files_are_shown_without_a_restart(tmp_path: Path, store: Store) -> None:
    """Edits of a game appear at once: texts, pictures at new addresses, mistakes with file and row,
    and their correction."""
    game_folder = GameFolder(tmp_path)
    client = create_app(game_folder.cards, game_folder.templates, store).test_client()

    def look(path: str) -> str:
        return client.get(path).get_data(as_text=True)

    def picture() -> str:
        (source,) = re.findall(r'src="([^"]*/fish.svg[^"]*)"', look("/games/harbour/goods/fish"))
        return str(source)

    table = client.post("/tables", data={"game": "harbour"}).headers["Location"]
    before = picture()
    drawn = look(before)
    game_folder.edit("goods.csv", "fish,Fish,", "fish,Herring,")
    until(lambda page: ">Herring</h1>" in page, lambda: look("/games/harbour/goods/fish"))
    assert picture() != before
    assert look(picture()) != drawn
    game_folder.edit("goods.csv", "fish,Herring,fresh,1,", "fish,Herring,fresh,one,")
    text = until(lambda page: "cannot be opened" in page, lambda: look("/"))
    assert re.search(r"goods\.csv.*row 2.*one", text)
    assert client.get(table).status_code == 409
    assert re.search(r"goods\.csv.*row 2.*one", look(table))
    game_folder.edit("goods.csv", "fish,Herring,fresh,one,", "fish,Herring,fresh,1,")
    until(lambda page: "/games/harbour" in page and "cannot be" not in page, lambda: look("/"))
    assert client.get(table).status_code == 200
