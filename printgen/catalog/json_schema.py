"""Make the JSON Schema for editors from the schema types that the readers use."""

from __future__ import annotations

import json
from typing import Any

from printgen.catalog.schema_types import SchemaType
from printgen.catalog.sets.yaml_schemas import SET
from printgen.catalog.yaml_schemas import GAME

Schema = dict[str, Any]


def game_schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paperboat game.yaml",
        **schema_of(GAME),
    }


def set_schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paperboat set of pieces",
        **schema_of(SET),
    }


def schema_text(schema: Schema) -> str:
    """Return the text of cards/game.schema.json or cards/set.schema.json."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def schema_of(type_: SchemaType) -> Schema:
    schema = _plain(type_)
    if type_.help:
        schema["description"] = type_.help
    if type_.is_retired:
        schema["deprecated"] = True
    return schema


def _plain(type_: SchemaType) -> Schema:
    match type_.kind:
        case "text":
            return {"type": "string", "minLength": 1} | (
                {} if type_.pattern is None else {"pattern": f"^(?:{type_.pattern})$"}
            )
        case "choice":
            return {"enum": list(type_.choices)}
        case "flag":
            return {"type": "boolean"}
        case "integer":
            return {"type": "integer", **_bounds(type_)}
        case "number":
            return {"type": "number", **_bounds(type_)}
        case "list":
            return _list(type_)
        case "mapping":
            return _mapping(type_)
        case "record":
            return _record(type_)
        case "either":
            return {"anyOf": [schema_of(option) for option in type_.options]}
        case "anything":
            return {}


def _mapping(type_: SchemaType) -> Schema:
    schema: Schema = {"type": "object"}
    if type_.of is not None:
        schema["additionalProperties"] = schema_of(type_.of)
    if type_.pattern is not None:
        schema["propertyNames"] = {"pattern": f"^(?:{type_.pattern})$"}
    return schema


def _record(type_: SchemaType) -> Schema:
    schema: Schema = {
        "type": "object",
        "properties": {name: schema_of(inner) for name, inner in type_.keys.items()},
        "required": [name for name, inner in type_.keys.items() if inner.required],
        "additionalProperties": False,
    }
    if type_.exactly_one:
        schema["oneOf"] = [{"required": [name]} for name in type_.exactly_one]
    if type_.allowed_with:
        schema["allOf"] = [
            {
                "if": {"required": [name]},
                "then": {"properties": dict.fromkeys(type_.excluded_by(name), False)},
            }
            for name in type_.exactly_one
        ]
    return schema


def _bounds(type_: SchemaType) -> Schema:
    limits = {
        "minimum": type_.at_least,
        "exclusiveMinimum": type_.more_than,
        "maximum": type_.at_most,
    }
    return {name: limit for name, limit in limits.items() if limit is not None}


def _list(type_: SchemaType) -> Schema:
    schema: Schema = {"type": "array"}
    if type_.of is not None:
        schema["items"] = schema_of(type_.of)
    if type_.length is not None:
        schema |= {"minItems": type_.length, "maxItems": type_.length}
    return schema
