"""Names: a server answers to addresses and local names, and to no name that a site gave it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import create_app
from companion.store import Store
from companion.web.called import is_ours
from printgen.catalog.places import builtin_templates

CARDS = Path(__file__).parent.parent / "sample" / "cards"


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
def test_names_of_ours(host: str, ours: bool) -> None:
    """This test ensures that what a local network can call us is known, and the rest is told."""
    assert is_ours(host, {"table.example.org"}) is ours


def test_a_site_that_points_its_name_here_reads_nothing(store: Store) -> None:
    """This test ensures that DNS rebinding shows another site neither pages nor the API, and that
    a name which was given is answered to."""
    app = create_app(CARDS, builtin_templates(), store, {"table.example.org"})
    for path in ("/", "/results", "/api/v1/results", "/static/app.js"):
        assert app.test_client().get(path, headers={"Host": "evil.example"}).status_code == 403
        answer = app.test_client().get(path, headers={"Host": "table.example.org"})
        assert answer.status_code == 200
        answer.close()
    answer = app.test_client().get("/", headers={"Host": "evil.example", "Accept-Language": "de"})
    assert "--name evil.example" in answer.get_data(as_text=True)


@pytest.mark.parametrize("host", ["", "a b", "[::1", "a..b", "x" * 64, "ä", "a:b", "a/b", "a@b"])
def test_a_host_that_is_none(store: Store, host: str) -> None:
    """This test ensures that an unreadable Host is a clear mistake of the one who sent it."""
    app = create_app(CARDS, builtin_templates(), store)
    answer = app.test_client().get("/", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 400
    assert "cannot be read" in answer.get_data(as_text=True)
