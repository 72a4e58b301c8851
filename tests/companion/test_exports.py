"""Setups downloaded for virtual tables."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.app import create_app
from companion.cli import main
from companion.storage.store import Store
from companion.tabletop.export import DOWNLOADS
from printgen.catalog.builtin import builtin_templates
from printgen.command_options import EXPORTS
from printgen.export.tables.targets import TARGETS
from tests.export.table_readers import read_tts

CARDS = Path(__file__).parents[1] / "sample" / "sixth"
QUERY = "players=3&words=jade-otter-41"
PIECES = 19


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(CARDS, builtin_templates(), Store(f"sqlite:///{tmp_path}/t.sqlite"))


def test_a_save_finds_its_pictures_here(app: Flask) -> None:
    """The save for Tabletop Simulator has every piece, and each address in it is one of this
    server's, which browsers may keep for ever."""
    client = app.test_client()
    answer = client.get(f"/games/tea-garden/setup/tts?{QUERY}")
    assert 'filename="tea-garden-jade-otter-41.json"' in answer.headers["Content-Disposition"]
    assert len(read_tts(answer.data)) == PIECES
    addresses = set(re.findall(r'URL": "([^"]+)"', answer.text))
    assert addresses
    for address in addresses:
        assert address.startswith("http://localhost/games/tea-garden/table-pictures/")
        picture = client.get(address.removeprefix("http://localhost"))
        assert picture.data.startswith(b"\x89PNG")
        assert "immutable" in picture.headers["Cache-Control"]
    assert client.get("/games/tea-garden/table-pictures/other.png").status_code == 404


def test_a_save_is_in_the_language_of_the_page(app: Flask) -> None:
    """Notes and names of bags are German for a German browser."""
    address = f"/games/tea-garden/setup/tts?{QUERY}"
    save = json.loads(app.test_client().get(address, headers={"Accept-Language": "de"}).data)
    titles = [note["title"] for note in save["TabStates"].values()]
    assert titles[:2] == ["Aufbau jade-otter-41", "So geht’s"]
    assert "frost" not in save["TabStates"]["0"]["body"]


def test_every_download_is_offered_and_complete(app: Flask) -> None:
    """The setup page links to a file for each program; archives can be read."""
    client = app.test_client()
    page = client.get(f"/games/tea-garden/setup?{QUERY}").text
    for target in DOWNLOADS:
        address = next(
            found.replace("&amp;", "&")
            for found in re.findall(r'href="([^"]+)"', page)
            if f"/setup/{target}?" in found
        )
        data = client.get(address).data
        if target == "tts":
            assert json.loads(data)["SaveName"] == "Tea Garden"
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                assert archive.testzip() is None
                assert len(archive.namelist()) > 2


def test_what_cannot_be_downloaded(app: Flask) -> None:
    """An unknown program is not found; a setup that cannot be is refused in a sentence."""
    client = app.test_client()
    assert client.get(f"/games/tea-garden/setup/chess?{QUERY}").status_code == 404
    assert client.get(f"/games/chess/setup/tts?{QUERY}").status_code == 404
    refused = client.get("/games/tea-garden/setup/tts?players=40&words=a")
    assert refused.status_code == 400
    assert "players" in refused.text


def test_the_command_writes_the_same_table(app: Flask, tmp_path: Path) -> None:
    """`companion export` lays out the same pieces as the page, by the same code."""
    command = ["export", "tts", "tea-garden", "--code", "jade-otter-41", "--players", "3"]
    command += ["--dpi", "30", "--cards", str(CARDS), "--out", str(tmp_path)]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert "code jade-otter-41" in done.output
    written = read_tts((tmp_path / "tea-garden" / "tts" / "tea-garden.json").read_bytes())
    assert written == read_tts(app.test_client().get(f"/games/tea-garden/setup/tts?{QUERY}").data)


def test_commands_and_pages_know_all_targets() -> None:
    """Both commands offer what there are writers for; the page offers what is not mere pictures."""
    assert set(EXPORTS) == set(TARGETS)
    assert set(DOWNLOADS) == set(TARGETS) - {"sprites", "faces"}
