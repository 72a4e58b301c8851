"""Secrets: whatever a seat keeps to itself, no other phone can tell by anything it may ask for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.store import Store
from printgen.catalog.places import builtin_cards, builtin_templates

ANN, BEN, HOST = "ann-holds-this-token", "ben-holds-this-token", "t" * 32
CODE = "BCDFGH"
PAGES = ("", "/setup", "/play", "/tools", "/score", "/history", "/screen", "/score?race=1")
FILES = ("/record.json", "/result.png", "/revision", "/join.svg")
CALLS = ("", "/log", "/offers", "/scene", "/score")
CLOCK = re.compile(rb'data-now="\d+"|"until":\d+')

Say = Callable[..., Any]


class Evening:
    """A table of two, the same in every world: its code, its chance and its tokens."""

    def __init__(self, app: Flask, game: str, phone_of_ben: str) -> None:
        self._app = app
        self._acts = 0
        self._client = app.test_client()
        self._post("", HOST, {"game": game})
        for token, name, colour in ((ANN, "Ann", "red"), (phone_of_ben, "Ben", "blue")):
            seat = {"id": f"join-{name}", "name": name, "colour": colour}
            self._post(f"/{CODE}/seats", token, seat)

    def _post(self, path: str, token: str, body: dict[str, Any]) -> Any:
        sent = {"Authorization": f"Bearer {token}"}
        answer = self._client.post(f"/api/v1/tables{path}", json=body, headers=sent)
        assert answer.status_code < 300, answer.get_data(as_text=True)
        return answer.json

    def host(self, kind: str, **data: Any) -> Any:
        return self._act(kind, HOST, None, data)

    def ann(self, kind: str, **data: Any) -> Any:
        return self._act(kind, ANN, "s1-1", data)

    def page_of_ann(self, page: str, more: str) -> bytes:
        return self._get(ANN, f"/t/{CODE}/{page}?seat=s1-1{more}")

    def _act(self, kind: str, token: str, seat: str | None, data: dict[str, Any]) -> Any:
        self._acts += 1
        body = {"id": f"act-{self._acts:06}", "kind": kind, "seat": seat, "data": data}
        return self._post(f"/{CODE}/acts", token, body)

    def seen(self) -> dict[tuple[str, str], bytes]:
        """All that Ben, the host and a stranger get, also when they ask for Ann's seat."""
        return {
            (who or "a stranger", path): CLOCK.sub(b"", self._get(who, path))
            for who in (BEN, HOST, "")
            for path in self._addresses()
        }

    def _addresses(self) -> Iterator[str]:
        for path in (*PAGES, *FILES):
            yield f"/t/{CODE}{path}"
            yield f"/t/{CODE}{path}{'&' if '?' in path else '?'}seat=s1-1"
        for path in CALLS:
            yield f"/api/v1/tables/{CODE}{path}"
            yield f"/api/v1/tables/{CODE}{path}?seat=s1-1"

    def _get(self, token: str, path: str) -> bytes:
        client = self._app.test_client()
        sent = {"Authorization": f"Bearer {token}"} if token and path.startswith("/api") else {}
        client.set_cookie("paperboat_phone", token or "a-stranger-has-this")
        if token == HOST:
            client.set_cookie(f"paperboat_host_{CODE}", HOST)
        return client.get(path, headers=sent).data


@contextmanager
def evening(file: Path, game: str, phone_of_ben: str = BEN) -> Iterator[Evening]:
    store = Store(f"sqlite:///{file}")
    try:
        yield Evening(create_app(builtin_cards(), builtin_templates(), store), game, phone_of_ben)
    finally:
        store.close()


@pytest.fixture(autouse=True)
def same_in_every_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: HOST)
    monkeypatch.setattr("secrets.token_bytes", bytes)
    monkeypatch.setattr("companion.room.new_code", lambda: CODE)


def plans(table: Evening, secret: int) -> Any:
    """Ann programs the same cards of River Dragons, in one order or another."""
    table.host("begin")
    table.ann("play", move={"do": "first", "who": "s1-1"})
    cards = ["stone-1", "stone-2", "plank-1", "plank-2", "move-1"]
    cards = [f"pink-{card}" for card in (cards if secret else reversed(cards))]
    return table.ann("play", move={"do": "plan", "cards": cards})


def puts_back(table: Evening, secret: int) -> Any:
    """Ann draws cards and puts one or another of them back into the deck."""
    table.host("shuffle", deck="bonus-cards")
    hand = table.ann("draw", deck="bonus-cards", count=3)["result"]["cards"]
    return table.ann("put-back", deck="bonus-cards", card=hand[secret], where="bottom")


@pytest.mark.parametrize(("game", "act"), [("river-dragons", plans), ("dragon-boats", puts_back)])
def test_another_secret_looks_the_same(tmp_path: Path, game: str, act: Say) -> None:
    """This test ensures that no page, call, file or history tells two secrets apart, and that
    undoing and redoing do not either."""
    worlds = []
    for secret in (0, 1):
        with evening(tmp_path / f"{secret}.sqlite", game) as table:
            number = act(table, secret)["number"]
            moments = [table.seen()]
            for kind in ("undo", "redo"):
                table.ann(kind, number=number)
                moments.append(table.seen())
            worlds.append(moments)
    for one, other in zip(*worlds, strict=True):
        assert [where for where, answer in one.items() if answer != other[where]] == []
        assert len(set(one.values())) > len(PAGES)


FACES = re.compile(rb'(?:src|href)="[^"]*/games/[^"]+/[^"]+\.(?:avif|svg)')


def deals_tiles(table: Evening) -> None:
    table.host("begin")


def draws_cards(table: Evening) -> None:
    table.host("shuffle", deck="bonus-cards")
    table.ann("draw", deck="bonus-cards", count=3)


def locks_a_plan(table: Evening) -> None:
    plans(table, 0)


@pytest.mark.parametrize(
    ("game", "act", "page"),
    [
        ("mines", deals_tiles, "play"),
        ("river-dragons", locks_a_plan, "play"),
        ("dragon-boats", draws_cards, "tools"),
    ],
)
def test_a_phone_that_is_passed_on_is_covered_first(
    tmp_path: Path, game: str, act: Callable[[Evening], None], page: str
) -> None:
    """This test ensures that on a phone which players share nothing of the next one's secrets is
    on the page before they say that they hold it."""
    with evening(tmp_path / "shared.sqlite", game, phone_of_ben=ANN) as table:
        act(table)
        own = table.page_of_ann(page, "")
        covered = table.page_of_ann(page, "&passed=yes")
    assert FACES.findall(own)
    assert b"I am Ann" not in own
    assert not FACES.findall(covered)
    assert b"I am Ann" in covered
