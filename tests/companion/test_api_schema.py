"""The API's OpenAPI document, tested by Schemathesis."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from msgspec.structs import fields
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation

from companion.app import create_app
from companion.results.season_store import save_season
from companion.results.seasons import Season
from companion.storage.store import Store
from companion.table.model import Act
from companion.web.api.blueprint import PREFIX
from companion.web.api.routes import ROUTES, Route
from printgen.catalog.builtin import builtin_templates
from tests.companion.evenings import SAMPLE, Evening

TOKEN = "a-phone-that-the-tool-holds"


class FromManyAddresses:
    """Sends every request from another address, so that rate limits do not hide responses."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app
        self._numbers = itertools.count()

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        number = next(self._numbers)
        environ.pop("HTTP_ACCEPT_ENCODING", None)  # the tool cannot unpack what it asks for
        environ["REMOTE_ADDR"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        return self._app(environ, start)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path_factory.mktemp('schema')}/tables.sqlite")
    yield made
    made.close()


@pytest.fixture(scope="module")
def described(store: Store) -> Any:
    app = create_app(SAMPLE, builtin_templates(), store)
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", FromManyAddresses(app))


@pytest.fixture(scope="module")
def table(store: Store) -> str:
    """A table at which the tool's token holds a seat."""
    evening = Evening(store)
    evening.play({"Ann": 3, "Ben": 5})
    code, _ = evening.open("Ann")
    data = {"name": "Tool", "colour": "green"}
    evening.rooms.join(code, Act("join-of-the-tool", "join", None, data), TOKEN)
    return code


@pytest.fixture(scope="module")
def season(store: Store) -> str:
    return save_season(store, Season("Winter"))


MODEST = settings(
    max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


def sends_anything(route: Route) -> bool:
    return route.body is not None or bool(fields(route.query))


TRIALS = [
    pytest.param(route, mode, id=f"{route.name}-{mode.value}")
    for route in ROUTES
    for mode in (POSITIVE, NEGATIVE)
    if mode == POSITIVE or sends_anything(route)
]


def strategy(described: Any, route: Route, mode: GenerationMode) -> SearchStrategy[Any]:
    made: SearchStrategy[Any] = described[route.path][route.method].as_strategy(
        generation_mode=mode
    )
    return made


def path_is_wrong(case: schemathesis.Case[Any]) -> bool:
    """Whether this test case has an invalid path."""
    made = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    return made is not None and made.mode == NEGATIVE


@pytest.mark.parametrize(("route", "mode"), TRIALS)
def test_strangers(described: Any, route: Route, mode: GenerationMode) -> None:
    """Every request of an unknown client gets a documented response."""

    @MODEST
    @given(strategy(described, route, mode))
    def try_out(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate()

    try_out()


@pytest.mark.parametrize(("route", "mode"), TRIALS)
def test_somebody_at_a_table(
    described: Any, table: str, season: str, route: Route, mode: GenerationMode
) -> None:
    """The same is true for real games, a real table and a valid token."""
    real = {"code": table, "slug": "harbour", "season": season}

    @MODEST
    @given(strategy(described, route, mode))
    def try_out(case: schemathesis.Case[Any]) -> None:
        if not path_is_wrong(case):
            case.path_parameters = {name: real[name] for name in case.path_parameters or {}}
        case.call_and_validate(headers={"Authorization": f"Bearer {TOKEN}"})

    try_out()
