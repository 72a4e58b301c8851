"""Fixtures for both kinds of databases and a store."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from companion.storage.store import Store
from tests.postgres import QUICK, find_programs, postgresql


@pytest.fixture(scope="session")
def postgresql_programs() -> Path:
    programs = find_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("no PostgreSQL: tests/system-packages should have installed it")
        # A newcomer without root cannot be made to install a server; CI can, and fails above.
        pytest.skip("no PostgreSQL on this machine")
    return programs


@pytest.fixture(scope="session")
def postgresql_server(postgresql_programs: Path) -> Iterator[str]:
    with postgresql(postgresql_programs, QUICK) as server:
        yield server.url


@pytest.fixture
def postgresql_database(postgresql_server: str) -> str:
    """An empty schema for each test: creating a whole database takes a hundred times longer."""
    name = f"t{uuid4().hex}"
    with psycopg.connect(postgresql_server) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{postgresql_server}?options=-csearch_path%3D{name}"


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """Overridden with `sqlite_database` where tests are about pages rather than storage."""
    return str(request.getfixturevalue(f"{request.param}_database"))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    yield made
    made.close()
