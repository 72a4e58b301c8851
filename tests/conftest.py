"""Fixtures and settings for all tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from companion.storage import database
from printgen.text.typeface import Typeface
from tests.forked import Forks, forks

# Speed is measured by make bench; a busy machine must not fail a property.
settings.register_profile("paperboat", deadline=None)
settings.load_profile("paperboat")


class SharedTemplates(BytecodeCache):
    """Keeps compiled templates in memory, for every app of the process."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key, bucket.checksum] = bucket.code


# Most tests of pages make an app of their own; without this, compiling its templates takes nine
# tenths of their time.
Flask.jinja_options = {"bytecode_cache": SharedTemplates()}


class SharedRule(Rule):
    """Compiles each address once for every app of the process: making an app compiles a hundred."""

    _compiled: ClassVar[dict[tuple[object, ...], Any]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        key = (self.rule, self.subdomain, self.host, repr(self.defaults), append_unknown)
        if key not in self._compiled:
            self._compiled[key] = super()._compile_builder(append_unknown)
        return self._compiled[key]


Flask.url_rule_class = SharedRule

_configure = database._configure_sqlite


def _configure_without_waiting(connection: Any, _: Any) -> None:
    """Leave it to the system when to write to the disk: no power cut is tested in this process.
    Servers are processes of their own and do wait for the disk."""
    _configure(connection, _)
    connection.execute("PRAGMA synchronous=OFF")


database._configure_sqlite = _configure_without_waiting

GOLDEN = Path(__file__).parent / "golden"


def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as processors: many tests wait for a browser or a server."""
    processors = os.cpu_count() or 1
    return processors + processors // 2


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker compile other test modules first. All of them collect all tests, in one
    order: in a fresh clone, each would compile every module itself."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root = session.config.rootpath
    paths = [root / argument.partition("::")[0] for argument in session.config.args]
    modules = sorted(file for path in paths for file in path.rglob("test_*.py"))
    first = int(worker["workerid"].removeprefix("gw"))
    for file in modules[first :: worker["workercount"]]:
        # Collecting the module reports what is wrong with it.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(root).with_suffix("").parts))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write what the code gives as the golden text"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with tests/golden/<name>.txt."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert file.is_file(), f"no {file.name} yet: run pytest --update-golden and look at it"
        assert text == file.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are opened as a server opens them."""
    monkeypatch.setattr(database, "_configure_sqlite", _configure)


@pytest.fixture(scope="session")
def forked() -> Iterator[Forks]:
    """Runs the printgen command without starting Python for each call."""
    with forks() as started:
        yield started


@pytest.fixture(scope="session")
def typeface() -> Typeface:
    import font_source_sans_pro

    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return Typeface(
        "SourceSansPro-Regular", folder / "SourceSansPro-Regular.ttf", "Source Sans Pro"
    )
