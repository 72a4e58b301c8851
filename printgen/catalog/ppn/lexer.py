"""Split movetext into numbered moves: comments are set apart, brace lists written out.

A brace list is written out before semicolons are read, as the reference program does: in
`S@{a1,b1};` each of the two drops is a move of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.errors import Findings, Location
from printgen.limits import PPN_PIECES

_ELEMENT: Final = re.compile(r"\{[^}]*\}(?=\s|$)|\S+")
_MOVE_NUMBER: Final = re.compile(r"[\w.]*\.")
_ESCAPED: Final = re.compile(r"\\([.,{}])")


class Element(NamedTuple):
    """A move number, a move or a comment (in braces), and where it is."""

    text: str
    place: Location


class NumberedMove(NamedTuple):
    """A move of the game: everything from one move number to the next. What comes before the first
    number has an empty one."""

    number: str
    parts: tuple[Element, ...]
    comment: str
    place: Location


def read_moves(
    lines: Sequence[str], row: int, display_name: str, findings: Findings
) -> tuple[NumberedMove, ...]:
    """Return the moves of a movetext that starts in `row`; mistakes are in `findings`."""
    moves: list[NumberedMove] = []
    number = ""
    parts: list[Element] = []
    comments: list[str] = []
    place = Location(display_name, row)
    numbers: set[str] = set()

    def finish() -> None:
        if moves or number or parts or comments:
            moves.append(NumberedMove(number, tuple(parts), " ".join(comments), place))

    for element in read_elements(lines, row, display_name, findings):
        if is_comment(element.text):
            comments.append(" ".join(element.text[1:-1].split()))
        elif is_number(element.text):
            finish()
            number = number + "." if element.text == "." else element.text
            parts, comments, place = [], [], element.place
            if number in numbers:
                findings.warn(element.place, f"the move number '{number}' is used twice")
            numbers.add(number)
        else:
            parts.append(element)
    finish()
    return tuple(moves)


def is_number(text: str) -> bool:
    return _MOVE_NUMBER.fullmatch(text) is not None


def is_comment(text: str) -> bool:
    return text.startswith("{") and text.endswith("}")


def read_elements(
    lines: Sequence[str], row: int, display_name: str, findings: Findings
) -> Iterator[Element]:
    """Yield move numbers, moves and comments; `;` stands for a period of its own."""
    text = "\n".join(lines)
    start = 0
    for match in _ELEMENT.finditer(text):
        row += text.count("\n", start, match.start())
        start = match.start()
        place = Location(display_name, row, match.start() - text.rfind("\n", 0, match.start()))
        if is_comment(match[0]):
            if "{" in match[0][1:]:
                findings.error(place, "a comment contains a brace; comments cannot be nested")
            else:
                yield Element(match[0], place)
            continue
        try:
            expanded = expand_braces(match[0])
        except Fault as fault:
            findings.error(place, str(fault))
            continue
        for each in expanded:
            for index, part in enumerate(each.split(";")):
                if index:
                    yield Element(".", place)
                if part:
                    yield Element(part, place)


def expand_braces(text: str) -> list[str]:
    """Return what an element stands for: `t@{b,d}{2..6..2}` is six of them."""
    if "{" not in text and "}" not in text:
        return [text]
    import bracex

    try:
        # Braces after a dollar sign are text in shells, but not in PPN.
        shown: list[str] = bracex.expand(
            text.replace("${", "$\0{"), keep_escapes=True, limit=PPN_PIECES
        )
    except bracex.ExpansionLimitException:
        raise Fault(f"'{shorten(text)}' stands for more than {PPN_PIECES} moves") from None
    expanded = [_ESCAPED.sub(r"\1", each.replace("\0", "")) for each in shown]
    if any("{" in each or "}" in each for each in expanded):
        raise Fault(
            f"'{shorten(text)}' has braces that are not a list such as {{a,c}} or {{1..8..2}};"
            " put spaces on both sides of a comment"
        )
    return expanded
