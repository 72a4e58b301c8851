"""Takes a Node and the shape it should have, gives what of it is right and names the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

from printgen.catalog.model import Node
from printgen.errors import Findings, Place, closest, did_you_mean

Kind = Literal[
    "text", "whole", "number", "flag", "choice", "list", "names", "keys", "either", "anything"
]


class Shape(Struct, frozen=True):
    """What a piece of YAML may be. Readers and the JSON Schema for editors share it.

    `names` serves choice, `keys` serves keys, `of` is the inside of list and names (a mapping
    with free names), `options` serves either; `required` counts inside keys, of which `one_key`
    names those that exclude each other: one of them must be there. `beside` names, for each of
    those, the keys that go with it; keys that go with none of them go with all.
    """

    kind: Kind
    help: str = ""
    required: bool = False
    names: tuple[str, ...] = ()
    keys: Mapping[str, Shape] = field(default_factory=dict)
    one_key: tuple[str, ...] = ()
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of: Shape | None = None
    options: tuple[Shape, ...] = ()
    length: int | None = None
    at_least: float | None = None
    more_than: float | None = None
    at_most: float | None = None
    pattern: str | None = None
    pattern_help: str = ""

    def apart(self, name: str) -> tuple[str, ...]:
        """The keys that mean nothing beside this one of the `one_key`s."""
        bound = dict.fromkeys(key for keys in self.beside.values() for key in keys)
        return tuple(key for key in bound if key not in self.beside.get(name, bound))


_WORDS: Final[Mapping[Kind, str]] = {
    "text": "text",
    "whole": "a whole number",
    "number": "a number",
    "flag": "true or false",
    "choice": "a word",
    "list": "a list",
    "names": "a mapping",
    "keys": "a mapping",
    "either": "something else",
    "anything": "anything",
}


def checked(node: Node, shape: Shape, findings: Findings) -> Node | None:
    """The node without its wrong parts, or None; what is wrong is in `findings`.

    A wrong value in a mapping becomes an empty node: its name is known, so nobody who uses
    the name is blamed for it.
    """
    if shape.kind == "anything":
        return node
    if shape.kind == "either":
        return _either(node, shape, findings)
    if not _is_kind(node, shape.kind):
        findings.error(
            node.place, f"must be {_wanted(shape)}, not {found(node)}{_hint(node, shape)}"
        )
        return None
    match node.value:
        case tuple():
            return _list(node, node.value, shape, findings)
        case Mapping() if shape.kind == "keys":
            return _keys(node, node.value, shape, findings)
        case Mapping():
            return _names(node, node.value, shape, findings)
        case str():
            return _text(node, node.value, shape, findings)
        case int() | float() if shape.kind != "flag":
            return _number(node, node.value, shape, findings)
    return node


def _is_kind(node: Node, kind: Kind) -> bool:
    value = node.value
    match kind:
        case "text" | "choice":
            return isinstance(value, str)
        case "flag":
            return isinstance(value, bool)
        case "whole":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "list":
            return isinstance(value, tuple)
        case _:
            return isinstance(value, Mapping)


def found(node: Node) -> str:
    """What a node is, as a person would call it."""
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


def _wanted(shape: Shape) -> str:
    if shape.kind == "choice":
        return "one of " + ", ".join(shape.names)
    return _WORDS[shape.kind]


def _hint(node: Node, shape: Shape) -> str:
    if shape.kind == "text" and isinstance(node.value, int | float):
        return " (put it in quotes)"
    if shape.kind == "text" and isinstance(node.value, Mapping) and len(node.value) == 1:
        return " (put a text that holds ': ' in quotes)"
    if shape.kind == "flag" and node.value in ("yes", "no", "on", "off"):
        return f" (write {'true' if node.value in ('yes', 'on') else 'false'})"
    return ""


def _either(node: Node, shape: Shape, findings: Findings) -> Node | None:
    for option in shape.options:
        if _is_kind(node, option.kind):
            return checked(node, option, findings)
    wanted = " or ".join(dict.fromkeys(_wanted(option) for option in shape.options))
    findings.error(node.place, f"must be {wanted}, not {found(node)}")
    return None


def _text(node: Node, value: str, shape: Shape, findings: Findings) -> Node | None:
    if shape.kind == "choice":
        if value in shape.names:
            return node
        hint = did_you_mean(value, shape.names)
        findings.error(node.place, f"'{value}' is not one of the choices{hint}")
        return None
    if not value.strip():
        findings.error(node.place, "must not be empty")
        return None
    if shape.pattern is not None and not re.fullmatch(shape.pattern, value):
        findings.error(node.place, f"'{value}' must be {shape.pattern_help}")
        return None
    return node


def _number(node: Node, value: float, shape: Shape, findings: Findings) -> Node | None:
    problem = ""
    if shape.more_than is not None and value <= shape.more_than:
        problem = f"must be more than {shape.more_than:g}"
    elif shape.at_least is not None and value < shape.at_least:
        problem = f"must be at least {shape.at_least:g}"
    elif shape.at_most is not None and value > shape.at_most:
        problem = f"must be at most {shape.at_most:g}"
    if not problem:
        return node
    findings.error(node.place, f"{problem}, not {value:g}")
    return None


def _list(node: Node, items: tuple[Node, ...], shape: Shape, findings: Findings) -> Node | None:
    if shape.length is not None and len(items) != shape.length:
        findings.error(node.place, f"must have {shape.length} items, not {len(items)}")
        return None
    if shape.of is None:
        return node
    inner = shape.of
    right = tuple(n for n in (checked(item, inner, findings) for item in items) if n is not None)
    if shape.length is not None and len(right) != shape.length:
        return None
    return Node(right, node.place)


def _names(node: Node, pairs: Mapping[str, Node], shape: Shape, findings: Findings) -> Node:
    if shape.of is None:
        return node
    right: dict[str, Node] = {}
    for name, child in pairs.items():
        if not name.strip():
            findings.error(child.place, "a name must not be empty")
            continue
        if shape.pattern is not None and not re.fullmatch(shape.pattern, name):
            findings.error(child.place, f"the name '{name}' must be {shape.pattern_help}")
            continue
        right[name] = checked(child, shape.of, findings) or Node(None, child.place)
    return Node(right, node.place)


def _keys(node: Node, pairs: Mapping[str, Node], shape: Shape, findings: Findings) -> Node:
    right: dict[str, Node] = {}
    meant: set[str] = set()
    for name, child in pairs.items():
        wanted = shape.keys.get(name)
        if wanted is None:
            place = Place(child.place.file, child.place.row, child.place.column)
            findings.error(place, f"unknown key '{name}'{did_you_mean(name, shape.keys)}")
            meant |= {closest(name, shape.keys)}
            continue
        right[name] = checked(child, wanted, findings) or Node(None, child.place)
    for name, wanted in shape.keys.items():
        if wanted.required and name not in pairs and name not in meant:
            findings.error(node.place, f"the key '{name}' is missing")
    given = [name for name in shape.one_key if name in pairs]
    if shape.one_key and not given and not meant & set(shape.one_key):
        findings.error(node.place, f"one of these keys is needed: {', '.join(shape.one_key)}")
    _drop_strangers(right, given, shape, findings)
    return Node(right, node.place)


def _drop_strangers(
    right: dict[str, Node], given: list[str], shape: Shape, findings: Findings
) -> None:
    """Leaves only what goes with the first of the keys that exclude each other."""
    for name in given[1:]:
        findings.error(right.pop(name).place, f"'{name}' cannot stand beside '{given[0]}'")
    for name in shape.apart(given[0]) if given else ():
        if name in right:
            findings.error(right.pop(name).place, f"'{name}' means nothing beside '{given[0]}'")


class Fields:
    """A checked mapping, read key by key; an absent or wrong value gives the default."""

    __slots__ = ("_pairs", "place")

    def __init__(self, node: Node) -> None:
        self.place = node.place
        self._pairs = node.value if isinstance(node.value, Mapping) else {}

    def __contains__(self, key: str) -> bool:
        return key in self._pairs

    def node(self, key: str) -> Node | None:
        return self._pairs.get(key)

    def place_of(self, key: str) -> Place:
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

    def names(self, key: str) -> Mapping[str, Node]:
        node = self._pairs.get(key)
        return node.value if node is not None and isinstance(node.value, Mapping) else {}
