"""Secrets: no other phone can learn from any response what a seat keeps to itself."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from itsdangerous import Signer

from companion.app import create_app
from companion.rooms.tokens import SALT
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates


def signed(value: str) -> str:
    """A token of a server whose key is all zeros, as in every world here."""
    return Signer(bytes(32), salt=SALT, digest_method=hashlib.sha256).sign(value).decode()


ANN, BEN, HOST = signed("ann-holds-this"), signed("ben-holds-this"), "t" * 32
CODE = "BCDFGH"
NEW = signed("a-new-phone-has-this")
PAGES = ("", "/setup", "/play", "/tools", "/score", "/history", "/screen", "/score?race=1")
FILES = ("/record.json", "/result.png", "/revision", "/join.svg")
CALLS = ("", "/log", "/offers", "/scene", "/score")
# Codes of a history differ with its secrets, but tell nothing without the table's seed.
CODES = rb'data-code="[^"]+"|<code class="chain">[^<]+<'
CLOCK = re.compile(rb'data-now="\d+"|"until":\d+|' + CODES)

Say = Callable[..., Any]


class Evening:
    """A table of two with the same code, chance and tokens in every world."""

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

    def scene(self) -> Any:
        return self._json(HOST, "/scene")

    def play_on(self, scene: Any, wanted: tuple[str, ...]) -> None:
        """Make the most wanted move for the player who is to act."""
        seat = scene["turn"][0]
        token = ANN if seat == "s1-1" else BEN
        choices = self._json(token, f"/offers?seat={seat}")["choices"]
        move = min((choice["move"] for choice in choices), key=lambda one: _rank(one, wanted))
        self._act("play", token, seat, {"move": move})

    def _json(self, token: str, path: str) -> Any:
        sent = {"Authorization": f"Bearer {token}"}
        return self._client.get(f"/api/v1/tables/{CODE}{path}", headers=sent).json

    def page_of_ann(self, page: str, more: str) -> bytes:
        return self._get(ANN, f"/t/{CODE}/{page}?seat=s1-1{more}")

    def _act(self, kind: str, token: str, seat: str | None, data: dict[str, Any]) -> Any:
        self._acts += 1
        body = {"id": f"act-{self._acts:06}", "kind": kind, "seat": seat, "data": data}
        return self._post(f"/{CODE}/acts", token, body)

    def asks_for_ann(self) -> int:
        """A new phone asks to continue as Ann."""
        body = {"id": "ask-for-ann", "seat": "s1-1"}
        return int(self._post(f"/{CODE}/requests", NEW, body)["number"])

    def link_of_ann(self) -> str:
        return str(self._post(f"/{CODE}/links", ANN, {"seat": "s1-1"})["link"])

    def use(self, link: str) -> None:
        self._post(f"/{CODE}/take-over", NEW, {"id": "use-a-link", "link": link})

    def page_of(self, token: str, path: str) -> bytes:
        return CLOCK.sub(b"", self._get(token, path))

    def seen(self, *more: str) -> dict[tuple[str, str], bytes]:
        """Everything that Ben, the host, a stranger and more phones can get, also if they ask for
        Ann's seat."""
        return {
            (who or "a stranger", path): CLOCK.sub(b"", self._get(who, path))
            for who in (BEN, HOST, "", *more)
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
        return client.get(path, headers=sent).get_data()


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
    monkeypatch.setattr("companion.rooms.rooms.new_code", lambda: CODE)


def plans(table: Evening, secret: int) -> Any:
    """Ann programs the same cards of River Dragons in one of two orders."""
    table.host("begin")
    table.ann("play", move={"do": "first", "who": "s1-1"})
    cards = ["stone-1", "stone-2", "plank-1", "plank-2", "move-1"]
    cards = [f"pink-{card}" for card in (cards if secret else reversed(cards))]
    return table.ann("play", move={"do": "plan", "cards": cards})


def puts_back(table: Evening, secret: int) -> Any:
    """Ann draws cards and puts one of two back into the deck."""
    table.host("shuffle", deck="bonus-cards")
    hand = table.ann("draw", deck="bonus-cards", count=3)["result"]["cards"]
    return table.ann("put-back", deck="bonus-cards", card=hand[secret], where="bottom")


ASKED = "Round 2: any cards before the market?"
FIRST_ROUND = ("learn", "track", "private", "bid V", "done", "leave", "store", "answer")
SECOND_ROUND = ("private", "bid I")
"""What is done first of all that may be done: everybody buys the top card of the deck, and in the
second round two discs lie on one stall."""


def answers(table: Evening, secret: int) -> Any:
    """Ann and Ben hold hidden cards of Dragon Boats and are asked for one; Ann answers in one of
    two ways."""
    for _ in range(20):
        begun, scene = table.host("begin")["number"], table.scene()
        while scene["headline"] != ASKED and not scene["headline"].startswith("Round 3"):
            second = scene["headline"].startswith("Round 2")
            table.play_on(scene, SECOND_ROUND if second else FIRST_ROUND)
            scene = table.scene()
        if len(scene["turn"]) == 2:
            return table.ann("play", move={"do": "answer", "reply": ("pass", "round")[secret]})
        # Somebody drew a card that is laid open at once: they draw others.
        table.host("undo", number=begun, to_here=True)
    raise AssertionError("nobody ever held a hidden card")


def _rank(move: dict[str, Any], wanted: tuple[str, ...]) -> tuple[int, bool]:
    texts = [move["do"], f"{move['do']} {move.get('stall', '')}"]
    rank = min((wanted.index(one) for one in texts if one in wanted), default=len(wanted))
    return rank, move.get("round", "5") != "5" or move.get("card", "deck") != "deck"


@pytest.mark.parametrize(
    ("game", "act"),
    [("river-dragons", plans), ("dragon-boats", puts_back), ("dragon-boats", answers)],
)
def test_another_secret_looks_the_same(tmp_path: Path, game: str, act: Say) -> None:
    """No page, API response, file or history differs between two secrets, not even after undo and
    redo."""
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


@pytest.mark.parametrize(("game", "act"), [("river-dragons", plans), ("dragon-boats", puts_back)])
def test_no_secret_reaches_a_phone_before_it_owns_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, act: Say
) -> None:
    """A new phone that waits, or has opened a link, and a host who may play for absent seats, see
    the same in both worlds; when the seat is taken over, the new phone sees the secret and the old
    one does not any more."""
    monkeypatch.setattr("companion.rooms.presence.AWAY_SECONDS", -60.0)  # every phone is away
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 1_750_000_000.0)
    worlds = []
    for secret in (0, 1):
        with evening(tmp_path / f"{secret}.sqlite", game) as table:
            act(table, secret)
            table.asks_for_ann()
            link = table.link_of_ann()
            waiting = table.seen(NEW)
            waiting["a new phone", "its link"] = table.page_of(NEW, f"/t/{CODE}/continue/{link}")
            table.use(link)
            owning = {
                who: [table.page_of(who, f"/t/{CODE}/{page}") for page in ("play", "tools")]
                for who in (NEW, ANN)
            }
            worlds.append((waiting, owning))
    (one, own), (other, others) = worlds
    assert [where for where, answer in one.items() if answer != other[where]] == []
    assert own[ANN] == others[ANN]
    assert own[NEW] != others[NEW]
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
    """A shared phone hides the next player's secrets until they confirm that they hold it."""
    with evening(tmp_path / "shared.sqlite", game, phone_of_ben=ANN) as table:
        act(table)
        own = table.page_of_ann(page, "")
        covered = table.page_of_ann(page, "&passed=yes")
    assert FACES.findall(own)
    assert b"I am Ann" not in own
    assert not FACES.findall(covered)
    assert b"I am Ann" in covered
