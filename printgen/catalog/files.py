"""Read files that game data names, without leaving the game's folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from printgen.catalog.fault import Fault
from printgen.errors import did_you_mean
from printgen.limits import MEGABYTE

BINARY_STARTS: Final = {
    b"\x89PNG": "PNG picture",
    b"\xff\xd8\xff": "JPEG picture",
    b"%PDF": "PDF document",
    b"PK\x03\x04": "spreadsheet or ZIP archive",
}
"""The first bytes of files that are often saved under the name of a text."""
EDITIONS: Final = "editions"
"""The folder of a game with records of what was printed; nothing is drawn from it."""


def resolve_inside(folder: Path, text: str) -> Path:
    """Return the file that `text` names within `folder`; raise Fault if it is outside."""
    if not text.strip():
        raise Fault("must name a file")
    if "\0" in text or "\\" in text:
        raise Fault(f"'{text!s}' is not a file name; separate folders by '/'")
    parts = PurePosixPath(text)
    if parts.is_absolute() or (len(text) > 1 and text[1] == ":"):
        raise Fault(f"'{text}' is an absolute path; name the file relative to the game's folder")
    if ".." in parts.parts:
        raise Fault(f"'{text}' is outside the game's folder; move the file into it")
    file = folder / parts
    if is_outside(folder, file):
        raise Fault(f"'{text}' is a link to outside the game's folder; copy the file into it")
    return file


def check_exists(file: Path, written: str) -> None:
    """Raise Fault if the file does not exist. The caller reports it where the file is named."""
    if not file.exists():
        hint = did_you_mean(file.name, _siblings(file))
        raise Fault(f"the file '{written}' does not exist{hint}")


def is_outside(folder: Path, file: Path) -> bool:
    try:
        return not file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to itself
        return True


def read_bytes(file: Path, max_bytes: int) -> bytes:
    """Return the whole file; raise Fault if it is missing, special or too large."""
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            raise Fault("this is a folder; a file is needed here")
        if not stat.S_ISREG(status.st_mode):
            raise Fault("this is not a regular file")
        if status.st_size > max_bytes:
            raise Fault(
                f"the file is {status.st_size / MEGABYTE:.1f} MB, but the limit is"
                f" {max_bytes / MEGABYTE:g} MB; make it smaller"
            )
        return file.read_bytes()
    except FileNotFoundError:
        raise Fault("the file does not exist" + did_you_mean(file.name, _siblings(file))) from None
    except OSError as error:
        raise Fault(f"the file cannot be read ({error.strerror or error})") from None


def read_text(file: Path, max_bytes: int) -> str:
    """Return the text without a byte order mark; raise Fault if it is empty or not UTF-8."""
    data = read_bytes(file, max_bytes)
    for start, kind in BINARY_STARTS.items():
        if data.startswith(start):
            raise Fault(f"this is a {kind}, although its name ends in '{file.suffix}'; rename it")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise Fault(
            f"the byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8", row
        ) from None
    if not text.strip():
        raise Fault("the file is empty")
    return text


def _siblings(file: Path) -> list[str]:
    """Return the names in the same folder if one is similar; otherwise nothing, because a list of
    the whole folder would read as if any of its files could be meant."""
    try:
        names = os.listdir(file.parent)  # noqa: PTH208 - plain names, quickly
    except OSError:
        return []
    return names if did_you_mean(file.name, names).startswith(" (did") else []


def files_below(folder: Path, *, without: str = "") -> Iterator[str]:
    """Yield the path of every file in a folder, always in the same order, except for those in its
    folder `without`."""
    for root, folders, names in os.walk(folder):
        left_out = {"__pycache__", without} if root == str(folder) else {"__pycache__"}
        folders[:] = sorted(name for name in folders if name not in left_out)
        for name in sorted(names):
            yield f"{root}/{name}"
