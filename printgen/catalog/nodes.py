"""Read YAML files into nodes with locations, within limits on size and depth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from msgspec import Struct

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text
from printgen.catalog.model import Node, Scalar
from printgen.errors import Findings, Location, did_you_mean
from printgen.limits import YAML_BYTES, YAML_DEPTH, YAML_DIGITS, YAML_NODES

if TYPE_CHECKING:
    from collections.abc import Iterator


# The YAML 1.2 core schema, by which `no`, `on` and `1:30` are text.
_NULLS: Final = frozenset(("", "~", "null", "Null", "NULL"))
_FLAGS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def read_yaml(file: Path, display_name: str, findings: Findings) -> Node | None:
    """Return the file's single document, or None if unusable; mistakes are in `findings`."""
    try:
        text = read_text(file, YAML_BYTES)
    except Fault as fault:
        findings.error(Location(display_name, fault.row), str(fault))
        return None
    return parse_yaml(text, display_name, findings)


def _colon_hint(text: str, place: Location) -> str:
    """Return a hint for the most frequent mistake: text that contains a colon."""
    row, column = place.row, place.column
    if not isinstance(row, int) or not isinstance(column, int):
        return ""
    rest = "".join(text.splitlines()[row - 1 : row])[column - 1 :]
    return " (put a text that contains ': ' in quotes)" if rest.startswith(": ") else ""


def parse_yaml(text: str, display_name: str, findings: Findings) -> Node | None:
    import yaml

    builder = _Builder(display_name, findings)
    try:
        return builder.document(yaml.parse(text, Loader=getattr(yaml, "CLoader", yaml.Loader)))
    except _Stop:
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (
            Location(display_name, mark.line + 1, mark.column + 1)
            if mark
            else Location(display_name)
        )
        hint = _colon_hint(text, place)
        findings.error(place, f"this is not valid YAML: {error.problem or error.context}{hint}")
    except yaml.reader.ReaderError as error:
        before = text.encode()[: error.position].decode(errors="ignore")
        findings.error(
            Location(display_name, before.count("\n") + 1),
            f"YAML does not allow a character of this row: {error.reason}; remove it",
        )
    return None


class _Stop(Exception):
    """Stop reading: going on would be useless or unsafe. The reason is in the findings."""


class _Anchor(Struct, frozen=True):
    node: Node
    values: int
    height: int


class _OpenCollection:
    """A list or mapping whose end has not been read yet."""

    __slots__ = ("anchor", "before", "height", "items", "key", "pairs", "place")

    def __init__(self, place: Location, anchor: str | None, before: int, *, mapping: bool) -> None:
        self.place = place
        self.anchor = anchor
        self.before = before
        self.height = 1
        self.items: list[Node] = []
        self.pairs: dict[str, Node] | None = {} if mapping else None
        self.key: tuple[str | None, Location] | None = None

    def needs_key(self) -> bool:
        return self.pairs is not None and self.key is None


class _Builder:
    def __init__(self, display_name: str, findings: Findings) -> None:
        self._display_name = display_name
        self._findings = findings
        self._stack: list[_OpenCollection] = []
        self._anchors: dict[str, _Anchor | None] = {}
        self._count = 0
        self._root: Node | None = None

    def document(self, events: Iterator[Any]) -> Node | None:
        for event in events:
            match type(event).__name__:
                case "ScalarEvent":
                    self._scalar(event)
                case "MappingStartEvent":
                    self._start(event, mapping=True)
                case "SequenceStartEvent":
                    self._start(event, mapping=False)
                case "MappingEndEvent" | "SequenceEndEvent":
                    self._end()
                case "AliasEvent":
                    self._alias(event)
                case "DocumentStartEvent" if self._root is not None:
                    self._stop(
                        self._place(event), "a file must hold only one document; remove the '---'"
                    )
        if self._root is None:
            self._findings.error(
                Location(self._display_name), "the file contains nothing but comments"
            )
        return self._root

    def _place(self, event: Any) -> Location:
        """Return the location of an event; a value under a key has the location of its key."""
        mark = event.start_mark
        if self._stack:
            top = self._stack[-1]
            if top.key is not None:
                return top.key[1]
            return Location(self._display_name, mark.line + 1, mark.column + 1, top.place.field)
        return Location(self._display_name, mark.line + 1, mark.column + 1)

    def _stop(self, place: Location, message: str) -> NoReturn:
        self._findings.error(place, message)
        raise _Stop

    def _add_to_count(self, count: int, place: Location) -> None:
        self._count += count
        if self._count > YAML_NODES:
            self._stop(
                place,
                f"the file grows to more than {YAML_NODES} values once its aliases (*name) are"
                " followed; write less, or use fewer aliases",
            )

    def _check_depth(self, levels: int, place: Location) -> None:
        if levels > YAML_DEPTH:
            self._stop(place, f"the file is nested more than {YAML_DEPTH} levels deep; simplify it")

    def _check_tag(self, event: Any, place: Location) -> None:
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._findings.error(place, f"the tag '{tag}' is not allowed; remove it")

    def _scalar(self, event: Any) -> None:
        place = self._place(event)
        self._check_tag(event, place)
        self._add_to_count(1, place)
        value: Scalar = event.value
        if event.implicit[0]:
            try:
                value = core_scalar(event.value)
            except Fault as fault:
                self._findings.error(place, str(fault))
        if self._stack and self._stack[-1].needs_key():
            self._open_key(value, event)
            return
        self._put(Node(value, place), 1, 1, event.anchor)

    def _open_key(self, value: Scalar, event: Any) -> None:
        top = self._stack[-1]
        mark = event.start_mark
        place = Location(self._display_name, mark.line + 1, mark.column + 1, event.value)
        name: str | None = None
        if not isinstance(value, str):
            shown = event.value or "(nothing)"
            self._findings.error(
                place, f"the key {shown} is not text; put it in quotes: '{event.value}'"
            )
        elif value == "<<":
            self._findings.error(place, "merge keys ('<<') are not supported; write the keys out")
        elif top.pairs is not None and value in top.pairs:
            first = top.pairs[value].place.row
            self._findings.error(place, f"the key '{value}' is already in row {first}; remove one")
        else:
            name = value
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(Node(value, place), 1, 1)
        top.key = (name, place)

    def _start(self, event: Any, *, mapping: bool) -> None:
        place = self._place(event)
        self._check_tag(event, place)
        if self._stack and self._stack[-1].needs_key():
            self._stop(place, "a key must be plain text, not a list or a mapping")
        self._add_to_count(1, place)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._stack.append(_OpenCollection(place, event.anchor, self._count, mapping=mapping))
        self._check_depth(len(self._stack), place)

    def _end(self) -> None:
        top = self._stack.pop()
        value = tuple(top.items) if top.pairs is None else top.pairs
        count = self._count - top.before + 1
        self._put(Node(value, top.place), count, top.height, top.anchor)

    def _alias(self, event: Any) -> None:
        place = self._place(event)
        if event.anchor not in self._anchors:
            known = did_you_mean(event.anchor, self._anchors)
            self._stop(place, f"the alias '*{event.anchor}' names nothing{known}")
        anchor = self._anchors[event.anchor]
        if anchor is None:
            self._stop(place, f"the anchor '&{event.anchor}' contains itself; remove the alias")
        if self._stack and self._stack[-1].needs_key():
            self._stop(place, "a key must be plain text, not an alias")
        self._add_to_count(anchor.values, place)
        self._check_depth(len(self._stack) + anchor.height, place)
        self._put(anchor.node, anchor.values, anchor.height, None)

    def _put(self, node: Node, count: int, height: int, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = _Anchor(node, count, height)
        if not self._stack:
            self._root = node
            return
        top = self._stack[-1]
        top.height = max(top.height, height + 1)
        if top.pairs is None:
            top.items.append(node)
        elif top.key is not None:
            if top.key[0] is not None:
                top.pairs[top.key[0]] = node
            top.key = None


def core_scalar(text: str) -> Scalar:
    """Return the value of an unquoted scalar by the YAML 1.2 core schema."""
    if text in _NULLS:
        return None
    if text in _FLAGS:
        return _FLAGS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        if len(text) > YAML_DIGITS:
            raise Fault(f"the number has more than {YAML_DIGITS} digits; put it in quotes")
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    if _FLOAT.fullmatch(text):
        value = float(text)
        if abs(value) == float("inf"):
            raise Fault("the number is too large; put it in quotes if it is meant as text")
        return value
    return text
