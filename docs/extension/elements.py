"""List the elements, their settings and defaults, from the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import getclosurevars
from typing import Any, Final

from docs.extension.tables import table
from printgen.draw import inks, setting_types
from printgen.draw.compile import GROUP, STRUCTURES
from printgen.draw.elements import KINDS
from printgen.draw.include import INCLUDE
from printgen.draw.repeats import REPEAT
from printgen.draw.setting_types import Convert, SettingType
from printgen.draw.tracks import TRACK

VALUES: Final[Mapping[Convert, str]] = {
    setting_types.number: "a number, or a length such as `2.5in`",
    setting_types.positive: "a number above 0",
    setting_types.not_negative: "a number, 0 or more",
    setting_types.type_size: "a size in points",
    setting_types.factors: "a number, or `[across, down]`",
    setting_types.number_list: "a list of numbers",
    setting_types.points_or_circle: "`[[x, y], …]` or `[x, y, radius]`",
    setting_types.points: "`[[x, y], …]`",
    setting_types.text: "a text",
    setting_types.text_list: "a list of texts",
    setting_types.colour: "a colour",
    setting_types.flag: "`true` or `false`",
    inks.paint: "a colour or gradient",
    inks.plain_paint: "a colour",
    inks.shadow: "`ink`, or `{colour, dx, dy, blur}`",
    inks.outline: "`{colour, width}`",
}
SEE: Final = "see [templates](templates.md)"
OTHER: Final[Mapping[tuple[str, str], str]] = {
    ("group", "group"): "a list of elements",
    ("repeat", "repeat"): "a mapping of " + ", ".join(f"`{key}`" for key in sorted(REPEAT)),
    ("repeat", "elements"): "a list of elements",
    ("track", "elements"): "a list of elements",
}


def describe_elements() -> str:
    return "\n\n".join(_elements())


def _elements() -> Iterator[str]:
    kinds: dict[str, Mapping[str, SettingType]] = {n: k.settings for n, k in KINDS.items()}
    kinds |= {"group": GROUP, "include": INCLUDE, "track": TRACK}
    for name in sorted({*kinds, *STRUCTURES}):
        yield f"## {name}"
        yield f"[What it draws](templates.md#{name})"
        known = kinds.get(name, {})
        settings = sorted({name, *known, *STRUCTURES.get(name, ())}, key=lambda s: (s != name, s))
        rows = (
            (f"`{key}`", accepted(known[key]), _default(known[key].default))
            if key in known
            else (f"`{key}`", OTHER.get((name, key), SEE), "")
            for key in settings
        )
        yield table(("Setting", "Value", "If left out"), rows)


def accepted(kind: SettingType) -> str:
    """Say which values a setting takes."""
    if kind.convert in VALUES:
        return VALUES[kind.convert]
    variables = getclosurevars(kind.convert).nonlocals
    if "allowed" in variables:
        return ", ".join(f"`{choice}`" for choice in variables["allowed"])
    if "names" in variables:
        return f"`[{', '.join(variables['names'])}]`"
    if "least" in variables:
        return f"a whole number from {variables['least']} to {variables['most']}"
    return SEE


def _default(value: Any) -> str:
    return "" if value is None or value in ((), "", {}) else f"`{_written(value)}`"


def _written(value: Any) -> str:
    """Return a value as it is written in YAML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)
