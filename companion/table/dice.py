"""Takes dice that were thrown, gives the table on which they are counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.table.model import Refused, Table

NUMBERED_DIE: Final = re.compile("d([2-9]|[1-9][0-9]|[1-9][0-9]{2}|1000)")


def faces_of(table: Table, die: str) -> tuple[str, ...]:
    """The faces of one of the game's dice, or of any numbered die: d7 has seven."""
    faces = _known_faces(table, die)
    if not faces:
        raise Refused("this game has no die '{die}'", die=die)
    return faces


def _known_faces(table: Table, die: str) -> tuple[str, ...]:
    numbered = NUMBERED_DIE.fullmatch(die)
    if die in table.dice or numbered is None:
        return table.dice.get(die, ())
    return tuple(str(number + 1) for number in range(int(numbered[1])))


def counted(table: Table, die: str, faces: Iterable[str]) -> Table:
    """The table that has seen these faces come up."""
    came = Counter(faces)
    if not came:
        return table
    counts = Counter(table.thrown.get(die, {})) + came
    return replace(table, thrown={**table.thrown, die: counts})


def counted_in_play(table: Table, thrown: Iterable[tuple[str, int]]) -> Table:
    """The table after a move by the game's rules, which name a face by its place on the die.

    A die that the table does not have is not counted: no move and no record depends on a chart.
    """
    for die, face in thrown:
        table = counted(table, die, _known_faces(table, die)[face : face + 1])
    return table
