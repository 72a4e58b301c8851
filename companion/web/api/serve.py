"""Takes the table of routes and what answers them, gives the blueprint under /api/v1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from flask import Blueprint, Response
from msgspec import Struct

from companion.gallery import Library
from companion.store import Store
from companion.web.api.asking import Ask, read_ask
from companion.web.api.calls import Calls
from companion.web.api.openapi import describe
from companion.web.api.routes import ROUTES, Route
from companion.web.language import translate
from companion.web.visitor import Door, refuse_other_sites
from companion.words import Message

PREFIX: Final = "/api/v1"


def make_api(door: Door, store: Store, library: Library) -> Blueprint:
    calls = Calls(door, store, library)
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    api.before_request(refuse_other_sites)
    for route in ROUTES:
        api.add_url_rule(
            route.path.replace("{", "<").replace("}", ">"),
            route.name,
            _view(route, getattr(calls, route.name)),
            methods=[route.method],
            provide_automatic_options=False,
        )
    document = msgspec.json.encode(describe(ROUTES, PREFIX))

    @api.get("/openapi.json")
    def openapi() -> Response:
        return Response(document, mimetype="application/json")

    return api


def _view(route: Route, call: Callable[[Ask], Any]) -> Callable[..., Response]:
    def answer(**path: str) -> Response:
        body = msgspec.json.encode(spoken(call(read_ask(route, path))))
        headers = {"Cache-Control": "no-store"}
        return Response(body, route.status, headers, mimetype="application/json")

    return answer


def spoken(value: Any) -> Any:
    """JSON values, in which every message is a sentence in the reader's language."""
    if isinstance(value, Message):
        return translate(value)
    if isinstance(value, Struct):
        return {
            field.encode_name: spoken(getattr(value, field.name))
            for field in msgspec.structs.fields(value)
        }
    if isinstance(value, Mapping):
        return {key: spoken(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [spoken(item) for item in value]
    return value
