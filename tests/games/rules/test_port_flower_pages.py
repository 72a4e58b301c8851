"""Sailing Port Flower on the companion's setup pages: drawn on any board, and written as PPN."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.ppn.layouts import read_ppn
from printgen.errors import Findings

ADDRESS = "/games/port-flower/setup"
SETUP = "players=4&words=jade-otter-41"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store).test_client()
    store.close()


@pytest.mark.parametrize(
    ("options", "tiles"),
    [("", 24), ("&option.course=random", 24), ("&option.course=random&option.waters=48", 48)],
)
def test_a_setup_to_take_away_as_ppn(client: FlaskClient, options: str, tiles: int) -> None:
    """A setup's page leads to its layout as PPN, which reads back as the tiles and pawns of that
    setup."""
    page = client.get(f"{ADDRESS}?{SETUP}{options}").get_data(as_text=True)
    assert "/games/port-flower/setup.ppn?" in page
    answer = client.get(f"{ADDRESS}.ppn?{SETUP}{options}")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    name = "port-flower-jade-otter-41.ppn"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    findings = Findings()
    pieces = [one.piece for one in read_ppn(answer.get_data(as_text=True), name, findings)]
    assert list(findings) == []
    assert sum(one.piece == "tile" for one in pieces) == tiles
    assert sum(one.piece == "pawn" for one in pieces) == 4


@pytest.mark.parametrize("waters", ["24", "48", "cross"])
def test_a_course_that_is_not_printed_is_drawn(client: FlaskClient, waters: str) -> None:
    """A random course has a picture on its page, alone, and in the PDF."""
    query = f"{SETUP}&option.course=random&option.waters={waters}"
    page = client.get(f"{ADDRESS}?{query}").get_data(as_text=True)
    assert page.count('href="/games/port-flower/coins/flower-null-back.svg?') == 6
    picture = client.get(f"{ADDRESS}.svg?{query}")
    assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
    assert client.get(f"{ADDRESS}.pdf?{query}").status_code == 200


def test_the_present_position_to_take_away_as_ppn(client: FlaskClient) -> None:
    """A race under way has its position as PPN, linked from its page, and there is none before the
    race begins, nor of a game that is not for piecepacks."""
    table = client.post("/tables", data={"game": "port-flower"}).headers["Location"]
    client.get(table)
    for name, colour in (("Ann", "red"), ("Ben", "blue")):
        sits = {"kind": "join", "id": f"join-of-{name}", "name": name, "colour": colour}
        assert client.post(table, data={**sits, "entropy": "aa"}).status_code == 303
    assert client.get(f"{table}/position.ppn").status_code == 404
    lots = {"players": "2", "option.suits": "lot"}
    client.post(table, data={"kind": "setup", "id": "setup-now", **lots})
    client.post(table, data={"kind": "begin", "id": "begin-now"})
    assert f"{table}/position.ppn" in client.get(f"{table}/play").get_data(as_text=True)
    answer = client.get(f"{table}/position.ppn")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    findings = Findings()
    pieces = [
        one.piece for one in read_ppn(answer.get_data(as_text=True), "position.ppn", findings)
    ]
    assert list(findings) == []
    assert Counter(one.piece for one in pieces) == {"tile": 24, "coin": 17 + 10, "pawn": 2}
    other = client.post("/tables", data={"game": "mines"}).headers["Location"]
    assert client.get(f"{other}/position.ppn").status_code == 404
