"""Show pieces that are folded, as they stand on the table: dice, pawns, pyramids, matchsticks."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Record
from printgen.draw.context import DrawContext
from printgen.draw.crafts import die, matchstick, pawn, pyramid
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_icon
from printgen.draw.element_kind import Settings
from printgen.draw.layouts.piece_art import PieceArt
from printgen.errors import Findings
from printgen.frame import Frame, Group, Path, Stroke, Use
from printgen.geometry import Segments, ellipse, polygon, rectangle
from printgen.ink import Color

LYING: Final = {"face": 0, "right": 1, "back": 2, "left": 3}
"""The walls of a pyramid in the order of its pictures."""
OUTLINE: Final = 0.6
DISC: Final = 0.36  # of the side
SYMBOL: Final = 0.5
FOOT: Final = 0.12  # of the slant: the free space below a pawn's symbol


class Folded(NamedTuple):
    """A component of nets, the row of one piece, and what its craft's settings say of it."""

    craft: CraftContext
    record: Record
    settings: Settings

    @property
    def ground(self) -> Color:
        colour: Color = self.craft.context.colour(self.settings["ground"])
        return colour


def find_folded(
    game: Game, component: Component, record: Record, context: DrawContext, findings: Findings
) -> Folded | None:
    known = {
        "die": die.SETTINGS,
        "matchstick": matchstick.SETTINGS,
        "pawn": pawn.SETTINGS,
        "pyramid": pyramid.SETTINGS,
    }
    kind = component.craft.kind if component.craft else ""
    if kind not in known:
        return None
    # Only the settings of this row are wanted.
    single = replace(component, table=replace(component.table, records=(record,)))
    craft = CraftContext(game, single, context, findings, known[kind])
    return next((Folded(craft, row, settings) for row, settings in craft.records()), None)


def show_die(made: Folded, value: str, name: str) -> PieceArt | None:
    craft, record, settings = made
    edge, names = settings["edge"], [str(face) for face in settings["faces"]]
    if value not in names:
        return None
    faces: list[Frame] = []
    for place, face in enumerate(settings["faces"], 1):
        art = craft.draw("face", settings["face"], record, {"face": face, "place": place})
        items: Items = (_ground(made, rectangle(0, 0, edge, edge)),)
        faces.append(Frame(f"die/{face}", edge, edge, (*items, *((Use(art),) if art else ()))))
    top = names.index(value)
    front, right, back, left = (faces[i] for i in _around(top))
    return PieceArt(name, faces[top], edge, made.ground, walls=(front, right, back, left))


def show_pawn(made: Folded, name: str) -> PieceArt:
    side, height = made.settings["diameter"], made.settings["height"]
    slant, part = math.hypot(height, side / 2), SYMBOL * side
    box = ((side - part) / 2, slant * (1 - FOOT) - part, part, part)
    wall = Frame(
        "pawn/wall", side, slant, (_ground(made, _triangle(side, slant)), *_symbol(made, box))
    )
    return PieceArt(name, _seen_from_above(made, side), height, made.ground, "pyramid", (wall,) * 4)


def show_pyramid(made: Folded, side: str, name: str) -> PieceArt:
    """Return a pyramid that stands, or one that lies with one of its walls on top."""
    width, height = made.settings["width"], made.settings["height"]
    slant = math.hypot(height, width / 2)
    walls = tuple(
        replace(wall, outline=_triangle(width, slant))
        for wall in pyramid.wall_frames(made.craft, made.settings)
    )
    if side not in LYING:
        top = _seen_from_above(made, width)
        return PieceArt(name, top, height, made.ground, "pyramid", walls)
    # Lying on one wall, the opposite one rises to the foot's upper edge.
    rise = width * height / slant
    return PieceArt(name, walls[LYING[side]], rise, made.ground, "wedge")


def show_matchstick(made: Folded, number: int, name: str) -> PieceArt | None:
    sticks = matchstick.stick_frames(made.craft, made.settings)
    if number >= len(sticks):
        return None
    return PieceArt(name, sticks[number], sticks[number].width, made.ground)


def _seen_from_above(made: Folded, side: float) -> Frame:
    """Return the foot of a pyramid with its four edges, and the symbol in the middle."""
    ink = made.craft.context.readable(made.ground)
    cross = tuple(
        Path(polygon(ends, closed=False), stroke=Stroke(ink, 0.3))
        for ends in (((0, 0), (side, side)), ((side, 0), (0, side)))
    )
    part = SYMBOL * side
    disc = Path(ellipse(side / 2, side / 2, DISC * side), made.craft.context.ground(made.ground))
    items = (
        _ground(made, rectangle(0, 0, side, side)),
        Group(cross, opacity=0.5),
        disc,
        *_symbol(made, ((side - part) / 2, (side - part) / 2, part, part)),
    )
    return Frame("pyramid/top", side, side, items)


def _symbol(made: Folded, box: tuple[float, float, float, float]) -> Items:
    symbol: Any = made.settings["symbol"]
    context = made.craft.context
    return set_icon(context, symbol, box, context.readable(made.ground)) if symbol else ()


def _ground(made: Folded, outline: Segments) -> Path:
    ground = made.craft.context.ground(made.ground)
    stroke = None if ground == made.ground else Stroke(made.ground, OUTLINE)
    return Path(outline, ground, stroke)


def _triangle(width: float, slant: float) -> Segments:
    return polygon(((width / 2, 0.0), (width, slant), (0.0, slant)))


def _around(top: int) -> tuple[int, int, int, int]:
    """Return which faces of a die are at the front, right, back and left of the one on top. The
    first is opposite the last, the second the fifth, the third the fourth."""
    opposite = (5, 4, 3, 2, 1, 0)
    one, other = [i for i in (1, 0, 2) if i not in (top, opposite[top])][:2]
    return one, other, opposite[one], opposite[other]
