"""The dice of a table: their faces, their names, and how often each face came up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.language.messages import Message, Refused, say
from companion.table.model import Table

Counts = Mapping[str, Mapping[str, int]]

NUMBERED_DIE: Final = re.compile("d([2-9]|[1-9][0-9]|[1-9][0-9]{2}|1000)")

COIN: Final = "coin"
SIDES: Final = {"heads": say("heads"), "tails": say("tails")}


def name_die(die: str) -> str | Message:
    """The name of a standard die in the reader's language, or of a game's die as in its data."""
    if NUMBERED_DIE.fullmatch(die):
        return say("d{sides}", sides=die.removeprefix("d"))
    return say("coin") if die == COIN else die


def name_face(die: str, face: str) -> str | Message:
    return SIDES.get(face, face) if die == COIN else face


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


def count_faces(before: Counts, die: str, faces: Sequence[str]) -> Counts:
    """The counts once these faces have come up as well."""
    if not faces:
        return before
    counts = dict(before.get(die, {}))
    for face in faces:
        counts[face] = counts.get(face, 0) + 1
    return {**before, die: counts}


def add_counts(own: Counts, before: Counts, after: Counts) -> Counts:
    """The counts `own` with what came up between `before` and `after`."""
    counts = {die: dict(faces) for die, faces in own.items()}
    for die, faces in after.items():
        known = before.get(die, {})
        for face, count in faces.items():
            if count != known.get(face, 0):
                mine = counts.setdefault(die, {})
                mine[face] = mine.get(face, 0) + count - known.get(face, 0)
    return counts


def count_dice_of_play(table: Table, rolled: Iterable[tuple[str, int]]) -> Table:
    """The table after a move by the game's rules, which name a face by its place on the die.

    A die that the table does not have is not counted: no move and no record depends on a chart.
    """
    counts = table.face_counts
    for die, face in rolled:
        counts = count_faces(counts, die, _known_faces(table, die)[face : face + 1])
    return replace(table, face_counts=counts)
