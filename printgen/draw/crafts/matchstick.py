"""Draw matchsticks: square tubes of several lengths, all of one colour on one sheet, and cubes.

Tubes lie edge to edge in rows, so that one cut frees two of them. A stick that is no longer than
wide is a cube; the cubes of all colours share sheets of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.model import Component, Game, Record
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.die import NAMES, die_net
from printgen.draw.crafts.lettering import Items, set_icon, set_text
from printgen.draw.crafts.net import Crease, Net, join, make_tab, upright
from printgen.draw.crafts.net_faces import faces_of_nets
from printgen.draw.crafts.paint import MARGIN, PaintedNet, make_panel_art, paint
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.errors import Findings
from printgen.frame import Frame, Group, Path
from printgen.geometry import multiply, rectangle, rotate, transform_segments, translate
from printgen.ink import Color

LAP: Final = 0.92  # of the width: the flap is rolled in behind the first wall
FLAP: Final = 0.8  # of the width: what is left of it stays behind the second
SYMBOL: Final = 0.8  # of the width
END: Final = 0.5  # mm between the end and the symbol
CUBE_GAP: Final = 0.8
ROOM: Final = (190.0, 249.0)  # mm for cubes on one sheet, on A4 and Letter
MARK_PT: Final = 11.0

SETTINGS: Final = {
    "width": SettingType(setting_types.positive, 3 / 16 * 25.4),
    "lengths": SettingType(setting_types.number_list, (40.0,)),
    "marks": SettingType(setting_types.text_list, ()),
    "symbol": SettingType(setting_types.text, ""),
    "ground": SettingType(setting_types.colour, "paper"),
}


PlacedNet = tuple[PaintedNet, float, float]


class Stick(Struct, frozen=True):
    """A stick's size, and the figure or symbol on its walls."""

    width: float
    length: float
    mark: str

    @property
    def is_cube(self) -> bool:
        return self.length <= self.width


def stick_net(width: float, length: float) -> Net:
    """Return four walls side by side and a flap that goes round a corner: it is glued behind the
    first wall and the second, because one is too narrow."""
    walls = [upright(f"wall {i + 1}", i * width, 0, width, length) for i in range(4)]
    hinges = tuple(join(walls[i], walls[i + 1], 90) for i in range(3))
    onto = ("wall 1", walls[0].edge(3))
    depth = (LAP + FLAP) * width
    flap = make_tab("wall 4", walls[3].edge(1), depth, "", onto, corners=(90, 90))
    x = (4 + LAP) * width
    return Net(tuple(walls), hinges, (flap,), creases=(Crease(((x, 0), (x, length)), True),))


def sticks_of(settings: Settings) -> tuple[Stick, ...]:
    """Return one stick of each length; the first length may be that of a cube, twice as wide."""
    width, marks = settings["width"], settings["marks"]
    return tuple(
        Stick(
            max(width, length) if length <= 2 * width else width,
            length,
            marks[i] if i < len(marks) else "",
        )
        for i, length in enumerate(settings["lengths"])
    )


def make_matchsticks(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    """Return a sheet for each row, with as many sticks of each length as the row has copies, and
    sheets with the cubes of all rows."""
    craft = CraftContext(game, component, context, findings, SETTINGS)
    sheets: list[tuple[Record, PaintedNet]] = []
    cubes: list[PaintedNet] = []
    for record, settings in craft.records():
        rows, own = _painted(craft, settings, component.copies(record))
        if rows:
            sheets.append((record, _gathered(tuple(_rows(rows)))))
        cubes += own
    for number, placed in enumerate(_sheets_of_cubes(cubes), 1):
        record = Record({"id": f"cubes-{number}"}, component.place)
        sheets.append((record, _gathered(placed)))
    return faces_of_nets(craft, [(record, sheet, 1) for record, sheet in sheets])


def stick_frames(craft: CraftContext, settings: Settings) -> tuple[Frame, ...]:
    """Return a wall of each stick as a flat picture."""
    colour = craft.context.colour(settings["ground"])
    return tuple(
        Frame(
            f"stick {i}",
            stick.width,
            stick.length,
            (
                Path(rectangle(0, 0, stick.width, stick.length), craft.context.ground(colour)),
                *_wall(craft, settings, stick, colour),
            ),
        )
        for i, stick in enumerate(sticks_of(settings))
    )


def _painted(
    craft: CraftContext, settings: Settings, copies: int
) -> tuple[list[list[PaintedNet]], list[PaintedNet]]:
    """Return rows of tubes, and cubes."""
    colour = craft.context.colour(settings["ground"])
    rows: list[list[PaintedNet]] = []
    cubes: list[PaintedNet] = []
    for stick in sticks_of(settings):
        net = die_net(stick.width) if stick.is_cube else stick_net(stick.width, stick.length)
        art = _wall(craft, settings, stick, colour)
        # A cube shows its symbol on one face.
        printed = NAMES[:1] if stick.is_cube else [panel.name for panel in net.panels]
        panel_art = {
            panel.name: make_panel_art(craft.context, colour, art if panel.name in printed else ())
            for panel in net.panels
        }
        painted = paint(net, panel_art, craft.context)
        if stick.is_cube:
            cubes += [_upended(painted)] * copies
        elif copies:
            rows.append([painted] * copies)
    return rows, cubes


def _upended(net: PaintedNet) -> PaintedNet:
    """Return the net turned by a quarter, so that more of them share a sheet."""
    turn = multiply(translate(net.height, 0.0), rotate(90))
    return net.moved(turn, net.height, net.width)


def _gathered(placed: Sequence[PlacedNet]) -> PaintedNet:
    return PaintedNet(
        tuple(Group(net.items, translate(x, y)) for net, x, y in placed),
        tuple(s for net, x, y in placed for s in transform_segments(net.outline, translate(x, y))),
        max(x + net.width for net, x, _ in placed),
        max(y + net.height for net, _, y in placed),
        tuple(dict.fromkeys(key for net, _, _ in placed for key in net.keys)),
    )


def _sheets_of_cubes(cubes: Sequence[PaintedNet]) -> Iterator[list[PlacedNet]]:
    """Yield the cubes of each sheet, in rows."""
    sheet: list[PlacedNet] = []
    x = y = tall = 0.0
    for cube in cubes:
        if sheet and x + cube.width > ROOM[0]:
            x, y, tall = 0.0, y + tall - 2 * MARGIN + CUBE_GAP, 0.0
        if sheet and y + cube.height > ROOM[1]:
            yield sheet
            sheet, x, y, tall = [], 0.0, 0.0, 0.0
        sheet.append((cube, x, y))
        x += cube.width - 2 * MARGIN + CUBE_GAP
        tall = max(tall, cube.height)
    if sheet:
        yield sheet


def _rows(rows: Sequence[Sequence[PaintedNet]]) -> Iterator[PlacedNet]:
    """Yield tubes edge to edge, the longest first."""
    y = 0.0
    for row in sorted(rows, key=lambda row: -row[0].height):
        x = 0.0
        for net in row:
            yield net, x, y
            x += net.width - 2 * MARGIN
        y += row[0].height - 2 * MARGIN


def _wall(craft: CraftContext, settings: Settings, stick: Stick, ground: Color) -> Items:
    """Return the suit's symbol at the upper end and the mark in the middle; on a cube, only the
    symbol."""
    context = craft.context
    ink = context.readable(ground)
    side = SYMBOL * stick.width
    left = (stick.width - side) / 2
    items: Items = ()
    if settings["symbol"]:
        top = left if stick.is_cube else END
        try:
            items += set_icon(context, settings["symbol"], (left, top, side, side), ink)
        except ValueError as fault:
            craft.fault("symbol", str(fault))
    if stick.is_cube or not stick.mark:
        return items
    box = (left, (stick.length - side) / 2, side, side)
    if stick.mark in context.art.symbols:
        return items + set_icon(context, stick.mark, box, ink)
    styles = ("figure", "number", "title")
    text = set_text(
        context, stick.mark, (0, box[1], stick.width, side), ink, styles=styles,
        size_pt=MARK_PT, smallest_pt=7.5,
    )  # fmt: skip
    if text is None:
        craft.fault("marks", f"has '{stick.mark}', which does not fit on a stick")
    return items + (text or ())
