"""A game begins with the setup that people agreed on, and one answer to who starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.app import create_app
from companion.games import is_playable, rules_at
from companion.language.messages import Refused
from companion.storage.store import Store
from companion.table.commitment import with_commitment
from companion.table.game_rules import setup_of
from companion.table.history import read_log
from companion.table.model import SETUP_MUST_FIT, SetupRequest
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.phones import Phone
from tests.games.rules.bots import Play, check_log, facts_of

SLUGS = sorted(folder.name for folder in builtin_cards().iterdir() if is_playable(folder.name))
CODE = re.compile(r"Setup code <strong>([^<]*)</strong>")
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("begin")
    store = Store(f"sqlite:///{folder}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store)
    store.close()


def table_of_three(app: Flask, game: str = "dragon-river") -> Phone:
    """Ann with three seats on her phone."""
    ann = Phone(app)
    ann.open(game)
    for name, colour in (("Ann", "red"), ("Ben", "blue"), ("Cid", "green")):
        ann.sit(name, colour)
    return ann


def form_of(page: str, mark: str) -> dict[str, str]:
    """The hidden fields of the form that has this mark."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    return dict(HIDDEN.findall(next(form for form in forms if mark in form)))


def test_begin_never_changes_a_setup(app: Flask) -> None:
    """A setup for four is not used for three, nor replaced: the page says so and adapts it."""
    ann = table_of_three(app)
    ann.act("setup", players="4", words="jade-otter-41", **{"option.first": "random"})
    for name in ("play", "setup"):
        assert "This setup is for 4 players. 3 players are seated." in ann.page(name)
    assert "Start the game" not in ann.page("play")
    refused = ann.act("begin")
    assert refused.status_code == 409
    assert "adapt it first" in refused.text
    form = form_of(ann.page("play"), "Adapt it to 3 players")
    assert ann.client.post(ann.where, data=form).status_code == 303
    page = ann.page("setup")
    assert CODE.findall(page) == ["jade-otter-41"]
    assert "players are seated" not in page
    assert "First player" in page
    assert "Start the game" in ann.page("play")
    assert ann.act("begin").status_code == 303
    assert CODE.findall(ann.page("setup")) == ["jade-otter-41"]


def test_tables_of_earlier_editions_still_verify() -> None:
    """Older tables could begin with a setup for others: their records are decided as they were."""
    play = Play("dragon-river", 3, {}, seed=5)
    joined, start = play.history.log[:3], play.history.start
    for edition in (SETUP_MUST_FIT - 1, SETUP_MUST_FIT):
        opened = with_commitment(replace(start, edition=edition), play.seed)
        play.history = read_log(opened, joined)
        play.act("setup", players=4, words="jade-otter-41")
        if edition == SETUP_MUST_FIT:
            with pytest.raises(Refused, match="adapt it first"):
                play.act("begin")
            continue
        play.act("begin")
        assert play.table.setup is not None
        assert play.table.setup.players == 3
        check_log(play)


@pytest.mark.parametrize("game", SLUGS)
def test_every_setup_says_who_starts(game: str) -> None:
    """The setup of each refereed game has one part about the starting player."""
    setup = setup_of(rules_at(game, facts_of(game)), SetupRequest(2, {}, "jade-otter-41"))
    assert len([part for part in setup.parts if part.starts and part.lines]) == 1


def test_who_starts_has_one_answer(app: Flask) -> None:
    """Where the setup or the referee decides, the table offers no second choice."""
    ann = table_of_three(app, "dragon-boats")
    assert "The setup says who starts." in ann.page("tools")
    ann.act("setup", players="3", words="jade-otter-41")
    tools, seats = ann.page("tools"), ann.page()
    assert re.search(r"(Ann|Ben|Cid) starts; play goes clockwise", tools)
    assert "Pick at random" not in tools
    assert 'value="first"' not in tools + seats


def test_a_table_opens_with_a_setup(app: Flask) -> None:
    """The table that a setup opens has that setup: its code, options and re-rolled parts."""
    phone = Phone(app)
    query = "players=3&words=jade-otter-41&option.first=random&again.first=2"
    page = phone.client.get(f"/games/dragon-river/setup?{query}").text
    form = form_of(page, "Open a table with this setup")
    phone.where = str(phone.client.post("/tables", data=form).headers["Location"])
    shown = phone.page("setup")
    assert CODE.findall(shown) == ["jade-otter-41"]
    assert form_of(shown, "New setup")["again.first"] == "2"
    assert re.findall(r"Player \d rolls first", shown) == re.findall(r"Player \d rolls first", page)


def test_no_table_opens_with_an_impossible_setup(app: Flask) -> None:
    """A form that was tampered with gets an explanation instead of an empty table."""
    form = {"game": "dragon-river", "words": "jade-otter-41", "players": "9"}
    answer = Phone(app).client.post("/tables", data=form)
    assert answer.status_code in (400, 409)
    assert "players" in answer.text
