"""Hash everything that the output depends on."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from printgen.build.request import Request
from printgen.catalog.builtin import PIECES_GAME, builtin_cards, template_folders
from printgen.catalog.files import EDITIONS, files_below
from printgen.catalog.sets.folders import read_beside
from printgen.limits import FONT_BYTES, IMAGE_BYTES

MAX_FILE_BYTES = max(FONT_BYTES, IMAGE_BYTES)
PROGRAM = Path(__file__).resolve().parent.parent


def folder_hash(folder: Path) -> bytes:
    """Hash the names of all files in a folder of games or templates, and the contents of those that
    can be used."""
    digest = hashlib.sha256()
    start = len(str(folder))
    for file in files_below(folder, without=EDITIONS):
        digest.update(os.fsencode(file[start:]) + b"\0" + _content_hash(file, folder))
    return digest.digest()


def _content_hash(file: str, folder: Path) -> bytes:
    """Hash a file that a game can use. Pipes, devices, links to outside the folder and files too
    large to be read are not opened."""
    about = os.stat(file, follow_symlinks=False)  # noqa: PTH116 – hundreds of files, at every start
    if stat.S_ISLNK(about.st_mode):
        try:
            about = os.stat(file)  # noqa: PTH116
        except OSError:
            return b"a link to nowhere"
        if not Path(file).resolve().is_relative_to(folder.resolve()):
            return b"a link out of the folder"
    if not stat.S_ISREG(about.st_mode):
        return b"a special file"
    if about.st_size > MAX_FILE_BYTES:
        return repr((about.st_size, about.st_mtime_ns)).encode()
    with open(file, "rb") as stream:  # noqa: PTH123
        return hashlib.sha256(stream.read(MAX_FILE_BYTES)).digest()


def installed_packages() -> list[str]:
    """Return the names and versions of the packages installed beside reportlab, from one directory
    listing."""
    spec = find_spec("reportlab")
    if spec is None or spec.origin is None:
        return []
    site = Path(spec.origin).parent.parent
    return sorted(name for name in os.listdir(site) if name.endswith(".dist-info"))  # noqa: PTH208


def program_hash() -> bytes:
    """Hash the sizes and times of the program's files, which change only on installation."""
    parts = []
    for file in files_below(PROGRAM):
        if file.endswith((".py", ".po")):
            about = os.stat(file)  # noqa: PTH116
            parts.append((file, about.st_size, about.st_mtime_ns))
    return hashlib.sha256(
        repr((sys.version_info[:2], installed_packages(), parts)).encode()
    ).digest()


class Fingerprints:
    """Hashes the program and the shared templates once, and each game's folder once."""

    def __init__(self, request: Request) -> None:
        self._request = request
        profile = request.profiles / f"{request.profile}.yaml"
        self._common = hashlib.sha256(
            program_hash()
            + b"".join(map(folder_hash, template_folders(request.templates)))
            + (profile.read_bytes() if profile.is_file() else b"")
            + repr(
                (
                    request.paper,
                    request.duplex,
                    request.ink,
                    request.companion_url,
                    request.stock,
                    request.dpi,
                    request.svg_text,
                    request.language,
                    request.bleed,
                    request.cutter,
                    request.sleeves,
                    request.copies,
                    request.pages,
                    request.start,
                )
            ).encode()
        ).digest()
        self._games: dict[str, str] = {}

    @cached_property
    def _setups(self) -> bytes:
        """The setups with which a game in PPN may begin, and the pieces that its layouts show."""
        return folder_hash(builtin_cards() / PIECES_GAME)

    def game(self, slug: str) -> str:
        known = self._games.get(slug)
        if known is None:
            cards = self._request.cards
            folders = (cards / slug, *read_beside(cards, slug))
            content = self._common + b"".join(map(folder_hash, folders))
            if any(file.endswith(".ppn") for file in files_below(cards / slug)):
                content += self._setups
            known = self._games[slug] = hashlib.sha256(content).hexdigest()
        return known
