"""Find out which settings of templates, and which names and texts in their expressions, are
printed."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Final

from printgen.catalog.headings import without_keywords
from printgen.catalog.model import (
    Node,
    Template,
)

FIELD: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
TEXT_KEYS: Final = frozenset({"text", "rich", "badge", "table", "header"})
"""The settings of elements that are printed as words."""
VALUES: Final = "values"
"""The setting of an included template that gives it values by name."""
LOOKUPS: Final = frozenset({"rows", "find"})
NAME_KEYS: Final = frozenset(
    {"icon", "image", "face", "include", "layout", "qr", "style"}
    | {"colour", "ground", "fill", "stroke", "outline", "shadow", "tint"}
)
"""The settings of elements that name something."""
NOT_PRINTED: Final = frozenset({*LOOKUPS, "len", "range"})
"""Functions whose values are names of tables and rows, or numbers."""


def is_printed(parent: str, key: str, node: Node, shown: Collection[str]) -> bool:
    """Return whether a setting of an element is printed: a text, or one of the values for an
    included template that prints it."""
    if parent == VALUES:
        return key in shown
    return key in TEXT_KEYS and not isinstance(node.value, bool | Mapping)


def shown_literals(over: str, variable: str, shown: frozenset[str]) -> tuple[str, ...]:
    """Return the words in a list that are printed: all, or those at some places of its items."""
    if variable in shown:
        return printed_parts(over)[1]
    places = [name for name in shown if re.fullmatch(rf"{re.escape(variable)}\[\d+\]", name)]
    numbers = sorted(int(name[len(variable) + 1 : -1]) for name in places)
    try:
        items = ast.parse(over.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return ()
    literals: list[str] = []
    for item in items.elts if isinstance(items, ast.List | ast.Tuple) else ():
        for number in numbers:
            if isinstance(item, ast.List | ast.Tuple) and number < len(item.elts):
                _collect(item.elts[number], [], literals)
    return tuple(literals)


def printed_names(templates: tuple[Template, ...]) -> frozenset[str]:
    """Return the names of columns and constants that templates print as words, and only that."""
    shown: set[str] = set()
    while True:
        before = len(shown)
        for template in templates:
            for node in template.elements:
                shown.update(_names_in(node, shown))
        if len(shown) == before:
            break
    nodes = [node for template in templates for node in template.elements]
    decide = set[str]().union(*(_names_that_decide(node) for node in nodes))
    loops = [loop for node in nodes for loop in _loops(node)]
    before = -1
    while len(decide) != before:
        before = len(decide)
        for variable, over in loops:
            decide.update(_gone_through(variable, over, tuple(decide)))
    return frozenset(shown - decide)


def _gone_through(variable: str, over: str, shown: Collection[str]) -> Iterator[str]:
    """Yield the names of what a repetition goes through, if its variable is among those shown.
    `cases[*][2]` is the third value of each case."""
    for name in tuple(shown):
        if name == variable:
            yield from printed_parts(over)[0]
        elif name.startswith(f"{variable}["):
            yield from (f"{found}[*]{name[len(variable) :]}" for found in printed_parts(over)[0])


def _loops(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the variable of each repetition, and what it goes through."""
    if isinstance(node.value, tuple):
        for child in node.value:
            yield from _loops(child)
    elif isinstance(node.value, Mapping):
        over, variable = node.value.get("over"), node.value.get("as")
        if over is not None and isinstance(over.value, str):
            yield "item" if variable is None else str(variable.value), over.value
        for child in node.value.values():
            yield from _loops(child)


def _names_that_decide(node: Node, key: str = "") -> set[str]:
    """Return the names that are compared with a word, or name a row, an icon, a colour or the
    like. A translation would change what is drawn."""
    value = node.value
    if isinstance(value, str):
        found: set[str] = set()
        for field in FIELD.finditer(value):
            found.update(_compared(field[1]))
            found.update(printed_parts(field[1])[0] if key in NAME_KEYS else ())
        return found
    if isinstance(value, tuple):
        return set().union(*(_names_that_decide(child, key) for child in value))
    if isinstance(value, Mapping):
        decide: set[str] = set()
        for name, child in value.items():
            if name in ("when", "over") and isinstance(child.value, str):
                decide.update(_compared(child.value))
            else:
                decide |= _names_that_decide(child, name)
        return decide
    return set()


@cache
def _compared(expression: str | None) -> frozenset[str]:
    """Return the names that an expression compares with words, or looks up."""
    try:
        tree = ast.parse(without_keywords(expression or ""), mode="eval")
    except (SyntaxError, ValueError):
        return frozenset()
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            literals: list[str] = []
            found: list[str] = []
            for side in sides:
                _collect(side, found, literals)
            names += found if literals else ()
        elif isinstance(node, ast.Call) and _is_lookup(node):
            for value in node.args:
                _collect(value, names, [])
    return frozenset(name.removesuffix("_") for name in names)


def _names_in(
    node: Node, shown: set[str], parent: str = "", *, is_text: bool = False
) -> Iterator[str]:
    value = node.value
    if isinstance(value, str) and is_text:
        for found in FIELD.finditer(value):
            yield from printed_parts(found[1])[0]
    elif isinstance(value, tuple):
        for child in value:
            yield from _names_in(child, shown, is_text=is_text)
    elif isinstance(value, Mapping):
        over, variable = value.get("over"), value.get("as")
        named = variable.value if variable is not None else "item"
        if over is not None and isinstance(over.value, str):
            yield from _gone_through(str(named), over.value, shown)
        for key, child in value.items():
            inside = is_text or is_printed(parent, key, child, shown)
            yield from _names_in(child, shown, key, is_text=inside)


@cache
def printed_parts(expression: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names and the literal texts that an expression may have as its value."""
    try:
        tree = ast.parse(without_keywords(expression or ""), mode="eval")
    except (SyntaxError, ValueError):
        return (), ()
    names: list[str] = []
    literals: list[str] = []
    _collect(tree.body, names, literals)
    return tuple(name.removesuffix("_") for name in names), tuple(literals)


def _is_lookup(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in LOOKUPS


def _collect(node: ast.expr, names: list[str], literals: list[str]) -> None:
    match node:
        case ast.Constant(value=str(text)):
            literals.append(text)
        case ast.Name(id=name):
            names.append(name)
        case ast.Attribute(attr=name):
            names.append(name)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(index))):
            names.append(f"{name}[{index}]")
        case ast.Subscript(value=value):
            _collect(value, names, literals)
        case ast.IfExp(body=body, orelse=orelse):
            _collect(body, names, literals)
            _collect(orelse, names, literals)
        case ast.Call(func=ast.Name(id=function), args=values) if function not in NOT_PRINTED:
            for value in values:
                _collect(value, names, literals)
        case ast.BinOp(left=left, right=right):
            _collect(left, names, literals)
            _collect(right, names, literals)
        case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            for value in values:
                _collect(value, names, literals)
