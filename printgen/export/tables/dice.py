"""Models of dice: a cube whose sides are six cells of one picture."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from printgen.export.png import face_pngs
from printgen.frame import Frame, Use
from printgen.geometry import translate
from printgen.tabletop.model import Piece

COLUMNS: Final = 3
ROWS: Final = 2
TEXTURE_DPI: Final = 400
TTS_TURNS: Final = (
    (0.0, 0.0, 0.0),
    (90.0, 0.0, 0.0),
    (0.0, 0.0, 90.0),
    (0.0, 0.0, -90.0),
    (-90.0, 0.0, 0.0),
    (180.0, 0.0, 0.0),
)
"""How a die of Tabletop Simulator is turned when its first to its sixth side is up. The game has a
left-handed world and mirrors x when it reads a model."""
CORNERS: Final = (
    ((-1, 1, -1), (1, 1, -1), (1, 1, 1), (-1, 1, 1)),  # up
    ((1, 1, -1), (-1, 1, -1), (-1, -1, -1), (1, -1, -1)),  # towards the player
    ((-1, 1, -1), (-1, 1, 1), (-1, -1, 1), (-1, -1, -1)),
    ((1, 1, 1), (1, 1, -1), (1, -1, -1), (1, -1, 1)),
    ((-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)),
    ((-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1)),  # down
)
"""Each side's corners from its top left one, clockwise, as seen from outside."""


def dice_files(pieces: Iterable[Piece]) -> Mapping[str, bytes]:
    """Return the model and the textures of all dice by file name."""
    files: dict[str, bytes] = {}
    for piece in pieces:
        if piece.kind == "die":
            texture, model = die_texture(piece)
            files[texture] = _texture(tuple(side.frame for side in piece.sides))
            files[model] = _model()
    return files


def die_texture(piece: Piece) -> tuple[str, str]:
    """Return the file names of a die's texture and model."""
    data = _texture(tuple(side.frame for side in piece.sides))
    name = piece.row.replace("/", "-")
    return f"{name}-{_digest(data)}.png", f"die-{_digest(_model())}.obj"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]


@lru_cache(maxsize=64)
def _texture(frames: tuple[Frame, ...]) -> bytes:
    edge = frames[0].width
    cells = tuple(
        Use(frame, translate(number % COLUMNS * edge, number // COLUMNS * edge))
        for number, frame in enumerate(frames)
    )
    sheet = Frame("die", COLUMNS * edge, ROWS * edge, cells)
    return face_pngs((sheet,), TEXTURE_DPI)[0]


def _model() -> bytes:
    stream = io.StringIO()
    stream.write("# A die with an edge of 1\n")
    for lines in zip(*(_side(number) for number in range(6)), strict=True):
        stream.writelines(lines)
    for number in range(6):
        first = 4 * number + 1
        # Anticlockwise, as faces are that are seen from outside.
        order = (first, first + 3, first + 2, first + 1)
        stream.write("f " + " ".join(f"{corner}/{corner}" for corner in order) + "\n")
    return stream.getvalue().encode()


def _side(number: int) -> Iterator[str]:
    """Yield the corners of a side, then their places in the texture, whose y points up."""
    yield "".join(f"v {x / 2:g} {y / 2:g} {z / 2:g}\n" for x, y, z in CORNERS[number])
    column, row = number % COLUMNS, number // COLUMNS
    left, right = column / COLUMNS, (column + 1) / COLUMNS
    top, bottom = 1 - row / ROWS, 1 - (row + 1) / ROWS
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    yield "".join(f"vt {u:.6f} {v:.6f}\n" for u, v in places)
