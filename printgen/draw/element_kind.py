"""A kind of element: a draw function and the settings it understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from printgen.draw.context import DrawContext
from printgen.draw.setting_types import SettingType
from printgen.frame import Item

Settings = Mapping[str, Any]
Draw = Callable[[Settings, DrawContext], tuple[Item, ...]]


class ElementKind(Struct, frozen=True):
    """`settings` includes one with the kind's own name: the element's main value."""

    name: str
    settings: Mapping[str, SettingType]
    draw: Draw


class DoesNotFit(ValueError):
    """A text is larger than its box at its smallest size."""


class MissingGlyph(ValueError):
    """A text has a character that its font lacks."""
