"""Gradients, patterns, masks and blending of SVG files, compared with another renderer."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from printgen.catalog.svg.symbols import parse_symbol
from printgen.check.faces import check_face
from printgen.check.scene import Scene
from printgen.errors import DataError
from printgen.frame import Frame, Group, Mask
from tests.drawing import DPI, drawn_by_resvg, drawn_pdf, drawn_svg, worst_difference

SAVED = sorted((Path(__file__).parent / "inkscape").glob("*.svg"))
"""Drawings of our own as Inkscape 1.2 saved them, after rotating, masking and tiling parts."""
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' width="24mm" height="16mm" viewBox="0 0 24 16">'
)
STOPS = '<stop offset="0.1" stop-color="#ffd000"/><stop offset="90%" stop-color="#003080"/>'
FADE = '<stop stop-color="#c00000"/><stop offset="1" stop-color="#00c" stop-opacity="0.2"/>'
GREY = '<stop stop-color="#fff"/><stop offset="1" stop-color="#000"/>'
SHAPES = '<rect x="1" y="1" width="14" height="9" {}/><circle cx="18" cy="10" r="5" {}/>'


def shapes(attributes: str) -> str:
    return SHAPES.format(attributes, attributes)


def linear(attributes: str = "", stops: str = STOPS) -> str:
    return f'<linearGradient id="g" {attributes}>{stops}</linearGradient>'


def radial(attributes: str = "", stops: str = STOPS) -> str:
    return f'<radialGradient id="g" {attributes}>{stops}</radialGradient>'


FILLED = shapes('fill="url(#g)"')
LINED = shapes('fill="none" stroke="url(#g)" stroke-width="2"')
IN_USER_SPACE = 'gradientUnits="userSpaceOnUse"'
MASKED = shapes('mask="url(#m)" fill="#a00"')
PLAIN = shapes("")
FAINT = shapes('opacity="0.3"')
SIDEWAYS = linear(f'{IN_USER_SPACE} x2="20"')
BASE = linear().replace('"g"', '"i"')
TILE = '<circle cx="1" cy="1" r="0.8" fill="#070"/><path d="M2 2l1 1" stroke="#f00"/>'
DRAWINGS = {
    "across": linear() + FILLED,
    "turned": linear('gradientTransform="rotate(30) scale(0.5 1)"') + FILLED,
    "in user space": linear(f'{IN_USER_SPACE} x1="2" y1="2" x2="80%" y2="50%"') + FILLED,
    "inherited": f'{SIDEWAYS}<g fill="url(#g)" transform="scale(0.5)">{PLAIN}</g>',
    "reflected": linear('x2="0.2" y2="0.1" spreadMethod="reflect"') + FILLED,
    "repeated": linear('x1="0.4" x2="0.6" spreadMethod="repeat"') + FILLED,
    "lines": linear('x2="0" y2="1"') + LINED,
    "lines, repeated": linear('x1="0.4" x2="0.7" spreadMethod="reflect"') + LINED,
    "faint": linear(stops=FADE) + shapes('fill="url(#g)" fill-opacity="0.7"'),
    "around": radial() + FILLED,
    "around, elsewhere": radial('cx="0.2" cy="0.3" r="0.6" fx="0.4" fr="0.1"') + FILLED,
    "around, reflected": radial('r="0.2" fx="0.45" spreadMethod="reflect"') + FILLED,
    "around, slanted": radial('gradientTransform="skewX(30)"', FADE) + FILLED,
    "in the symbol's colour": radial(
        stops='<stop stop-color="currentColor"/><stop offset="1" stop-color="currentColor"'
        ' stop-opacity="0"/>'
    )
    + FILLED,
    "no length": linear('x2="0"') + FILLED,
    "chain": '<linearGradient id="g" x2="0" y2="1" xlink:href="#h"/><radialGradient id="h"'
    f' spreadMethod="reflect" y2="0.5" xlink:href="#i"/>{BASE}{FILLED}',
    "one stop": linear(stops='<stop stop-color="teal" stop-opacity="0.5"/>') + FILLED,
    "hard stops": linear(
        stops='<stop offset="0.5" stop-color="red"/><stop offset="0.3" stop-color="blue"/>'
    )
    + FILLED,
    "pattern": '<pattern id="g" width="3" height="3" patternUnits="userSpaceOnUse">'
    f"{TILE}</pattern>{FILLED}",
    "pattern, moved": '<pattern id="g" x="1" y="0.5" width="3" height="2.5"'
    f' patternUnits="userSpaceOnUse" patternTransform="rotate(25)">{TILE}</pattern>{FILLED}',
    "pattern in boxes": '<pattern id="g" x="0.1" width="0.25" height="0.5"'
    ' patternContentUnits="objectBoundingBox"><circle cx="0.2" cy="0.2" r="0.1"/>'
    f"</pattern>{FILLED}",
    "pattern with a viewBox": '<pattern id="g" width="20%" height="40%" viewBox="0 0 3 3"'
    f' opacity="0.5">{TILE}</pattern>{FILLED}',
    "pattern with holes": '<pattern id="h" width="3" height="3" patternUnits="userSpaceOnUse">'
    f'{TILE}</pattern><pattern id="g" xlink:href="#h" patternTransform="scale(0.5)"/>'
    '<path fill="url(#g)" fill-rule="evenodd" fill-opacity="0.6" stroke="#000"'
    ' stroke-width="0.3" d="M1 1h20v14h-20zM5 4h12v8h-12z"/>',
    "pattern, missing": '<rect width="9" height="9" fill="url(#g) #0a0"/>',
    "mask": f'{linear(stops=GREY)}<mask id="m"><rect width="24" height="16" fill="url(#g)"/>'
    f"</mask>{MASKED}",
    "mask by alpha": f'{radial(stops=FADE)}<mask id="m" style="mask-type:alpha"><rect'
    f' width="24" height="16" fill="url(#g)"/></mask><g mask="url(#m)">{PLAIN}</g>',
    "mask in colours": '<mask id="m"><rect width="24" height="16" fill="#f60"/><circle cx="9"'
    f' cy="8" r="6" fill="#06f"/></mask>{MASKED}',
    "mask with a region": '<mask id="m" x="0.2" y="0.1" width="0.5" height="0.5"><rect'
    f' width="24" height="16" fill="#ccc"/></mask>{MASKED}',
    "mask of a shape with a region": '<mask id="m" maskUnits="userSpaceOnUse" x="4" y="3"'
    f' width="12" height="9"><path d="M2 2h18v12z" fill="#fff"/></mask>{MASKED}',
    "mask in boxes": '<mask id="m" maskContentUnits="objectBoundingBox"><circle cx="0.5"'
    f' cy="0.5" r="0.4" fill="#fff"/></mask>{MASKED}',
    "mask of shapes": '<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="24"'
    ' height="16" style="mask-type:luminance"><path d="M2 2h9v9h-9z" fill="white"/>'
    f'<circle cx="17" cy="9" r="4" fill="#fff"/></mask><g mask="url(#m)">{PLAIN}</g>',
    "clip in boxes": '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5"'
    f' cy="30%" r="0.4"/></clipPath><g clip-path="url(#c)">{PLAIN}</g>',
    "mask and clip": '<clipPath id="c"><path d="M0 0h20v8h-20z"/></clipPath><mask id="m"><path'
    ' d="M3 3h18v10z" fill="#fff"/></mask><g transform="rotate(5)" opacity="0.6"'
    f' mask="url(#m)" clip-path="url(#c)">{PLAIN}</g>',
    "multiplied": '<circle cx="9" cy="8" r="6" fill="#0ae"/><g style="mix-blend-mode:multiply">'
    '<circle cx="15" cy="8" r="6" fill="#e08"/></g>',
    "dashes": '<g stroke="#00a" stroke-width="5%" stroke-dasharray="10% 4 2"'
    f' stroke-dashoffset="-1.5" fill="none">{PLAIN}</g>',
    "sharp corners": '<path d="M2 2h12l-12 2M2 9l18 3l-18 3" fill="none" stroke="#a00"/>',
    "nested": '<svg x="10%" y="10%" width="50%" height="50%" viewBox="0 0 10 10"><circle cx="50%"'
    f' cy="5" r="40%" fill="url(#g)"/></svg><switch><g>{FAINT}</g>'
    f"<rect/></switch>{linear()}",
}


PIXEL = 40
"""A row of pixels of a block, by which pdfium enlarges rectangles."""
PIXEL_OF_PATTERN = 60
"""The other renderer draws a tile once, in whole pixels."""


def check_drawing(text: str, tolerance: int = PIXEL) -> None:
    frame = parse_symbol(text, "x.svg", "x")
    check_face(frame)  # which must understand it too
    pdf = drawn_pdf(frame)
    expected = drawn_by_resvg(text, dpi=DPI, width=pdf.width, height=pdf.height)
    assert worst_difference(pdf, expected) < tolerance
    assert worst_difference(drawn_svg(frame), expected) < tolerance


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_files_of_inkscape(file: Path) -> None:
    """What Inkscape saved is printed as another program shows it."""
    check_drawing(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", DRAWINGS)
def test_like_another_renderer(name: str) -> None:
    """Each way to paint looks in PDF and SVG as another program shows it."""
    tolerance = PIXEL_OF_PATTERN if name.startswith("pattern") else PIXEL
    check_drawing(f"{HEAD}{DRAWINGS[name]}</svg>", tolerance)


FLAT = 12
"""How much the pixels around a point may differ if it counts as inside a shape."""
NEAR = 10


FADED_TOGETHER = {"mask by alpha", "mask and clip"}
"""The checks fade overlapping shapes of a group one by one."""
SEEN = [n for n, body in DRAWINGS.items() if "stroke" not in body and n not in FADED_TOGETHER]


@pytest.mark.parametrize("name", SEEN)
def test_checks_see_what_is_printed(name: str) -> None:
    """The checks find the colours that the picture has."""
    frame = parse_symbol(f"{HEAD}{DRAWINGS[name]}</svg>", "x.svg", "x")
    picture = drawn_svg(frame)
    places = [(x + 0.3, y + 0.7) for x in range(2, 23, 2) for y in range(1, 15, 3)]
    compared = 0
    for (x, y), color in zip(places, Scene(frame).ground(places), strict=True):
        column, row = int(x * DPI / 25.4), int(y * DPI / 25.4)
        around = [
            picture.getpixel((column + dx, row + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        ]
        spread = max(max(part) - min(part) for part in zip(*around, strict=True))
        if spread > FLAT:
            continue
        compared += 1
        assert max(abs(a - b) for a, b in zip(around[4], color, strict=True)) < NEAR, (x, y)
    assert compared > 9


def masks(frame: Frame) -> list[Mask]:
    return [i.mask for i in frame.items if isinstance(i, Group) and i.mask is not None]


def test_plain_masks_are_clips() -> None:
    """A mask of plain white shapes, as Figma writes it around icons, is a clip path; one with
    shades stays a mask."""
    for name, count in (("mask of shapes", 0), ("mask in boxes", 0), ("mask", 2)):
        frame = parse_symbol(f"{HEAD}{DRAWINGS[name]}</svg>", "x.svg", "x")
        assert len(masks(frame)) == count, name


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (linear('href="#g"', "") + FILLED, "refer to each other in a loop"),
        (
            linear('x2="1e-4" spreadMethod="repeat"') + '<path fill="url(#g)" d="M0 0h9v9z"/>',
            "times on one shape; make it larger",
        ),
        (
            '<pattern id="g" width="1e-4" height="1e-4" patternUnits="userSpaceOnUse">'
            f"{TILE}</pattern>{FILLED}",
            "tiles on one shape; make them larger",
        ),
        (
            "".join(
                f'<pattern id="{name}" width="1" height="1" patternUnits="userSpaceOnUse"><path'
                f' fill="url(#{other}) red" d="M0 0h40v40H0z"/></pattern>'
                for name, other in ("gh", "hi", "i ")
            )
            + '<path fill="url(#g)" d="M0 0h40v40H0z"/>',
            "patterns and gradients need more than 100000 parts; simplify them",
        ),
        (f'<pattern id="g">{TILE}</pattern>{LINED}', "convert the stroke to a path"),
        (
            linear(stops='<stop stop-color="currentColor"/><stop offset="1"/>') + FILLED,
            "give all stops colours",
        ),
        (f'<pattern id="g" width="1" height="1">{FILLED}</pattern>{FILLED}', "part of itself"),
        (
            '<mask id="m"><g mask="url(#m)"><path d="M0 0h9v9"/></g></mask>'
            '<path mask="url(#m)" d="M0 0h9v9"/>',
            "there is no mask 'url(#m)'",
        ),
        ('<path style="mix-blend-mode:screen" d="M0 0h9v9"/>', "use 'normal' or 'multiply'"),
        ('<marker id="g"/><path fill="url(#g)" d="M0 0h9v9"/>', "a <marker> cannot fill a shape"),
    ],
)
def test_refused(body: str, message: str) -> None:
    """What cannot be printed is an error that says what to do."""
    with pytest.raises(DataError) as caught:
        parse_symbol(f"{HEAD}{body}</svg>", "x.svg", "x")
    assert message in str(caught.value.findings[0])


VALUES = ("0", "50%", "1e7", "1e-7", "0.5", "1", "200%", "3", "17")
MOVES = ("", "scale(0)", "rotate(30)", "matrix(1 2 2 4 0 0)", "scale(1e-6)", "translate(1e6)")
UNITS = ("objectBoundingBox", "userSpaceOnUse")
ODD_SHAPES = (
    '<rect width="9" height="9" {}/>',
    '<rect width="1e-5" height="9" {}/>',
    '<path d="M1 1h9" {}/>',
    '<path d="M1 1z" {}/>',
)
GEOMETRY = ("x1", "y1", "x2", "cx", "r", "fx", "fr")
OFFSET = ("offset",)
BOX = ("x", "width", "height")
SHADED, LINES = 'fill="url(#g)"', 'fill="url(#g)" stroke="url(#g)"'
TILED, CLIPPED = 'fill="url(#p)" mask="url(#m)"', 'clip-path="url(#c)" opacity="0.5"'
PLAIN_CLIP = ODD_SHAPES[0].format("")


@pytest.mark.parametrize("seed", range(5))
def test_any_paint_is_printed_or_refused(seed: int) -> None:
    """However odd its numbers, a gradient, pattern, mask or clip path is drawn and checked, or
    reported."""
    chance = random.Random(seed)

    def some(*names: str) -> str:
        return " ".join(
            f'{name}="{chance.choice(VALUES)}"' for name in names if chance.random() < 0.5
        )

    def shape(attributes: str) -> str:
        return chance.choice(ODD_SHAPES).format(attributes)

    for _ in range(8):
        tag = chance.choice(("linearGradient", "radialGradient"))
        move, units = chance.choice(MOVES), chance.choice(UNITS)
        spread = chance.choice(("pad", "reflect", "repeat"))
        body = (
            f'<{tag} id="g" gradientUnits="{units}" gradientTransform="{move}"'
            f' spreadMethod="{spread}" {some(*GEOMETRY)}>'
            f'<stop {some(*OFFSET)}/><stop offset="1" stop-color="red" stop-opacity="0"/></{tag}>'
            f'<pattern id="p" patternUnits="{units}" patternTransform="{move}"'
            f" {some(*BOX)}>{shape(SHADED)}</pattern>"
            f'<mask id="m" maskUnits="{units}" {some(*BOX[:2])}>{shape(SHADED)}</mask>'
            f'<clipPath id="c" clipPathUnits="{units}">{PLAIN_CLIP}</clipPath>'
            f"{shape(LINES)}{shape(TILED)}"
            f"{shape(CLIPPED)}"
        )
        try:
            frame = parse_symbol(f"{HEAD}{body}</svg>", "x.svg", "x")
        except DataError:
            continue
        check_face(frame)
        drawn_pdf(frame, dpi=20)
        drawn_svg(frame, dpi=20)
