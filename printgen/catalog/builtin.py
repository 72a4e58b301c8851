"""The folders of the games and templates that come with the program."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def builtin_cards() -> Path:
    return _builtin("cards")


def builtin_templates() -> Path:
    return _builtin("templates")


def _builtin(name: str) -> Path:
    """Return a data folder: inside the package in a wheel, beside it in a checkout."""
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
