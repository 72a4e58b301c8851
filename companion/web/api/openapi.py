"""Takes the table of routes, gives its description as OpenAPI 3.1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from companion.web.api.routes import PATHS, Route
from companion.web.api.types import Problem
from companion.web.errors import PROBLEM
from companion.words import Message

REFERENCE: Final = "#/components/schemas/{name}"
MEANINGS: Final = {
    200: "Done",
    201: "Made",
    400: "The request cannot be read",
    401: "A token is needed, or this is none",
    403: "Not yours, from another site, or by a name that is not this server's",
    404: "There is no such thing",
    409: "The table or its rules refuse it, and say why",
    413: "Too large",
    415: "Not JSON",
    429: "Too often; Retry-After says when to come back",
    503: "The store does not answer; nothing is lost, and the same may be sent again",
}
SECURITY: Final[dict[str, list[dict[str, list[str]]]]] = {
    "none": [],
    "optional": [{}, {"token": []}],
    "needed": [{"token": []}],
}


def describe(routes: Sequence[Route], server: str) -> dict[str, Any]:
    types = [Problem, *(kind for route in routes for kind in (route.answer, route.body) if kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    problem, *_ = schemas
    # Sentences are given in the reader's language, as text.
    components[Message.__name__] = {"type": "string", "description": "A sentence to be read."}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, problem)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Paperboat companion",
            "version": "1",
            "description": "Tables, setups, rules and results, with the same secrets as the pages.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, problem: dict[str, Any]) -> dict[str, Any]:
    answers = {str(route.status): _answer(route.status, "application/json", _schema(route.answer))}
    answers |= {str(fault): _answer(fault, PROBLEM, problem) for fault in route.statuses}
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route)],
        "responses": answers,
        "security": SECURITY[route.auth],
    }
    if route.body is not None:
        content = {"application/json": {"schema": _schema(route.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def _answer(status: int, media: str, schema: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": MEANINGS[status],
        "content": {media: {"schema": schema}},
    }
    if status in (429, 503):
        header = {"required": True, "schema": {"type": "string", "pattern": "^[0-9]+$"}}
        answer["headers"] = {"Retry-After": header}
    return answer


def path_names(route: Route) -> list[str]:
    return re.findall(r"\{(\w+)\}", route.path)


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _schema(PATHS[name])}
        for name in path_names(route)
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    _, components = msgspec.json.schema_components([route.query], ref_template=REFERENCE)
    whole = components[route.query.__name__]
    needed = set(whole.get("required", ()))
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": schema}
        for name, schema in whole["properties"].items()
    ]
