"""The companion's shelf: the card on the screen is the card in the hand."""

from __future__ import annotations

import io

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.gallery import open_shelf
from companion.store import Store
from printgen.catalog.load import list_games
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.export.svg import write_svg


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
