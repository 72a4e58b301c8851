"""Every page of a table shows a phone that it is its turn, also without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.storage.store import Store
from companion.table.score_sheets import result_of
from companion.web.access import PHONE
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.browser.prepared import OVER, Prepared
from tests.companion.phones import Phone

PAGES = ("", "setup", "play", "tools", "score", "history")
TITLE = re.compile(r"<title>(.*?)</title>")
NOTICE = re.compile(r'class="turn-notice" href="([^"]*)"><strong>(.*?)</strong>')
HEADLINE = re.compile(r'<h1 class="headline">(.*?)</h1>')
BADGE = 'class="badge"'


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("turns")
    store = Store(f"sqlite:///{folder}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store)
    store.close()


def party(app: Flask) -> tuple[Phone, Phone]:
    """Ann, who is the host, and Ben at a table of Dragon River."""
    ann = Phone(app)
    ben = Phone(app, ann.open())
    ann.sit("Ann", "red")
    ben.sit("Ben", "blue")
    return ann, ben


def title(page: str) -> str:
    found = TITLE.search(page)
    assert found
    return found[1]


def headline(page: str) -> str:
    found = HEADLINE.search(page)
    assert found
    return found[1]


def name_first(phone: Phone, seat: str) -> None:
    """Say who is the oldest and so rolls first."""
    assert phone.act("play", move=json.dumps({"do": "first", "who": seat})).status_code == 303


def test_badge_title_and_notice_are_on_every_page(app: Flask) -> None:
    """The player to act sees a badge, the title and what to do; the others do not."""
    ann, ben = party(app)
    assert ann.act("begin").status_code == 303
    name_first(ann, ben.seat)
    for name in PAGES:
        own, other = ben.page(name), ann.page(name)
        assert title(own).startswith("Your turn – "), name
        assert BADGE in own
        assert not title(other).startswith("Your turn"), name
        assert BADGE not in other
        assert not NOTICE.search(other)
        found = NOTICE.search(own)
        assert (found is None) == (name == "play")
        if found:
            assert found[2] == "Your turn: roll 5 dice"
            assert f"/play?seat={ben.seat}" in found[1]


def test_a_game_that_has_begun_is_offered_on_every_page(app: Flask) -> None:
    """Until the first move, players and spectators are one tap away from the game."""
    ann, ben = party(app)
    watcher = Phone(app, ann.where)
    assert not NOTICE.search(watcher.page())
    assert "Set up the game" in ann.page()
    ann.act("begin")
    assert "Set up the game" not in ann.page()
    for name in PAGES:
        found = NOTICE.search(watcher.page(name))
        assert (found is None) == (name == "play")
        assert found is None or found[2] == "The game has started"
    assert not title(watcher.page()).startswith("The game")
    name_first(ann, ben.seat)
    assert not NOTICE.search(watcher.page())


def test_a_shared_phone_names_the_player(app: Flask) -> None:
    """On a phone with two seats, "you" would be unclear, and the phone changes hands first."""
    ann, _ = party(app)
    first = ann.seat
    second = ann.sit("Cid", "green")
    ann.act("begin")
    name_first(ann, second)
    page = ann.page(seat=first)
    assert title(page).startswith("Cid’s turn – ")
    found = NOTICE.search(page)
    assert found
    assert f"seat={second}&amp;passed=yes" in found[1]


def test_a_game_that_is_over_is_offered_on_every_page(tmp_path: Path) -> None:
    """Wherever a phone is, it reads who won and is one tap away from saving the result; on the
    sheet of all players the button is at the top too."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    prepared = Prepared(store)
    code = prepared.begin("mines", ("Ann", "Ben"), OVER)
    app = create_app(builtin_cards(), builtin_templates(), store)
    ann, ben = Phone(app, f"/t/{code}"), Phone(app, f"/t/{code}")
    ann.client.set_cookie(PHONE, prepared.phones["Ann"])
    ben.client.set_cookie(PHONE, prepared.phones["Ben"])
    (winner,) = result_of(prepared.table(code)).winners
    for phone, seat in zip((ann, ben), prepared.table(code).seats, strict=True):
        starts = "You win with" if seat.id == winner else "Ann wins with|Ben wins with"
        for name in PAGES:
            found = NOTICE.search(phone.page(name))
            assert (found is None) == (name == "play")
            assert found is None or re.match(starts, found[2]), name
            assert BADGE not in phone.page(name)
    assert "Save result" in ann.page("play")
    sheet = ann.page("score?for=all")
    assert sheet.count("Save result") == 1
    assert sheet.index("Save result") < sheet.index('id="sheet"')
    assert "Save result" not in ben.page("score?for=all")
    store.close()


def test_nobody_is_called_to_a_table_that_has_ended(app: Flask) -> None:
    """A finished table has no turns, the television never says "your turn", and a game that the
    host ended early says so: it still asked its last player to act."""
    ann, ben = party(app)
    ann.act("begin")
    name_first(ann, ben.seat)
    assert "Your turn" not in ben.page("screen")
    ann.send("end")
    assert not title(ben.page()).startswith("Your turn")
    assert BADGE not in ben.page()
    assert headline(ben.page("play")) == "The game was ended early"
    assert "The game was ended early" in ben.page("winner")
    assert headline(ben.page("screen")) == "Final ranking"
    assert "not your turn" not in ann.page("play")
