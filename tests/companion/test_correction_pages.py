"""Undo, replace and correct on the pages of a table, and the marks that everybody sees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.rooms.examine import examine
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.phones import Phone


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("tables")
    store = Store(f"sqlite:///{folder}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store)
    store.close()


class Game:
    """Ann, who is the host, Ben and Cid at a table whose game has begun."""

    def __init__(self, app: Flask, slug: str) -> None:
        self.ann = Phone(app)
        self.ann.open(slug)
        self.ben = Phone(app, self.ann.where)
        self.ann.sit("Ann", "red")
        self.ben.sit("Ben", "blue")
        self.cid, self.watcher = (Phone(app, self.ann.where) for _ in range(2))
        self.cid.sit("Cid", "green")
        self.ann.act("begin")
        self.phones = (self.ann, self.ben, self.cid)

    def name(self, phone: Phone) -> str:
        return ("Ann", "Ben", "Cid")[self.phones.index(phone)]

    @property
    def step(self) -> int:
        found = re.search(r'data-events="(\d+)"', self.ann.page("play"))
        assert found
        return int(found[1])

    def moves(self, phone: Phone) -> list[dict[str, Any]]:
        """The moves that the page of a phone offers with one tap."""
        page = phone.page("play", phone.seat)
        found = re.findall(r'(?:name="move" value|data-move)="(\{[^"]*)"', page)
        return [json.loads(unescape(move)) for move in found]

    def move(self, phone: Phone, **move: Any) -> Any:
        return phone.act("play", move=json.dumps(move), page="play")

    def play(self) -> Phone:
        """Make the first offered move; the phone that made it."""
        for phone in self.phones:
            for move in self.moves(phone):
                if self.move(phone, **move).status_code == 303:
                    return phone
        raise AssertionError("nobody can move")


def test_a_reroll_is_shown_large_on_every_phone(app: Flask) -> None:
    """A roll that was undone and repeated is announced on all pages of all phones and on the TV,
    with its player, who reads "You", until chance decides something else."""
    game = Game(app, "dragon-river")
    game.ben.act("roll", die="d6", count=2)
    assert 'class="reroll"' not in game.ann.page("play")
    game.ben.act("undo", number=game.step)
    game.ben.act("roll", die="d6", count=2)
    for phone in (*game.phones, game.watcher):
        for page in ("", "play", "tools", "score", "history", "screen"):
            banner = re.search(r'<p class="reroll".*?</p>', phone.page(page), re.DOTALL)
            assert banner, page
            assert "Re-roll" in banner[0]
            own = phone is game.ben and page != "screen"
            assert ("You" if own else "Ben") in banner[0]
    game.ann.act("roll", die="coin", count=1)
    assert 'class="reroll"' not in game.ben.page("play")


def test_who_has_seen_the_next_card_is_marked_beside_the_name(app: Flask) -> None:
    """A player who peeked at a deck is marked on every phone and the TV until that card is drawn or
    the deck is shuffled; what was seen stays hidden."""
    game = Game(app, "dragon-boats")
    deck = re.findall(r'name="deck" value="([^"]+)"', game.ann.page("tools"))[0]
    game.ann.act("shuffle", deck=deck)
    mark = "has seen what comes next"
    assert mark not in game.ben.page("play")
    game.ann.act("peek", deck=deck, count=2)
    for page in ("", "play", "tools", "screen"):
        for phone in (*game.phones, game.watcher):
            shown = phone.page(page)
            assert re.search(rf'class="seat red">Ann(?:(?!class="seat).)*{mark}', shown, re.DOTALL)
            assert not re.search(rf'class="seat blue">Ben(?:(?!class="seat).)*{mark}', shown)
    game.ben.act("draw", deck=deck)
    assert mark in game.ben.page("play")  # the second card
    game.ben.act("draw", deck=deck)
    assert mark not in game.ben.page("play")
    game.ann.act("peek", deck=deck, count=1, where="bottom")
    assert "has seen the bottom" in game.ben.page("play")
    game.ben.act("shuffle", deck=deck)
    assert "has seen" not in game.ben.page("play")


def test_a_drawn_piece_that_was_shuffled_back_is_marked(app: Flask) -> None:
    """A player who drew, saw and undid it is marked until they draw or move again."""
    game = Game(app, "dragon-boats")
    deck = re.findall(r'name="deck" value="([^"]+)"', game.ann.page("tools"))[0]
    game.ann.act("shuffle", deck=deck)
    game.ann.act("draw", deck=deck)
    game.ann.act("undo", number=game.step)
    for phone in (*game.phones, game.watcher):
        assert "has seen a piece that was shuffled back in" in phone.page("play")
    game.ben.act("draw", deck=deck)
    assert "shuffled back in</small>" in game.ben.page("play")
    game.ann.act("draw", deck=deck)
    assert "shuffled back in</small>" not in game.ben.page("play")


def test_the_host_corrects_a_number(app: Flask) -> None:
    """The host sets a player's money; every phone reads it, the history says so, and the finished
    record verifies and names it. Others are not offered it, and are refused."""
    game = Game(app, "dragon-boats")
    assert "Correct a number" not in game.ben.page("history")
    page = game.ann.page("history")
    which = f"game|{game.ben.seat}|money"
    found = re.search(rf'<option value="{re.escape(which)}">Ben: Money \((\d+)\)', page)
    assert found
    was, value = int(found[1]), int(found[1]) + 1
    assert game.ben.act("correct", which=which, value=value).status_code == 409
    assert game.ann.act("correct", which=which, value=-1, page="history").status_code == 409
    assert game.ann.act("correct", which=which, value=value, page="history").status_code == 303
    sentence = f"Ann corrects Ben’s Money: {value} (was {was})"
    for phone in (*game.phones, game.watcher):
        assert sentence in phone.page("history")
        assert sentence in phone.page("play")
        assert sentence in phone.page("screen")
    assert f"Ben: Money ({value})" in game.ann.page("history")
    number = game.step
    game.ann.act("end")
    examined = examine(
        game.ann.client.get(f"{game.ann.where}/record.json", follow_redirects=True).text
    )
    assert not examined.wrong
    assert [str(one) for one in examined.by_hand] == [
        f"step {number}: Ann corrected a number by hand, from {was} to {value}"
    ]


def test_the_verify_page_names_changes_by_hand(app: Flask) -> None:
    """The page that verifies a record says which numbers were corrected."""
    game = Game(app, "mines")
    game.ann.act("correct", which=f"game|{game.ann.seat}|points", value=7)
    game.ann.act("end")
    record = game.ann.client.get(f"{game.ann.where}/record.json", follow_redirects=True).text
    page = game.ann.client.post("/verify", data={"text": record}).text
    assert "Everything checks out" in page
    assert "Ann corrected a number by hand, from 0 to 7" in page


def planning(app: Flask) -> Game:
    """River Dragons, once Ann and Ben have planned in secret, and Cid has not."""
    game = Game(app, "river-dragons")
    while not all('class="pick' in phone.page("play") for phone in game.phones):
        game.play()
    for phone in (game.ann, game.ben):
        assert phone.act("play", **planned(phone.page("play"))).status_code == 303
    return game


def planned(page: str, first: int = 0) -> dict[str, Any]:
    """The form of a plan of five cards that a page offers."""
    form = page[page.index('class="pick') :]
    fields = {
        name: re.findall(rf'name="{name}" value="([^"]*)"', form)[0] for name in ("move", "key")
    }
    items = list(dict.fromkeys(re.findall(r'<option value="([^"]+)"', form)))[first : first + 5]
    return {**{name: unescape(value) for name, value in fields.items()}, "item": items}


def test_an_own_move_is_undone_after_others_have_moved(app: Flask) -> None:
    """The Play page offers to undo one's own last move although another player has moved since, if
    nothing depends on it; the other's move stays."""
    game = planning(app)
    mine, others = game.step - 1, game.step
    assert "Undo my move" not in game.ben.page("play")  # it is the last one
    page = game.ann.page("play")
    offer = page[: page.index("Undo my move")].rpartition("<form")[2]
    assert f'name="number" value="{mine}"' in offer
    assert game.cid.act("undo", number=mine).status_code == 409
    assert game.ann.act("undo", number=mine).status_code == 303
    history = game.ann.page("history")
    assert f'<li value="{mine}" class="undone">' in history
    assert f'<li value="{others}" >' in history


def test_a_move_on_which_another_depends_is_not_undone(app: Flask) -> None:
    """Where players take turns, undoing an earlier move is refused with the step that depends on
    it, and the Play page does not offer it."""
    game = Game(app, "dragon-boats")
    mover = game.play()
    number = game.step
    game.play()
    assert "Undo my move" not in mover.page("play")
    answer = mover.act("undo", number=number, page="history")
    assert answer.status_code == 409
    assert f"Undo step {number + 1} first".casefold() in answer.text.casefold()


def replace_page(phone: Phone, number: int, **query: Any) -> Any:
    query = {"number": number, "seat": phone.seat, **query}
    return phone.client.get(f"{phone.where}/replace", query_string=query)


def test_a_move_is_replaced(app: Flask) -> None:
    """From the history, a player opens the table before a move, chooses another one, reads what it
    drops, and confirms; every phone reads what happened. Other players are refused."""
    game = Game(app, "dragon-boats")
    mover = game.play()
    name, number = game.name(mover), game.step
    other = game.play()
    assert f"/replace?number={number}&" in unescape(mover.page("history"))
    stranger = next(phone for phone in (game.ben, game.cid) if phone is not mover)
    assert f"/replace?number={number}&" not in unescape(stranger.page("history"))
    assert replace_page(stranger, number).status_code == 409
    page = replace_page(mover, number).text
    assert f"Replace step {number}" in page
    assert f"/replace?number={number}&" in unescape(page)  # its places to tap
    move = json.dumps({"do": "track", "round": "3"})
    page = replace_page(mover, number, move=move).text
    assert "1 later move no longer fits:" in page
    assert f"{game.name(other)} puts a disc on" in page
    assert game.step == number + 1  # nothing has happened yet
    assert mover.act("replace", number=number, move=move, page="play").status_code == 303
    for phone in (*game.phones, game.watcher):
        history = phone.page("history")
        assert f"{name} replaced step {number}, a move of {name}:" in history
        assert f"{name} puts a disc on round 3" in history
        assert f"Dropped: steps {number + 1}" in history
        assert f"Dropped: steps {number + 1}" in phone.page("play")
    assert f'<li value="{number + 1}" class="undone">' in game.ann.page("history")
    game.play()
    game.ann.act("end")
    record = game.ann.client.get(f"{game.ann.where}/record.json", follow_redirects=True).text
    examined = examine(record)
    assert not examined.wrong
    assert [str(one) for one in examined.by_hand] == [
        f"step {number + 2}: {name} replaced the move of step {number}"
    ]


def test_replacing_keeps_what_fits_and_secrets(app: Flask) -> None:
    """A plan is replaced while the plan that another player has made since stays. The host cannot
    open it for somebody who has secrets."""
    game = planning(app)
    number = game.step - 1
    assert replace_page(game.ann, number + 1).status_code == 409  # Ben's
    other = planned(replace_page(game.ann, number).text, 1)
    page = replace_page(game.ann, number, **other).text
    assert "All later moves stay." in page
    assert page[page.index('class="chosen-steps"') :].partition("</ol>")[0].count("<li>") == 5
    assert game.ann.act("replace", number=number, **other).status_code == 303
    history = game.ben.page("history")
    assert f'<li value="{number + 1}" >' in history
    assert f'<li value="{number}" class="undone">' in history
    assert other["item"][0] not in history


def test_dice_that_are_kept_again_are_shown_once(app: Flask) -> None:
    """On the page that replaces a choice of dice, the same dice stood twice."""
    game = Game(app, "dragon-river")
    chosen = ""
    for _ in range(8):
        page = replace_page(game.play(), game.step).text
        if '<label class="die">' in page:
            chosen = page
            break
    assert chosen
    assert 'class="dice rolled"' not in chosen
