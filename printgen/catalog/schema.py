"""Takes the shapes the reader uses, gives JSON Schema for editors."""

from __future__ import annotations

import json
from typing import Any

from printgen.catalog.keys import GAME
from printgen.catalog.shapes import Shape

Schema = dict[str, Any]


def game_schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paperboat game.yaml",
        **schema_of(GAME),
    }


def schema_text() -> str:
    """As it stands in cards/game.schema.json."""
    return json.dumps(game_schema(), indent=1, ensure_ascii=False) + "\n"


def schema_of(shape: Shape) -> Schema:
    schema = _plain(shape)
    if shape.help:
        schema["description"] = shape.help
    return schema


def _plain(shape: Shape) -> Schema:
    match shape.kind:
        case "text":
            return {"type": "string", "minLength": 1} | (
                {} if shape.pattern is None else {"pattern": f"^(?:{shape.pattern})$"}
            )
        case "choice":
            return {"enum": list(shape.names)}
        case "flag":
            return {"type": "boolean"}
        case "whole":
            return {"type": "integer", **_bounds(shape)}
        case "number":
            return {"type": "number", **_bounds(shape)}
        case "list":
            return _list(shape)
        case "names":
            return _names(shape)
        case "keys":
            return _keys(shape)
        case "either":
            return {"anyOf": [schema_of(option) for option in shape.options]}
        case "anything":
            return {}


def _names(shape: Shape) -> Schema:
    schema: Schema = {"type": "object"}
    if shape.of is not None:
        schema["additionalProperties"] = schema_of(shape.of)
    if shape.pattern is not None:
        schema["propertyNames"] = {"pattern": f"^(?:{shape.pattern})$"}
    return schema


def _keys(shape: Shape) -> Schema:
    schema: Schema = {
        "type": "object",
        "properties": {name: schema_of(inner) for name, inner in shape.keys.items()},
        "required": [name for name, inner in shape.keys.items() if inner.required],
        "additionalProperties": False,
    }
    if shape.one_key:
        schema["oneOf"] = [{"required": [name]} for name in shape.one_key]
    if shape.beside:
        schema["allOf"] = [
            {
                "if": {"required": [name]},
                "then": {"properties": dict.fromkeys(shape.apart(name), False)},
            }
            for name in shape.one_key
        ]
    return schema


def _bounds(shape: Shape) -> Schema:
    limits = {
        "minimum": shape.at_least,
        "exclusiveMinimum": shape.more_than,
        "maximum": shape.at_most,
    }
    return {name: limit for name, limit in limits.items() if limit is not None}


def _list(shape: Shape) -> Schema:
    schema: Schema = {"type": "array"}
    if shape.of is not None:
        schema["items"] = schema_of(shape.of)
    if shape.length is not None:
        schema |= {"minItems": shape.length, "maxItems": shape.length}
    return schema
