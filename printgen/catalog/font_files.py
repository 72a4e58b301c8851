"""Find font files and check that they can be used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_bytes
from printgen.errors import did_you_mean
from printgen.limits import FONT_BYTES

Axes = tuple[tuple[str, float], ...]
"""The instance of a variable font: the value of each axis by its tag."""

SUFFIXES: Final = (".otc", ".otf", ".ttc", ".ttf")
_COLLECTION: Final = b"ttcf"
_SINGLE: Final = (b"\x00\x01\x00\x00", b"true", b"OTTO")
_WEB: Final = (b"wOFF", b"wOF2")


def check_font(file: Path, index: int) -> None:
    """Raise Fault if the file is not a font that can be printed, or has no such face."""
    try:
        with file.open("rb") as stream:
            start = stream.read(12)
    except OSError:
        read_bytes(file, FONT_BYTES)  # raises Fault with the reason
        return
    if start[:4] in _WEB:
        raise Fault(f"'{file.name}' is a web font; use the .ttf or .otf file that it was made from")
    count = int.from_bytes(start[8:12], "big") if start[:4] == _COLLECTION else 1
    if start[:4] != _COLLECTION and start[:4] not in _SINGLE:
        raise Fault(f"'{file.name}' is not a font; use a .ttf, .otf or .ttc file")
    if index >= count:
        faces = "1 face" if count == 1 else f"{count} faces"
        raise Fault(f"'{file.name}' has only {faces}, not {index + 1}")
    face = _face(file, index)
    if not {"glyf", "CFF ", "CFF2"} & set(face.table_tags):
        raise Fault(f"'{file.name}' has no outlines, only bitmaps; use an outline font")


def check_axes(file: Path, index: int, axes: Axes) -> None:
    """Raise Fault if the font is not variable along these axes or does not reach these values."""
    if not axes:
        return
    known = {info.tag: info for info in _face(file, index).axis_infos}
    if not known:
        raise Fault(f"'{file.name}' is not a variable font; leave out its axes")
    for tag, value in axes:
        info = known.get(tag)
        if info is None:
            raise Fault(f"'{file.name}' has no axis '{tag}'{did_you_mean(tag, known)}")
        if not info.min_value <= value <= info.max_value:
            raise Fault(
                f"the axis '{tag}' of '{file.name}' goes from {info.min_value:g} to"
                f" {info.max_value:g}, not to {value:g}"
            )


def _face(file: Path, index: int) -> Any:
    import uharfbuzz

    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file)), index)


def find_system_font(name: str) -> Path:
    """Return the system's font file of this name."""
    files = system_fonts()
    if name not in files:
        raise Fault(f"the system has no font file '{name}'{did_you_mean(name, files)}")
    return files[name]


@cache
def system_fonts() -> dict[str, Path]:
    """Return the system's font files by name; of files with the same name, the user's own."""
    found: dict[str, Path] = {}
    for folder in _system_folders():
        for parent, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                if name.lower().endswith(SUFFIXES):
                    found.setdefault(name, Path(parent, name))
    return found


def _system_folders() -> Iterator[Path]:
    home = Path.home()
    if sys.platform == "win32":
        yield home / "AppData/Local/Microsoft/Windows/Fonts"
        yield Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"
    elif sys.platform == "darwin":
        yield home / "Library/Fonts"
        yield from (Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    else:
        yield home / ".local/share/fonts"
        yield home / ".fonts"
        yield from (Path("/usr/local/share/fonts"), Path("/usr/share/fonts"))
