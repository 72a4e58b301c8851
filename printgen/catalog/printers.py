"""Read and write printer profiles: one YAML file per printer."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Final

from msgspec import Struct

from printgen.catalog.nodes import read_yaml
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.errors import CallError, Findings, did_you_mean

SCALES: Final = (0.9, 1.1)
MAX_OFFSET: Final = 10.0
MAX_ANGLE: Final = 5.0
MAX_MARGIN: Final = 40.0
NONE: Final = "none"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


class Duplex(Enum):
    """How a back gets behind its front: the paper is flipped, folded, or printed on one side."""

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"

    @property
    def flips_paper(self) -> bool:
        return self in (Duplex.LONG, Duplex.SHORT)


class Margins(Struct, frozen=True):
    """The widths that a printer leaves white at each edge."""

    top: float = 5.0
    right: float = 5.0
    bottom: float = 5.0
    left: float = 5.0


PLAIN_MARGINS: Final = Margins()


class Profile(Struct, frozen=True):
    """The measured errors of one printer.

    `scale_x` and `scale_y` are corrections (100 / measured). The back values are the printer's
    error as seen on the back: shifted right and down, rotated clockwise in degrees. `flip` is the
    edge they were measured with; profiles stored by older versions have none.
    """

    name: str = "none"
    scale_x: float = 1.0
    scale_y: float = 1.0
    back_dx: float = 0.0
    back_dy: float = 0.0
    back_angle: float = 0.0
    margins: Margins = PLAIN_MARGINS
    flip: Duplex | None = None


_SCALE: Final = SchemaType("number", "100 / measured", at_least=SCALES[0], at_most=SCALES[1])
_OFFSET: Final = SchemaType("number", "mm", at_least=-MAX_OFFSET, at_most=MAX_OFFSET)
_EDGE: Final = SchemaType("number", "mm", at_least=0, at_most=MAX_MARGIN)
_FLIPS: Final = (Duplex.LONG.value, Duplex.SHORT.value)
PROFILE: Final = SchemaType(
    "record",
    keys={
        "scale_x": _SCALE,
        "scale_y": _SCALE,
        "back_dx": _OFFSET,
        "back_dy": _OFFSET,
        "back_angle": SchemaType("number", "degrees", at_least=-MAX_ANGLE, at_most=MAX_ANGLE),
        "margins": SchemaType(
            "record", keys=dict.fromkeys(("top", "right", "bottom", "left"), _EDGE)
        ),
        "flip": SchemaType("choice", "the edge it was measured with", choices=_FLIPS),
    },
)


def checked_profile(profile: Profile) -> Profile:
    """Return the profile, or raise CallError naming every value that is out of range."""
    wrong = [
        f"{name} is {value:g}, but must be {low:g} to {high:g}"
        for name, value, low, high in (
            ("scale_x", profile.scale_x, *SCALES),
            ("scale_y", profile.scale_y, *SCALES),
            ("back_dx", profile.back_dx, -MAX_OFFSET, MAX_OFFSET),
            ("back_dy", profile.back_dy, -MAX_OFFSET, MAX_OFFSET),
            ("back_angle", profile.back_angle, -MAX_ANGLE, MAX_ANGLE),
            ("margin top", profile.margins.top, 0.0, MAX_MARGIN),
            ("margin right", profile.margins.right, 0.0, MAX_MARGIN),
            ("margin bottom", profile.margins.bottom, 0.0, MAX_MARGIN),
            ("margin left", profile.margins.left, 0.0, MAX_MARGIN),
        )
        if not low <= value <= high
    ]
    if wrong:
        raise CallError(f"printer profile '{profile.name}': {'; '.join(wrong)}")
    return profile


def known_profiles(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob("*.yaml")))


def load_profile(name: str, folder: Path) -> Profile:
    """Return the stored profile; `none` is a perfect printer.

    Raises CallError for an unknown name and DataError for a file with mistakes.
    """
    if name == NONE:
        return Profile()
    known = known_profiles(folder)
    if name not in known:
        choice = did_you_mean(name, (*known, NONE))
        raise CallError(f"there is no printer profile '{name}'{choice}")
    findings = Findings()
    profile = read_profile(folder / f"{name}.yaml", findings)
    findings.raise_errors()
    return profile


def check_profiles(folder: Path, findings: Findings) -> None:
    """Report the mistakes in every stored profile."""
    for name in known_profiles(folder):
        read_profile(folder / f"{name}.yaml", findings)


def read_profile(file: Path, findings: Findings) -> Profile:
    """Return the profile in a file, with the default for every value that is missing or wrong."""
    node = read_yaml(file, file.name, findings)
    node = checked(node, PROFILE, findings) if node is not None else None
    if node is None:
        return Profile(file.stem)
    fields = Fields(node)
    margins = fields.node("margins")
    return Profile(
        file.stem,
        scale_x=fields.number("scale_x", 1.0),
        scale_y=fields.number("scale_y", 1.0),
        back_dx=fields.number("back_dx", 0.0),
        back_dy=fields.number("back_dy", 0.0),
        back_angle=fields.number("back_angle", 0.0),
        margins=PLAIN_MARGINS if margins is None else _margins(Fields(margins)),
        flip=Duplex(fields.text("flip")) if fields.text("flip") else None,
    )


def save_profile(profile: Profile, folder: Path) -> Path:
    """Write the profile, replacing an older one of that name, and return its file."""
    if not _NAME.fullmatch(profile.name) or profile.name == NONE:
        raise CallError(
            f"'{profile.name}' cannot name a printer profile;"
            " use small letters, digits and '-' (but not 'none')"
        )
    import yaml

    checked_profile(profile)
    edge = profile.margins
    values: dict[str, object] = {
        "scale_x": round(profile.scale_x, 5),
        "scale_y": round(profile.scale_y, 5),
        "back_dx": round(profile.back_dx, 3),
        "back_dy": round(profile.back_dy, 3),
        "back_angle": round(profile.back_angle, 4),
        "margins": {"top": edge.top, "right": edge.right, "bottom": edge.bottom, "left": edge.left},
    }
    if profile.flip is not None:
        values["flip"] = profile.flip.value
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{profile.name}.yaml"
    file.write_text(yaml.safe_dump(values, sort_keys=False), encoding="utf-8", newline="\n")
    return file


def _margins(fields: Fields) -> Margins:
    plain = PLAIN_MARGINS
    return Margins(
        fields.number("top", plain.top),
        fields.number("right", plain.right),
        fields.number("bottom", plain.bottom),
        fields.number("left", plain.left),
    )
