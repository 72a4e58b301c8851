"""Find translations that do not keep the expressions and symbols of their text."""

from __future__ import annotations

import ast
import re
from typing import Final

from printgen.catalog.headings import without_keywords

_FIELD: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_SYMBOL: Final = re.compile(r"(?<!\\)\[([^\[\]\s]+)(?:\s+[^\[\]\s]+)?\]")


def placeholder_fault(text: str, translation: str) -> tuple[str, bool] | None:
    """Return what is wrong with a translation, and whether it would be a mistake to print it."""
    if "{" not in text and "[" not in text and "{" not in translation:
        return None
    for found, shown in ((_fields, "{%s}"), (_symbols, "[%s]")):
        here, there = found(text), found(translation)
        if here is None or (found is _symbols and not here):
            continue  # braces or brackets that mean nothing
        if there is None:
            return "an expression of the translation cannot be read", True
        unknown, missing = there - here, here - there
        if unknown:
            wrong = _listed(unknown, shown)
            if not here:
                return f"the translation has {wrong}, which its text does not have", True
            return f"the translation has {wrong}, but its text has {_listed(here, shown)}", True
        if missing:
            return f"the translation leaves out {_listed(missing, shown)}", False
    return None


def _listed(names: set[str], shown: str) -> str:
    return ", ".join(shown % name for name in sorted(names))


def _fields(text: str) -> set[str] | None:
    """Return the names that expressions in a text read; None if it has braces without them."""
    if re.search("[{}]", _FIELD.sub("", text)):
        return None
    names: set[str] = set()
    for field in _FIELD.finditer(text):
        if field[1] is None:
            continue
        try:
            tree = ast.parse(without_keywords(field[1].strip()), mode="eval")
        except (SyntaxError, ValueError):
            return None
        nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
        names.update(node.id.removesuffix("_") for node in nodes)
    return names


def _symbols(text: str) -> set[str]:
    return {found[1] for found in _SYMBOL.finditer(text)}
