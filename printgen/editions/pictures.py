"""Keep small pictures of recorded faces, so that people know which pieces to take out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from printgen.catalog.files import EDITIONS
from printgen.catalog.images import read_image
from printgen.editions.edition import Edition, Faces
from printgen.errors import DataError
from printgen.export.png import face_pngs
from printgen.frame import Frame, Image

PICTURES: Final = "pictures"
DPI: Final = 150
MAX_PIXELS: Final = 170
"""The longer side: lists show pictures of 26 mm."""


def picture_folder(cards: Path, game: str) -> Path:
    """Return where a game's pictures are: all editions share them, by the hash of the face."""
    return cards / game / EDITIONS / PICTURES


def missing_pictures(folder: Path, edition: Edition, faces: Faces) -> Iterator[tuple[Path, bytes]]:
    """Yield a picture of each front that has none yet, and the file for it."""
    wanted: dict[Path, Frame] = {}
    for component, rows in edition.faces.items():
        for row, printed in rows.items():
            file = folder / f"{printed.front}.png"
            if not file.exists():
                wanted[file] = faces[component][1][row].front
    frames: Sequence[Frame] = tuple(wanted.values())
    yield from zip(wanted, face_pngs(frames, DPI, MAX_PIXELS), strict=True)


def recorded_picture(folder: Path, digest: str) -> Frame | None:
    """Return the picture of a face; None if it is not there or damaged."""
    file = folder / f"{digest}.png"
    if not digest.isalnum() or not file.is_file():
        return None
    try:
        image = read_image(file, file.name)
    except DataError:
        return None
    size = float(image.pixel_width), float(image.pixel_height)
    return Frame("recorded", *size, (Image(0.0, 0.0, *size, image),))
