"""Pages: what phones send and see, without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.database import StoreAway
from companion.store import Store
from printgen.catalog.places import builtin_templates

CARDS = Path(__file__).parent.parent / "sample" / "cards"


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(CARDS, builtin_templates(), store)


class Phone:
    """A browser that remembers its cookies and gives each act its own id."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.acts = 0
        self.seat = ""

    def open(self) -> str:
        answer = self.client.post("/tables", data={"game": "harbour"})
        return answer.headers["Location"]

    def sit(self, where: str, name: str, colour: str) -> None:
        self.client.get(where)
        answer = self.act(where, "join", name=name, colour=colour, entropy="aa")
        assert answer.status_code == 303, answer.get_data(as_text=True)
        self.seat = answer.headers["Location"].split("seat=")[1]

    def act(self, where: str, kind: str, **data: object) -> TestResponse:
        self.acts += 1
        form = {"id": f"phone-{id(self)}-{self.acts}", "kind": kind, **data}
        if self.seat:
            form["seat"] = self.seat
        return self.client.post(where, data=form)

    def see(self, where: str, page: str = "") -> str:
        answer = self.client.get(f"{where}{page}?seat={self.seat}")
        assert answer.status_code == 200
        return answer.get_data(as_text=True)


def test_a_hand_is_on_one_phone_only(app: Flask) -> None:
    """This test ensures that a drawn card is in its owner's page and in nobody else's."""
    ann, ben, stranger = Phone(app), Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ann.act(where, "shuffle", deck="goods")
    ann.act(where, "draw", deck="goods", count=2)
    own = set(re.findall(r'name="card" value="([^"]+)"', ann.see(where, "/tools")))
    assert len(own) == 2
    for other in (ben.see(where, "/tools"), stranger.see(where, "/tools")):
        assert "Ann 2" in other
        assert not any(card in other for card in own)
        assert "/games/harbour/goods/" not in other


def test_a_phone_comes_back_to_its_seat(app: Flask) -> None:
    """This test ensures that a refresh, or a visit without the seat in the address, keeps it."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    assert "Ann <small>you</small>" in ann.client.get(where).get_data(as_text=True)


def test_seats_of_others_cannot_be_used(app: Flask) -> None:
    """This test ensures that knowing a seat's name is not holding it."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ben.seat = ann.seat
    answer = ben.act(where, "roll", die="d6")
    assert answer.status_code == 409
    assert "another phone" in answer.get_data(as_text=True)


def test_a_form_sent_twice_acts_once(app: Flask) -> None:
    """This test ensures that a double tap or a retry is one roll."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    form = {"id": "the-same-id", "kind": "roll", "die": "d6", "seat": ann.seat}
    for _ in range(2):
        assert ann.client.post(where, data=form).status_code == 303
    assert ann.see(where, "/history").count("Ann rolls") == 1


def test_only_the_host_ends_the_table(app: Flask) -> None:
    """This test ensures that the secret is told by the host, and told to all."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ben.sit(where, "Ben", "blue")
    assert ben.act(where, "end").status_code == 409
    assert "Now it is told" not in ben.see(where)
    assert ann.act(where, "end").status_code == 303
    assert "Now it is told" in ben.see(where)


def test_other_sites_cannot_act(app: Flask) -> None:
    """This test ensures that a form on another site is refused."""
    ann = Phone(app)
    where = ann.open()
    answer = ann.client.post(where, data={}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"kind": "roll"}, "an id of its own"),
        ({"id": "12345678", "kind": "roll", "die": "d6", "count": "x"}, "a whole number"),
        ({"id": "12345678", "kind": "<script>"}, "&lt;script&gt;"),
    ],
)
def test_bad_forms_say_why(app: Flask, data: dict[str, str], says: str) -> None:
    """This test ensures that what no page of ours sends gets a plain answer, escaped."""
    ann = Phone(app)
    where = ann.open()
    answer = ann.client.post(where, data=data)
    assert answer.status_code == 409
    assert says in answer.get_data(as_text=True)


def test_names_are_escaped(app: Flask) -> None:
    """This test ensures that a name is text, whatever is in it."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "<b>Ann</b>", "red")
    assert "<b>Ann" not in ann.see(where)


def test_codes_cannot_be_guessed_at_speed(app: Flask) -> None:
    """This test ensures that somebody who tries codes is stopped, and says when to come back."""
    client = app.test_client()
    answers = [client.post("/join", data={"code": f"BBBB{n:02d}"}) for n in range(40)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("path", ["/t/BBBBBB", "/t/BBBBBB/live", "/t/BBBBBB/join.svg"])
def test_no_such_table(app: Flask, path: str) -> None:
    """This test ensures that a code nobody has is a 404."""
    assert app.test_client().get(path).status_code == 404


def test_news_begins_with_what_was_missed(app: Flask) -> None:
    """This test ensures that a phone that slept hears at once that the table has moved on."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    answer = ann.client.get(f"{where}/live?after=0", buffered=False)
    news = iter(answer.response)
    assert next(news).startswith(b"retry:")  # type: ignore[arg-type, union-attr]
    assert next(news) == b"id: 1\ndata: 1\n\n"
    answer.close()


def test_a_database_that_is_away_is_said_so(app: Flask) -> None:
    """This test ensures that a phone is told to try again, not that something is broken."""
    app.add_url_rule("/away", view_func=_away)
    for accept, kind in (("text/html", "text/html"), ("application/json", "problem+json")):
        answer = app.test_client().get("/away", headers={"Accept": accept})
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "2"
        assert kind in answer.headers["Content-Type"]


def _away() -> str:
    raise StoreAway
