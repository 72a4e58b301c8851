"""A sixth game out of nothing but data: printed, listed, set up, scored and looked up."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner
from flask import Flask

from companion.app import create_app
from companion.store import Store
from printgen.catalog.places import builtin_templates
from printgen.cli import printgen
from tests.companion.test_pages import Phone

CARDS = Path(__file__).parents[1] / "sample" / "sixth"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(CARDS, builtin_templates(), Store(f"sqlite:///{tmp_path}/t.sqlite"))


def test_it_is_printed(tmp_path: Path) -> None:
    """This test ensures that every component of a new folder comes out as a PDF."""
    done = CliRunner().invoke(printgen, ["build", "--cards", str(CARDS), "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    made = {file.name.split("-a4")[0] for file in tmp_path.rglob("*.pdf")}
    parts = ("leaves", "board", "gardeners", "complete")
    assert made == {f"tea-garden-{part}" for part in parts}


def test_it_is_set_up(app: Flask) -> None:
    """This test ensures that a new folder is listed, and its setup drawn on its own board, with
    cards, tokens and a list, and printed on one page."""
    client = app.test_client()
    assert "Tea Garden" in client.get("/").get_data(as_text=True)
    address = "/games/tea-garden/setup?players=3&words=jade-otter-41"
    page = client.get(address).get_data(as_text=True)
    assert len(re.findall(r'<image href="[^"]*/leaves/', page)) == 4
    assert re.findall(r"<g><title>(\w+)</title>", page) == ["Red", "Blue", "Yellow"]
    for words in ("For each player, face down: 2", "Player ", "three coins", "Autumn brings frost"):
        assert words in page
    assert len(re.findall(r'name="lock"', page)) == 2, "what is laid and told is never rolled"
    pdf = client.get(address.replace("setup?", "setup.pdf?")).data
    (sheet,) = pypdf.PdfReader(io.BytesIO(pdf)).pages
    assert "jade-otter-41" in sheet.extract_text()
    assert "Yellow" in sheet.extract_text()


def test_it_is_scored(app: Flask) -> None:
    """This test ensures that a sheet of every kind of line is filled in on phones, that each point
    says how it arose, and that what cannot be is caught."""
    ann, ben = Phone(app), Phone(app)
    where = ann.client.post("/tables", data={"game": "tea-garden"}).headers["Location"]
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    entered = {"coins": "5", "cups": "4", "pots": "4", "guests": "2", "last": "yes"}
    entered |= {"blends.sencha": "2", "blends.matcha": "1", "blends.assam": "1"}
    sheet = {f"entry.{name}": value for name, value in entered.items()}
    assert ann.act(where, "score", **sheet).status_code == 303
    page = ann.see(where, "/score")
    for why in ("4 × 2", "3 for 2, and 2 × 4", "a set of 3", "place 1 with 2"):
        assert why in page
    assert re.search(r">Ann</span>\s*<strong>40</strong>", page)
    for entry, reason in (
        ({"entry.cups": "12"}, "Cups: 16 in all, but there are only 15"),
        ({"entry.last": "yes"}, "Last to leave: 2 players, but only 1 can have it"),
    ):
        refused = ben.act(where, "score", **entry)
        assert refused.status_code == 409
        assert reason in refused.get_data(as_text=True)
    assert ben.act(where, "score", **{"entry.coins": "7"}).status_code == 303


def test_its_decks_know_the_setup(app: Flask) -> None:
    """This test ensures that no card that lies on the board is drawn as well, and that a new setup
    gathers its cards in."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "tea-garden"}).headers["Location"]
    ann.sit(where, "Ann", "red")

    def left() -> str:
        found = re.search(r"<h3>Leaf cards <small>(.*?)</small>", ann.see(where, "/tools"))
        assert found is not None
        return found[1]

    assert left() == "15 left"
    ann.act(where, "setup", players="2", words="jade-otter-41")
    assert left() == "10 left", "four lie on plots, one lies open; what is face down stays"
    board = re.findall(r'<image href="[^"]*/leaves/(\w+)', ann.see(where, "/setup"))
    assert len(board) == 4
    ann.act(where, "shuffle", deck="leaves")
    ann.act(where, "draw", deck="leaves", count="10")
    page = ann.see(where, "/tools")
    drawn = re.findall(r'name="card" value="(\w+)#\d"', page)
    cards = Counter(drawn[::2])
    assert cards.total() == 10
    assert all(cards[row] + board.count(row) <= 5 for row in ("sencha", "matcha", "assam"))
    ann.act(where, "setup", players="2", words="late-lizard-16")
    assert left() == "10 left"


def test_it_is_looked_up(app: Flask) -> None:
    """This test ensures that cards and answers of a new folder are found."""
    client = app.test_client()
    found = client.get("/games/tea-garden/reference?q=whisk").get_data(as_text=True)
    assert "Matcha" in found
    assert "Fill it" in client.get("/games/tea-garden/reference?q=plot").get_data(as_text=True)


GERMAN = {"Accept-Language": "de"}


def test_it_speaks_german(app: Flask) -> None:
    """This test ensures that options, setup and answers of a new folder are German through its
    own file alone, that what the program can say itself need not stand there, and that names on
    cards stay as they are printed."""
    client = app.test_client()
    setup = "/games/tea-garden/setup?players=3&words=jade-otter-41"
    page = client.get(setup, headers=GERMAN).get_data(as_text=True)
    for words in ("Jahreszeit", "Der Herbst bringt Frost.", "Alle nehmen sich drei Münzen."):
        assert words in page
    assert re.search(r"Beet A1: (Sencha|Matcha|Assam)", page)
    for known in ("Startspieler", "s1: Rot", "<title>Blau</title>"):
        assert known in page
    assert "Teeblattkarten" in client.get("/games/tea-garden", headers=GERMAN).get_data(
        as_text=True
    )
    sheet = client.get(setup.replace("setup?", "setup.pdf?"), headers=GERMAN).data
    assert "Alle nehmen sich" in pypdf.PdfReader(io.BytesIO(sheet)).pages[0].extract_text()
    assert "Jahreszeit" not in client.get(setup).get_data(as_text=True)
    found = client.get("/games/tea-garden/reference?q=schaumig", headers=GERMAN)
    assert "Matcha" in found.get_data(as_text=True)
    asked = client.get("/games/tea-garden/reference?q=plot", headers=GERMAN)
    assert "Fülle es <strong>sofort</strong>." in asked.get_data(as_text=True)
    options = client.get("/api/v1/games/tea-garden", headers=GERMAN).json["options"]
    assert options[0]["choices"] == {"spring": "Frühling", "autumn": "Herbst"}


def test_its_tables_speak_german(app: Flask) -> None:
    """This test ensures that a table and its result know the words of their game, on pages, in
    what is refused and for programs."""
    ann, ben = Phone(app), Phone(app)
    where = ann.client.post("/tables", data={"game": "tea-garden"}).headers["Location"]
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    ann.act(where, "shuffle", deck="leaves")
    for page in ("/tools", "/history"):
        assert "Teeblattkarten" in ann.see(where, page)
    refused = ann.act(where, "score", **{"entry.cups": "99"}).get_data(as_text=True)
    assert re.search(r"Tassen\b.*\b99", refused)
    ann.act(where, "score", **{"entry.guests": "2", "entry.coins": "5"})
    page = ann.see(where, "/score")
    for words in ("Münzen", "Die meisten Gäste", "Geht als Letzter"):
        assert words in page
    code = where.rpartition("/")[2]
    scored = ann.client.get(f"/api/v1/tables/{code}/score").json
    assert "Kannen" in [line["title"] for line in scored["totals"][0]["lines"]]
    ann.act(where, "end")
    assert "Die meisten Gäste" in ann.client.get(f"/results/{code}").get_data(as_text=True)
