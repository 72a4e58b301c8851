"""Scripts and styles have addresses that change with their content."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.storage.store import Store
from companion.web import static_files
from printgen.catalog.builtin import builtin_templates
from tests.companion.test_pages import CARDS


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(CARDS, builtin_templates(), store)


def test_a_page_names_versions_that_are_kept_for_good(app: Flask) -> None:
    """Every file of a page and of the service worker has the version; it need never be asked for
    again."""
    client = app.test_client()
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text)
    prefix = f"/static/{static_files.files_version()}"
    assert f"{prefix}/app.js" in found
    assert all(path.startswith(f"{prefix}/") for path in found)
    for path in found:
        with client.get(path) as answer:
            assert answer.status_code == 200
            assert answer.cache_control.immutable
            assert answer.cache_control.max_age == static_files.A_YEAR
    worker = client.get("/worker.js").text
    assert f'const STATIC = "{prefix}";' in worker
    assert "/static/" not in worker.replace(prefix, "")


def test_pages_of_another_version_get_the_files_of_today(app: Flask) -> None:
    """A page that is open while the server is updated still loads scripts; they are not kept."""
    client = app.test_client()
    for path in ("/static/app.js", "/static/0123456789/app.js"):
        with client.get(path) as answer:
            assert answer.status_code == 200
            assert answer.cache_control.no_cache
            assert not answer.cache_control.immutable
    for path in ("/static/none.js", "/static/0123456789/none.js", "/static/0123456789/..%2fapp.py"):
        assert client.get(path).status_code == 404


def test_the_service_worker_keeps_what_its_scripts_import(app: Flask) -> None:
    """A script that works offline never asks for one that was not kept."""
    client = app.test_client()
    kept = set(re.findall(r'"([\w-]+)"', client.get("/worker.js").text.split("...[")[2]))
    imported = {
        (name, found)
        for name in kept
        if (script := static_files.FOLDER / f"{name}.js").is_file()
        for found in re.findall(r'"\./([\w-]+)\.js"', script.read_text(encoding="utf-8"))
    }
    assert ("score-sheet", "sheet-refresh") in imported
    assert {pair for pair in imported if pair[1] not in kept} == set()


def test_the_version_follows_the_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another content or name of a file gives another version."""
    monkeypatch.setattr(static_files, "FOLDER", tmp_path)
    version = static_files.files_version.__wrapped__
    found = []
    for name, text in (("a.js", "one"), ("a.js", "two"), ("b.js", "two")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        found.append(version())
    assert len(set(found)) == len(found)
