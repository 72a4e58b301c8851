"""Takes paths from people's data, gives the files' contents, or a sentence why not."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath
from typing import Final

from printgen.catalog.fault import Fault
from printgen.errors import did_you_mean

MEGABYTE: Final = 1_000_000


def inside(folder: Path, text: str) -> Path:
    """The file that `text` names within `folder`; raises Fault if it leads out of it."""
    if not text.strip():
        raise Fault("must name a file")
    if "\0" in text or "\\" in text:
        raise Fault(f"'{text!s}' is no file name here (folders are parted by '/')")
    parts = PurePosixPath(text)
    if parts.is_absolute() or (len(text) > 1 and text[1] == ":"):
        raise Fault(f"'{text}' is an absolute path; name the file relative to the game's folder")
    if ".." in parts.parts:
        raise Fault(f"'{text}' leads out of the game's folder; move the file into it")
    file = folder / parts
    if leads_out(folder, file):
        raise Fault(f"'{text}' is a link out of the game's folder; copy the file into it")
    return file


def leads_out(folder: Path, file: Path) -> bool:
    try:
        return not file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link that leads to itself
        return True


def read_bytes(file: Path, most_bytes: int) -> bytes:
    """The whole file, unless it is missing, special or too large (then nothing is read)."""
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            raise Fault("a file is needed here, but this is a folder")
        if not stat.S_ISREG(status.st_mode):
            raise Fault("this is not an ordinary file")
        if status.st_size > most_bytes:
            raise Fault(
                f"the file has {status.st_size / MEGABYTE:.1f} MB, and"
                f" {most_bytes / MEGABYTE:g} MB is the most that is read"
            )
        return file.read_bytes()
    except FileNotFoundError:
        raise Fault("the file does not exist" + did_you_mean(file.name, _siblings(file))) from None
    except OSError as error:
        raise Fault(f"the file cannot be read ({error.strerror or error})") from None


def read_text(file: Path, most_bytes: int) -> str:
    """The file as text without its byte order mark; raises Fault if it is empty or not UTF-8."""
    data = read_bytes(file, most_bytes)
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
    """Only a near name is worth offering: a whole folder would read as the choice there is."""
    try:
        names = os.listdir(file.parent)  # noqa: PTH208 - plain names, quickly
    except OSError:
        return []
    return names if did_you_mean(file.name, names).startswith(" (did") else []
