"""Behind a proxy, the server knows the protocol and the address that phones use."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_templates
from tests.companion.test_hostnames import CARDS

NAME = "games.example.org"
FORWARDED = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
LIMIT = 200
"""More wrong codes than an address may try."""


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


def client(store: Store, proxies: int) -> FlaskClient:
    return create_app(CARDS, builtin_templates(), store, {NAME}, proxies=proxies).test_client()


def test_links_are_https_behind_a_proxy(store: Store) -> None:
    """Links begin with https:// and cookies are secure if a trusted proxy says so."""
    phone = client(store, 1)
    opened = phone.post("/tables", data={"game": "harbour"}, headers=FORWARDED)
    assert opened.status_code == 303
    cookies = opened.headers.getlist("Set-Cookie")
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)
    page = phone.get(opened.headers["Location"], headers=FORWARDED).get_data(as_text=True)
    assert f"https://{NAME}/t/" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_headers_of_strangers_are_not_believed(store: Store) -> None:
    """Without the option, anybody could send these headers."""
    phone = client(store, 0)
    opened = phone.post("/tables", data={"game": "harbour"}, headers=FORWARDED)
    assert not any("Secure" in cookie for cookie in opened.headers.getlist("Set-Cookie"))
    page = phone.get(opened.headers["Location"], headers=FORWARDED).get_data(as_text=True)
    assert f"http://{NAME}/t/" in page


@pytest.mark.parametrize(("proxies", "counted_together"), [(0, True), (1, False)])
def test_each_phone_has_its_own_limit(store: Store, proxies: int, counted_together: bool) -> None:
    """Wrong codes of one phone lock out another only if the proxy's address stands for both."""
    phone = client(store, proxies)
    for _ in range(LIMIT):
        answer = phone.post("/join", data={"code": "ZZZZZZ"}, headers=FORWARDED)
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    other = {**FORWARDED, "X-Forwarded-For": "203.0.113.8"}
    refused = phone.post("/join", data={"code": "ZZZZZZ"}, headers=other).status_code == 429
    assert refused == counted_together


def test_only_the_last_address_counts(store: Store) -> None:
    """A phone that sends the header itself cannot choose its address: the proxy adds the true one
    at the end."""
    phone = client(store, 1)
    for number in range(LIMIT):
        claimed = {**FORWARDED, "X-Forwarded-For": f"198.51.100.{number}, 203.0.113.7"}
        answer = phone.post("/join", data={"code": "ZZZZZZ"}, headers=claimed)
        if answer.status_code == 429:
            return
    raise AssertionError("no limit")
