"""Write a document of page frames as PDF, through reportlab.

Reportlab's document layer is used directly: its canvas has no layers or kerned text and writes
resources again on every page. Here one resource dictionary serves the whole file.
"""

from __future__ import annotations

import io
import zlib
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfbase import pdfdoc

from printgen.export.document import Document, DocumentPage
from printgen.export.gradients import (
    color_shading,
    gradient_matrix,
    is_transparent,
    opacity_shading,
)
from printgen.export.operators import MaskPainter, Painter, bleed_box, matrix_operator, rgb_to_cmyk
from printgen.export.pdf_fonts import FontSubset
from printgen.export.separation import Separation
from printgen.frame import Frame, Group, Image, ImageFile, Item, Layer, Mask, Use
from printgen.geometry import Box
from printgen.ink import Gradient, Spot
from printgen.text.typeface import Typeface
from printgen.tones import open_toned

if TYPE_CHECKING:
    from printgen.export.output_intent import Press  # home printers need none

PT_PER_MM: Final = 72 / 25.4
PDF_VERSION: Final = (1, 7)
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


def write_pdf(document: Document, stream: BinaryIO, press: Press | None = None) -> None:
    """Write a document in screen colours, or in the inks of a press."""
    rl_config.useA85 = 0  # binary streams are a fifth smaller and twice as fast
    stream.write(_Writer(document, press).write())


def pdf_bytes(document: Document, press: Press | None = None) -> bytes:
    stream = io.BytesIO()
    write_pdf(document, stream, press)
    return stream.getvalue()


class _Catalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """Reportlab's catalogue, with the entry for layers that reportlab drops."""

    __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OCProperties", "OutputIntents")
    __Refs__ = __NoDefault__


class _Flate:
    """A filter for reportlab's streams that compresses content operators, in which a character
    stands for a byte.

    Level 5 takes two thirds of the time of zlib's own choice, for files 2 % larger.
    """

    pdfname = "FlateDecode"

    def encode(self, content: str) -> bytes:
        return zlib.compress(content.encode("latin-1"), 5)


class _Page(pdfdoc.PDFObject):  # type: ignore[misc]
    """A preformatted page dictionary: reportlab's own costs more time than the page's content."""

    def __init__(self, boxes: str, references: dict[str, Any]) -> None:
        self._boxes = boxes
        self._references = references

    def format(self, document: Any) -> bytes:
        named = b" ".join(
            b"/%s %s" % (name.encode(), reference.format(document))
            for name, reference in self._references.items()
        )
        return b"<< /Type /Page %s %s >>" % (named, self._boxes.encode())


class _Bookmarks:
    """The object that reportlab's outline asks for destinations by name."""

    def __init__(self) -> None:
        self._places: dict[str, Any] = {}

    def _bookmarkReference(self, name: str) -> Any:  # noqa: N802
        return self._places.setdefault(name, pdfdoc.Destination(name))

    def set(self, name: str, page: Any) -> None:
        place = self._bookmarkReference(name)
        place.fit()
        place.setPage(page)


class _Writer:
    def __init__(self, document: Document, press: Press | None) -> None:
        self._document = document
        self._press = press
        self._separation = None if press is None else press.separation
        version = PDF_VERSION if press is None else press.pdf_version
        self._pdf = pdfdoc.PDFDocument(
            compression=1, invariant=1, pdfVersion=version, lang=document.language
        )
        old = self._pdf.Catalog
        catalog = _Catalog()
        catalog.Pages, catalog.Lang, catalog.Outlines = old.Pages, old.Lang, old.Outlines
        self._pdf.Catalog = self._pdf._catalog = catalog
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.allProcs()
        self._resources_reference = self._pdf.Reference(self._resources, "shared-resources")
        self._uses = count_uses(page.frame for page in document.pages)
        self._forms: dict[int, str] = {}
        self._layers: dict[Layer, Any] = {}
        self._fonts: dict[Typeface, FontSubset] = {}
        self._images: dict[str, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._masks: dict[Mask, str] = {}
        outlines = press is not None and press.outlines
        self._painter = Painter(self, self._separation, outlines=outlines)

    def write(self) -> bytes:
        document, pdf = self._document, self._pdf
        pdf.setTitle(document.title)
        pdf.setAuthor(document.author)
        pdf.setSubject(document.subject)
        pdf.setCreator("Paperboat printgen")
        bookmarks = _Bookmarks()
        labels = pdfdoc.PDFPageLabels()
        number = 0
        for order, section in enumerate(document.sections):
            bookmarks.set(f"section-{order}", pdf.thisPageRef())
            pdf.outline.addOutlineEntry(f"section-{order}", 0, section.title)
            label = pdfdoc.PDFPageLabel(style="ARABIC", start=1, prefix=f"{section.title} ")
            labels.addPageLabel(number, label)
            for page in section.pages:
                self._add_page(page)
            number += len(section.pages)
        self._set_catalog(labels)
        if self._press is not None:
            from printgen.export.output_intent import set_output_intent

            set_output_intent(pdf, self._press)
        self._resources.Font = pdfdoc.PDFDictionary(
            {subset.name[1:]: subset.write(pdf) for subset in self._fonts.values()}
        )
        data = pdf.GetPDFData(bookmarks)
        return data if isinstance(data, bytes) else data.encode("latin-1")

    def _set_catalog(self, labels: Any) -> None:
        catalog = self._pdf.Catalog
        catalog.PageLabels = labels
        catalog.setPageMode("UseOutlines")
        wishes = pdfdoc.ViewerPreferencesPDFDictionary()
        wishes["PrintScaling"] = "None"
        wishes["Duplex"] = FLIPS[self._document.flip]
        wishes["DisplayDocTitle"] = "true"
        catalog.ViewerPreferences = wishes
        if self._layers:
            shown = [layer for layer in LAYER_NAMES if layer in self._layers]
            every = pdfdoc.PDFArray([self._layers[layer] for layer in shown])
            on = [self._layers[layer] for layer in shown if layer not in HIDDEN_LAYERS]
            off = [self._layers[layer] for layer in shown if layer in HIDDEN_LAYERS]
            state = {
                "Name": pdfdoc.PDFString("Layers"),
                "Order": every,
                "ON": pdfdoc.PDFArray(on),
                "OFF": pdfdoc.PDFArray(off),
            }
            catalog.OCProperties = pdfdoc.PDFDictionary(
                {"OCGs": every, "D": pdfdoc.PDFDictionary(state)}
            )

    def _add_page(self, page: DocumentPage) -> None:
        frame = page.frame
        width, height = frame.width * PT_PER_MM, frame.height * PT_PER_MM
        boxes = [f"/MediaBox {_array(0, 0, width, height)}"]
        for name, box in (("TrimBox", page.trim), ("BleedBox", page.bleed)):
            if box is not None:
                boxes.append(f"/{name} {_page_box(box, frame)}")
        scale = f"{PT_PER_MM:.6f}"
        content = f"{scale} 0 0 -{scale} 0 {height:.4f} cm\n{MITER_LIMIT} M\n"
        content += self._painter.paint(frame.items)
        stream = pdfdoc.PDFStream(content=content, filters=[_Flate()])
        references = {
            "Parent": self._pdf.Reference(self._pdf.Pages),
            "Resources": self._resources_reference,
            "Contents": self._pdf.Reference(stream),
        }
        self._pdf.addPage(_Page(" ".join(boxes), references))

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
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": _array(x, y, x + width, y + height),
            "Resources": self._resources_reference,
        }
        if group is not None:
            entries["Group"] = group
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), content, [_Flate()])
        name = f"X{len(self._resources.XObject)}"
        self._resources.XObject[name] = self._pdf.Reference(stream, f"form-{name}")
        return f"/{name}"

    def transparent(self, group: Group, content: str) -> str:
        """Store a group as a form, so that it is made transparent and blended as a whole."""
        states = ""
        if group.opacity < 1:
            states += self.opacity(group.opacity)
        if group.blend != "normal":
            states += self._state("Multiply", {"BM": pdfdoc.PDFName("Multiply")})
        if group.mask is not None:
            states += self._mask(group.mask)
        name = self._store_form(content, EVERYWHERE, _transparency())
        return f"{states}{name} Do\n"

    def opacity(self, share: float) -> str:
        entries = {"ca": _round(share), "CA": _round(share)}
        return self._state(f"A{round(share * 10_000)}", entries)

    def _state(self, name: str, entries: dict[str, Any]) -> str:
        self._resources.ExtGState.setdefault(name, pdfdoc.PDFDictionary(entries))
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
        entries = {"S": pdfdoc.PDFName(kind), "G": self._resources.XObject[form[1:]]}
        self._state(name, {"SMask": pdfdoc.PDFDictionary(entries)})

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
            self._resources.Pattern[name] = pdfdoc.PDFDictionary(pattern)
            if is_transparent(gradient):
                self._resources.Shading[name] = opacity_shading(gradient, self._separation)
                greys = f"{matrix_operator(gradient_matrix(gradient))} /{name} sh\n"
                form = self._store_form(greys, EVERYWHERE, _transparency("DeviceGray"))
                self._soft_mask(f"S{name}", "Luminosity", form)
        select = f"/Pattern CS /{name} SCN" if stroke else f"/Pattern cs /{name} scn"
        state = f"/S{name} gs " if is_transparent(gradient) else ""
        return f"{self._store_form(f'{state}{select} {content}', EVERYWHERE, None)} Do\n"

    def image(self, image: Image) -> str:
        from reportlab.lib.utils import ImageReader

        key = image.image.digest
        name = self._images.get(key)
        if name is None:
            name = f"X{len(self._resources.XObject)}"
            file = image.image
            source = _with_alpha(file) if file.dark is None else open_toned(file)
            made = pdfdoc.PDFImageXObject(name, ImageReader(source), mask="auto")
            soft = getattr(made, "_smask", None)
            if self._separation is not None:
                separated = _separated(image, self._separation)
                made = pdfdoc.PDFImageXObject(name, ImageReader(separated))
            self._resources.XObject[name] = self._pdf.Reference(made, f"image-{name}")
            if soft is not None:
                made.smask = self._pdf.Reference(soft, f"mask-{name}")
            self._images[key] = name
        return f"/{name}"

    def spot(self, spot: Spot) -> str:
        if spot.name not in self._resources.ColorSpace:
            color = CMYKColorSep(*rgb_to_cmyk(spot.shown), spotName=spot.name)
            space = pdfdoc.PDFSeparationCMYKColor(color).value()
            self._resources.ColorSpace[spot.name] = self._pdf.Reference(space, f"spot-{spot.name}")
        return f"/{spot.name}"

    def overprint(self) -> str:
        state = pdfdoc.PDFDictionary({"OP": "true", "op": "true", "OPM": 1})
        self._resources.ExtGState.setdefault("Overprint", state)
        return "/Overprint"

    def layer(self, layer: Layer) -> str:
        if layer not in self._layers:
            group = pdfdoc.PDFDictionary(
                {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(LAYER_NAMES[layer])}
            )
            reference = self._pdf.Reference(group, f"layer-{layer}")
            self._layers[layer] = self._resources.Properties[layer] = reference
        return f"/{layer}"


def _with_alpha(file: ImageFile) -> Any:
    """Return the name of the file, or its picture with an alpha channel if a colour of it is
    declared transparent, which reportlab would print."""
    from PIL import Image as Pictures

    with Pictures.open(file.file) as picture:
        return picture.convert("RGBA") if "transparency" in picture.info else str(file.file)


def _separated(image: Image, separation: Separation) -> Any:
    return separation.picture(open_toned(image.image))


def _transparency(space: str | None = None) -> Any:
    entries = {"S": pdfdoc.PDFName("Transparency"), "I": "true"}
    if space is not None:
        entries["CS"] = pdfdoc.PDFName(space)
    return pdfdoc.PDFDictionary(entries)


def _round(value: float) -> float:
    return round(value, 4)


def _array(*values: float) -> str:
    """Return numbers as the text of a PDF array, which is faster than reportlab's own."""
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
