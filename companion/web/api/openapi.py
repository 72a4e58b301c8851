"""Generate the OpenAPI 3.1 document from the routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from inspect import cleandoc
from typing import Any, Final

import msgspec

from companion.language.messages import Message
from companion.table.acts import ACTS
from companion.web.api.field_docs import describe_fields
from companion.web.api.routes import PATHS, Route
from companion.web.api.types import NewAct, Problem
from companion.web.errors import PROBLEM

REFERENCE: Final = "#/components/schemas/{name}"
MEANINGS: Final = {
    200: "OK",
    201: "Created",
    400: "Invalid request",
    401: "The token is missing or unknown",
    403: "Not your seat, a request from another site, or an unknown host name",
    404: "Not found",
    409: "The table or the rules refuse it; the detail says why",
    413: "Too large",
    415: "Not JSON",
    429: "Too many requests; see Retry-After",
    503: "The database is not responding; send the same request again",
}
SECURITY: Final[dict[str, list[dict[str, list[str]]]]] = {
    "none": [],
    "optional": [{}, {"token": []}],
    "needed": [{"token": []}],
}


def describe(routes: Sequence[Route], server: str) -> dict[str, Any]:
    types = [Problem, *(kind for route in routes for kind in (route.response, route.body) if kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    problem, *_ = schemas
    describe_fields(components, types)
    components[NewAct.__name__] = _describe_acts(components)
    # Messages are sent as text in the reader's language.
    components[Message.__name__] = {
        "type": "string",
        "description": "Text in the reader's language.",
    }
    for component in components.values():
        if "description" in component:
            component["description"] = cleandoc(component["description"])
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


def _describe_acts(components: dict[str, Any]) -> dict[str, Any]:
    """The schema of all kinds of acts, with `kind` as discriminator, and an example of each.

    Adds the data of each kind to the components.
    """
    _, data = msgspec.json.schema_components(tuple(ACTS.values()), ref_template=REFERENCE)
    envelope = components[NewAct.__name__]["properties"]
    mapping: dict[str, str] = {}
    for kind, act in ACTS.items():
        if act.has_address:
            continue
        fields = data[act.__name__]
        fields["properties"].pop("kind")
        fields["required"].remove("kind")
        fields["additionalProperties"] = False
        components[f"{act.__name__}Data"] = fields
        needed = ["data"] if fields["required"] else []
        example = {"id": f"example-{kind}", "kind": kind, "seat": "s1-1", "data": act.example}
        components[act.__name__] = {
            "title": act.__name__,
            "description": fields.pop("description"),
            "type": "object",
            "properties": {
                **envelope,
                "kind": {"const": kind},
                "data": {"$ref": REFERENCE.format(name=f"{act.__name__}Data")},
            },
            "required": ["id", "kind", *needed],
            "additionalProperties": False,
            "examples": [example],
        }
        mapping[kind] = REFERENCE.format(name=act.__name__)
    return {
        "description": cleandoc(NewAct.__doc__ or ""),
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def _operation(route: Route, problem: dict[str, Any]) -> dict[str, Any]:
    responses = {
        str(route.status): _response(route.status, "application/json", _schema(route.response))
    }
    responses |= {str(status): _response(status, PROBLEM, problem) for status in route.statuses}
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route)],
        "responses": responses,
        "security": SECURITY[route.auth],
    }
    if route.body is not None:
        content = {"application/json": {"schema": _schema(route.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def _response(status: int, media: str, schema: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = {
        "description": MEANINGS[status],
        "content": {media: {"schema": schema}},
    }
    if status in (429, 503):
        header = {"required": True, "schema": {"type": "string", "pattern": "^[0-9]+$"}}
        response["headers"] = {"Retry-After": header}
    return response


def path_names(route: Route) -> list[str]:
    return re.findall(r"\{(\w+)\}", route.path)


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        _parameter(name, "path", _schema(PATHS[name]), required=True) for name in path_names(route)
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    _, components = msgspec.json.schema_components([route.query], ref_template=REFERENCE)
    whole = components[route.query.__name__]
    needed = set(whole.get("required", ()))
    return [
        _parameter(name, "query", schema, required=name in needed)
        for name, schema in whole["properties"].items()
    ]


def _parameter(name: str, place: str, schema: dict[str, Any], *, required: bool) -> dict[str, Any]:
    """Viewers of the document show the description of a parameter, not that of its schema."""
    description = schema.pop("description")
    return {
        "name": name,
        "in": place,
        "description": description,
        "required": required,
        "schema": schema,
    }
