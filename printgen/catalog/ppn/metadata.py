"""Read the metadata of a PPN game: free keys, and the few that say how it is read.

`SetUp` or else `GameType` names what is on the table at the start, `MovetextParser` the kind of
movetext and its scale, `Macros` abbreviations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.model import Node
from printgen.catalog.nodes import parse_yaml
from printgen.catalog.ppn.dialect import PARSERS, Dialect
from printgen.catalog.ppn.names import normal_name
from printgen.catalog.ppn.sections import Section
from printgen.errors import Findings, Location, did_you_mean

_SCALE_NAMES: Final = ("scale_factor", "scaling_factor", "scale")
_CELL_WIDTHS: Final = (1, 2)


class SetupRequest(Struct, frozen=True):
    """The setup that a game names, with its arguments by their normal names."""

    name: str
    place: Location
    system: str = ""
    arguments: Mapping[str, str] = {}


class Metadata(Struct, frozen=True):
    """`scale` is None unless the game itself says it; `values` are all keys as plain values."""

    values: Mapping[str, Any] = {}
    nodes: Mapping[str, Node] = {}
    setup: SetupRequest | None = None
    dialect: Dialect = Dialect()
    scale: float | None = None
    macros: Mapping[str, str] = {}


def read_metadata(section: Section, display_name: str, findings: Findings) -> Metadata | None:
    """Return the metadata of a game, or None if the game cannot be read with them."""
    if not any(line.strip() for line in section.metadata):
        return Metadata()
    # Empty lines in front keep the row numbers of the file.
    text = "\n" * (section.metadata_row - 1) + "\n".join(section.metadata) + "\n"
    errors = len(findings.errors)
    node = parse_yaml(text, display_name, findings)
    if len(findings.errors) > errors:
        return None
    if node is None or node.value is None:
        return Metadata()
    if not isinstance(node.value, Mapping):
        findings.error(
            node.place,
            "the metadata must be 'key: value' lines; begin them with '---', end them with '...'",
        )
        return None
    keys = node.value
    try:
        dialect, scale = _dialect(keys.get("MovetextParser"))
        return Metadata(
            values={key: plain(value) for key, value in keys.items()},
            nodes=keys,
            setup=_setup(keys),
            dialect=dialect,
            scale=scale,
            macros=_macros(keys.get("Macros")),
        )
    except _Misplaced as fault:
        findings.error(fault.place, str(fault))
        return None


class _Misplaced(Fault):
    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.place = node.place


def plain(node: Node) -> Any:
    """Return a value without its locations."""
    if isinstance(node.value, Mapping):
        return {key: plain(value) for key, value in node.value.items()}
    if isinstance(node.value, tuple):
        return [plain(value) for value in node.value]
    return node.value


def _setup(keys: Mapping[str, Node]) -> SetupRequest | None:
    for key in ("SetUp", "GameType"):
        node = keys.get(key)
        if node is None or node.value is None:
            continue
        values = _fields(node, key)
        name, system = values.pop("name", ""), values.pop("system", "")
        return (
            None if name.lower() in ("none", "") else SetupRequest(name, node.place, system, values)
        )
    return None


def _fields(node: Node, key: str) -> dict[str, str]:
    """Return a name, or a mapping with a name and more, as texts by their normal names."""
    if isinstance(node.value, Mapping):
        values = {normal_name(name): plain(value) for name, value in node.value.items()}
        wrong = [name for name, value in values.items() if isinstance(value, dict | list)]
        if wrong or not values.get("name"):
            raise _Misplaced(node, f"'{key}' must be a name, or a mapping with Name and arguments")
        return {name: str(value) for name, value in values.items() if value is not None}
    if isinstance(node.value, tuple):
        raise _Misplaced(node, f"'{key}' must be a name, or a mapping with Name and arguments")
    return {"name": str(node.value)}


def _dialect(node: Node | None) -> tuple[Dialect, float | None]:
    if node is None or node.value is None:
        return Dialect(), None
    values = _fields(node, "MovetextParser")
    name = values.pop("name")
    parser = normal_name(name)
    if parser not in PARSERS:
        raise _Misplaced(
            node,
            f"the movetext is for another program's parser '{name}', so it cannot be"
            f" read{did_you_mean(parser, PARSERS)}",
        )
    dialect, scale = PARSERS[parser], None
    for key, value in values.items():
        number = _positive(node, key, value)
        if key in _SCALE_NAMES:
            scale = number
        elif key == "cell_width" and number in _CELL_WIDTHS and dialect.system[:2] == "ch":
            width = int(number)
            dialect = replace(dialect, checkers=f"checkers{width}", chess=f"chess{width}")
        else:
            known = did_you_mean(key, ("scale_factor", "cell_width"))
            raise _Misplaced(node, f"the parser '{name}' has no setting '{key}: {value}'{known}")
    return dialect, scale


def _positive(node: Node, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise _Misplaced(node, f"'{key}' must be a number above 0, not '{value}'")
    return number


def _macros(node: Node | None) -> dict[str, str]:
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, Mapping):
        raise _Misplaced(node, "'Macros' must be a mapping from names to texts")
    for name, value in node.value.items():
        if isinstance(value.value, Mapping | tuple):
            raise _Misplaced(value, f"the macro '{name}' must be a text")
    return {name: str(plain(value)) for name, value in node.value.items()}
