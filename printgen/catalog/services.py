"""Read the profiles of print services in templates/services."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, cast

from msgspec import Struct

from printgen.catalog.builtin import template_folders
from printgen.catalog.nodes import read_yaml
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.errors import CallError, Findings, did_you_mean

MM_PER_INCH: Final = 25.4
MAX_PIXELS: Final = 12_000
Order = Literal["mpc", "folders"]
ORDERS: Final = ("mpc", "folders")
SHAPES: Final = ("rectangle", "circle", "hex")

_PIXELS: Final = SchemaType(
    "list",
    "the width and height of the picture, bleed included",
    required=True,
    of=SchemaType("integer", at_least=50, at_most=MAX_PIXELS),
    length=2,
)
_PRODUCT: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "what the service calls it"),
        "pixels": _PIXELS,
        "shape": SchemaType("choice", "of its cut: rectangle by default", choices=SHAPES),
    },
)
SERVICE: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "the name of the service", required=True),
        "dpi": SchemaType("integer", "its resolution", required=True, at_least=72, at_most=1200),
        "bleed": SchemaType("number", "mm on each side", required=True, at_least=0, at_most=20),
        "safe": SchemaType(
            "number", "mm inside the cut that text keeps", required=True, at_least=0, at_most=20
        ),
        "order": SchemaType("choice", "how an order is handed over", choices=ORDERS),
        "quantities": SchemaType(
            "list", "how many pieces an order may have", of=SchemaType("integer", at_least=1)
        ),
        "products": SchemaType("mapping", "every product by its name", required=True, of=_PRODUCT),
    },
)


class Product(Struct, frozen=True):
    """Something that a service prints; the picture of a side has so many pixels with its bleed."""

    name: str
    title: str
    pixels: tuple[int, int]
    width: float
    """Of the cut, in mm."""
    height: float
    shape: Literal["rectangle", "circle", "hex"]


class Service(Struct, frozen=True):
    name: str
    title: str
    dpi: int
    bleed: float
    safe: float
    order: Order
    products: tuple[Product, ...]
    quantities: tuple[int, ...] = ()
    """The numbers of pieces that one order may have; empty if any will do."""


def known_services(templates: Path) -> Mapping[str, Path]:
    """Return the files of all services by their names."""
    folders = template_folders(templates)
    files = (file for folder in folders for file in sorted(folder.glob("services/*.yaml")))
    return {file.stem: file for file in files}


def load_service(name: str, templates: Path) -> Service:
    """Return a service. Raises CallError if there is none of that name, DataError with every
    mistake in its file."""
    files = known_services(templates)
    file = files.get(name.lower())
    if file is None:
        raise CallError(f"there is no print service '{name}'{did_you_mean(name, files)}")
    findings = Findings()
    place = file.relative_to(file.parents[2]).as_posix()
    node = read_yaml(file, place, findings)
    node = checked(node, SERVICE, findings) if node is not None else None
    findings.raise_errors()
    if node is None:  # an empty file
        raise CallError(f"{place} is empty; describe the print service in it")
    return _service(file.stem, Fields(node))


def _service(name: str, fields: Fields) -> Service:
    dpi, bleed = int(fields.number("dpi", 300)), fields.number("bleed", 0.0)
    return Service(
        name,
        fields.text("title"),
        dpi,
        bleed,
        fields.number("safe", 0.0),
        cast(Order, fields.text("order", "folders")),
        tuple(
            _product(name, Fields(node), dpi, bleed)
            for name, node in fields.mapping("products").items()
        ),
        tuple(sorted(int(str(node.value)) for node in fields.items("quantities"))),
    )


def _product(name: str, fields: Fields, dpi: int, bleed: float) -> Product:
    wide, high = (int(str(node.value)) for node in fields.items("pixels"))
    width, height = (side / dpi * MM_PER_INCH - 2 * bleed for side in (wide, high))
    shape = cast(Literal["rectangle", "circle", "hex"], fields.text("shape", "rectangle"))
    return Product(name, fields.text("title", name), (wide, high), width, height, shape)
