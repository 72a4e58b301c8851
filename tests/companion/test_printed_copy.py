"""What the companion says about a copy that was printed from an earlier state of the game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.pictures import library
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_templates
from printgen.cli.updates import record_editions
from tests.serving import CARDS


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(CARDS / "harbour", tmp_path / "cards" / "harbour")
    return tmp_path / "cards" / "harbour"


@pytest.fixture
def app(folder: Path, store: Store) -> Flask:
    return create_app(folder.parent, builtin_templates(), store)


@pytest.fixture
def client(app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Files are looked at once a second; tests do not wait for it."""
    uncached: Callable[..., library.Snapshot] = library._take_snapshot.__wrapped__
    monkeypatch.setattr(library, "_take_snapshot", uncached)
    return app.test_client()


def record(folder: Path, language: str = "en") -> None:
    record_editions(folder.parent, builtin_templates(), ["harbour"], "printed", language)


def edit(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def notice(client: FlaskClient, address: str, language: str = "en") -> str:
    """The words of the notice; empty if there is none."""
    page = client.get(address, headers={"Accept-Language": language}, follow_redirects=True).text
    found = re.search(r'<section class="notice printed-copy".*?</section>', page, re.DOTALL)
    return " ".join(unescape(re.sub("<.*?>", " ", found[0])).split()) if found else ""


def test_nothing_is_said_about_a_complete_copy(client: FlaskClient, folder: Path) -> None:
    """Neither before something is recorded nor while it is up to date, whatever its number."""
    assert notice(client, "/games/harbour") == ""
    record(folder)
    assert notice(client, "/games/harbour") == ""
    edit(folder, "game.yaml", "designer:", "edition: 4\ndesigner:")
    assert notice(client, "/games/harbour") == ""


def test_what_a_printed_copy_may_lack(client: FlaskClient, folder: Path) -> None:
    """Counted by component and named, on the game's page and on those of new tables."""
    record(folder)
    edit(folder, "game.yaml", "designer:", "edition: 4\ndesigner:")
    edit(folder, "coins.csv", "one,1,12", "one,2,12")
    edit(folder, "ships.csv", "Gull", "Great Gull")
    told = notice(client, "/games/harbour")
    assert told.startswith("Edition 4: your printed copy may lack 13 pieces. Ships 1 · Coins 12")
    assert "Great Gull changed" in told
    assert "changed, ×12" in told
    assert "printgen build harbour --since printed" in told
    german = notice(client, "/games/harbour", "de")
    assert german.startswith("Ausgabe 4: In deinem gedruckten Exemplar fehlen vielleicht 13 Teile.")
    table = client.post("/tables", data={"game": "harbour"}).headers["Location"]
    assert notice(client, table) == told
    record(folder)
    assert notice(client, "/games/harbour") == notice(client, table) == ""


def test_a_copy_in_another_language(client: FlaskClient, folder: Path) -> None:
    """It is compared with the same language, whatever its readers speak."""
    (folder / "de.po").write_text('msgid "Gull"\nmsgstr "Möwe"\n', encoding="utf-8")
    record(folder, "de")
    assert notice(client, "/games/harbour") == ""
    assert notice(client, "/games/harbour", "de") == ""
    edit(folder, "ships.csv", "Gull", "Great Gull")
    told = notice(client, "/games/harbour")
    assert "lack 1 piece." in told
    assert "--since printed --language de" in told


def test_a_copy_with_too_much(client: FlaskClient, folder: Path) -> None:
    record(folder)
    edit(folder, "coins.csv", "one,1,12", "one,1,11")
    told = notice(client, "/games/harbour")
    assert told.startswith("your printed copy may have 1 piece too many. Coins −1")
    assert "1 fewer" in told


def test_a_record_that_cannot_be_read_is_left_to_the_build(
    client: FlaskClient, folder: Path
) -> None:
    record(folder)
    (folder / "editions" / "printed.json").write_text("{", encoding="utf-8")
    assert notice(client, "/games/harbour") == ""
    assert client.get("/games/harbour").status_code == 200
