"""The data of a game that its rules need, as JSON values.

A table stores the facts it was opened with, so editing a game's files never changes an open table
and a record can be verified on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.catalog.model import Component, Game, Record

Facts = Mapping[str, Any]


def table_rows(game: Game, table: str) -> list[Mapping[str, Any]]:
    return [record.values for record in game.tables[table].records]


def record_id(value: Any) -> str:
    """The id of a row that another table refers to; any other value as text."""
    return str(value.values["id"] if isinstance(value, Record) else value)


def colour_hex(game: Game, name: str) -> str:
    """A colour of the game's theme as #rrggbb."""
    return game.theme.colours[name].plain.hex


def face_size(game: Game, component: str) -> tuple[float, float]:
    """The printed width and height of a component's faces, in millimetres."""
    found: Component = next(part for part in game.components if part.id == component)
    if found.template is None:
        raise ValueError(f"{component} has no template")
    return found.template.width, found.template.height
