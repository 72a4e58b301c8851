"""Rows that look alike keep their own names, on screen and in a setup."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import create_app
from companion.games.data import DataRules, collect_facts
from companion.pictures.library import Library
from companion.pictures.setup_pictures import setup_picture
from companion.pictures.typesetter import typesetter_for
from companion.storage.store import Store
from printgen.frame import Group
from tests.catalog.game_folder import GameFolder
from tests.companion.harbour import chances, set_section, through_json

SETUP = """
setup:
  board: board/harbour
  parts:
    - {id: coins, title: Coins, shuffle: coins, place: {spaces: berths, width: 20}}
"""


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def game_folder(tmp_path: Path) -> GameFolder:
    made = GameFolder(tmp_path)
    rows = "".join(f"c{number},1,1\n" for number in range(7))
    made.write("coins.csv", f"id,value,copies\n{rows}")
    set_section(made, "setup", SETUP)
    return made


def test_every_row_has_its_picture(game_folder: GameFolder, store: Store) -> None:
    """A row's picture is served under its own id, even if another row looks the same."""
    client = create_app(game_folder.cards, game_folder.templates, store).test_client()
    for number in range(7):
        for name in (f"c{number}", "back"):
            assert client.get(f"/games/harbour/coins/{name}.svg").status_code == 200
    page = client.get("/games/harbour").get_data(as_text=True)
    assert page.count("/games/harbour/coins/c0") > 0
    assert "/games/harbour/coins/c1" not in page, "a look is listed once"


def test_a_setup_shows_every_piece(game_folder: GameFolder) -> None:
    """A drawn setup shows every piece, even if some look alike."""
    facts = through_json(collect_facts(game_folder.sound()))
    setup = DataRules(facts).setup(2, {}, chances("jade-otter-41"))
    library = Library(game_folder.cards, game_folder.templates)
    picture = setup_picture(
        library.printed("harbour"), setup, typesetter_for(library.game("harbour"))
    )
    assert picture is not None
    assert sum(isinstance(item, Group) for item in picture.items) == 7
