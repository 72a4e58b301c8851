"""Forged, replayed and stolen links, and strangers who want somebody else's seat."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import select

from companion.app import create_app
from companion.rooms.seat_links import SALT, VALID_SECONDS, SeatLink, SeatLinks
from companion.rooms.tokens import Tokens, digest
from companion.storage.schema import phones, seat_requests
from companion.storage.store import Store
from companion.table.acts.takeover import MAX_ASKED, MAX_WAITING
from companion.web.access import PHONE
from printgen.catalog.builtin import builtin_templates
from tests.attack.conftest import Cases
from tests.companion.evenings import SAMPLE


class Scene:
    """Ann and Ben at a table, and Mallory, who only knows its code."""

    def __init__(self, app: Flask, store: Store) -> None:
        self.app, self.store = app, store
        self.ann, self.ben, self.mallory = (app.test_client() for _ in range(3))
        self.where = str(self.ann.post("/tables", data={"game": "harbour"}).headers["Location"])
        self.code = self.where.rsplit("/", 1)[-1]
        for client, name, colour in ((self.ann, "Ann", "red"), (self.ben, "Ben", "blue")):
            client.get(self.where)
            form = {"id": f"join-{name}", "kind": "join", "name": name, "colour": colour}
            assert client.post(self.where, data=form).status_code == 303
        self.mallory.get(self.where)
        self.before = self.holders()

    def holders(self) -> dict[str, str]:
        with self.store.reading() as connection:
            rows = connection.execute(select(phones.c.seat, phones.c.token)).all()
        return {row.seat: row.token for row in rows}

    def link(self, client: FlaskClient, seat: str) -> Any:
        sent = {"seat": seat}
        return client.post(f"/api/v1/tables/{self.code}/links", json=sent)

    def use(self, client: FlaskClient, link: str, act_id: str = "use-00001") -> int:
        return client.post(f"{self.where}/continue/{link}", data={"id": act_id}).status_code


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield made
    made.close()


@pytest.fixture
def scene(store: Store) -> Scene:
    return Scene(create_app(SAMPLE, builtin_templates(), store), store)


def test_forged_links_give_no_seat(scene: Scene, cases: Cases) -> None:
    """Links with another key, salt, seat, table, number or shape are refused, and no seat moves."""
    good = str(scene.link(scene.ben, "s2-2").json["link"])
    body, stamp, signature = good.split(".")
    swapped = base64.urlsafe_b64encode(f'["{scene.code}","s1-1",1,true]'.encode())
    key = scene.store.key("seat links")
    seats = URLSafeTimedSerializer(scene.store.key("seat tokens"), SALT)
    salted = URLSafeTimedSerializer(key, b"paperboat seat")
    sign = SeatLinks(scene.store).sign
    forged = {
        "another seat": f"{swapped.decode().rstrip('=')}.{stamp}.{signature}",
        "no signature": f"{body}.{stamp}.",
        "another time": f"{body}.zzzzzz.{signature}",
        "the key of tokens": seats.dumps([scene.code, "s2-2", 2]),
        "another salt": salted.dumps([scene.code, "s2-2", 2]),
        "a key of zeros": URLSafeTimedSerializer(bytes(32), SALT).dumps([scene.code, "s2-2", 2]),
        "a seat token": Tokens(scene.store).issue(),
        "not the number": sign(SeatLink(scene.code, "s2-2", 1)),
        "no such seat": sign(SeatLink(scene.code, "s9-9", 2)),
        "another table": sign(SeatLink("BCDFGH", "s2-2", 2)),
        "another shape": str(URLSafeTimedSerializer(key, SALT).dumps({"seat": "s2-2"})),
        "too long": "x" * 3000,
        "not text": "%00%ff",
    }
    for name, link in forged.items():
        with cases.case(name):
            assert scene.use(scene.mallory, link) in (404, 409)
            sent = {"id": "use-00002", "link": link[:400]}
            address = f"/api/v1/tables/{scene.code}/take-over"
            assert scene.mallory.post(address, json=sent).status_code in (403, 409)
            assert scene.holders() == scene.before


def test_a_link_works_once(scene: Scene) -> None:
    """A replayed link moves nothing, also when the first phone has the seat again, or with the id
    of the first use."""
    link = str(scene.link(scene.ben, "s2-2").json["link"])
    new = scene.app.test_client()
    new.get(scene.where)
    assert scene.use(new, link) == 303
    moved = scene.holders()
    assert moved != scene.before
    assert scene.use(new, link) == 303  # a retry of the same act
    for act_id in ("use-00001", "use-00002"):
        assert scene.use(scene.mallory, link, act_id) == 409
    assert scene.holders() == moved
    back = str(scene.link(new, "s2-2").json["link"])
    assert scene.use(scene.ben, back, "use-00003") == 303
    assert scene.holders() == scene.before
    assert scene.use(scene.mallory, link, "use-00004") == 409
    assert scene.holders() == scene.before


def test_a_link_expires(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that was photographed at the table is worthless a few minutes later."""
    link = str(scene.link(scene.ben, "s2-2").json["link"])
    import time

    late = time.time() + VALID_SECONDS + 2
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: late)
    assert scene.use(scene.mallory, link) == 409
    assert scene.holders() == scene.before


def test_two_phones_at_once_get_one_seat(scene: Scene) -> None:
    """Of many phones that use one link at the same moment, one gets the seat."""
    link = str(scene.link(scene.ben, "s2-2").json["link"])
    clients = [scene.app.test_client() for _ in range(8)]
    for client in clients:
        client.get(scene.where)
    answers: list[int] = []

    def use(number: int) -> None:
        answers.append(scene.use(clients[number], link, f"use-{number:05}"))

    threads = [threading.Thread(target=use, args=(number,)) for number in range(len(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, *[409] * 7]
    assert list(scene.holders()) == ["s1-1", "s2-2"]


def test_nobody_makes_a_link_for_another_seat(scene: Scene, cases: Cases) -> None:
    """Only the phone that holds a seat gets its link and its picture; not even the host does."""
    for name, client, seat in (
        ("a stranger", scene.mallory, "s2-2"),
        ("the host", scene.ann, "s2-2"),
        ("another player", scene.ben, "s1-1"),
    ):
        with cases.case(name):
            assert scene.link(client, seat).status_code == 403
            assert client.get(f"{scene.where}/hand-over?seat={seat}").status_code == 303
            assert client.get(f"{scene.where}/hand-over.svg?seat={seat}").status_code == 403


def test_a_stranger_gets_nothing_by_asking(scene: Scene, cases: Cases) -> None:
    """Whatever a stranger sends, seats and host stay; requests are few, and need consent."""
    asked = {"id": "ask-00001", "who": "s2-2"}
    assert scene.mallory.post(f"{scene.where}/ask", data=asked).status_code == 303
    for number, (kind, data) in enumerate(
        [
            ("take-over", {"who": "s2-2", "request": "3"}),
            ("take-over", {"who": "s2-2", "since": "2"}),
            ("take-over", {"who": "s2-2", "since": "2", "host": "yes"}),
            ("take-over", {"who": "s2-2"}),
            ("decline", {"who": "s2-2", "request": "3"}),
            ("remove", {"who": "s2-2"}),
            ("hand-host", {"who": "s2-2"}),
            ("claim-host", {}),
            ("leave", {"seat": "s2-2"}),
            ("ask-seat", {"who": "s2-2"}),
        ]
    ):
        for seat in ({}, {"seat": "s2-2"}):
            with cases.case(f"{kind} {data} {seat}"):
                form = {"id": f"attack-{number:03}-{len(seat)}", "kind": kind, **seat, **data}
                assert scene.mallory.post(scene.where, data=form).status_code == 409
                body: dict[str, Any] = {"id": form["id"], "kind": kind, "data": data, **seat}
                address = f"/api/v1/tables/{scene.code}/acts"
                assert scene.mallory.post(address, json=body).status_code in (400, 403, 409)
                assert scene.holders() == scene.before


def test_requests_cannot_fill_a_history(scene: Scene) -> None:
    """Only a few phones wait at once, and a stranger who asks again and again is stopped."""
    statuses = []
    for number in range(MAX_WAITING + 3):
        form = {"id": f"ask-{number:05}", "who": "s2-2"}
        statuses.append(scene.mallory.post(f"{scene.where}/ask", data=form).status_code)
    assert statuses.count(303) == MAX_WAITING
    assert set(statuses[MAX_WAITING:]) == {409}
    assert MAX_ASKED < 200
    with scene.store.reading() as connection:
        asked = connection.execute(select(seat_requests.c.token)).scalars().all()
    cookie = scene.mallory.get_cookie(PHONE)
    assert cookie is not None
    assert set(asked) == {digest(cookie.value)}
