"""Read the profiles of print services in templates/services."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, cast

from msgspec import Struct

from printgen.catalog.schema_types import Fields, SchemaType
from printgen.catalog.target_profiles import known_profiles, read_target_profile
from printgen.catalog.yaml_schemas import MAX_MM

MM_PER_INCH: Final = 25.4
MAX_PIXELS: Final = 12_000
Order = Literal["mpc", "folders"]
ORDERS: Final = ("mpc", "folders")
SHAPES: Final = ("rectangle", "circle", "hex")
FILES: Final = ("png", "pdf")
Standard = Literal["", "PDF/X-1a:2003", "PDF/X-4"]
STANDARDS: Final = ("PDF/X-1a:2003", "PDF/X-4")

_PIXELS: Final = SchemaType(
    "list",
    "the width and height of the picture, bleed included",
    of=SchemaType("integer", at_least=50, at_most=MAX_PIXELS),
    length=2,
)
_PRODUCT: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "what the service calls it"),
        "pixels": _PIXELS,
        "size": SchemaType(
            "list",
            "instead of pixels: the width and height of the cut in mm",
            of=SchemaType("number", more_than=0, at_most=MAX_MM),
            length=2,
        ),
        "shape": SchemaType("choice", "of its cut: rectangle by default", choices=SHAPES),
    },
    exactly_one=("pixels", "size"),
)
_PRESS: Final = SchemaType(
    "record",
    "the inks, for a service that prints in CMYK",
    keys={
        "condition": SchemaType("text", "the printing condition, as in FOGRA39", required=True),
        "icc": SchemaType(
            "list", "its ICC profiles, by their file names without .icc", of=SchemaType("text")
        ),
        "max ink": SchemaType("number", "percent, of all inks together", at_least=100, at_most=400),
        "standard": SchemaType("choice", "of the PDF", choices=STANDARDS),
        "transparency": SchemaType("flag", "whether its PDFs may have any"),
    },
)
SERVICE: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "the name of the service", required=True),
        "files": SchemaType("choice", "png by default", choices=FILES),
        "dpi": SchemaType("integer", "its resolution", at_least=72, at_most=1200),
        "bleed": SchemaType("number", "mm on each side", required=True, at_least=0, at_most=20),
        "safe": SchemaType(
            "number", "mm inside the cut that text keeps", required=True, at_least=0, at_most=20
        ),
        "order": SchemaType("choice", "how an order is handed over", choices=ORDERS),
        "quantities": SchemaType(
            "list", "how many pieces an order may have", of=SchemaType("integer", at_least=1)
        ),
        "press": _PRESS,
        "products": SchemaType(
            "mapping", "every product by its name; without it, any size is printed", of=_PRODUCT
        ),
    },
)


class PressProfile(Struct, frozen=True):
    """What a service wants of a PDF in the inks of its press."""

    condition: str
    icc: tuple[str, ...]
    """The names of suitable ICC profiles, without .icc."""
    max_ink: float
    """Of all inks together; 4 is everything."""
    standard: Standard
    transparency: bool


class Product(Struct, frozen=True):
    """Something that a service prints. A picture of a side has so many pixels, bleed included."""

    name: str
    title: str
    width: float
    """Of the cut, in mm."""
    height: float
    shape: Literal["rectangle", "circle", "hex", "path"]
    pixels: tuple[int, int] | None = None


class Service(Struct, frozen=True):
    name: str
    title: str
    files: Literal["png", "pdf"]
    dpi: int
    bleed: float
    safe: float
    order: Order
    products: tuple[Product, ...]
    """Empty if it prints any size."""
    press: PressProfile | None = None
    quantities: tuple[int, ...] = ()
    """The numbers of pieces that one order may have; empty if any will do."""


def known_services(templates: Path) -> Mapping[str, Path]:
    """Return the files of all services by their names."""
    return known_profiles("services", templates)


def load_service(name: str, templates: Path) -> Service:
    """Return a service. Raises CallError if there is none of that name, DataError with every
    mistake in its file."""
    return _service(*read_target_profile("services", name, templates, SERVICE, "print service"))


def _service(name: str, fields: Fields) -> Service:
    dpi, bleed = int(fields.number("dpi", 300)), fields.number("bleed", 0.0)
    press = fields.node("press")
    return Service(
        name,
        fields.text("title"),
        cast(Literal["png", "pdf"], fields.text("files", "png")),
        dpi,
        bleed,
        fields.number("safe", 0.0),
        cast(Order, fields.text("order", "folders")),
        tuple(
            _product(name, Fields(node), dpi, bleed)
            for name, node in fields.mapping("products").items()
        ),
        None if press is None else _press(Fields(press)),
        tuple(sorted(int(str(node.value)) for node in fields.items("quantities"))),
    )


def _press(fields: Fields) -> PressProfile:
    return PressProfile(
        fields.text("condition"),
        tuple(str(node.value) for node in fields.items("icc")),
        fields.number("max ink", 400) / 100,
        cast(Standard, fields.text("standard")),
        fields.flag("transparency"),
    )


def _product(name: str, fields: Fields, dpi: int, bleed: float) -> Product:
    title = fields.text("title", name)
    shape = cast(Literal["rectangle", "circle", "hex"], fields.text("shape", "rectangle"))
    if "size" in fields:
        width, height = (float(str(node.value)) for node in fields.items("size"))
        return Product(name, title, width, height, shape)
    wide, high = (int(str(node.value)) for node in fields.items("pixels"))
    width, height = (side / dpi * MM_PER_INCH - 2 * bleed for side in (wide, high))
    return Product(name, title, width, height, shape, (wide, high))
