"""Compile a template's values into settings: constants, or functions of a row.

A string is text with `{expression}` fields in it; a string that is a single `{expression}` keeps
the value's own type; `{{` and `}}` are plain braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.model import Node
from printgen.draw.expression import Expression, Scope, compile_expression
from printgen.draw.functions import Function
from printgen.draw.show import show

FIELDS: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class Setting(Struct, frozen=True):
    """`names` is empty for a value that is the same for every row."""

    names: frozenset[str]
    get: Callable[[Scope], Any]

    def is_constant(self) -> bool:
        return not self.names


def plain(node: Node) -> Any:
    """Return a node's value without locations."""
    if isinstance(node.value, tuple):
        return tuple(plain(child) for child in node.value)
    if isinstance(node.value, Mapping):
        return {key: plain(child) for key, child in node.value.items()}
    return node.value


def compile_setting(value: Any, functions: Mapping[str, Function]) -> Setting:
    """Compile a setting; raises ValueError with a sentence if an expression in it is wrong."""
    if isinstance(value, str):
        return _compile_text(value, functions)
    if isinstance(value, tuple):
        parts = [compile_setting(part, functions) for part in value]
        names = frozenset[str]().union(*(part.names for part in parts))
        if not names:
            fixed = tuple(part.get({}) for part in parts)
            return Setting(names, lambda _: fixed)
        return Setting(names, lambda scope: tuple(part.get(scope) for part in parts))
    if isinstance(value, dict):
        return _compile_mapping(value, functions)
    return Setting(frozenset(), lambda _: value)


def _compile_mapping(value: dict[str, Any], functions: Mapping[str, Function]) -> Setting:
    parts = {key: compile_setting(part, functions) for key, part in value.items()}
    names = frozenset[str]().union(*(part.names for part in parts.values()))
    return Setting(names, lambda scope: {key: part.get(scope) for key, part in parts.items()})


def _compile_text(text: str, functions: Mapping[str, Function]) -> Setting:
    parts: list[str | Expression] = []
    last = 0
    for match in FIELDS.finditer(text):
        parts.append(text[last : match.start()])
        last = match.end()
        if match[0] in ("{{", "}}"):
            parts.append(match[0][0])
        elif match[1] is None:
            raise ValueError(
                f"'{text}' has a single '{match[0]}' (write '{match[0] * 2}' to print it)"
            )
        else:
            parts.append(compile_expression(match[1], functions))
    parts.append(text[last:])
    filled = [part for part in parts if part != ""]
    expressions = [part for part in filled if isinstance(part, Expression)]
    if not expressions:
        fixed = "".join(part for part in filled if isinstance(part, str))
        return Setting(frozenset(), lambda _: fixed)
    names = frozenset[str]().union(*(part.names for part in expressions))
    if len(filled) == 1:
        return _evaluated_once(Setting(names, expressions[0].evaluate))

    def join(scope: Scope) -> str:
        return "".join(
            part if isinstance(part, str) else show(part.evaluate(scope)) for part in filled
        )

    return _evaluated_once(Setting(names, join))


def _evaluated_once(setting: Setting) -> Setting:
    """Evaluate an expression without names once, when the template is read."""
    if setting.names:
        return setting
    value = setting.get({})
    return Setting(setting.names, lambda _: value)
