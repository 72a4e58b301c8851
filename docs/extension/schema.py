"""Describe every key of game.yaml and of a set of pieces, from their JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from docs.extension.repository import ROOT
from docs.extension.tables import table

Schema = Mapping[str, Any]
BELOW: Final = "keys below"
SIMPLE: Final = {"string": "text", "boolean": "`true` or `false`", "number": "number"}


def describe_game_schema() -> str:
    return _described("game.schema.json", "game.yaml")


def describe_set_schema() -> str:
    return _described("set.schema.json", "`sets/<set>.yaml`")


def _described(file: str, title: str) -> str:
    schema = json.loads((ROOT / "cards" / file).read_text(encoding="utf-8"))
    return "\n\n".join(_sections(title, "", schema))


def _sections(title: str, path: str, schema: Schema) -> Iterator[str]:
    """Yield a table for the keys of an object, then those of the objects inside it."""
    yield f"## {title}" if not path else f"### {title}"
    required = schema.get("required", ())
    rows = [
        (f"`{key}`", _type(part), _explained(part, required=key in required))
        for key, part in schema["properties"].items()
    ]
    yield table(("Key", "Value", "Meaning"), rows)
    for key, part in schema["properties"].items():
        inner = f"{path}{key}"
        for suffix, found in _objects(part):
            yield from _sections(f"`{inner}{suffix}`", f"{inner}{suffix} › ", found)


def _objects(schema: Schema, suffix: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield the objects with named keys that a value is made of, and where they are."""
    if "properties" in schema:
        yield suffix, schema
    for choice in schema.get("anyOf", ()):
        yield from _objects(choice, suffix)
    if isinstance(schema.get("items"), Mapping):
        yield from _objects(schema["items"], f"{suffix} (each)")
    if isinstance(schema.get("additionalProperties"), Mapping):
        yield from _objects(schema["additionalProperties"], f"{suffix} › NAME")


def _explained(schema: Schema, *, required: bool) -> str:
    text = schema.get("description", "").replace("<", "&lt;").replace("*", "\\*")
    return f"{text} **(required)**" if required else text


def _type(schema: Schema) -> str:
    """Return what a value is, in a few words."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type")
    if kind == "integer":
        return _integer(schema)
    if kind == "array":
        inner = _type(schema["items"]) if "items" in schema else "any value"
        return "list, each with the keys below" if inner == BELOW else f"list of {inner}"
    if kind == "object":
        return _mapping(schema)
    return SIMPLE.get(kind, "any value") if isinstance(kind, str) else "any value"


def _integer(schema: Schema) -> str:
    if "minimum" in schema and "maximum" in schema:
        return f"whole number, {schema['minimum']} to {schema['maximum']}"
    return "whole number"


def _mapping(schema: Schema) -> str:
    if "properties" in schema:
        return BELOW
    each = schema.get("additionalProperties")
    inner = _type(each) if isinstance(each, Mapping) and each else "any value"
    return f"names, each with {'the ' if inner == BELOW else ''}{inner}"
