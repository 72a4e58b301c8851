"""Takes folders and a request, gives one hash of all that the bytes of the output depend on."""

from __future__ import annotations

import hashlib
import sys
from importlib.util import find_spec
from pathlib import Path

from printgen.build.request import Request

PROGRAM = Path(__file__).resolve().parent.parent


def folder_hash(folder: Path, pattern: str = "*") -> bytes:
    """A hash of the names and contents of all files in a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob(pattern)):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.digest()


def installed_packages() -> list[str]:
    """The names and versions of the packages beside reportlab: one listing, nothing imported."""
    spec = find_spec("reportlab")
    if spec is None or spec.origin is None:
        return []
    site = Path(spec.origin).parent.parent
    return sorted(entry.name for entry in site.glob("*.dist-info"))


def program_hash() -> bytes:
    digest = hashlib.sha256(folder_hash(PROGRAM, "*.py"))
    digest.update(repr((sys.version_info[:2], installed_packages())).encode())
    return digest.digest()


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
