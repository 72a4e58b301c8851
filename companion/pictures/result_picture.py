"""Draw the result of a game as a picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.pictures.shapes import CREAM, seat_mark
from companion.pictures.typesetter import Typesetter, fitted
from printgen.frame import Frame, Item, Path, Text
from printgen.geometry import rectangle
from printgen.ink import BLACK, Color

RESULT: Final = (120.0, 120.0)
NAVY: Final = Color(18, 57, 79)
GOLD: Final = Color(240, 199, 90)
SEAT_INKS: Final = {
    "red": Color(209, 58, 42),
    "blue": Color(47, 116, 192),
    "green": Color(47, 143, 78),
    "yellow": Color(199, 154, 8),
    "purple": Color(138, 91, 194),
    "black": Color(60, 60, 60),
    "pink": Color(214, 95, 158),
    "orange": Color(207, 116, 16),
    "white": Color(132, 140, 146),
}


class RankingRow(Struct, frozen=True):
    """One row of a ranking, with texts in the reader's language."""

    place: int
    name: str
    colour: str
    points: str
    why: str


def result_picture(
    title: str, heading: str, ranking: Sequence[RankingRow], credit: str, typesetter: Typesetter
) -> Frame:
    """A square picture of the ranking, to share."""
    width, height = RESULT
    items: list[Item] = [
        Path(rectangle(0, 0, width, height), CREAM),
        Path(rectangle(0, 0, width, 24), NAVY),
        _ink(fitted(typesetter, 8, 12, title, 15, width - 16, bold=True), CREAM),
        _ink(fitted(typesetter, 8, 19, heading, 9, width - 16), GOLD),
    ]
    step = min(15.0, 82.0 / max(1, len(ranking)))
    size_pt = 15 if step > 12 else 12
    for index, row in enumerate(ranking):
        y = 24 + step * (index + 0.72)
        if row.place == 1:
            items.append(Path(rectangle(5, y - step * 0.62, width - 10, step * 0.92, 3), GOLD))
        items.append(typesetter.line(9, y, f"{row.place}", size_pt, bold=True))
        ink = SEAT_INKS.get(row.colour, BLACK)
        items.append(Path(seat_mark(row.colour, 22, y - 1.8, 6), ink))
        items.append(fitted(typesetter, 29, y, row.name, size_pt, 62, bold=row.place == 1))
        if row.points:
            points = typesetter.line(0, y, row.points, size_pt, bold=True)
            items.append(
                typesetter.line(width - 9 - points.width, y, row.points, size_pt, bold=True)
            )
        if row.why:
            items.append(fitted(typesetter, 29, y + step * 0.24, row.why, 6.5, width - 40))
    items.append(fitted(typesetter, 8, height - 5, credit, 6, width - 16))
    return Frame(title, width, height, tuple(items))


def _ink(line: Text, ink: Color) -> Text:
    return replace(line, fill=ink)
