"""Find setups by name: files in folders of game systems, `piecepack/alien-city.ppn`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from printgen.catalog.builtin import builtin_cards
from printgen.catalog.files import read_text
from printgen.catalog.ppn.names import normal_name, normal_system
from printgen.limits import PPN_BYTES


class SetupFile(NamedTuple):
    text: str
    display_name: str


class SetupFolder:
    """The setups of one folder. Adding one means adding a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, name: str, system: str) -> SetupFile | None:
        """Return the setup of a game system, whatever the spelling of its name."""
        wanted = _joined(name)
        for file in self._files(system):
            if _joined(_title(file)) == wanted:
                return SetupFile(read_text(file, PPN_BYTES), file.name)
        return None

    def files(self, system: str) -> Iterator[tuple[str, SetupFile]]:
        """Yield the setups of a game system with the names of their files."""
        for file in self._files(system):
            yield file.stem, SetupFile(read_text(file, PPN_BYTES), file.name)

    def names(self, system: str) -> list[str]:
        return [_title(file) for file in self._files(system)]

    def _files(self, system: str) -> list[Path]:
        folder = self._folder / normal_system(system).replace("_", "-")
        return sorted(folder.glob("*.ppn"))


def _joined(name: str) -> str:
    """Hyphens may stand for spaces or for nothing: Tic-Tac-Toe, Fuji-san."""
    return normal_name(name).replace("_", "")


def _title(file: Path) -> str:
    return file.stem.replace("-", " ")


def builtin_setups() -> SetupFolder:
    return SetupFolder(builtin_cards() / "piecepack" / "setups")
