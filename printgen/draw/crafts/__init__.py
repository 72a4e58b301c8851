"""The crafts, by name: functions that draw components to fold, glue or bind.

Must not know the paper. A craft is a function of the game, its component, the draw context and
the findings; it returns faces, as a template does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from printgen.catalog.model import Component, Game
from printgen.draw.context import DrawContext
from printgen.draw.crafts.bag import make_bags
from printgen.draw.crafts.boat import make_boats
from printgen.draw.crafts.booklet import make_booklet
from printgen.draw.crafts.die import make_dice
from printgen.draw.crafts.matchstick import make_matchsticks
from printgen.draw.crafts.parts import make_parts
from printgen.draw.crafts.pawn import make_pawns
from printgen.draw.crafts.pyramid import make_pyramids
from printgen.draw.crafts.standee import make_standees
from printgen.draw.crafts.tuckbox import make_tuckboxes
from printgen.draw.face import Face
from printgen.errors import Findings

CraftFunction = Callable[[Game, Component, DrawContext, Findings], tuple[Face, ...]]

CRAFTS: Final[Mapping[str, CraftFunction]] = {
    "bag": make_bags,
    "boat": make_boats,
    "booklet": make_booklet,
    "die": make_dice,
    "matchstick": make_matchsticks,
    "parts": make_parts,
    "pawn": make_pawns,
    "pyramid": make_pyramids,
    "standee": make_standees,
    "tuckbox": make_tuckboxes,
}
