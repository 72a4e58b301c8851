"""Takes folders and a request, gives one hash of all that the bytes of the output depend on."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from printgen.build.request import Request

PROGRAM = Path(__file__).resolve().parent.parent


def files_below(folder: Path) -> Iterator[str]:
    """Every file of a folder by its path, always in the same order."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            yield f"{root}/{name}"


def folder_hash(folder: Path) -> bytes:
    """A hash of the names and contents of all files in a folder."""
    digest = hashlib.sha256()
    start = len(str(folder))
    for file in files_below(folder):
        with open(file, "rb") as stream:  # noqa: PTH123 – hundreds of files, at every start
            digest.update(f"{file[start:]}\0".encode())
            digest.update(hashlib.sha256(stream.read()).digest())
    return digest.digest()


def installed_packages() -> list[str]:
    """The names and versions of the packages beside reportlab: one listing, nothing imported."""
    spec = find_spec("reportlab")
    if spec is None or spec.origin is None:
        return []
    site = Path(spec.origin).parent.parent
    return sorted(name for name in os.listdir(site) if name.endswith(".dist-info"))  # noqa: PTH208


def program_hash() -> bytes:
    """The program by the sizes and times of its files: it changes only when it is installed."""
    parts = []
    for file in files_below(PROGRAM):
        if file.endswith(".py"):
            about = os.stat(file)  # noqa: PTH116
            parts.append((file, about.st_size, about.st_mtime_ns))
    return hashlib.sha256(
        repr((sys.version_info[:2], installed_packages(), parts)).encode()
    ).digest()


class Fingerprints:
    """Hashes the program and the shared templates once, each game's folder once."""

    def __init__(self, request: Request) -> None:
        self._request = request
        profile = request.profiles / f"{request.profile}.yaml"
        self._common = hashlib.sha256(
            program_hash()
            + folder_hash(request.templates)
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
                )
            ).encode()
        ).digest()
        self._games: dict[str, str] = {}

    def game(self, slug: str) -> str:
        known = self._games.get(slug)
        if known is None:
            content = self._common + folder_hash(self._request.cards / slug)
            known = self._games[slug] = hashlib.sha256(content).hexdigest()
        return known
