"""Describe the companion's API, from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.web.api.openapi import describe
from companion.web.api.routes import ROUTES
from docs.extension.tables import table


def describe_api() -> str:
    return "\n\n".join(_lines(describe(ROUTES, "/api/v1")))


def _lines(document: dict[str, Any]) -> Iterator[str]:
    yield "## Routes"
    yield table(
        ("Request", "Purpose", "Takes", "Returns"),
        (
            _operation(method, path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ),
    )
    yield "## Parameters"
    yield table(("Parameter", "Value", "Meaning"), _parameters(document))
    yield "## Types"
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield f"### {name}"
        yield schema.get("description", "").replace("<", "&lt;")
        if properties := schema.get("properties"):
            required = schema.get("required", ())
            yield table(
                ("Field", "Value", "", "Meaning"),
                (
                    (
                        f"`{key}`",
                        value_type(part),
                        "always" if key in required else "optional",
                        _meaning(part),
                    )
                    for key, part in properties.items()
                ),
            )
        else:
            yield f"Value: {value_type(schema)}."


def _meaning(schema: dict[str, Any]) -> str:
    """The description of a field, or of the only value that it can have except `null`."""
    texts = (part.get("description", "") for part in (schema, *schema.get("anyOf", ())))
    return next(filter(None, texts), "").replace("<", "&lt;")


def _parameters(document: dict[str, Any]) -> list[tuple[str, ...]]:
    """Every parameter once, also if several requests take it."""
    operations = (one for methods in document["paths"].values() for one in methods.values())
    parameters = [part for operation in operations for part in operation["parameters"]]
    return sorted(
        {(f"`{p['name']}`", value_type(p["schema"]), p["description"]) for p in parameters}
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> tuple[str, ...]:
    good = next(r for status, r in operation["responses"].items() if str(status).startswith("2"))
    token = ("", ". Needs a token", ". A token is optional")[len(operation.get("security", ()))]
    sent = [f"`{part['name']}`" for part in operation.get("parameters", ())]
    if "requestBody" in operation:
        sent.append(_content(operation["requestBody"]))
    return (
        f"`{method.upper()} {path}`",
        f"{operation['summary']}{token}",
        ", ".join(sent),
        _content(good),
    )


def _content(holder: dict[str, Any]) -> str:
    return ", ".join(value_type(kind["schema"]) for kind in holder.get("content", {}).values())


def value_type(schema: dict[str, Any]) -> str:
    """Return a value's type in a few words; types of the document are links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(value_type, schema[key])))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type", "any value")
    if kind == "array":
        return f"list of {value_type(schema.get('items') or {})}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {value_type(schema['additionalProperties'])}"
    return str(kind)
