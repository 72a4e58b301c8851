"""Draw the picture of another template, scaled into a box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.model import Record, Template
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.expression import Scope
from printgen.draw.grounds import GroundOutline
from printgen.draw.names import GAME_NAMES
from printgen.draw.outline import template_outline
from printgen.draw.pattern import ElementFault, Items, Pattern, count_items, draw_all
from printgen.draw.repeats import frozen
from printgen.draw.setting_types import SettingType
from printgen.errors import Finding, Location
from printgen.frame import Group, Item
from printgen.geometry import IDENTITY, Box, Segments, multiply, rectangle, scale, translate
from printgen.regions import flatten


def _row(value: Any, _: DrawContext) -> Record:
    if not isinstance(value, Record):
        raise ValueError(f"must be a row, such as {{find('goods', 'tea')}}, not {value!r}")
    return value


def _values(value: Any, _: DrawContext) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError("must be names with their values, such as {colour: red}")
    return {name: frozen(part) for name, part in value.items()}


INCLUDE: Final[Mapping[str, SettingType]] = {
    "include": SettingType(setting_types.text),
    "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
    "fit": SettingType(setting_types.choice("contain", "stretch"), "contain"),
    "bleed": SettingType(setting_types.flag, False),
    "row": SettingType(_row),
    "values": SettingType(_values, {}),
}


class Included(Struct, frozen=True):
    """A compiled template for the names that it can read, and the mistakes in it."""

    template: Template
    patterns: tuple[Pattern, ...]
    names: frozenset[str]
    faults: tuple[Finding, ...]


class IncludePattern(Struct, frozen=True):
    """The picture of another template, which may depend on the row."""

    settings: Callable[[Scope], Mapping[str, Any]]
    find: Callable[[str, frozenset[str]], Included]
    known: frozenset[str]
    names: frozenset[str]
    place: Location

    def items(self, scope: Scope) -> Items:
        s = self.settings(scope)
        if not s["include"]:
            return ()
        names = readable_names(self.known, s["values"], s["row"])
        included = self.find(s["include"], names)
        around = scope if s["row"] is None else {**scope, **s["row"].values}
        inside = draw_all(included.patterns, {**around, **s["values"]})
        count_items(inside, "include", self.place)
        if s["box"] is None:
            message = "needs a box: [x, y, width, height]"
            raise ElementFault(self.place, "include", message, "data")
        return (_placed(included.template, inside, s["box"], s["fit"], bleed=s["bleed"]),)


def readable_names(
    known: frozenset[str], values: Mapping[str, Any], row: Record | None
) -> frozenset[str]:
    """Return what an included template can read: what is known around it, or the columns of its
    own row; and its values."""
    if row is not None:
        known = (known & GAME_NAMES) | frozenset(row.values)
    return known | frozenset(values)


def _placed(template: Template, inside: Items, box: Box, fit: str, *, bleed: bool) -> Group:
    width, height, edge = template.width, template.height, template.bleed
    if bleed:
        clip = rectangle(-edge, -edge, width + 2 * edge, height + 2 * edge)
    else:
        clip = template_outline(template) or rectangle(0, 0, width, height)
        inside = tuple(_at_edge(item, clip) for item in inside)
    x, y, room_x, room_y = box
    sx, sy = room_x / width, room_y / height
    if fit == "contain":
        sx = sy = min(sx, sy)
    corner = translate(x + (room_x - width * sx) / 2, y + (room_y - height * sy) / 2)
    return Group(inside, multiply(corner, scale(sx, sy)), clip)


def _at_edge(item: Item, trim: Segments) -> Item:
    """Return the outline that a ground has in low ink, drawn along the trim if the ground covers
    all of it: on a piece of its own the cut would be there."""
    if isinstance(item, GroundOutline):
        ground = flatten(item.segments, IDENTITY)
        contours = flatten(trim, IDENTITY).contours
        if all(ground.contains(x, y) for contour in contours for x, y in contour):
            return replace(item, segments=trim)
    return item
