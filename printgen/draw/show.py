"""Write values of expressions as text."""

from __future__ import annotations

from typing import Any

from printgen.catalog.model import Record
from printgen.ink import Color


def show(value: Any) -> str:
    """Return a value as it is printed on a card: no trailing .0, nothing for None, a row's id."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Color):
        return value.hex
    if isinstance(value, tuple | list | range):
        return ", ".join(show(part) for part in value)
    if isinstance(value, Record):
        return show(value.values.get("id"))
    return str(value)
