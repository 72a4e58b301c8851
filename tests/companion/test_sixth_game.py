"""A sixth game made of data alone: printed, listed, set up, scored and looked up."""

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
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_templates
from printgen.cli import printgen
from tests.companion.responses import json_of
from tests.companion.test_pages import Phone

CARDS = Path(__file__).parents[1] / "sample" / "sixth"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(CARDS, builtin_templates(), Store(f"sqlite:///{tmp_path}/t.sqlite"))


def test_it_is_printed(tmp_path: Path) -> None:
    """Every component of a new folder is written as a PDF."""
    done = CliRunner().invoke(printgen, ["build", "--cards", str(CARDS), "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    made = {file.name.split("-a4")[0] for file in tmp_path.rglob("*.pdf")}
    parts = ("leaves", "board", "gardeners", "complete")
    assert made == {f"tea-garden-{part}" for part in parts}


def test_it_is_set_up(app: Flask) -> None:
    """A new folder is listed, and its setup is drawn on its own board with cards, tokens and a
    list, and printed on one page."""
    client = app.test_client()
    assert "Tea Garden" in client.get("/").get_data(as_text=True)
    address = "/games/tea-garden/setup?players=3&words=jade-otter-41"
    page = client.get(address).get_data(as_text=True)
    assert len(re.findall(r'<image href="[^"]*/leaves/', page)) == 4
    assert re.findall(r"<g><title>(\w+)</title>", page) == ["Red", "Blue", "Yellow"]
    for words in ("For each player, face down: 2", "Player ", "three coins", "Autumn brings frost"):
        assert words in page
    assert len(re.findall(r'name="lock"', page)) == 2, "parts without chance are never rolled"
    pdf = client.get(address.replace("setup?", "setup.pdf?")).data
    (sheet,) = pypdf.PdfReader(io.BytesIO(pdf)).pages
    assert "jade-otter-41" in sheet.extract_text()
    assert "Yellow" in sheet.extract_text()


def test_it_is_scored(app: Flask) -> None:
    """A sheet with every kind of line is filled in on phones, explains each point, and marks
    impossible entries."""
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
        assert why in page.replace("\N{NO-BREAK SPACE}", " ")
    assert re.search(r">Ann</span>\s*<strong>40</strong>", page)
    for entry, reason in (
        ({"entry.cups": "12"}, "Cups: 16 in all, but there are only 15"),
        ({"entry.last": "yes"}, "Last to leave: 2 players, but only 1 can have it"),
    ):
        assert ben.act(where, "score", **entry).status_code == 303
        assert reason in ben.see(where, "/score")
    assert ben.act(where, "score", **{"entry.coins": "7"}).status_code == 303


def test_its_decks_know_the_setup(app: Flask) -> None:
    """Cards on the board cannot be drawn, and a new setup takes them back."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "tea-garden"}).headers["Location"]
    ann.sit(where, "Ann", "red")

    def left() -> str:
        found = re.search(r"<h3>Leaf cards <small>(.*?)</small>", ann.see(where, "/tools"))
        assert found is not None
        return found[1]

    assert left() == "15 left"
    ann.act(where, "setup", players="2", words="jade-otter-41")
    assert left() == "8 left", "four lie on plots, one lies open, two are in the box"
    board = re.findall(r'<image href="[^"]*/leaves/(\w+)', ann.see(where, "/setup"))
    assert len(board) == 4
    ann.act(where, "shuffle", deck="leaves")
    ann.act(where, "draw", deck="leaves", count="8")
    page = ann.see(where, "/tools")
    drawn = re.findall(r'name="card" value="(\w+)#\d"', page)
    cards = Counter(drawn[::2])
    assert cards.total() == 8
    assert all(cards[row] + board.count(row) <= 5 for row in ("sencha", "matcha", "assam"))
    ann.act(where, "setup", players="2", words="late-lizard-16")
    assert left() == "8 left"


def test_it_is_looked_up(app: Flask) -> None:
    """Cards and answers of a new folder are found."""
    client = app.test_client()
    found = client.get("/games/tea-garden/reference?q=whisk").get_data(as_text=True)
    assert "Matcha" in found
    assert "Fill it" in client.get("/games/tea-garden/reference?q=plot").get_data(as_text=True)


GERMAN = {"Accept-Language": "de"}


def test_it_speaks_german(app: Flask) -> None:
    """A new folder is translated by its own file alone, the program's own texts need no entry, and
    names on cards stay as printed."""
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
    options = json_of(client.get("/api/v1/games/tea-garden", headers=GERMAN))["options"]
    assert options[0]["choices"] == {"spring": "Frühling", "autumn": "Herbst"}


def test_it_is_explained(app: Flask) -> None:
    """Its how-to-play comes before the questions, with pictures and in both languages, and gives
    way to a search."""
    client = app.test_client()
    page = client.get("/games/tea-garden/reference").text
    titles = ["1. The goal", "2. Plant", "3. Brew", "4. The end"]
    assert re.findall(r"<h3>(.*?)</h3>", page) == titles
    assert page.index("Grow the <strong>best tea</strong>") < page.index("May a plot stay empty?")
    pictures = re.findall(r'src="([^"]*how-to-play/[^"]*)"', page)
    assert len(pictures) == 4
    shown = [client.get(picture).data for picture in pictures]
    assert len(set(shown)) == 4
    assert client.get("/games/tea-garden/how-to-play/5.avif").status_code == 404
    german = client.get("/games/tea-garden/reference", headers=GERMAN).text
    assert "Baut den <strong>besten Tee</strong> an" in german
    assert "how-to-play/" not in client.get("/games/tea-garden/reference?q=plot").text


def test_its_setup_says_who_starts(app: Flask) -> None:
    """A setup that chooses a player leaves no second choice to the table."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "tea-garden"}).headers["Location"]
    ann.sit(where, "Ann", "red")
    ann.sit(where, "Ben", "blue")
    assert "Pick at random" in ann.see(where, "/tools")
    ann.act(where, "setup", players="2", words="jade-otter-41")
    tools = ann.see(where, "/tools")
    assert "Pick at random" not in tools
    assert re.search(r'id="starts-title".*?<p>(Ann|Ben)</p>', tools, re.DOTALL)


def test_its_tables_speak_german(app: Flask) -> None:
    """A table and its results use their game's translations on pages, in marked entries and in
    the API."""
    ann, ben = Phone(app), Phone(app)
    where = ann.client.post("/tables", data={"game": "tea-garden"}).headers["Location"]
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    ann.act(where, "shuffle", deck="leaves")
    for page in ("/tools", "/history"):
        assert "Teeblattkarten" in ann.see(where, page)
    ann.act(where, "score", **{"entry.cups": "99"})
    assert re.search(r"Tassen\b.*\b99", ann.see(where, "/score"))
    ann.act(where, "score", **{"entry.guests": "2", "entry.coins": "5"})
    page = ann.see(where, "/score")
    for words in ("Münzen", "Die meisten Gäste", "Geht als Letzter"):
        assert words in page
    code = where.rpartition("/")[2]
    scored = json_of(ann.client.get(f"/api/v1/tables/{code}/score"))
    assert "Kannen" in [line["title"] for line in scored["totals"][0]["lines"]]
    ann.act(where, "end")
    assert "Die meisten Gäste" in ann.client.get(f"/results/{code}").get_data(as_text=True)
