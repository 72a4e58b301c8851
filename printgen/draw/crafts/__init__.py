"""Takes nothing, gives the table of crafts: what is folded, glued or bound, by its name.

A craft is a function of the game, its component, the studio and the findings; it gives faces,
as a template does. It reads its settings from `component.craft.settings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from printgen.catalog.model import Component, Game
from printgen.draw.studio import Studio
from printgen.errors import Findings

Craftsman = Callable[[Game, Component, Studio, Findings], tuple[Any, ...]]

CRAFTS: Final[Mapping[str, Craftsman]] = {}
