"""Scripts that act as fast as they can are slowed down; a quick family is not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.storage.store import Store
from companion.web.access import HOST, PHONE
from printgen.catalog.builtin import builtin_templates
from tests.companion.evenings import Evening
from tests.serving import CARDS

SEE_OTHER, TOO_MANY = 303, 429
BURST, PER_SECOND = 60, 5


class Phones:
    """A table with a host and two phones, in a server of its own."""

    def __init__(self, store: Store) -> None:
        evening = Evening(store)
        self.app = create_app(CARDS, builtin_templates(), store)
        self.code, self.seats = evening.open("Ann", "Ben")
        self.token = evening.hosts[self.code]
        self.rooms = evening.rooms

    def phone(self, name: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(PHONE, f"phone of {name}")
        return client

    def host(self) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(f"{HOST}{self.code}", self.token)
        return client

    def act(self, client: FlaskClient, number: int, seat: str = "") -> int:
        form = {"id": f"act-{number:08}", "kind": "count", "counter": "gold", "by": 1}
        answer = client.post(f"/t/{self.code}", data={**form, "seat": seat, "page": "tools"})
        if answer.status_code == TOO_MANY:
            assert int(answer.headers["Retry-After"]) >= 1
            assert "That was quick" in answer.text
        return answer.status_code


@pytest.fixture
def phones(tmp_path: Path):  # type: ignore[no-untyped-def]
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield Phones(store)
    store.close()


def test_five_hundred_acts_at_once(phones: Phones) -> None:
    """A script with a seat gets a burst, then a few acts per second, and delays no other player."""
    start = time.monotonic()
    ann = phones.phone("Ann")
    answers = [phones.act(ann, number, phones.seats[0]) for number in range(500)]
    accepted = answers.count(SEE_OTHER)
    assert set(answers) == {SEE_OTHER, TOO_MANY}
    assert BURST <= accepted <= BURST + PER_SECOND * (time.monotonic() - start) + 1
    assert phones.act(phones.phone("Ben"), 9001, phones.seats[1]) == SEE_OTHER
    assert phones.act(phones.host(), 9002) == SEE_OTHER


def test_made_up_phones_give_no_more_acts(phones: Phones) -> None:
    """A host that claims to be another phone with every act still counts as one."""
    answers = []
    for number in range(200):
        host = phones.host()
        host.set_cookie(PHONE, f"made up {number}")
        answers.append(phones.act(host, number))
    assert answers.count(TOO_MANY) > 50


def test_programs_share_the_limit(phones: Phones) -> None:
    """Acts through the API count together with those of the pages."""
    host = phones.host()
    for number in range(BURST):
        phones.act(host, number)
    answers = []
    for number in range(40):
        body = {"id": f"api-{number:08}", "kind": "count", "data": {"counter": "gold", "by": 1}}
        bearer = {"Authorization": f"Bearer {phones.token}"}
        path = f"/api/v1/tables/{phones.code}/acts"
        answers.append(phones.app.test_client().post(path, json=body, headers=bearer).status_code)
    assert TOO_MANY in answers


def test_a_quick_family_is_not_stopped(phones: Phones) -> None:
    """Forty taps as fast as they can be made are all taken."""
    ann = phones.phone("Ann")
    assert {phones.act(ann, number, phones.seats[0]) for number in range(40)} == {SEE_OTHER}
