"""A table's setup uses its players' names; elsewhere players have numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from flask import Flask
from msgspec.structs import replace

from companion.app import create_app
from companion.games import rules_at
from companion.games.seats import COLOURS, Seat
from companion.language.messages import Refused, as_data, from_data, named_in, player, say
from companion.storage.store import Store
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest, Table
from companion.table.named_setup import named_setup
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from tests.companion.harbour import sample_facts
from tests.companion.test_pages import Phone
from tests.games.rules.bots import NAMES, facts_of
from tests.pdf_text import first_page_text

GAMES = list_games(builtin_cards())
NUMBERED = re.compile(r"\b(player|sailor|seat)s? \d", re.IGNORECASE)


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


def facts_at(slug: str) -> Mapping[str, Any]:
    return sample_facts() if slug == "harbour" else facts_of(slug)


def table_of(slug: str, players: int, seats: int, options: dict[str, str]) -> Table:
    colours = list(COLOURS)
    sitting = [Seat(name.lower(), name, colours[i]) for i, name in enumerate(NAMES[:seats])]
    request = SetupRequest(players, options, "jade-otter-41")
    return Table(slug, "", {}, {}, facts_at(slug), setup=request, seats=tuple(sitting))


def tables(slug: str) -> list[Table]:
    """The game for every number of players, with every choice of each option that it allows."""
    options = rules_at(slug, facts_at(slug)).options
    chosen: list[dict[str, str]] = [{}]
    chosen += [{option.id: value} for option in options for value in option.choices]
    found = []
    for players in range(2, 7):
        for choice in chosen:
            table = table_of(slug, players, players, choice)
            try:
                named_setup(table)
            except Refused:
                continue
            found.append(table)
    return found


def sentences(table: Table) -> list[str]:
    setup = named_setup(table)
    assert setup is not None
    return [str(line) for part in setup.parts for line in part.lines]


@pytest.mark.parametrize("slug", [*GAMES, "harbour"])
def test_players_are_named(slug: str) -> None:
    """In every game, a table's setup names its players, and only the names differ."""
    counted = False
    for table in tables(slug):
        seated = named_setup(table)
        assert table.setup is not None
        assert seated is not None
        plain = setup_of(rules_at(slug, table.facts), table.setup)
        lines = [str(line) for part in plain.parts for line in part.lines]
        counted |= any(map(NUMBERED.search, lines))
        for number, seat in enumerate(table.seats, 1):
            lines = [line.replace(f"Player {number}", seat.name) for line in lines]
        assert sentences(table) == lines
        assert not any(map(NUMBERED.search, lines))
        bare = [[replace(p, lines=()) for p in setup.parts] for setup in (plain, seated)]
        assert bare[0] == bare[1]
    assert counted, "no setup of this game speaks of a player"


def test_players_without_a_seat_keep_a_number() -> None:
    """In a setup for more players than have seats, the others keep their numbers."""
    lines = [
        line for line in sentences(table_of("harbour", 3, 2, {})) if "Fish" in line or "×" in line
    ]
    begins = [line.split(":")[0] for line in lines]
    assert [name for name in begins if name in ("Ann", "Ben", "Player 3")] == [
        "Ann",
        "Ben",
        "Player 3",
    ]


def test_names_are_plain_text() -> None:
    """Players inside other messages are named, braces in names are kept, and such a message can be
    stored."""
    line = say("{one}, {other}", one=say("{player} begins", player=player(2)), other=player(1))
    assert str(line) == "Player 2 begins, Player 1"
    assert str(named_in(line, {1: "{player}", 2: "Ben"})) == "Ben begins, {player}"
    kept = msgspec.json.decode(msgspec.json.encode(as_data(line)))
    assert str(from_data(kept)) == str(line)


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


def test_unprintable_names_stay_numbers(app: Flask) -> None:
    """A player whose name the font cannot show keeps a number on paper."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "river-dragons"}).headers["Location"]
    for name, colour in (("李雷", "red"), ("Ωμέγα", "blue")):
        ann.sit(where, name, colour)
    ann.act(where, "setup", **{"players": 2, "option.colours": "dealt"})
    assert "<li>李雷: " in ann.see(where, "/setup")
    paper = first_page_text(ann.client.get(f"{where}/setup.pdf").data)
    assert "Player 1: " in paper
    assert "Ωμέγα: " in paper


def test_pages_and_prints_of_a_table_have_its_names(app: Flask) -> None:
    """A table's setup page and print show names in the reader's language, while the shared setup
    shows numbers."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "river-dragons"}).headers["Location"]
    assert ann.client.get(f"{where}/setup.pdf").status_code == 404
    for name, colour in (("Ann", "red"), ("Zoë <b>", "blue")):
        ann.sit(where, name, colour)
    asked = {"players": 2, "option.colours": "dealt", "words": "jade-otter-41"}
    assert ann.act(where, "setup", **asked).status_code == 303
    page = ann.see(where, "/setup")
    assert re.search(r"<li>Ann: \w+, goal ", page)
    assert "<li>Zoë &lt;b&gt;: " in page
    assert "Player 1" not in page
    german = {"Accept-Language": "de"}
    for paper in ("a4", "letter"):
        pdf = ann.client.get(f"{where}/setup.pdf?paper={paper}", headers=german)
        assert pdf.headers["Cache-Control"] == "no-store"
        assert re.search(r"Ann: \w+, Ziel ", first_page_text(pdf.data))
        assert "Zoë <b>: " in first_page_text(pdf.data)
        assert f'href="{where}/setup.pdf?paper={paper}"' in page
    query = "players=2&words=jade-otter-41&option.colours=dealt"
    shared = ann.client.get(f"/games/river-dragons/setup?{query}").get_data(as_text=True)
    assert re.search(r"<li>Player\s1: \w+, goal ", shared)
    paper = first_page_text(ann.client.get(f"/games/river-dragons/setup.pdf?{query}").data)
    assert "Player 2: " in paper
    assert "Ann" not in shared + paper
