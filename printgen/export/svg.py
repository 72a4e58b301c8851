"""Takes a frame, gives an SVG document in millimetres with a layer for art, cuts, folds, marks."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from typing import Any, Final, Literal, TextIO
from xml.etree import ElementTree

from printgen.export.layers import LayerSplitter
from printgen.export.outlines import EM, run_path
from printgen.frame import (
    IDENTITY,
    MM_PER_PT,
    Color,
    Frame,
    Group,
    Image,
    ImageFile,
    Ink,
    Item,
    Layer,
    Matrix,
    Path,
    Segments,
    Spot,
    Stroke,
    Text,
    Use,
    num,
    path_text,
    rectangle,
)

TextMode = Literal["outlines", "text"]

LABELS: Final[dict[Layer, str]] = {
    "art": "Art",
    "cut": "Cut lines",
    "fold": "Fold lines",
    "marks": "Marks",
}
MEDIA_TYPES: Final = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}
# What XML 1.0 cannot carry at all, not even escaped.
UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_svg(
    frame: Frame,
    stream: TextIO,
    *,
    text: TextMode = "outlines",
    show_bleed: bool = True,
) -> None:
    """Writes one document; without its bleed, a frame is cut to its trim."""
    _Document(frame, text, show_bleed).write(stream)


class _Document:
    """One SVG file in the making: its definitions are numbered in the order of first use."""

    def __init__(self, frame: Frame, text: TextMode, show_bleed: bool) -> None:
        # Imported here because it pulls in an HTTP client: 70 ms that other commands need not pay.
        import svgwrite
        from svgwrite.extensions import Inkscape

        self._text_mode = text
        self._symbols: dict[Frame, str] = {}
        self._images: dict[str, str] = {}
        self._clips: dict[Segments, str] = {}
        edge = frame.bleed if show_bleed else 0.0
        width, height = num(frame.width + 2 * edge), num(frame.height + 2 * edge)
        self._drawing: Any = svgwrite.Drawing(
            size=(f"{width}mm", f"{height}mm"),
            viewBox=f"{num(-edge)} {num(-edge)} {width} {height}",
            debug=False,
        )
        self._kinds: Any = svgwrite
        inkscape = Inkscape(self._drawing)
        self._drawing.set_desc(title=_writable(frame.name))
        trim = None if show_bleed else frame.outline
        for layer, items in LayerSplitter().split(frame.items).items():
            group = inkscape.layer(label=LABELS[layer])
            group.attribs["id"] = f"layer-{layer}"
            if trim is not None and layer == "art":
                group.attribs["clip-path"] = self._clip(trim)
            for item in items:
                group.elements.append(self._element(item))
            self._drawing.add(group)

    def write(self, stream: TextIO) -> None:
        # Drawing.write() would encode and write every tag by itself.
        text = ElementTree.tostring(self._drawing.get_xml(), encoding="unicode")
        stream.write(f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n')

    def _element(self, item: Item) -> Any:
        match item:
            case Path():
                return self._path(item)
            case Text():
                return self._outlined(item) if self._text_mode == "outlines" else self._live(item)
            case Use():
                return self._use(item)
            case Group():
                return self._group(item)
            case Image():
                return self._image(item)
        raise TypeError(f"an SVG file cannot show a {type(item).__name__}")

    def _path(self, item: Path) -> Any:
        attributes = {"d": _path_data(item.segments), "fill": _colour(item.fill)}
        if item.even_odd:
            attributes["fill-rule"] = "evenodd"
        if item.stroke is not None:
            _set_stroke(attributes, item.stroke)
        return _Ready("path", attributes)

    def _outlined(self, item: Text) -> Any:
        scale = _fine(item.size_pt * MM_PER_PT / EM)
        attributes = {
            "aria-label": _writable(item.string),
            "d": run_path(item.face, item.string),
            "fill": _colour(item.fill),
            "role": "img",
            "transform": f"matrix({scale} 0 0 {scale} {num(item.x)} {num(item.y)})",
        }
        return _Ready("path", attributes)

    def _live(self, item: Text) -> Any:
        element = self._kinds.text.Text(_writable(item.string), factory=self._drawing)
        family = item.face.family.replace("'", "")
        fallback = "serif" if "serif" in family.lower() else "sans-serif"
        element.attribs |= {
            "x": num(item.x),
            "y": num(item.y),
            "fill": _colour(item.fill),
            "font-family": f"'{family}', {fallback}",
            "font-size": num(item.size_pt * MM_PER_PT),
            "font-style": "italic" if item.face.italic else None,
            "font-weight": "bold" if item.face.bold else None,
            "lengthAdjust": "spacingAndGlyphs",
            "textLength": num(item.width),
            "xml:space": "preserve",
        }
        return element

    def _use(self, item: Use) -> Any:
        name = self._symbols.get(item.frame)
        if name is None:
            name = self._define_symbol(item.frame)
        attributes = {"xlink:href": f"#{name}"}
        if item.matrix != IDENTITY:
            attributes["transform"] = _matrix(item.matrix)
        if item.ink is not None:
            attributes["color"] = _colour(item.ink)
        return _Ready("use", attributes)

    def _define_symbol(self, frame: Frame) -> str:
        # A plain group: <symbol> would clip away the bleed, and cutter programs know it less.
        symbol = self._kinds.container.Group(factory=self._drawing)
        for item in frame.items:
            symbol.elements.append(self._element(item))
        readable = re.sub(r"[^A-Za-z0-9]+", "-", frame.name).strip("-")
        name = f"symbol-{len(self._symbols) + 1}-{readable}".rstrip("-")
        symbol.attribs["id"] = name
        if frame.clipped:
            edge = frame.bleed
            box = rectangle(-edge, -edge, frame.width + 2 * edge, frame.height + 2 * edge)
            symbol.attribs["clip-path"] = self._clip(box)
        self._symbols[frame] = name
        self._drawing.defs.add(symbol)
        return name

    def _group(self, item: Group) -> Any:
        element = self._kinds.container.Group(factory=self._drawing)
        if item.matrix != IDENTITY:
            element.attribs["transform"] = _matrix(item.matrix)
        if item.opacity != 1:
            element.attribs["opacity"] = num(item.opacity)
        if item.clip is not None:
            element.attribs["clip-path"] = self._clip(item.clip)
        for child in item.items:
            element.elements.append(self._element(child))
        return element

    def _clip(self, segments: Segments) -> str:
        name = self._clips.get(segments)
        if name is None:
            name = self._clips[segments] = f"clip-{len(self._clips) + 1}"
            clip = self._kinds.masking.ClipPath(factory=self._drawing, id=name)
            clip.add(self._kinds.path.Path(_path_data(segments), factory=self._drawing))
            self._drawing.defs.add(clip)
        return f"url(#{name})"

    def _image(self, item: Image) -> Any:
        """Pictures are defined in a unit square, so that one copy serves every size."""
        name = self._images.get(item.image.digest)
        if name is None:
            name = self._images[item.image.digest] = f"image-{len(self._images) + 1}"
            picture = self._kinds.image.Image(
                _data_uri(item.image), size=(1, 1), factory=self._drawing, id=name
            )
            picture.stretch()
            self._drawing.defs.add(picture)
        element = self._kinds.container.Use(f"#{name}", factory=self._drawing)
        element.attribs["transform"] = _matrix((item.width, 0, 0, item.height, item.x, item.y))
        return element


class _Ready:
    """A childless element for svgwrite's containers, which ask their children for XML only.

    A file is mostly these, and svgwrite's own classes cost ten times as much to make.
    """

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self._xml = ElementTree.Element(tag, attributes)

    def get_xml(self) -> ElementTree.Element:
        return self._xml


def _set_stroke(attributes: dict[str, str], stroke: Stroke) -> None:
    attributes["stroke"] = _colour(stroke.ink)
    attributes["stroke-width"] = num(stroke.width)
    if stroke.dash:
        attributes["stroke-dasharray"] = " ".join(map(num, stroke.dash))
    if stroke.cap != "butt":
        attributes["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        attributes["stroke-linejoin"] = stroke.join


@lru_cache(maxsize=1024)
def _colour(ink: Ink | None) -> str:
    if ink is None:
        return "none"
    if isinstance(ink, Color):
        return ink.hex
    return ink.shown.hex if isinstance(ink, Spot) else "currentColor"


@lru_cache(maxsize=4096)
def _fine(value: float) -> str:
    """Factors need more digits than lengths: a thousandth of a turn is 0.3 mm across a page."""
    return f"{value:.8f}".rstrip("0").rstrip(".")


def _matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    return f"matrix({_fine(a)} {_fine(b)} {_fine(c)} {_fine(d)} {num(e)} {num(f)})"


def _writable(text: str) -> str:
    return UNWRITABLE.sub("\ufffd", text)


@lru_cache(maxsize=4096)
def _path_data(segments: Segments) -> str:
    """Icons and frames of a set recur in every file, and numbers are slow to write."""
    return path_text(segments)


@lru_cache(maxsize=32)
def _data_uri(image: ImageFile) -> str:
    media_type = MEDIA_TYPES.get(image.file.suffix.lower())
    if media_type is None:
        raise TypeError(f"an SVG file cannot show {image.file.name}: not a picture it knows")
    return f"data:{media_type};base64,{b64encode(image.file.read_bytes()).decode('ascii')}"
