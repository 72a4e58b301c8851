"""Scanning a card, or typing its letter, leads to its explanation."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import pytest
import zxingcpp
from flask.testing import FlaskClient
from PIL import Image

from companion.app import create_app
from companion.pictures.library import open_game
from companion.pictures.raster import frame_png
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings

ADDRESS = "http://192.168.178.20:8000"


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return create_app(builtin_cards(), builtin_templates(), store).test_client()


def test_a_printed_code_leads_to_the_cards_page(client: FlaskClient) -> None:
    """The QR code on each bonus card is readable at its printed size and leads to that card's
    page."""
    game = open_game("dragon-boats", builtin_cards(), builtin_templates())
    component = next(c for c in game.components if c.id == "bonus-cards")
    findings = Findings()
    faces = draw_component(game, component, make_draw_context(game, "full", ADDRESS), findings)
    findings.raise_errors()
    for face, record in zip(faces[:6], component.table.records, strict=False):
        picture = Image.open(io.BytesIO(frame_png(face.front, 744)))  # 300 dots to the inch
        (code,) = zxingcpp.read_barcodes(picture)
        assert code.text.startswith(ADDRESS)
        page = client.get(urlsplit(code.text).path, follow_redirects=True).get_data(as_text=True)
        assert str(record.values["title"]) in page


def test_a_letter_finds_its_card(client: FlaskClient) -> None:
    """Typing a card's letter finds that card alone."""
    page = client.get("/games/dragon-boats/reference?q=f").get_data(as_text=True)
    assert "Hard Bargain" in page
    assert "Any Landing" not in page
