"""Write a document of page frames as PDF.

Pydyf writes the objects. One resource dictionary serves the whole file, and frames that are used
more than once are forms.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from pydyf import PDF, Array, Dictionary, String

from printgen.export.document import Document, DocumentPage
from printgen.export.gradients import (
    color_shading,
    gradient_matrix,
    is_transparent,
    opacity_shading,
)
from printgen.export.operators import MaskPainter, Painter, bleed_box, matrix_operator, rgb_to_cmyk
from printgen.export.pdf_fonts import FontSubset
from printgen.export.pdf_objects import add_object, compressed
from printgen.frame import Box, Frame, Gradient, Group, Image, Item, Layer, Mask, Spot, Use, num
from printgen.text.typeface import Typeface

if TYPE_CHECKING:
    from printgen.export.output_intent import Press  # home printers need none

PT_PER_MM: Final = 72 / 25.4
PDF_VERSION: Final = "1.7"
LAYER_NAMES: Final[dict[Layer, str]] = {
    "cut": "Cut lines",
    "fold": "Fold lines",
    "marks": "Marks",
}
EVERYWHERE: Final[Box] = (-5000.0, -5000.0, 10000.0, 10000.0)
MITER_LIMIT: Final = 4
"""As in SVG: corners that are sharper are cut off. PDF's own limit is 10."""
HIDDEN_LAYERS: Final = frozenset({"cut"})  # home printers must not print outlines
FLIPS: Final = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}
NO_DATE: Final = String("D:20000101000000+00'00'")
"""The same input must give the same bytes, whatever the clock says."""


def write_pdf(document: Document, stream: BinaryIO, press: Press | None = None) -> None:
    """Write a document in screen colours, or in the inks of a press."""
    _Writer(document, press).write(stream)


def pdf_bytes(document: Document, press: Press | None = None) -> bytes:
    stream = io.BytesIO()
    write_pdf(document, stream, press)
    return stream.getvalue()


class _Writer:
    def __init__(self, document: Document, press: Press | None) -> None:
        self._document = document
        self._press = press
        self._separation = None if press is None else press.separation
        self._pdf = PDF()
        self._resources = Dictionary()
        self._pdf.add_object(self._resources)
        self._uses = count_uses(page.frame for page in document.pages)
        self._forms: dict[int, str] = {}
        self._layers: dict[Layer, bytes] = {}
        self._fonts: dict[Typeface, FontSubset] = {}
        self._images: dict[str, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._masks: dict[Mask, str] = {}
        outlines = press is not None and press.outlines
        self._painter = Painter(self, self._separation, outlines=outlines)

    def write(self, stream: BinaryIO) -> None:
        document, pdf, press = self._document, self._pdf, self._press
        for page in document.pages:
            self._add_page(page)
        for subset in self._fonts.values():
            self._resource("Font", subset.name[1:], subset.write(pdf))
        self._set_info()
        self._set_catalog()
        if press is not None:
            from printgen.export.output_intent import set_output_intent

            set_output_intent(pdf, press, document.title)
        version = PDF_VERSION if press is None else press.pdf_version
        pdf.write(stream, version.encode(), identifier=True)

    def _reference(self, made: Any) -> bytes:
        return add_object(self._pdf, made)

    def _resource(self, category: str, name: str, made: Any) -> None:
        self._resources.setdefault(category, Dictionary())[name] = made

    def _set_info(self) -> None:
        document = self._document
        self._pdf.info.update(
            {
                "Title": String(document.title),
                "Author": String(document.author),
                "Subject": String(document.subject),
                "Creator": String("Paperboat printgen"),
                "Producer": String("pydyf"),
                "CreationDate": NO_DATE,
                "ModDate": NO_DATE,
                "Trapped": "/False",
            }
        )

    def _set_catalog(self) -> None:
        wishes = {
            "PrintScaling": "/None",
            "Duplex": f"/{FLIPS[self._document.flip]}",
            "DisplayDocTitle": "true",
        }
        self._pdf.catalog.update(
            {
                "Lang": String(self._document.language),
                "PageMode": "/UseOutlines",
                "ViewerPreferences": Dictionary(wishes),
            }
        )
        self._set_bookmarks()
        if self._layers:
            shown = [layer for layer in LAYER_NAMES if layer in self._layers]
            every = Array([self._layers[layer] for layer in shown])
            on = [self._layers[layer] for layer in shown if layer not in HIDDEN_LAYERS]
            off = [self._layers[layer] for layer in shown if layer in HIDDEN_LAYERS]
            state = {
                "Name": String("Layers"),
                "Order": every,
                "ON": Array(on),
                "OFF": Array(off),
            }
            self._pdf.catalog["OCProperties"] = Dictionary({"OCGs": every, "D": Dictionary(state)})

    def _set_bookmarks(self) -> None:
        """Give each section a bookmark, and its pages labels such as Cards 1, Cards 2, …"""
        pages = self._pdf.page_references
        outlines = Dictionary({"Type": "/Outlines"})
        parent = self._reference(outlines)
        labels = Array()
        bookmarks: list[Any] = []
        number = 0
        for section in self._document.sections:
            label = {"S": "/D", "P": String(f"{section.title} "), "St": 1}
            labels.extend([number, Dictionary(label)])
            destination = Array([pages[number], "/Fit"])
            entries = {"Title": String(section.title), "Parent": parent, "Dest": destination}
            bookmarks.append(Dictionary(entries))
            number += len(section.pages)
        references = [self._reference(bookmark) for bookmark in bookmarks]
        for number in range(1, len(bookmarks)):
            bookmarks[number]["Prev"] = references[number - 1]
            bookmarks[number - 1]["Next"] = references[number]
        outlines.update({"First": references[0], "Last": references[-1], "Count": len(references)})
        self._pdf.catalog["Outlines"] = parent
        self._pdf.catalog["PageLabels"] = Dictionary({"Nums": labels})

    def _add_page(self, page: DocumentPage) -> None:
        frame = page.frame
        width, height = frame.width * PT_PER_MM, frame.height * PT_PER_MM
        scale = f"{PT_PER_MM:.6f}"
        content = f"{scale} 0 0 -{scale} 0 {height:.4f} cm\n{MITER_LIMIT} M\n"
        content += self._painter.paint(frame.items)
        entries = {
            "Type": "/Page",
            "Parent": self._pdf.pages.reference,
            "Resources": self._resources.reference,
            "Contents": self._reference(compressed(content.encode())),
            "MediaBox": _array(0, 0, width, height),
        }
        for name, box in (("TrimBox", page.trim), ("BleedBox", page.bleed)):
            if box is not None:
                entries[name] = _page_box(box, frame)
        self._pdf.add_page(Dictionary(entries))

    def font(self, face: Typeface) -> FontSubset:
        subset = self._fonts.get(face)
        if subset is None:
            subset = self._fonts[face] = FontSubset(face, f"/F{len(self._fonts) + 1}")
        return subset

    def form(self, frame: Frame) -> str | None:
        """Store a frame that is used more than once and return its name; return None for others,
        which are written in place."""
        if self._uses[id(frame)] < 2:
            return None
        name = self._forms.get(id(frame))
        if name is None:
            content = self._painter.paint(frame.items)
            box = bleed_box(frame)
            if not frame.clipped:  # symbols may extend beyond their box by as much as their size
                box = (-frame.width, -frame.height, 3 * frame.width, 3 * frame.height)
            name = self._forms[id(frame)] = self._store_form(content, box, None)
        return name

    def _store_form(self, content: str, box: Box, group: Any) -> str:
        x, y, width, height = box
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": _array(x, y, x + width, y + height),
            "Resources": self._resources.reference,
        }
        if group is not None:
            entries["Group"] = group
        return self._store_object(self._reference(compressed(content.encode(), entries)))

    def _store_object(self, reference: bytes) -> str:
        name = f"X{len(self._resources.get('XObject', ()))}"
        self._resource("XObject", name, reference)
        return f"/{name}"

    def transparent(self, group: Group, content: str) -> str:
        """Store a group as a form, so that it is made transparent and blended as a whole."""
        states = ""
        if group.opacity < 1:
            states += self.opacity(group.opacity)
        if group.blend != "normal":
            states += self._state("Multiply", {"BM": "/Multiply"})
        if group.mask is not None:
            states += self._mask(group.mask)
        name = self._store_form(content, EVERYWHERE, _transparency())
        return f"{states}{name} Do\n"

    def opacity(self, share: float) -> str:
        entries = {"ca": _round(share), "CA": _round(share)}
        return self._state(f"A{round(share * 10_000)}", entries)

    def _state(self, name: str, entries: dict[str, Any]) -> str:
        self._resource("ExtGState", name, Dictionary(entries))
        return f"/{name} gs "

    def _mask(self, mask: Mask) -> str:
        name = self._masks.get(mask)
        if name is None:
            group = _transparency("DeviceGray" if mask.by == "luminance" else None)
            content = MaskPainter(self).paint(mask.items)
            form = self._store_form(content, EVERYWHERE, group)
            kind = "Luminosity" if mask.by == "luminance" else "Alpha"
            name = self._masks[mask] = f"M{len(self._masks) + 1}"
            self._soft_mask(name, kind, form)
        return f"/{name} gs "

    def _soft_mask(self, name: str, kind: str, form: str) -> None:
        entries = {"S": f"/{kind}", "G": self._resources["XObject"][form[1:]]}
        self._state(name, {"SMask": Dictionary(entries)})

    def shaded(self, gradient: Gradient, content: str, *, stroke: bool) -> str:
        """Store what a gradient paints as a form: patterns are placed relative to the form that
        uses them, however often and wherever that is drawn."""
        name = self._gradients.get(gradient)
        if name is None:
            name = self._gradients[gradient] = f"G{len(self._gradients) + 1}"
            pattern = {
                "PatternType": 2,
                "Shading": color_shading(gradient, self._separation),
                "Matrix": f"[{matrix_operator(gradient_matrix(gradient)).removesuffix(' cm')}]",
            }
            self._resource("Pattern", name, Dictionary(pattern))
            if is_transparent(gradient):
                self._resource("Shading", name, opacity_shading(gradient, self._separation))
                greys = f"{matrix_operator(gradient_matrix(gradient))} /{name} sh\n"
                form = self._store_form(greys, EVERYWHERE, _transparency("DeviceGray"))
                self._soft_mask(f"S{name}", "Luminosity", form)
        select = f"/Pattern CS /{name} SCN" if stroke else f"/Pattern cs /{name} scn"
        state = f"/S{name} gs " if is_transparent(gradient) else ""
        return f"{self._store_form(f'{state}{select} {content}', EVERYWHERE, None)} Do\n"

    def image(self, image: Image) -> str:
        from printgen.export.pdf_images import add_image

        key = image.image.digest
        name = self._images.get(key)
        if name is None:
            reference = add_image(self._pdf, image.image, self._separation)
            name = self._images[key] = self._store_object(reference)
        return name

    def spot(self, spot: Spot) -> str:
        if spot.name not in self._resources.get("ColorSpace", ()):
            inks = " ".join(map(num, rgb_to_cmyk(spot.shown)))
            tint = f"<</FunctionType 2/Domain [0 1]/C0 [0 0 0 0]/C1 [{inks}]/N 1>>"
            space = Array(["/Separation", f"/{spot.name}", "/DeviceCMYK", tint])
            self._resource("ColorSpace", spot.name, self._reference(space))
        return f"/{spot.name}"

    def overprint(self) -> str:
        state = Dictionary({"OP": "true", "op": "true", "OPM": 1})
        self._resource("ExtGState", "Overprint", state)
        return "/Overprint"

    def layer(self, layer: Layer) -> str:
        if layer not in self._layers:
            group = Dictionary({"Type": "/OCG", "Name": String(LAYER_NAMES[layer])})
            self._layers[layer] = self._reference(group)
            self._resource("Properties", layer, self._layers[layer])
        return f"/{layer}"


def _transparency(space: str | None = None) -> Any:
    entries = {"S": "/Transparency", "I": "true"}
    if space is not None:
        entries["CS"] = f"/{space}"
    return Dictionary(entries)


def _round(value: float) -> float:
    return round(value, 4)


def _array(*values: float) -> str:
    """Return numbers as the text of a PDF array."""
    return f"[{' '.join(f'{value:.4f}'.rstrip('0').rstrip('.') for value in values)}]"


def _page_box(box: Box, frame: Frame) -> str:
    """Convert a box in page millimetres to PDF points from the bottom left, clipped to the page."""
    x, y, width, height = box
    left, right = max(0.0, x), min(frame.width, x + width)
    top, bottom = max(0.0, y), min(frame.height, y + height)
    edges = (left, frame.height - bottom, right, frame.height - top)
    return _array(*(edge * PT_PER_MM for edge in edges))


def count_uses(frames: Iterable[Frame]) -> Counter[int]:
    """Count the uses of each frame, by id. Uses inside a frame count once, however often that
    frame is used."""
    uses: Counter[int] = Counter()
    inside: set[int] = set()

    def visit(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Use):
                key = id(item.frame)
                uses[key] += 1
                if key not in inside:
                    inside.add(key)
                    visit(item.frame.items)
            elif isinstance(item, Group):
                visit(item.items)

    for frame in frames:
        visit(frame.items)
    return uses
