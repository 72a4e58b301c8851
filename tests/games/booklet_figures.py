"""Read the constants of the figures in a game's rules text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml

from printgen.catalog.builtin import builtin_cards


@cache
def figures(slug: str) -> dict[str, list[Mapping[str, Any]]]:
    """The constants of every picture in a game's rules, by its template."""
    text = yaml.safe_load((builtin_cards() / slug / "rules.yaml").read_text(encoding="utf-8"))
    found: dict[str, list[Mapping[str, Any]]] = {}
    for picture in _pictures(text):
        found.setdefault(picture["picture"], []).append(picture.get("constants", {}))
    return found


def figure(slug: str, name: str) -> Mapping[str, Any]:
    """The constants of the only picture that a template is used for."""
    (constants,) = figures(slug)[name]
    return constants


def _pictures(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if "picture" in node:
            yield node
        for value in node.values():
            yield from _pictures(value)
    elif isinstance(node, list):
        for value in node:
            yield from _pictures(value)
