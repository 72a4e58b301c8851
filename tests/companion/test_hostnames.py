"""The server accepts IP addresses, local names and the names it was given, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import create_app
from companion.storage.store import Store
from companion.web.hostnames import is_known_host
from printgen.catalog.builtin import builtin_templates

CARDS = Path(__file__).parent.parent / "sample" / "cards"


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.168.1.5:8000", True),
        ("[fe80::1]:8000", True),
        ("localhost", True),
        ("my-laptop:8000", True),
        ("My-Laptop.local.", True),
        ("table.example.org", True),
        ("TABLE.example.org:443", True),
        ("other.example.org", False),
        ("192.168.1.5.evil.example", False),
        ("local.evil.example", False),
    ],
)
def test_known_host_names(host: str, ours: bool) -> None:
    """Local names are known, and others are rejected."""
    assert is_known_host(host, {"table.example.org"}) is ours


def test_a_site_that_points_its_name_here_reads_nothing(store: Store) -> None:
    """DNS rebinding shows another site neither pages nor the API, while a configured name works."""
    app = create_app(CARDS, builtin_templates(), store, {"table.example.org"})
    for path in ("/", "/results", "/api/v1/results", "/static/app.js"):
        assert app.test_client().get(path, headers={"Host": "evil.example"}).status_code == 403
        answer = app.test_client().get(path, headers={"Host": "table.example.org"})
        assert answer.status_code == 200
        answer.close()
    answer = app.test_client().get("/", headers={"Host": "evil.example", "Accept-Language": "de"})
    assert "--name evil.example" in answer.get_data(as_text=True)


@pytest.mark.parametrize("host", ["", "a b", "[::1", "a..b", "x" * 64, "ä", "a:b", "a/b", "a@b"])
def test_a_malformed_host_header(store: Store, host: str) -> None:
    """A malformed Host header gets a 400."""
    app = create_app(CARDS, builtin_templates(), store)
    answer = app.test_client().get("/", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 400
    assert "cannot be read" in answer.get_data(as_text=True)
