"""Read the profiles of print services in templates/services."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, cast

from msgspec import Struct

from printgen.catalog.schema_types import Fields, SchemaType
from printgen.catalog.target_profiles import known_profiles, read_target_profile
from printgen.catalog.yaml_schemas import MAX_MM
from printgen.errors import Findings, did_you_mean

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
        "border": SchemaType(
            "flag", "whether a smaller piece may lie in its middle, on a plain ground"
        ),
    },
    exactly_one=("pixels", "size"),
)
_TUCK_BOX: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "what the service calls it"),
        "pixels": SchemaType(
            "list",
            "the width and height of the picture, bleed included",
            of=_PIXELS.of,
            length=2,
            required=True,
        ),
        "holds": SchemaType("text", "the product that fits in it", required=True),
        "count": SchemaType("integer", "how many of them", required=True, at_least=1),
        "across": SchemaType(
            "list",
            "pixels from the left to the left edge of the side, to the folds before the back, the"
            " other side, the front and the glue, and to the right edge",
            of=SchemaType("number", at_least=0, at_most=MAX_PIXELS),
            length=6,
            required=True,
        ),
        "down": SchemaType(
            "list",
            "pixels from the top to the folds above and below the front",
            of=SchemaType("number", at_least=0, at_most=MAX_PIXELS),
            length=2,
            required=True,
        ),
    },
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
        "rich black": SchemaType(
            "list",
            "percent of cyan, magenta, yellow and black in large black shapes",
            of=SchemaType("number", at_least=0, at_most=100),
            length=4,
        ),
        "outlines": SchemaType("flag", "whether text becomes shapes, without fonts"),
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
        "tuck boxes": SchemaType("mapping", "boxes for cards, by their names", of=_TUCK_BOX),
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
    outlines: bool = False
    """Whether text becomes shapes."""
    rich_black: tuple[float, float, float, float] | None = None
    """The inks of large black shapes, from 0 to 1."""


class Product(Struct, frozen=True):
    """Something that a service prints. A picture of a side has so many pixels, bleed included."""

    name: str
    title: str
    width: float
    """Of the cut, in mm."""
    height: float
    shape: Literal["rectangle", "circle", "hex", "path"]
    pixels: tuple[int, int] | None = None
    has_border: bool = False
    """Whether a smaller piece may lie in its middle, on a plain ground."""


class TuckBox(Struct, frozen=True):
    """A box for cards that the service cuts, folds and glues. Its panels are, from left to right,
    a side, the back, the other side, the front with its notch, and the strip for glue; the lid is
    above the back, the bottom below it."""

    sheet: Product
    """The cut is as large as the whole picture without its bleed."""
    holds: str
    count: int
    across: tuple[float, ...]
    """The edges and folds of the panels, in mm from the left of the cut."""
    down: tuple[float, float]


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
    tuck_boxes: tuple[TuckBox, ...] = ()


def known_services(templates: Path) -> Mapping[str, Path]:
    """Return the files of all services by their names."""
    return known_profiles("services", templates)


def load_service(name: str, templates: Path) -> Service:
    """Return a service. Raises CallError if there is none of that name, DataError with every
    mistake in its file."""
    name, fields = read_target_profile("services", name, templates, SERVICE, "print service")
    findings = Findings()
    _check_tuck_boxes(fields, findings)
    findings.raise_errors()
    return _service(name, fields)


def _check_tuck_boxes(fields: Fields, findings: Findings) -> None:
    """Report folds in the wrong order and boxes for products that the service does not have."""
    products = fields.mapping("products")
    for node in fields.mapping("tuck boxes").values():
        box = Fields(node)
        for key in ("across", "down"):
            folds = _numbers(box, key)
            if folds != sorted(set(folds)):
                place = node.place if (given := box.node(key)) is None else given.place
                findings.error(place, f"'{key}' must list larger and larger numbers")
        if (held := box.text("holds")) not in products:
            hint = did_you_mean(held, products)
            findings.error(node.place, f"'holds' names '{held}', which is not a product{hint}")


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
        tuple(
            _tuck_box(name, Fields(node), dpi, bleed)
            for name, node in fields.mapping("tuck boxes").items()
        ),
    )


def _press(fields: Fields) -> PressProfile:
    return PressProfile(
        fields.text("condition"),
        tuple(str(node.value) for node in fields.items("icc")),
        fields.number("max ink", 400) / 100,
        cast(Standard, fields.text("standard")),
        fields.flag("transparency"),
        fields.flag("outlines"),
        _inks(fields, "rich black"),
    )


def _inks(fields: Fields, key: str) -> tuple[float, float, float, float] | None:
    if key not in fields:
        return None
    cyan, magenta, yellow, black = (part / 100 for part in _numbers(fields, key))
    return cyan, magenta, yellow, black


def _product(name: str, fields: Fields, dpi: int, bleed: float) -> Product:
    title = fields.text("title", name)
    shape = cast(Literal["rectangle", "circle", "hex"], fields.text("shape", "rectangle"))
    has_border = fields.flag("border")
    if "size" in fields:
        width, height = _numbers(fields, "size")
        return Product(name, title, width, height, shape, None, has_border)
    wide, high = (int(side) for side in _numbers(fields, "pixels"))
    width, height = (side / dpi * MM_PER_INCH - 2 * bleed for side in (wide, high))
    if shape == "hex":  # the cut is regular, even if its canvas has more bleed at two sides
        width, height = _regular(width, height)
    return Product(name, title, width, height, shape, (wide, high), has_border)


def _regular(width: float, height: float) -> tuple[float, float]:
    """Return the box around the regular hexagon whose corners are at the ends of the longer
    side."""
    ratio = math.sqrt(3) / 2
    return (height * ratio, height) if height > width else (width, width * ratio)


def _tuck_box(name: str, fields: Fields, dpi: int, bleed: float) -> TuckBox:
    across, down = (
        tuple(pixels / dpi * MM_PER_INCH - bleed for pixels in _numbers(fields, key))
        for key in ("across", "down")
    )
    return TuckBox(
        _product(name, fields, dpi, bleed),
        fields.text("holds"),
        int(fields.number("count", 0)),
        across,
        (down[0], down[1]),
    )


def _numbers(fields: Fields, key: str) -> list[float]:
    return [float(str(node.value)) for node in fields.items(key)]
