"""Write a frame as an SVG document in millimetres, with layers for art, cuts, folds and marks."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from io import BytesIO
from typing import Any, Final, Literal, TextIO
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from printgen.export.layers import LayerSplitter
from printgen.export.outlines import EM, glyph_path, place_words, text_segments
from printgen.frame import (
    Frame,
    Group,
    Image,
    ImageFile,
    Item,
    Layer,
    Mask,
    Path,
    Stroke,
    Text,
    Use,
)
from printgen.geometry import IDENTITY, Matrix, Segments, num, path_text, rectangle
from printgen.ink import AlphaColor, Color, Gradient, Ink, LinearGradient, RadialGradient, Spot
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface
from printgen.tones import open_toned

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
}
REACH: Final = 5000
"""Millimetres from the origin: no picture is larger."""
TITLE: Final = "content of title"
# Characters that XML 1.0 does not allow, not even escaped.
UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_svg(
    frame: Frame,
    stream: TextIO,
    *,
    text: TextMode = "outlines",
    show_bleed: bool = True,
) -> None:
    """Write one document; without its bleed, a frame is clipped to its trim."""
    _Document(frame, text, show_bleed).write(stream)


class _Document:
    """One SVG file being written; its definitions are numbered in the order of first use.

    svgwrite makes the document, its layers and their attributes. Their content is written as text:
    a set of cards is thousands of elements, and an object for each costs ten times more.
    """

    def __init__(self, frame: Frame, text: TextMode, show_bleed: bool) -> None:
        self._text_mode = text
        self._symbols: dict[Frame, str] = {}
        self._images: dict[str, str] = {}
        self._glyphs: dict[Typeface, dict[int, str]] = {}
        self._glyph_count = 0
        self._clips: dict[Segments, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._masks: dict[Mask, str] = {}
        self._definitions: list[str] = []
        self._frame = frame
        self._edge = frame.bleed if show_bleed else 0.0
        trim = None if show_bleed else frame.outline
        self._clip_trim = None if trim is None else self._clip(trim)
        self._layers = {
            layer: "".join(map(self._element, items))
            for layer, items in LayerSplitter().split(frame.items).items()
        }

    def write(self, stream: TextIO) -> None:
        shell = _skeleton(
            num(self._frame.width + 2 * self._edge),
            num(self._frame.height + 2 * self._edge),
            num(-self._edge),
            tuple(self._layers),
            self._clip_trim,
        )
        shell = shell.replace(TITLE, escape(_writable(self._frame.name)), 1)
        shell = shell.replace(_placeholder("definitions"), "".join(self._definitions), 1)
        for layer, content in self._layers.items():
            shell = shell.replace(_placeholder(layer), content, 1)
        stream.write(shell)

    def _element(self, item: Item) -> str:
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

    def _path(self, item: Path) -> str:
        line = None if item.stroke is None else item.stroke.ink
        if isinstance(item.fill, Gradient) or isinstance(line, Gradient):
            return _path(item, self._paint(item.fill), self._paint(line))
        return _path(item, _colour(item.fill), _colour(line))

    def _paint(self, ink: Ink | None) -> str:
        if not isinstance(ink, Gradient):
            return _colour(ink)
        name = self._gradients.get(ink)
        if name is None:
            name = self._gradients[ink] = f"gradient-{len(self._gradients) + 1}"
            self._definitions.append(_gradient(ink, name))
        return f"url(#{name})"

    def _outlined(self, item: Text) -> str:
        """Return a run as uses of its glyphs, each of which is defined once in the file."""
        if item.decorative:
            return self._path(Path(text_segments(item), item.fill, item.stroke))
        if isinstance(item.fill, Gradient):  # which would begin again with every glyph
            path = self._path(Path(text_segments(item), item.fill))
            return f'<g aria-label={_quoted(item.string)} role="img">{path}</g>'
        names = self._glyphs.setdefault(item.face, {})
        glyphs: list[str] = []
        for start, word in place_words(item):
            for gid, x, y in word:
                name = names.get(gid) or self._define_glyph(item.face, gid)
                drop = f' y="{y}"' if y else ""
                glyphs.append(f'<use xlink:href="#{name}" x="{start + x}"{drop}/>')
        scale = _fine(item.size_pt * MM_PER_PT / EM)
        return (
            f'<g aria-label={_quoted(item.string)} role="img" fill="{_colour(item.fill)}"'
            f"{_share('fill', item.fill)}"
            f' transform="matrix({scale} 0 0 {scale} {num(item.x)} {num(item.y)})">'
            f"{''.join(glyphs)}</g>"
        )

    def _define_glyph(self, face: Typeface, gid: int) -> str:
        self._glyph_count += 1
        name = self._glyphs[face][gid] = f"g{self._glyph_count}"
        self._definitions.append(f'<path id="{name}" d="{glyph_path(face, gid)}"/>')
        return name

    def _live(self, item: Text) -> str:
        names = _quoted(_font_names(item.face))
        slant = ' font-style="italic"' if item.face.italic else ""
        weight = ' font-weight="bold"' if item.face.bold else ""
        size = item.size_pt * MM_PER_PT
        x, order = item.x, ""
        if item.shaping.rtl:  # such a text starts at its right end
            x, order = item.x + item.width, ' direction="rtl" unicode-bidi="embed"'
        if item.letter_spacing:
            order += f' letter-spacing="{num(item.letter_spacing * size)}"'
        if item.word_spacing:
            order += f' word-spacing="{num(item.word_spacing * size)}"'
        if item.shaping.small_capitals:
            order += ' font-variant="small-caps"'
        if item.decorative:
            order += ' aria-hidden="true"'
        if item.stroke is not None:
            order += _stroke(item.stroke, self._paint(item.stroke.ink))
        return (
            f'<text x="{num(x)}" y="{num(item.y)}" fill="{self._paint(item.fill)}"'
            f' font-family={names} font-size="{num(size)}"{slant}{weight}{order}'
            f"{_share('fill', item.fill)}"
            f' lengthAdjust="spacingAndGlyphs" textLength="{num(item.width)}"'
            f' xml:space="preserve">{escape(_writable(item.string))}</text>'
        )

    def _use(self, item: Use) -> str:
        name = self._symbols.get(item.frame)
        if name is None:
            name = self._define_symbol(item.frame)
        colour = "" if item.ink is None else f' color="{_colour(item.ink)}"'
        return f'<use xlink:href="#{name}"{_transform(item.matrix)}{colour}/>'

    def _define_symbol(self, frame: Frame) -> str:
        # A plain group: <symbol> would clip the bleed, and fewer cutting programs support it.
        body = _plain_body(frame)
        if body is None:
            body = "".join(map(self._element, frame.items))
        readable = re.sub(r"[^A-Za-z0-9]+", "-", frame.name).strip("-")
        name = f"symbol-{len(self._symbols) + 1}-{readable}".rstrip("-")
        clip = ""
        if frame.clipped:
            edge = frame.bleed
            box = rectangle(-edge, -edge, frame.width + 2 * edge, frame.height + 2 * edge)
            clip = f' clip-path="{self._clip(box)}"'
        self._symbols[frame] = name
        self._definitions.append(f'<g id="{name}"{clip}>{body}</g>')
        return name

    def _group(self, item: Group) -> str:
        clip = "" if item.clip is None else f' clip-path="{self._clip(item.clip)}"'
        inside = "".join(map(self._element, item.items))
        mask = "" if item.mask is None else f' mask="{self._mask(item.mask)}"'
        return f"<g{_transform(item.matrix)}{_opacity(item)}{clip}{mask}>{inside}</g>"

    def _mask(self, mask: Mask) -> str:
        name = self._masks.get(mask)
        if name is None:
            name = self._masks[mask] = f"mask-{len(self._masks) + 1}"
            inside = "".join(map(self._element, mask.items))
            self._definitions.append(
                f'<mask id="{name}" maskUnits="userSpaceOnUse" x="{-REACH}" y="{-REACH}"'
                f' width="{2 * REACH}" height="{2 * REACH}" style="mask-type:{mask.by}">'
                f"{inside}</mask>"
            )
        return f"url(#{name})"

    def _clip(self, segments: Segments) -> str:
        name = self._clips.get(segments)
        if name is None:
            name = self._clips[segments] = f"clip-{len(self._clips) + 1}"
            self._definitions.append(
                f'<clipPath id="{name}"><path d="{_path_data(segments)}"/></clipPath>'
            )
        return f"url(#{name})"

    def _image(self, item: Image) -> str:
        """Return a use of an image, which is defined once in a unit square for all sizes."""
        name = self._images.get(item.image.digest)
        if name is None:
            name = self._images[item.image.digest] = f"image-{len(self._images) + 1}"
            self._definitions.append(
                f'<image id="{name}" width="1" height="1" preserveAspectRatio="none"'
                f' xlink:href="{_data_uri(item.image)}"/>'
            )
        matrix = (item.width, 0, 0, item.height, item.x, item.y)
        return f'<use xlink:href="#{name}"{_transform(matrix)}/>'


@lru_cache(maxsize=256)
def _skeleton(
    width: str, height: str, edge: str, layers: tuple[Layer, ...], clip: str | None
) -> str:
    """Return the document without its content, with placeholders for definitions and layers."""
    # Imported here because it pulls in an HTTP client: 70 ms that other commands need not pay.
    import svgwrite
    from svgwrite.extensions import Inkscape

    drawing: Any = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"{edge} {edge} {width} {height}", debug=False
    )
    inkscape = Inkscape(drawing)
    drawing.set_desc(title=TITLE)
    drawing.defs.elements.append(_Placeholder("definitions"))
    for layer in layers:
        group = inkscape.layer(label=LABELS[layer])
        group.attribs["id"] = f"layer-{layer}"
        if clip is not None and layer == "art":
            group.attribs["clip-path"] = clip
        group.elements.append(_Placeholder(layer))
        drawing.add(group)
    text = ElementTree.tostring(drawing.get_xml(), encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


class _Placeholder:
    """An element for svgwrite: an XML comment that is replaced by the content."""

    def __init__(self, name: str) -> None:
        self._name = name

    def get_xml(self) -> Any:
        return ElementTree.Comment(f"content of {self._name}")


def _placeholder(name: str) -> str:
    return f"<!--content of {name}-->"


@lru_cache(maxsize=1024)
def _plain_body(frame: Frame) -> str | None:
    """Return the text of a symbol that needs no definitions, cached for all files; else None."""
    return _plain_items(frame.items)


def _plain_items(items: tuple[Item, ...]) -> str | None:
    parts: list[str] = []
    for item in items:
        if isinstance(item, Path):
            line = None if item.stroke is None else item.stroke.ink
            if isinstance(item.fill, Gradient) or isinstance(line, Gradient):
                return None
            parts.append(_path(item, _colour(item.fill), _colour(line)))
        elif isinstance(item, Group) and item.clip is None and item.mask is None:
            inside = _plain_items(item.items)
            if inside is None:
                return None
            parts.append(f"<g{_transform(item.matrix)}{_opacity(item)}>{inside}</g>")
        else:
            return None
    return "".join(parts)


def _path(item: Path, fill: str, line: str) -> str:
    rule = ' fill-rule="evenodd"' if item.even_odd else ""
    rule += _share("fill", item.fill)
    stroke = "" if item.stroke is None else _stroke(item.stroke, line)
    return f'<path d="{_path_data(item.segments)}" fill="{fill}"{rule}{stroke}/>'


def _share(what: str, ink: Ink | None) -> str:
    return f' {what}-opacity="{num(ink.opacity)}"' if isinstance(ink, AlphaColor) else ""


def _gradient(gradient: Gradient, name: str) -> str:
    """Return the definition of a gradient in the coordinates of what it paints."""
    match gradient:
        case LinearGradient(_, start, end, matrix):
            tag = "linearGradient"
            places = dict(zip(("x1", "y1", "x2", "y2"), (*start, *end), strict=True))
        case RadialGradient(_, centre, radius, focus, focus_radius, matrix):
            tag, places = "radialGradient", {"cx": centre[0], "cy": centre[1], "r": radius}
            if focus != centre:
                places |= {"fx": focus[0], "fy": focus[1]}
            if focus_radius:
                places["fr"] = focus_radius
        case _:
            raise TypeError(f"an SVG file cannot show a {type(gradient).__name__}")
    geometry = "".join(f' {key}="{_fine(value)}"' for key, value in places.items())
    if matrix != IDENTITY:
        geometry += f' gradientTransform="{_matrix(matrix)}"'
    stops = "".join(
        f'<stop offset="{_fine(stop.offset)}" stop-color="{stop.color.hex}"'
        + ("" if stop.opacity == 1 else f' stop-opacity="{num(stop.opacity)}"')
        + "/>"
        for stop in gradient.stops
    )
    return f'<{tag} id="{name}" gradientUnits="userSpaceOnUse"{geometry}>{stops}</{tag}>'


@lru_cache(maxsize=1024)
def _stroke(stroke: Stroke, line: str) -> str:
    text = f' stroke="{line}" stroke-width="{num(stroke.width)}"{_share("stroke", stroke.ink)}'
    if stroke.dash:
        text += f' stroke-dasharray="{" ".join(map(num, stroke.dash))}"'
        text += f' stroke-dashoffset="{num(stroke.phase)}"' if stroke.phase else ""
    if stroke.cap != "butt":
        text += f' stroke-linecap="{stroke.cap}"'
    if stroke.join != "miter":
        text += f' stroke-linejoin="{stroke.join}"'
    return text


def _transform(matrix: Matrix) -> str:
    return "" if matrix == IDENTITY else f' transform="{_matrix(matrix)}"'


def _opacity(item: Group) -> str:
    opacity = "" if item.opacity == 1 else f' opacity="{num(item.opacity)}"'
    return opacity if item.blend == "normal" else f'{opacity} style="mix-blend-mode:{item.blend}"'


@lru_cache(maxsize=256)
def _font_names(face: Typeface) -> str:
    """Return the family as fonts.yaml calls it, and as the font calls itself, which is how other
    programs find it among the system's fonts."""
    fallback = "serif" if "serif" in face.family.lower() else "sans-serif"
    names = dict.fromkeys(name.replace("'", "") for name in (face.family, face.own_family) if name)
    return ", ".join([*(f"'{name}'" for name in names), fallback])


def _quoted(text: str) -> str:
    return quoteattr(_writable(text))


@lru_cache(maxsize=1024)
def _colour(ink: Ink | None) -> str:
    if ink is None:
        return "none"
    match ink:
        case Color():
            return ink.hex
        case AlphaColor(color):
            return color.hex
        case Spot():
            return ink.shown.hex
        case Gradient():
            raise TypeError("a gradient needs a definition")
    return "currentColor"


@lru_cache(maxsize=4096)
def _fine(value: float) -> str:
    """Format a factor, which needs more digits than a length: 0.001 is 0.3 mm across a page."""
    return f"{value:.8f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=4096)
def _matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    return f"matrix({_fine(a)} {_fine(b)} {_fine(c)} {_fine(d)} {num(e)} {num(f)})"


def _writable(text: str) -> str:
    return UNWRITABLE.sub("\ufffd", text)


@lru_cache(maxsize=4096)
def _path_data(segments: Segments) -> str:
    """Return path data, cached: the same shapes recur in every file, and formatting is slow."""
    return path_text(segments)


@lru_cache(maxsize=32)
def _data_uri(image: ImageFile) -> str:
    if image.dark is not None or image.file.suffix.lower() == ".webp":
        return f"data:image/png;base64,{b64encode(_as_png(image)).decode('ascii')}"
    media_type = MEDIA_TYPES.get(image.file.suffix.lower())
    if media_type is None:
        raise TypeError(f"an SVG file cannot show {image.file.name}: unknown format")
    return f"data:{media_type};base64,{b64encode(image.file.read_bytes()).decode('ascii')}"


def _as_png(image: ImageFile) -> bytes:
    """Return a WebP or toned picture as PNG: browsers show WebP, many drawing programs do not."""
    stream = BytesIO()
    open_toned(image).save(stream, "PNG")
    return stream.getvalue()
