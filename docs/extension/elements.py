"""List the elements, their settings and defaults, from the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import getclosurevars
from typing import Any, Final

from docs.extension.tables import table
from printgen.draw import inks, setting_types
from printgen.draw.compile import GROUP, REPEAT
from printgen.draw.elements import KINDS
from printgen.draw.setting_types import Convert, SettingType

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


def describe_elements() -> str:
    return "\n\n".join(_elements())


def _elements() -> Iterator[str]:
    kinds: dict[str, Mapping[str, SettingType]] = {n: k.settings for n, k in KINDS.items()}
    kinds["group"] = GROUP
    for name, settings in sorted(kinds.items()):
        yield f"## {name}"
        ordered = sorted(settings.items(), key=lambda entry: (entry[0] != name, entry[0]))
        rows = [(f"`{key}`", accepted(kind), _default(kind.default)) for key, kind in ordered]
        if name == "group":
            rows.insert(0, ("`group`", "a list of elements", ""))
        yield table(("Setting", "Value", "If left out"), rows)
    yield "## repeat"
    yield "Its `elements` are drawn once for each value or cell. Its own keys: " + ", ".join(
        f"`{key}`" for key in sorted(REPEAT)
    )


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
    return "see [templates](templates.md)"


def _default(value: Any) -> str:
    if value is None or value in ((), ""):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return f"`[{', '.join(f'{part:g}' for part in value)}]`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"
