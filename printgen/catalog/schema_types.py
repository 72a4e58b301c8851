"""The types of YAML values, and the check that a node has the expected type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

from printgen.catalog.model import Node
from printgen.errors import Findings, Location, closest, did_you_mean

Kind = Literal[
    "text", "integer", "number", "flag", "choice", "list", "mapping", "record", "either", "anything"
]


class SchemaType(Struct, frozen=True):
    """The type of a YAML value, shared by the readers and the JSON Schema for editors.

    `choices` are the words of a choice; `keys` the known keys of a mapping; `of` the inner type of
    a list or of a mapping with free names; `options` the alternatives of either. Inside `keys`,
    `required` ones must be present, `is_retired` ones are ignored with a warning, and one of the
    `exactly_one` keys must be given. `allowed_with` lists the keys that may accompany each of
    those; keys that it does not list may accompany all of them.
    """

    kind: Kind
    help: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    keys: Mapping[str, SchemaType] = field(default_factory=dict)
    exactly_one: tuple[str, ...] = ()
    allowed_with: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of: SchemaType | None = None
    options: tuple[SchemaType, ...] = ()
    length: int | None = None
    at_least: float | None = None
    more_than: float | None = None
    at_most: float | None = None
    pattern: str | None = None
    pattern_help: str = ""
    is_retired: bool = False

    def excluded_by(self, name: str) -> tuple[str, ...]:
        """Return the keys that cannot accompany this one of the `exactly_one`s."""
        bound = dict.fromkeys(key for keys in self.allowed_with.values() for key in keys)
        return tuple(key for key in bound if key not in self.allowed_with.get(name, bound))


_DESCRIPTIONS: Final[Mapping[Kind, str]] = {
    "text": "text",
    "integer": "a whole number",
    "number": "a number",
    "flag": "true or false",
    "choice": "a word",
    "list": "a list",
    "mapping": "a mapping",
    "record": "a mapping",
    "either": "something else",
    "anything": "anything",
}


def checked(node: Node, expected: SchemaType, findings: Findings) -> Node | None:
    """Return the node without its wrong parts, or None; mistakes are in `findings`.

    A wrong value in a mapping becomes an empty node: its name is still known, so uses of the name
    are not reported as well.
    """
    if expected.kind == "anything":
        return node
    if expected.kind == "either":
        return _either(node, expected, findings)
    if not _is_kind(node, expected.kind):
        findings.error(
            node.place,
            f"must be {_description(expected)}, not {describe(node)}{_hint(node, expected)}",
        )
        return None
    match node.value:
        case tuple():
            return _list(node, node.value, expected, findings)
        case Mapping() if expected.kind == "record":
            return _record(node, node.value, expected, findings)
        case Mapping():
            return _mapping(node, node.value, expected, findings)
        case str():
            return _text(node, node.value, expected, findings)
        case int() | float() if expected.kind != "flag":
            return _number(node, node.value, expected, findings)
    return node


def _is_kind(node: Node, kind: Kind) -> bool:
    value = node.value
    match kind:
        case "text" | "choice":
            return isinstance(value, str)
        case "flag":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "list":
            return isinstance(value, tuple)
        case _:
            return isinstance(value, Mapping)


def describe(node: Node) -> str:
    """Describe a node's value for a message."""
    match node.value:
        case None:
            return "empty"
        case bool():
            return "true" if node.value else "false"
        case int() | float():
            return f"the number {node.value}"
        case str():
            shown = node.value if len(node.value) <= 40 else node.value[:39] + "…"
            return f"'{shown}'"
        case tuple():
            return "a list"
    return "a mapping"


def _description(expected: SchemaType) -> str:
    if expected.kind == "choice":
        return "one of " + ", ".join(expected.choices)
    return _DESCRIPTIONS[expected.kind]


def _hint(node: Node, expected: SchemaType) -> str:
    if expected.kind == "text" and isinstance(node.value, int | float):
        return " (put it in quotes)"
    if expected.kind == "text" and isinstance(node.value, Mapping) and len(node.value) == 1:
        return " (put a text that contains ': ' in quotes)"
    if expected.kind == "flag" and node.value in ("yes", "no", "on", "off"):
        return f" (use {'true' if node.value in ('yes', 'on') else 'false'})"
    return ""


def _either(node: Node, expected: SchemaType, findings: Findings) -> Node | None:
    for option in expected.options:
        if _is_kind(node, option.kind):
            return checked(node, option, findings)
    expected_kinds = " or ".join(dict.fromkeys(_description(option) for option in expected.options))
    findings.error(node.place, f"must be {expected_kinds}, not {describe(node)}")
    return None


def _text(node: Node, value: str, expected: SchemaType, findings: Findings) -> Node | None:
    if expected.kind == "choice":
        if value in expected.choices:
            return node
        hint = did_you_mean(value, expected.choices)
        findings.error(node.place, f"'{value}' is not one of the choices{hint}")
        return None
    if not value.strip():
        findings.error(node.place, "must not be empty")
        return None
    if expected.pattern is not None and not re.fullmatch(expected.pattern, value):
        findings.error(node.place, f"'{value}' must be {expected.pattern_help}")
        return None
    return node


def _number(node: Node, value: float, expected: SchemaType, findings: Findings) -> Node | None:
    problem = ""
    if expected.more_than is not None and value <= expected.more_than:
        problem = f"must be more than {expected.more_than:g}"
    elif expected.at_least is not None and value < expected.at_least:
        problem = f"must be at least {expected.at_least:g}"
    elif expected.at_most is not None and value > expected.at_most:
        problem = f"must be at most {expected.at_most:g}"
    if not problem:
        return node
    findings.error(node.place, f"{problem}, not {value:g}")
    return None


def _list(
    node: Node, items: tuple[Node, ...], expected: SchemaType, findings: Findings
) -> Node | None:
    if expected.length is not None and len(items) != expected.length:
        findings.error(node.place, f"must have {expected.length} items, not {len(items)}")
        return None
    if expected.of is None:
        return node
    inner = expected.of
    right = tuple(n for n in (checked(item, inner, findings) for item in items) if n is not None)
    if expected.length is not None and len(right) != expected.length:
        return None
    return Node(right, node.place)


def _mapping(
    node: Node, pairs: Mapping[str, Node], expected: SchemaType, findings: Findings
) -> Node:
    if expected.of is None:
        return node
    right: dict[str, Node] = {}
    for name, child in pairs.items():
        if not name.strip():
            findings.error(child.place, "a name must not be empty")
            continue
        if expected.pattern is not None and not re.fullmatch(expected.pattern, name):
            findings.error(child.place, f"the name '{name}' must be {expected.pattern_help}")
            continue
        right[name] = checked(child, expected.of, findings) or Node(None, child.place)
    return Node(right, node.place)


def _record(
    node: Node, pairs: Mapping[str, Node], expected: SchemaType, findings: Findings
) -> Node:
    right: dict[str, Node] = {}
    meant: set[str] = set()
    for name, child in pairs.items():
        inner = expected.keys.get(name)
        if inner is None:
            place = Location(child.place.file, child.place.row, child.place.column)
            findings.error(place, f"unknown key '{name}'{did_you_mean(name, expected.keys)}")
            meant |= {closest(name, expected.keys)}
            continue
        if inner.is_retired:
            findings.warn(child.place, f"the key '{name}' no longer does anything; remove it")
            continue
        right[name] = checked(child, inner, findings) or Node(None, child.place)
    for name, inner in expected.keys.items():
        if inner.required and name not in pairs and name not in meant:
            findings.error(node.place, f"the key '{name}' is missing")
    given = [name for name in expected.exactly_one if name in pairs]
    if expected.exactly_one and not given and not meant & set(expected.exactly_one):
        findings.error(
            node.place, f"one of these keys is needed: {', '.join(expected.exactly_one)}"
        )
    _drop_excluded(right, given, expected, findings)
    return Node(right, node.place)


def _drop_excluded(
    right: dict[str, Node], given: list[str], expected: SchemaType, findings: Findings
) -> None:
    """Keep only what may accompany the first of the mutually exclusive keys."""
    for name in given[1:]:
        findings.error(
            right.pop(name).place, f"'{name}' cannot be combined with '{given[0]}'; remove one"
        )
    for name in expected.excluded_by(given[0]) if given else ():
        if name in right:
            findings.error(
                right.pop(name).place, f"'{name}' has no effect with '{given[0]}'; remove it"
            )


class Fields:
    """The values of a checked mapping by key; a missing or wrong value becomes the default."""

    __slots__ = ("_pairs", "place")

    def __init__(self, node: Node) -> None:
        self.place = node.place
        self._pairs = node.value if isinstance(node.value, Mapping) else {}

    def __contains__(self, key: str) -> bool:
        return key in self._pairs

    def node(self, key: str) -> Node | None:
        return self._pairs.get(key)

    def place_of(self, key: str) -> Location:
        node = self._pairs.get(key)
        return self.place if node is None else node.place

    def text(self, key: str, default: str = "") -> str:
        node = self._pairs.get(key)
        return node.value if node is not None and isinstance(node.value, str) else default

    def number(self, key: str, default: float) -> float:
        node = self._pairs.get(key)
        return node.value if node is not None and isinstance(node.value, int | float) else default

    def flag(self, key: str, *, default: bool = False) -> bool:
        node = self._pairs.get(key)
        return node.value if node is not None and isinstance(node.value, bool) else default

    def items(self, key: str) -> tuple[Node, ...]:
        node = self._pairs.get(key)
        return node.value if node is not None and isinstance(node.value, tuple) else ()

    def mapping(self, key: str) -> Mapping[str, Node]:
        node = self._pairs.get(key)
        return node.value if node is not None and isinstance(node.value, Mapping) else {}
