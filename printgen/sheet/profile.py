"""Takes a folder of printer profiles in YAML, gives one by its name, and stores one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import yaml

from printgen.catalog.model import Node
from printgen.catalog.nodes import read_yaml
from printgen.catalog.shapes import Shape, checked
from printgen.errors import CallError, Findings, did_you_mean
from printgen.sheet.model import PLAIN_MARGINS, Margins, Profile

SCALES: Final = (0.9, 1.1)
MOST_OFFSET: Final = 10.0
MOST_ANGLE: Final = 5.0
MOST_MARGIN: Final = 40.0
NONE: Final = "none"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_SCALE: Final = Shape("number", "100 / measured", at_least=SCALES[0], at_most=SCALES[1])
_OFFSET: Final = Shape("number", "mm", at_least=-MOST_OFFSET, at_most=MOST_OFFSET)
_EDGE: Final = Shape("number", "mm", at_least=0, at_most=MOST_MARGIN)
PROFILE: Final = Shape(
    "keys",
    keys={
        "scale_x": _SCALE,
        "scale_y": _SCALE,
        "back_dx": _OFFSET,
        "back_dy": _OFFSET,
        "back_angle": Shape("number", "degrees", at_least=-MOST_ANGLE, at_most=MOST_ANGLE),
        "margins": Shape("keys", keys=dict.fromkeys(("top", "right", "bottom", "left"), _EDGE)),
    },
)


def checked_profile(profile: Profile) -> Profile:
    """The profile itself, or a CallError that names every value beyond belief."""
    wrong = [
        f"{name} is {value:g}, but must be {low:g} to {high:g}"
        for name, value, low, high in (
            ("scale_x", profile.scale_x, *SCALES),
            ("scale_y", profile.scale_y, *SCALES),
            ("back_dx", profile.back_dx, -MOST_OFFSET, MOST_OFFSET),
            ("back_dy", profile.back_dy, -MOST_OFFSET, MOST_OFFSET),
            ("back_angle", profile.back_angle, -MOST_ANGLE, MOST_ANGLE),
            ("margin top", profile.margins.top, 0.0, MOST_MARGIN),
            ("margin right", profile.margins.right, 0.0, MOST_MARGIN),
            ("margin bottom", profile.margins.bottom, 0.0, MOST_MARGIN),
            ("margin left", profile.margins.left, 0.0, MOST_MARGIN),
        )
        if not low <= value <= high
    ]
    if wrong:
        raise CallError(f"printer profile '{profile.name}': {'; '.join(wrong)}")
    return profile


def known_profiles(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob("*.yaml")))


def load_profile(name: str, folder: Path) -> Profile:
    """The stored profile; `none` is the printer that does everything right."""
    if name == NONE:
        return Profile()
    known = known_profiles(folder)
    if name not in known:
        choice = did_you_mean(name, (*known, NONE))
        raise CallError(f"there is no printer profile '{name}'{choice}")
    findings = Findings()
    node = read_yaml(folder / f"{name}.yaml", f"{name}.yaml", findings)
    node = checked(node, PROFILE, findings) if node is not None else None
    findings.raise_errors()
    values = _entries(node)
    return Profile(
        name,
        scale_x=_number(values, "scale_x", 1.0),
        scale_y=_number(values, "scale_y", 1.0),
        back_dx=_number(values, "back_dx", 0.0),
        back_dy=_number(values, "back_dy", 0.0),
        back_angle=_number(values, "back_angle", 0.0),
        margins=_margins(_entries(values.get("margins"))),
    )


def save_profile(profile: Profile, folder: Path) -> Path:
    """Writes the profile, over an older one of that name, and gives its file."""
    if not _NAME.fullmatch(profile.name) or profile.name == NONE:
        raise CallError(
            f"'{profile.name}' cannot name a printer profile;"
            " use small letters, digits and '-' (but not 'none')"
        )
    checked_profile(profile)
    edge = profile.margins
    values = {
        "scale_x": round(profile.scale_x, 5),
        "scale_y": round(profile.scale_y, 5),
        "back_dx": round(profile.back_dx, 3),
        "back_dy": round(profile.back_dy, 3),
        "back_angle": round(profile.back_angle, 4),
        "margins": {"top": edge.top, "right": edge.right, "bottom": edge.bottom, "left": edge.left},
    }
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{profile.name}.yaml"
    file.write_text(yaml.safe_dump(values, sort_keys=False), encoding="utf-8", newline="\n")
    return file


def _entries(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, Mapping) else {}


def _number(values: Mapping[str, Node], key: str, default: float) -> float:
    node = values.get(key)
    return float(node.value) if node and isinstance(node.value, int | float) else default


def _margins(values: Mapping[str, Node]) -> Margins:
    plain = PLAIN_MARGINS
    return Margins(
        _number(values, "top", plain.top),
        _number(values, "right", plain.right),
        _number(values, "bottom", plain.bottom),
        _number(values, "left", plain.left),
    )
