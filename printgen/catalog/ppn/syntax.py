"""Split a PPN file into move numbers and moves, each with its location."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from printgen.catalog.model import Node
from printgen.catalog.nodes import parse_yaml
from printgen.errors import Findings, Location

_ELEMENT: Final = re.compile(r"\{[^}]*\}(?=\s|$)|\S+")


class PpnElement(NamedTuple):
    text: str
    place: Location


class _PpnFile(NamedTuple):
    """The two parts of a file, each with the row in which it starts."""

    metadata: list[str]
    metadata_row: int
    movetext: list[str]
    movetext_row: int


def read_elements(text: str, display_name: str, findings: Findings) -> Iterator[PpnElement]:
    """Check the metadata and yield the elements of the movetext, without comments."""
    game = _split(text)
    _check_metadata(game, display_name, findings)
    return _elements(game, display_name, findings)


def _split(text: str) -> _PpnFile:
    """Split the file after the metadata: at a line with `...`, else at the first empty line."""
    lines = text.splitlines()
    first = 1 if lines and lines[0].startswith("---") else 0
    later = [index for index in range(first, len(lines)) if lines[index].startswith("---")]
    last = later[0] if later else len(lines)
    for ends in (lambda line: line.startswith("..."), lambda line: not line.strip()):
        for index in range(first, last):
            if ends(lines[index]):
                return _PpnFile(lines[first:index], first + 1, lines[index + 1 :], index + 2)
    return _PpnFile([], 1, lines[first:], first + 1)


def _check_metadata(game: _PpnFile, display_name: str, findings: Findings) -> None:
    if not any(line.strip() for line in game.metadata):
        return
    # Empty lines in front keep the row numbers of the file.
    text = "\n" * (game.metadata_row - 1) + "\n".join(game.metadata) + "\n"
    node = parse_yaml(text, display_name, findings)
    if node is None or node.value is None:
        return
    if not isinstance(node.value, Mapping):
        findings.error(
            node.place,
            "the metadata must be 'key: value' lines; begin them with '---', end them with '...'",
        )
        return
    _check_setup(node.value, findings)
    if "Macros" in node.value:
        findings.error(node.value["Macros"].place, "macros are not supported; write the pieces out")
    parser = node.value.get("MovetextParser")
    if parser is not None and str(parser.value).lower() != "default":
        findings.error(parser.place, "only the default movetext is supported; remove this key")
    for key in ("ScalingFactor", "scale_factor"):
        if key in node.value:
            findings.error(
                node.value[key].place, "scales are not supported; write places in inches"
            )


def _check_setup(metadata: Mapping[str, Node], findings: Findings) -> None:
    setup = metadata.get("SetUp") or metadata.get("GameType")
    if setup is None or str(setup.value).lower() in ("none", ""):
        return
    name = f" '{setup.value}'" if isinstance(setup.value, str) else ""
    findings.error(
        setup.place,
        f"the set-up{name} is not supported; write 'SetUp: None' and place every piece",
    )


def _elements(game: _PpnFile, display_name: str, findings: Findings) -> Iterator[PpnElement]:
    """Yield move numbers and moves, without comments; `;` stands for a period of its own."""
    movetext = list(game.movetext)
    for index, line in enumerate(movetext):
        if line.startswith(("---", "...")):
            what = "another game" if line.startswith("---") else "the end of metadata"
            findings.error(
                Location(display_name, game.movetext_row + index),
                f"'{line[:3]}' starts {what}, but a layout is one game with one header",
            )
            del movetext[index:]
            break
    text = "\n".join(movetext)
    row, start = game.movetext_row, 0
    for match in _ELEMENT.finditer(text):
        row += text.count("\n", start, match.start())
        start = match.start()
        place = Location(display_name, row, match.start() - text.rfind("\n", 0, match.start()))
        element = match[0]
        if element.startswith("{") and element.endswith("}"):
            if "{" in element[1:]:
                findings.error(place, "a comment contains a brace; comments cannot be nested")
            continue
        parts = element.split(";")
        for index, part in enumerate(parts):
            if index:
                yield PpnElement(".", place)
            if part:
                yield PpnElement(part, place)
