"""Reading SVG as drawing programs write it."""

from __future__ import annotations

import pytest

from printgen.catalog.svg.styles import ink
from printgen.catalog.svg.symbols import parse_symbol
from printgen.errors import DataError
from printgen.frame import Frame
from printgen.geometry import num
from printgen.ink import Color

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'

INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="24mm" height="24mm" viewBox="0 0 24 24" version="1.1" id="svg5"
   inkscape:version="1.2.2 (b0a8486541, 2022-12-01)" sodipodi:docname="shield.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg"
   xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.8"
     inkscape:current-layer="layer1"><inkscape:grid type="xygrid" id="grid1"/></sodipodi:namedview>
  <defs id="defs2">
    <linearGradient id="swatch" inkscape:swatch="solid"><stop offset="0"
       style="stop-color:#8844aa;stop-opacity:0.5;" id="stop1"/></linearGradient>
    <linearGradient inkscape:collect="always" xlink:href="#swatch" id="copy" x1="1" x2="2"/>
    <inkscape:path-effect effect="spiro" id="pe"/>
    <clipPath clipPathUnits="userSpaceOnUse" id="clip"><rect
       style="clip-rule:evenodd;fill:#000000;stroke-width:0.26" id="rect1" width="6" height="8"
       x="2" y="3" transform="translate(1)"/></clipPath>
  </defs>
  <metadata id="metadata5"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format>
    <cc:license rdf:resource="http://creativecommons.org/licenses/by/4.0/"/></cc:Work></rdf:RDF>
  </metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <path style="color:#000000;display:inline;overflow:visible;opacity:1;
       fill:#d40000;fill-rule:evenodd;stroke:#000;stroke-width:1.5;stroke-linecap:butt;
       stroke-linejoin:miter;stroke-miterlimit:4;stroke-dasharray:none;stroke-dashoffset:0;stroke-opacity:1;
       paint-order:markers stroke fill;marker:none;enable-background:accumulate;
       -inkscape-stroke:none;mix-blend-mode:normal;font-variation-settings:normal"
       d="m 2,2 h 4 v 4 z" id="path1" sodipodi:nodetypes="cccc" inkscape:connector-curvature="0"/>
    <circle style="fill:url(#copy)" id="circle1" cx="9" cy="9" r="2" clip-path="url(#clip)"/>
    <use x="0" y="0" xlink:href="#path1" id="use1" transform="matrix(-1,0,0,1,20,5)"/>
  </g>
  <g inkscape:label="Notes" style="display:none"><text x="1" y="2" id="t"><tspan
     sodipodi:role="line" x="1">hidden</tspan></text></g>
</svg>"""
INKSCAPE_DUMP = """\
frame x 24 x 24
  path fill none stroke #000000 1.5 M2,2 L6,2 L6,6 Z
  path fill #d40000 M2,2 L6,2 L6,6 Z
  group (1 0 0 1 0 0) clip M3,3 L9,3 L9,11 L3,11 Z
    group (1 0 0 1 0 0) opacity 0.5
      path fill #8844aa M11,9 C11,10.105,10.105,11,9,11 C7.895,11,7,10.105,7,9 \
C7,7.895,7.895,7,9,7 C10.105,7,11,7.895,11,9 Z
  group (-1 0 0 1 20 5)
    path fill none stroke #000000 1.5 M2,2 L6,2 L6,6 Z
    path fill #d40000 M2,2 L6,2 L6,6 Z
"""

ILLUSTRATOR = """<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 26.0.1, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/"
   x="0px" y="0px" width="20px" height="10px" viewBox="0 0 20 10"
   style="enable-background:new 0 0 20 10;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#FFFFFF;}
	.st1{clip-path:url(#SVGID_00000_);fill-rule:evenodd;clip-rule:evenodd;fill:#00AEEF;}
	.st0, #deep { stroke : rgb(10, 20, 30) ; stroke-width:2 }
	rect{fill:none} /* plain */
</style>
<switch>
  <foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0" y="0"
     width="1" height="1"><i:pgfRef xlink:href="#adobe_illustrator_pgf"/></foreignObject>
  <g i:extraneous="self">
    <rect class="st0" width="50%" height="100%" stroke-width="9"/>
    <g>
      <defs><rect id="SVGID_1_" x="1" y="1" width="3" height="3"/></defs>
      <clipPath id="SVGID_00000_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
      <path class="st1" d="M0,0h9v9z"/>
    </g>
    <path id="deep" class="st0" style="fill:red" d="M0,0h1"/>
  </g>
</switch>
</svg>"""
ILLUSTRATOR_DUMP = """\
frame x 20 x 10
  path fill #ffffff stroke #0a141e 2 M0,0 L10,0 L10,10 L0,10 Z
  group (1 0 0 1 0 0) clip M1,1 L4,1 L4,4 L1,4 Z
    path fill #00aeef M0,0 L9,0 L9,9 Z
  path fill #ff0000 stroke #0a141e 2 M0,0 L1,0
"""

FIGMA = """<svg width="24" height="12" viewBox="0 0 24 12" fill="none"
 xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0_1_2)">
<path fill-rule="evenodd" clip-rule="evenodd" d="M2 2H6V6Z" fill="#1E1E1E" fill-opacity="0.8"/>
<path d="M1 9H9" stroke="rgba(255, 0, 0, 0.5)" stroke-opacity="0.5" stroke-linecap="round"/>
</g>
<defs><clipPath id="clip0_1_2"><rect width="24" height="12" fill="white"/></clipPath></defs>
</svg>"""
FIGMA_DUMP = """\
frame x 24 x 12
  group (1 0 0 1 0 0) clip M0,0 L24,0 L24,12 L0,12 Z
    group (1 0 0 1 0 0) opacity 0.8
      path fill #1e1e1e M2,2 L6,2 L6,6 Z
    group (1 0 0 1 0 0) opacity 0.25
      path fill none stroke #ff0000 1 M1,9 L9,9
"""

GAME_ICONS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"
 style="height: 512px; width: 512px;"><path d="M0 0h512v512H0z" fill="#000" fill-opacity="1"></path>
<g class="" transform="translate(0,0)" style=""><path d="M9 9h9v9z" fill="#fff"
 fill-opacity="1"></path></g></svg>"""
GAME_ICONS_DUMP = """\
frame x 512 x 512
  path fill #000000 M0,0 L512,0 L512,512 L0,512 Z
  path fill #ffffff M9,9 L18,9 L18,18 Z
"""


def parse(text: str) -> Frame:
    return parse_symbol(text, "x.svg", "x")


def drawn(body: str, head: str = HEAD) -> str:
    """Return what the elements draw, without the line of the frame."""
    return parse(f"{head}{body}</svg>").dump().partition("\n")[2]


@pytest.mark.parametrize(
    ("text", "dump"),
    [
        pytest.param(INKSCAPE, INKSCAPE_DUMP, id="Inkscape"),
        pytest.param(ILLUSTRATOR, ILLUSTRATOR_DUMP, id="Illustrator"),
        pytest.param(FIGMA, FIGMA_DUMP, id="Figma"),
        pytest.param(GAME_ICONS, GAME_ICONS_DUMP, id="game-icons.net"),
    ],
)
def test_files_of_drawing_programs(text: str, dump: str) -> None:
    """Files are drawn as they are saved; what editors keep for themselves is left out."""
    assert parse(text).dump() == dump


SQUARE = '<path id="s" d="M0 0h2v2h-2z"/>'
SYMBOL = '<symbol id="b" viewBox="0 0 10 10"><path d="M0 0H10V10z"/></symbol>'


@pytest.mark.parametrize(
    ("body", "dump"),
    [
        pytest.param(
            f'<defs>{SQUARE}</defs><use href="#s" x="3" y="4" fill="#f00"/>',
            "  group (1 0 0 1 3 4)\n    path fill #ff0000 M0,0 L2,0 L2,2 L0,2 Z\n",
            id="use",
        ),
        pytest.param(
            f'{SYMBOL}<use href="#b" x="50%" width="4" height="8"/>',
            "  group (1 0 0 1 12 0)\n    group (0.4 0 0 0.4 0 2) clip M0,-5 L10,-5 L10,15 L0,15 Z\n"
            "      path fill current M0,0 L10,0 L10,10 Z\n",
            id="symbol",
        ),
        pytest.param(
            '<svg x="2" y="3" width="4" height="8" viewBox="1 1 2 2" overflow="visible"'
            ' preserveAspectRatio="none"><path d="M1 1h2v2z"/></svg>',
            "  group (2 0 0 4 0 -1)\n    path fill current M1,1 L3,1 L3,3 Z\n",
            id="nested svg",
        ),
        pytest.param(
            '<svg width="4" height="8" viewBox="0 0 2 2" preserveAspectRatio="xMaxYMin slice">'
            '<path d="M0 0h2v2z"/></svg>',
            "  group (4 0 0 4 -4 0) clip M1,0 L2,0 L2,2 L1,2 Z\n"
            "    path fill current M0,0 L2,0 L2,2 Z\n",
            id="slice",
        ),
        pytest.param(
            '<switch><g systemLanguage="fr"/><path d="M0 0h1v1z"/><path d="M9 9h1v1z"/></switch>',
            "  path fill current M0,0 L1,0 L1,1 Z\n",
            id="switch",
        ),
        pytest.param(
            "<style>path{fill:#111}.a.b{fill:#222}.a{fill:#333}#s{fill:#444 !important}</style>"
            '<path class="b a" d="M0 0h1v1z"/><path id="s" style="fill:#555" d="M0 0h1v1z"/>',
            "  path fill #222222 M0,0 L1,0 L1,1 Z\n  path fill #444444 M0,0 L1,0 L1,1 Z\n",
            id="the closest rule wins",
        ),
        pytest.param(
            '<clipPath id="c"><path d="M0 0h4v4H0z"/><path d="M2 2v4h4V2z"/></clipPath>'
            '<path clip-path="url(#c)" d="M0 0h9v9z"/>',
            "  group (1 0 0 1 0 0) clip M0,0 L4,0 L4,4 L0,4 Z M6,2 L6,6 L2,6 L2,2 Z\n"
            "    path fill current M0,0 L9,0 L9,9 Z\n",
            id="overlapping clips run the same way around",
        ),
        pytest.param(
            '<path visibility="hidden" d="M0 0h1v1z"/><text> </text>', "", id="nothing to see"
        ),
    ],
)
def test_structure(body: str, dump: str) -> None:
    """Clones, symbols, nested drawings, choices, style sheets and clip paths are drawn."""
    assert drawn(body) == dump


def test_transforms_of_all_kinds() -> None:
    """A list of transforms applies from right to left."""
    dump = drawn(
        '<g transform="translate(1,2)rotate(90 1 1), skewX(45) skewY(0)&#10;scale(2,-1)'
        ' matrix(1 0 0 1 3 4)"><path d="M0 0h1v1z"/></g>'
    )
    assert dump.splitlines()[0] == "  group (0 2 1 -1 7 4)"


def test_a_bomb_of_clones() -> None:
    """Clones of clones are not drawn without end."""
    uses = "".join(
        f'<g id="g{level}">' + f'<use href="#g{level - 1}"/>' * 10 + "</g>" for level in range(1, 9)
    )
    with pytest.raises(DataError, match="too many to draw"):
        parse(f'{HEAD}<defs><g id="g0">{SQUARE}</g>{uses}</defs><use href="#g8"/></svg>')


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rgb(10, 20, 30)", "#0a141e"),
        ("rgb(74.509804%, 20%, 0.5%)", "#be3301"),
        ("RGB(10 20 30 / 50%)", "#0a141e*0.5"),
        ("rgba(100%,0%,50%,0.25)", "#ff0080*0.25"),
        ("rgb(300, -5, 12.6)", "#ff000d"),
        ("hsl(120, 100%, 25%)", "#008000"),
    ],
)
def test_colours_as_programs_write_them(text: str, shown: str) -> None:
    """Cairo writes percentages with decimals, browsers spaces and a slash."""
    colour, alpha = ink(text)
    assert isinstance(colour, Color)
    assert colour.hex + (f"*{num(alpha)}" if alpha < 1 else "") == shown
