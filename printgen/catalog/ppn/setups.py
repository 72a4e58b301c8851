"""Find setups by name: files in folders of game systems, `piecepack/alien-city.ppn`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from printgen.catalog.builtin import PIECES_GAME, builtin_cards
from printgen.catalog.files import read_text
from printgen.catalog.ppn.names import normal_name, normal_system
from printgen.limits import PPN_BYTES


class SetupFile(NamedTuple):
    text: str
    display_name: str


class SetupFolder:
    """The setups of one folder, or of several, of which earlier ones win. Adding one means adding a
    file."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders

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
        name = normal_system(system).replace("_", "-")
        files = {
            file.name: file
            for folder in reversed(self._folders)
            for file in (folder / name).glob("*.ppn")
        }
        return [files[key] for key in sorted(files)]


def _joined(name: str) -> str:
    """Hyphens may stand for spaces or for nothing: Tic-Tac-Toe, Fuji-san."""
    return normal_name(name).replace("_", "")


def _title(file: Path) -> str:
    return file.stem.replace("-", " ")


def builtin_setups() -> SetupFolder:
    return SetupFolder(_setups(builtin_cards()))


def own_and_builtin_setups(cards: Path) -> SetupFolder:
    """Return the setups of the piecepack in a folder of games, and the built-in ones."""
    return SetupFolder(_setups(cards), _setups(builtin_cards()))


def _setups(cards: Path) -> Path:
    return cards / PIECES_GAME / "setups"
