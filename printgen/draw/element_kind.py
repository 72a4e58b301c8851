"""A kind of element: a draw function and the settings it understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from printgen.draw.context import DrawContext
from printgen.draw.setting_types import SettingType
from printgen.errors import Finding
from printgen.frame import Item

Settings = Mapping[str, Any]
Draw = Callable[[Settings, DrawContext], tuple[Item, ...]]


class ElementKind(Struct, frozen=True):
    """`settings` includes one with the kind's own name: the element's main value."""

    name: str
    settings: Mapping[str, SettingType]
    draw: Draw


class BrokenFile(ValueError):
    """A file that an element shows has mistakes of its own, which have their own places."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(str(findings[0]))
        self.findings = findings


class DoesNotFit(ValueError):
    """A text is larger than its box at its smallest size."""
