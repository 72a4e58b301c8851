"""The schema for editors says what the reader says."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from printgen.catalog.keys import GAME
from printgen.catalog.schema import game_schema
from tests.catalog.workshop import SAMPLE

TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "array": list,
    "object": dict,
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """As much of JSON Schema as ours uses."""
    if "anyOf" in schema:
        return any(fits(value, option) for option in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kind = schema.get("type")
    if kind is None:
        return True
    if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return False
    if isinstance(value, str):
        return bool(re.search(schema.get("pattern", ""), value))
    if isinstance(value, list):
        return all(fits(item, schema.get("items", {})) for item in value)
    if isinstance(value, dict):
        return fits_object(value, schema)
    return bool(
        value >= schema.get("minimum", value)
        and value <= schema.get("maximum", value)
        and (value > schema["exclusiveMinimum"] if "exclusiveMinimum" in schema else True)
    )


def fits_object(value: dict[str, Any], schema: dict[str, Any]) -> bool:
    if not set(schema.get("required", ())) <= set(value):
        return False
    if (
        "oneOf" in schema
        and sum(set(one["required"]) <= set(value) for one in schema["oneOf"]) != 1
    ):
        return False
    names = schema.get("propertyNames", {}).get("pattern", "")
    if not all(re.search(names, name) for name in value):
        return False
    properties = schema.get("properties", {})
    for name, child in value.items():
        inner = properties.get(name, schema.get("additionalProperties", {}))
        if inner is False or not fits(child, inner):
            return False
    return True


@pytest.fixture
def sample() -> dict[str, Any]:
    content = yaml.safe_load((SAMPLE / "game.yaml").read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def test_the_sample_fits(sample: dict[str, Any]) -> None:
    """This test ensures that editors accept what the reader accepts."""
    assert fits(sample, game_schema())


@pytest.mark.parametrize(
    "change",
    [
        {"titel": "x"},
        {"title": 3},
        {"players": "many"},
        {"components": [{"rows": "a"}]},
        {"components": [{"id": "A b", "rows": "x", "template": "y"}]},
        {"components": [{"id": "a", "rows": "x", "template": "y", "gutter": -1}]},
        {"components": [{"id": "a", "rows": "x", "template": "y", "sheet": "heap"}]},
        {"tables": {"goods": {"file": "x.csv", "columns": {"id": 3}}}},
        {"options": [{"id": "tide", "title": "Tide"}]},
        {"setup": {"parts": [{"id": "a", "title": "A"}]}},
        {"setup": {"parts": [{"id": "a", "title": "A", "shuffle": "x", "tell": "y"}]}},
        {"setup": {"parts": [{"id": "a", "title": "A", "shuffle": "x", "deal": {"many": 2}}]}},
        {"score": {"lines": [{"id": "a", "title": "A", "groups": "round"}]}},
        {"score": {"lines": [{"id": "a", "title": "A", "number": 9, "flag": 1}]}},
    ],
)
def test_mistakes_do_not_fit(sample: dict[str, Any], change: dict[str, Any]) -> None:
    """This test ensures that editors mark what the reader refuses."""
    assert not fits(sample | change, game_schema())


def test_every_key_is_in_the_schema() -> None:
    """This test ensures that the schema is made from the reader's own keys."""
    assert set(game_schema()["properties"]) == set(GAME.keys)
