"""Read the sizes of pieces in templates/sizes.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from printgen.catalog.schema_types import Fields, SchemaType
from printgen.catalog.source import Source
from printgen.catalog.yaml_schemas import MAX_MM, OUTLINES

FILE_NAME: Final = "sizes.yaml"
_LENGTH: Final = SchemaType("number", "mm", required=True, more_than=0, at_most=MAX_MM)
_SHAPE: Final = SchemaType("choice", choices=tuple(s for s in OUTLINES if s != "path"))
_SIZES: Final = SchemaType(
    "mapping",
    "every size by its name",
    of=SchemaType("record", keys={"width": _LENGTH, "height": _LENGTH, "shape": _SHAPE}),
)


class PieceSize(Struct, frozen=True):
    """The size of a finished piece in mm, and the shape of its cut."""

    width: float
    height: float
    shape: str


def load_sizes(source: Source) -> Mapping[str, PieceSize]:
    """Return the sizes in the folders of shared templates; mistakes are in the findings of the
    source."""
    sizes: dict[str, PieceSize] = {}
    for folder in source.template_folders:
        node = source.optional_yaml(folder / FILE_NAME, _SIZES)
        entries = node.value if node is not None and isinstance(node.value, Mapping) else {}
        for name, fields in ((name, Fields(entry)) for name, entry in entries.items()):
            width, height = fields.number("width", 0), fields.number("height", 0)
            if width and height:
                shape = fields.text("shape", "rectangle")
                sizes[name.lower()] = PieceSize(width, height, shape)
    return sizes
