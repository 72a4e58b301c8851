"""How deeply values are nested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def is_deeper(value: object, most: int) -> bool:
    """Whether values are nested deeper than `most` levels."""
    level: list[Any] = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> list[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, (list, tuple)) else []
