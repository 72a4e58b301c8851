"""Takes the text of a PPN file, gives its move numbers and moves, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from printgen.catalog.model import Node
from printgen.catalog.nodes import parse_yaml
from printgen.errors import Findings, Place

_ELEMENT: Final = re.compile(r"\{[^}]*\}(?=\s|$)|\S+")


class Element(NamedTuple):
    text: str
    place: Place


class _Game(NamedTuple):
    """The two parts of a file, each with the row it starts in."""

    metadata: list[str]
    metadata_row: int
    movetext: list[str]
    movetext_row: int


def read_elements(text: str, shown: str, findings: Findings) -> Iterator[Element]:
    """Looks at the metadata, then gives what stands in the movetext, without comments."""
    game = _framed(text)
    _check_metadata(game, shown, findings)
    return _elements(game, shown, findings)


def _framed(text: str) -> _Game:
    """Metadata end at a line that starts with `...`, else at the first empty line."""
    lines = text.splitlines()
    first = 1 if lines and lines[0].startswith("---") else 0
    later = [index for index in range(first, len(lines)) if lines[index].startswith("---")]
    last = later[0] if later else len(lines)
    for ends in (lambda line: line.startswith("..."), lambda line: not line.strip()):
        for index in range(first, last):
            if ends(lines[index]):
                return _Game(lines[first:index], first + 1, lines[index + 1 :], index + 2)
    return _Game([], 1, lines[first:], first + 1)


def _check_metadata(game: _Game, shown: str, findings: Findings) -> None:
    if not any(line.strip() for line in game.metadata):
        return
    # Empty lines in front keep the rows of the file.
    text = "\n" * (game.metadata_row - 1) + "\n".join(game.metadata) + "\n"
    node = parse_yaml(text, shown, findings)
    if node is None or node.value is None:
        return
    if not isinstance(node.value, Mapping):
        findings.error(
            node.place,
            "the metadata are no 'key: value' lines; begin them with '---', end them with '...'",
        )
        return
    _check_setup(node.value, findings)
    if "Macros" in node.value:
        findings.error(node.value["Macros"].place, "macros are not read; write the pieces out")
    parser = node.value.get("MovetextParser")
    if parser is not None and str(parser.value).lower() != "default":
        findings.error(parser.place, "only the default movetext is read; leave this key out")
    for key in ("ScalingFactor", "scale_factor"):
        if key in node.value:
            findings.error(node.value[key].place, "scales are not read; write places in inches")


def _check_setup(metadata: Mapping[str, Node], findings: Findings) -> None:
    setup = metadata.get("SetUp") or metadata.get("GameType")
    if setup is None or str(setup.value).lower() in ("none", ""):
        return
    name = f" '{setup.value}'" if isinstance(setup.value, str) else ""
    findings.error(
        setup.place,
        f"the set-up{name} lies in other programs; write 'SetUp: None' and place every piece",
    )


def _elements(game: _Game, shown: str, findings: Findings) -> Iterator[Element]:
    """Move numbers and moves, without comments; `;` is a lone period."""
    movetext = list(game.movetext)
    for index, line in enumerate(movetext):
        if line.startswith(("---", "...")):
            what = "another game" if line.startswith("---") else "the end of metadata"
            findings.error(
                Place(shown, game.movetext_row + index),
                f"'{line[:3]}' starts {what}, but a layout is one game with one head",
            )
            del movetext[index:]
            break
    text = "\n".join(movetext)
    row, start = game.movetext_row, 0
    for match in _ELEMENT.finditer(text):
        row += text.count("\n", start, match.start())
        start = match.start()
        place = Place(shown, row, match.start() - text.rfind("\n", 0, match.start()))
        element = match[0]
        if element.startswith("{") and element.endswith("}"):
            if "{" in element[1:]:
                findings.error(place, "a comment holds a brace; comments do not nest")
            continue
        parts = element.split(";")
        for index, part in enumerate(parts):
            if index:
                yield Element(".", place)
            if part:
                yield Element(part, place)
