"""Read the profiles of cutting machines in templates/cutters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, cast

from msgspec import Struct

from printgen.catalog.schema_types import Fields, SchemaType
from printgen.catalog.target_profiles import known_profiles, read_target_profile

Corner = Literal["top left", "top right", "bottom left", "bottom right"]
CORNERS: Final[tuple[Corner, ...]] = ("top left", "top right", "bottom left", "bottom right")
MarkKind = Literal["square", "corner"]
MARK_KINDS: Final = ("square", "corner")

_MM: Final = SchemaType("number", "mm", at_least=0, at_most=60)
_SIDE: Final = SchemaType("number", at_least=50, at_most=2000)
CUTTER: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "the name of the machine", required=True),
        "marks": SchemaType(
            "record",
            "the registration marks by their corners",
            keys={c: SchemaType("choice", choices=MARK_KINDS) for c in CORNERS},
        ),
        "inset": SchemaType("number", "mm from the paper's edges", at_least=0, at_most=60),
        "square": SchemaType("number", "mm, the side of a square", at_least=1, at_most=20),
        "arm": SchemaType("number", "mm, the length of a corner's arms", at_least=1, at_most=40),
        "line": SchemaType("number", "mm, the width of a corner's arms", at_least=0.1, at_most=3),
        "clear": SchemaType("number", "mm around a mark without ink", at_least=0, at_most=20),
        "area": SchemaType(
            "list", "the width and height in mm that can be cut, upright", of=_SIDE, length=2
        ),
        "picture": SchemaType(
            "integer", "dpi, if the machine's program prints the art", at_least=72, at_most=1200
        ),
        "folds": SchemaType("choice", "how folds are made", choices=("score", "perforation")),
    },
)


class Cutter(Struct, frozen=True):
    """A machine that cuts along paths, and the marks by which it finds the sheet."""

    name: str
    title: str
    marks: Mapping[Corner, MarkKind]
    inset: float = 10.0
    square: float = 5.0
    arm: float = 8.382
    line: float = 0.991
    clear: float = 1.5
    area: tuple[float, float] | None = None
    """The largest area that it cuts, in the middle of the sheet."""
    picture_dpi: int | None = None
    """The resolution of the art, if the machine's own program prints it with marks of its own."""
    folds: Literal["score", "perforation"] = "score"


def known_cutters(templates: Path) -> Mapping[str, Path]:
    """Return the files of all machines by their names."""
    return known_profiles("cutters", templates)


def load_cutter(name: str, templates: Path) -> Cutter:
    """Return a machine. Raises CallError if there is none of that name, DataError with every
    mistake in its file."""
    return _cutter(*read_target_profile("cutters", name, templates, CUTTER, "cutting machine"))


def _cutter(name: str, fields: Fields) -> Cutter:
    given = fields.node("marks")
    marks = None if given is None else Fields(given)
    area = [float(str(node.value)) for node in fields.items("area")]
    usual = Cutter(name, "", {})
    return Cutter(
        name,
        fields.text("title"),
        {c: cast(MarkKind, marks.text(c)) for c in CORNERS if c in marks} if marks else {},
        fields.number("inset", usual.inset),
        fields.number("square", usual.square),
        fields.number("arm", usual.arm),
        fields.number("line", usual.line),
        fields.number("clear", usual.clear),
        (area[0], area[1]) if area else None,
        int(fields.number("picture", 0)) or None,
        cast(Literal["score", "perforation"], fields.text("folds", usual.folds)),
    )
