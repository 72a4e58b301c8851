"""The folders of the games and templates that come with the program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PIECES_GAME: Final = "piecepack"
"""The built-in game whose pieces are shown by layouts of games that print none of their own."""
_PACKAGE = Path(__file__).resolve().parents[1]


def builtin_cards() -> Path:
    return _builtin("cards")


def builtin_templates() -> Path:
    return _builtin("templates")


def template_folders(templates: Path) -> tuple[Path, ...]:
    """Return the folders of shared templates: the built-in one, and an own one that adds to it and
    takes precedence."""
    builtin, own = builtin_templates(), templates.resolve()
    return (builtin,) if own == builtin else (builtin, own)


def _builtin(name: str) -> Path:
    """Return a data folder: inside the package in a wheel, beside it in a checkout."""
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
