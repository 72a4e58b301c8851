"""Draw every picture of a table layout once, in a file named by its contents."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from printgen.export.png import face_pngs
from printgen.frame import Frame
from printgen.tabletop.model import TableLayout

MAX_PIXELS: Final = 4096
"""The largest side of a texture that all programs accept."""
NOT_IN_NAME: Final = re.compile(r"[^A-Za-z0-9]+")
HASH_LENGTH: Final = 10


class Pictures(Struct, frozen=True):
    """`files` are PNGs by file name. A name ends with a hash of the picture, so that a program that
    keeps what it once loaded loads a changed picture again."""

    files: Mapping[str, bytes]
    names: Mapping[int, str]

    def name(self, frame: Frame) -> str:
        return self.names[id(frame)]


def draw_pictures(layout: TableLayout, dpi: int) -> Pictures:
    frames = layout.frames()
    return name_pictures(frames, face_pngs(frames, dpi, MAX_PIXELS))


def name_pictures(frames: Sequence[Frame], pngs: Sequence[bytes]) -> Pictures:
    files, names = {}, {}
    for frame, data in zip(frames, pngs, strict=True):
        digest = hashlib.sha256(data).hexdigest()[:HASH_LENGTH]
        name = f"{NOT_IN_NAME.sub('-', frame.name).strip('-').lower()}-{digest}.png"
        files[name], names[id(frame)] = data, name
    return Pictures(files, names)
