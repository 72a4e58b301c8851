"""SVG files: their contents, positions and reproducibility."""

import io
import re
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image as Pictures

from printgen.export.svg import write_svg
from printgen.frame import Frame, Group, Image, ImageFile, Item, Path, Stroke, Use
from printgen.geometry import ellipse, rectangle, rotate, translate
from printgen.ink import BLACK, CURRENT, CUT, Color
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface
from tests.export.conftest import Say

XLINK = "{http://www.w3.org/1999/xlink}href"
SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
HREF = "{http://www.w3.org/1999/xlink}href"
BLUE = Color(0, 114, 178)


def _written(frame: Frame, **options: Any) -> str:
    stream = io.StringIO()
    write_svg(frame, stream, **options)
    return stream.getvalue()


def _parsed(frame: Frame, **options: Any) -> Any:
    """The root element; a test that reads a missing child or attribute fails."""
    return ElementTree.fromstring(_written(frame, **options))


def _card(*items: Item, **fields: Any) -> Frame:
    return Frame("card", 63, 88, items, 3, 3, **fields)


@pytest.fixture
def boat() -> Frame:
    return Frame("boat/No. 1 <b>", 10, 10, (Path(ellipse(5, 5, 4), fill=CURRENT),))


def test_size_is_in_millimetres_with_bleed() -> None:
    """The document is as large as the piece with its bleed, and one unit is a millimetre."""
    root = _parsed(_card())
    assert (root.get("width"), root.get("height")) == ("69mm", "94mm")
    assert root.get("viewBox") == "-3 -3 69 94"


def test_size_without_bleed() -> None:
    """Without its bleed the document is as large as the piece."""
    root = _parsed(_card(), show_bleed=False)
    assert (root.get("width"), root.get("height")) == ("63mm", "88mm")
    assert root.get("viewBox") == "0 0 63 88"


def test_outline_cuts_the_art_where_bleed_is_hidden() -> None:
    """A round piece without bleed is round, and with bleed is not cut."""
    frame = _card(Path(rectangle(-3, -3, 69, 94), fill=BLUE), outline=ellipse(31.5, 44, 30))
    layer = _parsed(frame, show_bleed=False).find(f"{SVG}g")
    assert layer.get("clip-path") == "url(#clip-1)"
    assert _parsed(frame).find(f"{SVG}g").get("clip-path") is None


def test_layers() -> None:
    """Each layer that is present is a named layer, in order, and absent ones are absent."""
    line = rectangle(0, 0, 63, 88)
    frame = _card(
        Path(line, stroke=Stroke(CUT, 0.1), layer="cut"),
        Path(line, fill=BLUE),
        Path(line, stroke=Stroke(BLACK, 0.1), layer="marks"),
    )
    layers = _parsed(frame).findall(f"{SVG}g")
    assert [g.get(f"{INKSCAPE}groupmode") for g in layers] == ["layer"] * 3
    assert [g.get(f"{INKSCAPE}label") for g in layers] == ["Art", "Cut lines", "Marks"]
    assert [g.get("id") for g in layers] == ["layer-art", "layer-cut", "layer-marks"]
    assert [len(g) for g in layers] == [1, 1, 1]


def test_layers_inside_used_faces() -> None:
    """Cut and fold lines that come with a placed face lie in the page's own layers."""
    face = _card(
        Path(rectangle(0, 0, 63, 88), fill=BLUE),
        Group((Path(rectangle(0, 0, 63, 88), stroke=Stroke(CUT, 0.1), layer="cut"),)),
    )
    page = Frame("page", 210, 297, tuple(Use(face, translate(70 * i, 10)) for i in range(3)))
    root = _parsed(page)
    layers = {g.get("id"): g for g in root.findall(f"{SVG}g")}
    assert {name: len(g) for name, g in layers.items()} == {"layer-art": 3, "layer-cut": 3}
    symbols = {g.get("id"): g for g in root.findall(f"{SVG}defs/{SVG}g")}
    assert len(symbols) == 2
    art, cut = (symbols[layers[n][0].get(HREF)[1:]] for n in ("layer-art", "layer-cut"))
    assert [p.get("fill") for p in art.iter(f"{SVG}path")] == [BLUE.hex]
    assert [p.get("stroke") for p in cut.iter(f"{SVG}path")] == [CUT.shown.hex]


def test_layer_of_a_group_takes_all_in_it() -> None:
    """A group in another layer than art takes its items there."""
    frame = _card(Group((Path(rectangle(0, 0, 5, 5), fill=BLUE),), layer="marks"))
    assert [g.get("id") for g in _parsed(frame).findall(f"{SVG}g")] == ["layer-marks"]


def test_path_attributes() -> None:
    """Fill, stroke and their options are written as they are."""
    stroke = Stroke(CUT, 0.25, (1, 0.5), "round", "bevel")
    path = Path(rectangle(1, 2, 3, 4), BLUE, stroke, even_odd=True)
    element = _parsed(_card(path)).find(f"{SVG}g/{SVG}path")
    assert element.attrib == {
        "d": "M1,2 L4,2 L4,6 L1,6 Z",
        "fill": "#0072b2",
        "fill-rule": "evenodd",
        "stroke": CUT.shown.hex,
        "stroke-width": "0.25",
        "stroke-dasharray": "1 0.5",
        "stroke-linecap": "round",
        "stroke-linejoin": "bevel",
    }


def test_path_without_fill() -> None:
    """A path that is not filled says so, since SVG would fill it black."""
    element = _parsed(_card(Path(rectangle(1, 2, 3, 4)))).find(f"{SVG}g/{SVG}path")
    assert element.get("fill") == "none"


def test_symbol_is_defined_once(boat: Frame) -> None:
    """A frame used often is defined once and takes each user's colour."""
    uses = (Use(boat, translate(5, 5), BLUE), Use(boat, translate(20, 5), CUT), Use(boat))
    root = _parsed(_card(*uses))
    (symbol,) = root.findall(f"{SVG}defs/{SVG}g")
    assert symbol.get("id") == "symbol-1-boat-No-1-b"
    assert symbol.find(f"{SVG}path").get("fill") == "currentColor"
    used = root.findall(f"{SVG}g/{SVG}use")
    assert [u.get(HREF) for u in used] == ["#symbol-1-boat-No-1-b"] * 3
    assert [u.get("color") for u in used] == [BLUE.hex, CUT.shown.hex, None]
    assert [u.get("transform") for u in used] == [
        "matrix(1 0 0 1 5 5)",
        "matrix(1 0 0 1 20 5)",
        None,
    ]


def test_ids_are_unique() -> None:
    """Frames with the same name get different ids, also when one uses another."""
    inner = Frame("é", 5, 5, (Path(ellipse(2, 2, 2), fill=CURRENT),))
    outer = Frame("é", 5, 5, (Use(inner), Group((Use(inner),), clip=rectangle(0, 0, 1, 1))))
    root = _parsed(_card(Use(outer), Use(inner)))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 4
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9-]*", name) for name in ids)
    targets = {u.get(HREF)[1:] for u in root.iter(f"{SVG}use")}
    assert targets <= set(ids)


def test_clipped_frame_is_clipped_to_its_bleed() -> None:
    """A face that may not show beyond its bleed does not."""
    face = _card(Path(rectangle(-9, -9, 90, 90), fill=BLUE), clipped=True)
    root = _parsed(Frame("page", 210, 297, (Use(face),)))
    assert root.find(f"{SVG}defs/{SVG}g").get("clip-path") == "url(#clip-1)"
    clip = root.find(f"{SVG}defs/{SVG}clipPath/{SVG}path")
    assert clip.get("d") == "M-3,-3 L66,-3 L66,91 L-3,91 Z"


def test_group() -> None:
    """A group carries its matrix, opacity and clip; equal clips are defined once."""
    clip = rectangle(0, 0, 10, 10)
    dot = Path(ellipse(5, 5, 4), fill=BLUE)
    turned = Group((dot,), rotate(30), clip, 0.5)
    root = _parsed(_card(turned, Group((dot,), clip=clip)))
    group, other = root.findall(f"{SVG}g/{SVG}g")
    assert group.get("transform") == "matrix(0.8660254 0.5 -0.5 0.8660254 0 0)"
    assert group.get("opacity") == "0.5"
    assert group.get("clip-path") == other.get("clip-path") == "url(#clip-1)"
    assert other.get("opacity") is None
    assert other.get("transform") is None
    assert len(root.findall(f"{SVG}defs/{SVG}clipPath")) == 1


def test_outlined_text(say: Say) -> None:
    """A run is a group of glyphs at its place and size, and says what it reads."""
    root = _parsed(_card(say("Fish & <chips>", fill=BLUE)))
    (element,) = root.find(f"{SVG}g")
    assert element.tag == f"{SVG}g"
    names = [use.get(XLINK)[1:] for use in element]
    assert len(names) == len("Fish&<chips>")
    assert len(set(names)) == len(set("Fish&<chips>"))  # each letter is defined once
    assert {path.get("id") for path in root.findall(f"{SVG}defs/{SVG}path")} == set(names)
    assert element.get("aria-label") == "Fish & <chips>"
    assert element.get("fill") == BLUE.hex
    a, b, c, d, e, f = map(float, re.findall(r"[-\d.]+", element.get("transform")))
    assert (b, c, e, f) == (0, 0, 5, 10)
    assert a == d == pytest.approx(10 * MM_PER_PT / 1000, rel=1e-5)


def test_live_text(say: Say, bold_italic: Typeface) -> None:
    """A run of live text keeps its words, font and measured width."""
    text = say("Fish & <chips>", size_pt=12, face=bold_italic)
    (element,) = _parsed(_card(text), text="text").find(f"{SVG}g")
    assert element.tag == f"{SVG}text"
    assert element.text == "Fish & <chips>"
    assert element.get("font-family") == "'Source Sans Pro', sans-serif"
    assert (element.get("font-weight"), element.get("font-style")) == ("bold", "italic")
    assert element.get("font-size") == "4.233"
    assert float(element.get("textLength")) == pytest.approx(text.width, abs=0.001)
    assert element.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


def test_live_text_names_the_family_of_the_font_itself(say: Say, typeface: Typeface) -> None:
    """Other programs do not know a font by the name that a game's fonts.yaml gives it."""
    face = Typeface("body", typeface.file, "Our Letters")
    (element,) = _parsed(_card(say("Sea", face=face)), text="text").find(f"{SVG}g")
    assert element.get("font-family") == "'Our Letters', 'Source Sans Pro', sans-serif"


@pytest.mark.parametrize("mode", ["outlines", "text"])
def test_characters_xml_cannot_hold(say: Say, mode: str) -> None:
    """Control characters and broken halves of letters do not break the file."""
    frame = Frame("a\x00b", 63, 88, (say("x\x0b\x1fy"),))
    root = _parsed(frame, text=mode)
    assert root.find(f"{SVG}title").text == "a\ufffdb"


def test_title() -> None:
    """The document has the frame's name as its title, escaped."""
    assert _parsed(Frame("Salt & <Pepper>", 5, 5, ())).find(f"{SVG}title").text == "Salt & <Pepper>"


def test_webp_is_embedded_as_png(tmp_path: FilePath) -> None:
    """Drawing programs that know no WebP can show the picture, which keeps its transparency."""
    file = tmp_path / "boat.webp"
    Pictures.new("RGBA", (3, 2), (10, 20, 30, 0)).save(file, lossless=True, exact=True)
    root = _parsed(_card(Image(1, 2, 30, 20, ImageFile(file, "d1", 3, 2))))
    (picture,) = root.findall(f"{SVG}defs/{SVG}image")
    kind, _, data = picture.get(HREF).partition(",")
    assert kind == "data:image/png;base64"
    with Pictures.open(io.BytesIO(b64decode(data))) as made:
        assert (made.size, made.getpixel((0, 0))) == ((3, 2), (10, 20, 30, 0))


def test_image_is_embedded_once(tmp_path: FilePath) -> None:
    """A picture's own bytes stand in the file once, however often it is shown."""
    file = tmp_path / "boat.png"
    Pictures.new("RGB", (3, 2), (0, 0, 90)).save(file)
    image = ImageFile(file, "d1", 3, 2)
    root = _parsed(_card(Image(1, 2, 30, 20, image), Image(1, 30, 15, 10, image)))
    (picture,) = root.findall(f"{SVG}defs/{SVG}image")
    kind, data = picture.get(HREF).split(",")
    assert kind == "data:image/png;base64"
    assert b64decode(data) == file.read_bytes()
    assert picture.get("preserveAspectRatio") == "none"
    assert [u.get("transform") for u in root.findall(f"{SVG}g/{SVG}use")] == [
        "matrix(30 0 0 20 1 2)",
        "matrix(15 0 0 10 1 30)",
    ]


def test_unknown_picture_raises(tmp_path: FilePath) -> None:
    """A picture in a format that SVG does not support raises TypeError."""
    image = ImageFile(tmp_path / "boat.tiff", "d1", 3, 2)
    with pytest.raises(TypeError, match=r"boat\.tiff"):
        _written(_card(Image(1, 2, 30, 20, image)))


@dataclass(frozen=True)
class _Hologram:
    layer: str = "art"


@pytest.mark.parametrize("nest", [lambda i: i, lambda i: Group((i,))])
def test_unknown_item_raises(nest: Callable[[Item], Item]) -> None:
    """An unknown item raises TypeError."""
    with pytest.raises(TypeError, match="_Hologram"):
        _written(_card(nest(_Hologram())))  # type: ignore[arg-type]


def test_same_bytes_every_time(say: Say, boat: Frame) -> None:
    """A picture gives the same text each time it is written."""
    frame = _card(say("Salt"), Use(boat, ink=BLUE), Group((say("Fish"),), clip=ellipse(5, 5, 5)))
    assert _written(frame) == _written(frame)
    assert _written(frame, text="text") == _written(frame, text="text")


def test_same_bytes_in_every_process() -> None:
    """Nothing in the file depends on hash seeds or on what was written before."""
    script = (
        "import io, sys\n"
        "from printgen.export.svg import write_svg\n"
        "from printgen.frame import *\n"
        "from printgen.geometry import *\n"
        "from printgen.ink import *\n"
        "dot = Frame('dot', 9, 9, (Path(ellipse(5, 5, 4), fill=CURRENT),))\n"
        "line = Path(rectangle(0, 0, 9, 9), stroke=Stroke(CUT, .1), layer='cut')\n"
        "face = Frame('face', 9, 9, (Use(dot, ink=BLACK), line))\n"
        "write_svg(Frame('page', 99, 99, (Use(face), Use(face, translate(9, 9)))), sys.stdout)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert b"layer-cut" in outputs.pop()


def test_svgwrite_is_imported_late() -> None:
    """Importing the exporter's module does not import its library."""
    script = "import sys, printgen.export.svg; print('svgwrite' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
