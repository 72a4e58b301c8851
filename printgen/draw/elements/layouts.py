"""Draw a layout of pieces, or the moves of a game, from a PPN file."""

from __future__ import annotations

from typing import Any, Final

from printgen.catalog.svg.paths import parse_path
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import BrokenFile, ElementKind, Settings
from printgen.draw.setting_types import SettingType
from printgen.errors import DataError
from printgen.frame import Frame, Group, Item
from printgen.geometry import Segments, translate


def _route(value: Any, context: DrawContext) -> Segments:
    return parse_path(setting_types.text(value, context)) if value else ()


def _layout(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    if not s["layout"]:
        return ()
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    x, y, width, height = s["box"]
    try:
        frame = _draw(s, context, (width, height))
    except DataError as fault:
        raise BrokenFile(fault.findings) from None
    corner = (x + (width - frame.width) / 2, y + (height - frame.height) / 2)
    return (Group(frame.items, translate(*corner)),)


def _draw(s: Settings, context: DrawContext, room: tuple[float, float]) -> Frame:
    # Few games have layouts, and all would wait for these modules.
    from printgen.catalog.ppn.games import choose_game
    from printgen.draw.layouts.diagram import fit_layout
    from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
    from printgen.draw.layouts.strip import chosen_steps, draw_strip

    if context.find_layout is None or context.find_pieces is None:
        raise ValueError("can only be shown by a game")
    game = choose_game(context.find_layout(s["layout"]), int(s["game"]))
    steps = chosen_steps(game, s["move"])
    options = LayoutOptions(
        view=s["view"],
        grid=s["grid"],
        coordinates=s["coordinates"],
        legend=s["legend"],
        counts=s["counts"],
        step=game.scale,
        route=s["route"],
    )
    sets, style = context.find_pieces(), LayoutStyle.of(context)
    if len(steps) == 1:
        return fit_layout(steps[0].pieces, sets, style, options, room, steps[0].before)
    pages = draw_strip(steps, sets, style, options, room)
    if len(pages) > 1:
        raise ValueError(
            f"needs {len(pages)} boxes of this size for its {len(steps)} diagrams; make the box"
            " larger or choose one move"
        )
    return pages[0]


LAYOUT: Final = ElementKind(
    "layout",
    {
        "layout": SettingType(setting_types.text),
        "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
        "view": SettingType(setting_types.choice("top", "oblique"), "top"),
        "move": SettingType(setting_types.text, ""),
        "game": SettingType(setting_types.whole_number(1, 10_000), 1),
        "grid": SettingType(setting_types.flag, False),
        "coordinates": SettingType(setting_types.flag, False),
        "legend": SettingType(setting_types.flag, False),
        "counts": SettingType(setting_types.flag, True),
        "route": SettingType(_route, ()),
    },
    _layout,
)
