"""Dice, decks and setups without a referee, and without a seat where one phone is enough."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.games.dragon_boats.market_prices import stall_payments
from companion.language.messages import Refused
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.phones import Phone
from tests.games.rules.bots import Play, random_move

PAYMENT = re.compile(r'<li><span class="seat (\w+)">\w+</span> <strong>(\d+) coins?')
DISC = re.compile(r'href="([^"]*)"><span [^>]*>Place on top: </span><span class="seat (\w+)"')
LEFT = re.compile(r"Bonus cards\s*<small>(\d+) left(?:, (\d+) discarded)?")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("partial")
    store = Store(f"sqlite:///{folder}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store)
    store.close()


def counts(page: str) -> tuple[int, int]:
    """How many bonus cards are left, and how many lie open."""
    found = LEFT.search(page)
    assert found, page
    return int(found[1]), int(found[2] or 0)


def open_tools(app: Flask) -> Phone:
    """A phone that wants only the dice and decks of Dragon Boats."""
    phone = Phone(app)
    page = phone.client.get("/games/dragon-boats").text
    assert "Only dice and decks" in page
    answer = phone.client.post("/tables", data={"game": "dragon-boats", "page": "tools"})
    address = str(answer.headers["Location"])
    assert address.endswith("/tools")
    phone.where = address.removesuffix("/tools")
    return phone


def test_one_phone_needs_no_seat(app: Flask) -> None:
    """The phone that opened the table rolls, shuffles and turns cards up without a seat; drawing
    into a hand needs one, and the page says so."""
    phone = open_tools(app)
    assert phone.send("roll", die="d6", count="2").status_code == 303
    assert phone.send("shuffle", deck="bonus-cards").status_code == 303
    before, _ = counts(phone.page("tools"))
    assert phone.send("turn-up", deck="bonus-cards").status_code == 303
    page = phone.page("tools")
    assert counts(page) == (before - 1, 1)
    assert "drawing needs a seat" in page
    assert phone.send("draw", deck="bonus-cards").status_code == 409
    assert re.search(r"The host turns up \w+", phone.page("history"))


def test_everybody_sees_a_card_that_is_turned_up(app: Flask) -> None:
    """A card turned up lies open for all, and undoing it shuffles the deck."""
    phone = open_tools(app)
    watcher = Phone(app, phone.where)
    phone.send("shuffle", deck="bonus-cards")
    phone.send("turn-up", deck="bonus-cards")
    shown = re.findall(r"bonus-cards/(?!back)(\w+)\.svg", watcher.page("tools"))
    assert len(set(shown)) == 1
    page = watcher.page("tools")
    assert "You are watching. Rolling and drawing is for the players" in page
    before, _ = counts(page)
    assert phone.send("undo", number="2").status_code == 303
    assert counts(watcher.page("tools")) == (before + 1, 0)


def test_a_setup_prepares_the_decks_without_a_referee(app: Flask) -> None:
    """After a setup, the decks lack what lies on the board, and nobody has to begin a game."""
    phone = open_tools(app)
    phone.sit("Ann", "red")
    phone.sit("Ben", "blue")
    whole, _ = counts(phone.page("tools"))
    phone.act("setup", players="2", words="jade-otter-41")
    assert "Without a referee: dice and decks" in phone.page("setup") + phone.page("play")
    assert counts(phone.page("tools")) == (whole - 2, 0)
    phone.act("shuffle", deck="bonus-cards")
    assert phone.act("draw", deck="bonus-cards").status_code == 303
    assert counts(phone.page("tools")) == (whole - 3, 0)


def test_one_market_without_a_referee(app: Flask) -> None:
    """Discs are placed by links, the top one pays first and most, and a neutral disc stays."""
    client = app.test_client()
    assert "Market prices" in client.get("/games/dragon-boats").text
    assert "Market prices" in open_tools(app).page("tools")
    address = "/games/dragon-boats/market"
    for colour in ("neutral", "orange", "blue", "orange"):
        page = client.get(address).text
        stall = page[page.index('id="stall-II"') : page.index('id="stall-III"')]
        adding = DISC.findall(stall)
        address = {name: link for link, name in adding}[colour].replace("&amp;", "&")
    page = client.get(address).text
    assert PAYMENT.findall(page) == [("orange", "4"), ("blue", "3"), ("orange", "2")]
    top = re.search(r'href="([^"]*)">Take the top disc off', page)
    assert top
    page = client.get(top[1].replace("&amp;", "&")).text
    assert PAYMENT.findall(page) == [("blue", "3"), ("orange", "2")]
    assert client.get("/games/mines/market").status_code == 404


def test_market_prices_are_the_referees() -> None:
    """The order and the prices are those that the referee asks for."""
    play = Play("dragon-boats", 3, {}, seed=11)
    pick = random.Random(11)
    checked = 0
    while checked < 12:
        offers = play.offers()
        state = play.table.play
        if state.phase == "pay" and not state.done:
            stack = state.stacks[state.stall]
            discs = ("neutral",) * state.neutral[state.stall] + stack
            first = stall_payments(discs)[0]
            assert first.price == state.price(state.stall)
            assert first.colour == stack[-1]
            assert state.players[state.active].seat in offers
            checked += 1
        seat = pick.choice(sorted(offers))
        with suppress(Refused):
            play.move(seat, **random_move(offers[seat], pick))
