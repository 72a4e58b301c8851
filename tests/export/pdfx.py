"""Read a PDF back and list what breaks the rules of PDF/X-1a:2003 or PDF/X-4.

We know of no free validator of these standards. The rules are those of ISO 15930-4 and 15930-7 that
concern what our writer can do; they include all that the Ruby tool pdf-preflight checks.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, Final

import pypdf
from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

FILTERS: Final = {"/FlateDecode", "/DCTDecode", "/ASCII85Decode", "/RunLengthDecode"}
SCREEN_COLOURS: Final = re.compile(rb"(?<![\w/])(rg|RG)(?=\s)")
SPACES: Final = {"/DeviceCMYK", "/DeviceGray", "/Separation", "/Pattern", "/DeviceN"}


def violations(data: bytes, standard: str) -> list[str]:
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    found = [*_document(reader, standard), *_pages(reader)]
    for value in _objects(reader):
        found += _colours(value)
        if standard.startswith("PDF/X-1a"):
            found += _transparency(value)
    return sorted(set(found))


def _document(reader: Any, standard: str) -> Iterator[str]:
    newest = {"PDF/X-1a:2003": "%PDF-1.4", "PDF/X-4": "%PDF-1.6"}[standard]
    if reader.pdf_header > newest:
        yield f"is {reader.pdf_header}"
    root, info = reader.trailer["/Root"], reader.trailer["/Info"]
    if len(reader.trailer.get("/ID", ())) != 2:
        yield "has no ID"
    if "/Encrypt" in reader.trailer:
        yield "is encrypted"
    yield from (f"has {name}" for name in ("/AA", "/OpenAction", "/AcroForm") if name in root)
    yield from (
        f"has no {name}" for name in ("/Title", "/CreationDate", "/ModDate") if not info.get(name)
    )
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "does not say whether it is trapped"
    yield from _intents(root)
    yield from _name(root, info, standard)


def _intents(root: Any) -> Iterator[str]:
    intents: Any = root.get("/OutputIntents", ArrayObject()).get_object()
    if len(intents) != 1 or intents[0]["/S"] != "/GTS_PDFX":
        yield "has no output intent"
    for intent in intents:
        profile = intent["/DestOutputProfile"]
        if profile["/N"] != 4 or profile.get_data()[12:20] != b"prtrCMYK":
            yield "has an output intent that is not a press with four inks"
        if not intent.get("/OutputConditionIdentifier") or not intent.get("/Info"):
            yield "has an output intent without a name"


def _name(root: Any, info: Any, standard: str) -> Iterator[str]:
    if standard == "PDF/X-1a:2003":
        if info.get("/GTS_PDFXVersion") != standard:
            yield "does not name its standard"
        if "/OCProperties" in root:
            yield "has layers"
    else:
        xmp = root["/Metadata"].get_data().decode() if "/Metadata" in root else ""
        if f"GTS_PDFXVersion>{standard}<" not in xmp:
            yield "does not name its standard"


def _pages(reader: Any) -> Iterator[str]:
    for page in reader.pages:
        if "/TrimBox" not in page or "/ArtBox" in page:
            yield "has a page without a trim box"
            continue
        media, bleed, trim = (
            [float(side) for side in page[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox")
        )
        for outer, inner in ((media, bleed), (bleed, trim)):
            if any(a > b + 0.01 for a, b in zip(outer[:2], inner[:2], strict=True)) or any(
                a < b - 0.01 for a, b in zip(outer[2:], inner[2:], strict=True)
            ):
                yield "has boxes that are not inside each other"
        if "/Annots" in page or "/AA" in page:
            yield "has annotations"
        if SCREEN_COLOURS.search(page.get_contents().get_data()):
            yield "paints in screen colours"


def _objects(reader: Any) -> Iterator[Any]:
    """Yield every dictionary and stream of the file, and every array of a colour space."""
    for number in range(1, int(reader.trailer["/Size"])):
        value = reader.get_object(number)
        if value is not None:
            yield from _inside(value)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, DictionaryObject):
        yield value
        for inner in value.values():
            if isinstance(inner, DictionaryObject | ArrayObject):
                yield from _inside(inner)
    elif isinstance(value, ArrayObject):
        for inner in value:
            if isinstance(inner, DictionaryObject | ArrayObject):
                yield from _inside(inner)


def _colours(value: Any) -> Iterator[str]:
    space = value.get("/ColorSpace")
    named = space[0] if isinstance(space, ArrayObject) else space
    if named is not None and not isinstance(named, DictionaryObject) and named not in SPACES:
        yield f"has colours in {named}"
    filters = value.get("/Filter", ())
    for name in [filters] if isinstance(filters, str) else filters:
        if name not in FILTERS:
            yield f"is packed with {name}"
    is_form = value.get("/Subtype") == "/Form" and isinstance(value, StreamObject)
    if is_form and SCREEN_COLOURS.search(value.get_data()):
        yield "paints in screen colours"
    files = {"/FontFile", "/FontFile2", "/FontFile3"} & set(value)
    is_loose = value.get("/Type") == "/FontDescriptor" and not files
    is_simple = value.get("/Subtype") in ("/Type1", "/TrueType") and "/FontDescriptor" not in value
    if is_loose or is_simple:
        yield "has a font that is not embedded"


def _transparency(value: Any) -> Iterator[str]:
    if value.get("/SMask") not in (None, "/None"):
        yield "has a soft mask"
    if any(float(value.get(name, 1)) != 1 for name in ("/CA", "/ca") if "/SMask" not in value):
        yield "has transparent colours"
    if value.get("/BM", "/Normal") not in ("/Normal", "/Compatible"):
        yield "has blended colours"
    if value.get("/S") == "/Transparency":
        yield "has a group with transparency"
