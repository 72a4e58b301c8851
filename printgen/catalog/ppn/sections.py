"""Split a PPN file into games, and each game into its metadata and its movetext."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Section(NamedTuple):
    """One game of a file as text, with the rows in which it and its two parts start."""

    header_row: int
    metadata: list[str]
    metadata_row: int
    movetext: list[str]
    movetext_row: int


def split_games(text: str) -> list[Section]:
    """Return the games of a file. A game starts at a line that begins with `---`; the first may
    do without."""
    lines = text.splitlines()
    starts = [index for index, line in enumerate(lines) if line.startswith("---")]
    if not starts or any(line.strip() for line in lines[: starts[0]]):
        starts.insert(0, 0)
    ends = [*starts[1:], len(lines)]
    return [
        split_metadata(lines[start:end], start + 1) for start, end in zip(starts, ends, strict=True)
    ]


def split_metadata(lines: Sequence[str], row: int) -> Section:
    """Split a game that starts in `row` after its metadata: at a line that begins with `...`, else
    at the first empty line."""
    first = 1 if lines and lines[0].startswith("---") else 0
    for ends in (lambda line: line.startswith("..."), lambda line: not line.strip()):
        for index in range(first, len(lines)):
            if ends(lines[index]):
                return Section(
                    row,
                    list(lines[first:index]),
                    row + first,
                    list(lines[index + 1 :]),
                    row + index + 1,
                )
    return Section(row, [], row, list(lines[first:]), row + first)
