"""Say in a PDF which press it is made for, and which of the PDF/X standards it keeps."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from reportlab.pdfbase import pdfdoc

from printgen.catalog.services import Standard
from printgen.export.separation import Separation

VERSIONS: Final[dict[Standard, tuple[int, int]]] = {
    "": (1, 7),
    "PDF/X-1a:2003": (1, 4),
    "PDF/X-4": (1, 6),
}
XMP: Final = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>
<xmp:CreateDate>2000-01-01T00:00:00Z</xmp:CreateDate>
<xmp:ModifyDate>2000-01-01T00:00:00Z</xmp:ModifyDate>
<xmp:MetadataDate>2000-01-01T00:00:00Z</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Press(Struct, frozen=True):
    """The inks that a document is printed with, and the standard that the printer asks for."""

    separation: Separation
    condition: str
    """The name of the printing condition, such as FOGRA39."""
    standard: Standard = ""
    outlines: bool = False
    """Whether text becomes shapes, for printers that take no fonts."""

    @property
    def pdf_version(self) -> tuple[int, int]:
        return VERSIONS[self.standard]


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """Reportlab's document information, with the standard, where PDF/X-1a has it."""

    standard: Standard = ""

    def format(self, document: Any) -> bytes:
        data: bytes = super().format(document)
        return data.rstrip()[:-2] + f" /GTS_PDFXVersion ({self.standard}) >>".encode()


def set_output_intent(pdf: Any, press: Press) -> None:
    """Add the profile of the press, and the marks of its standard, to a reportlab document."""
    stream = pdfdoc.PDFStream(
        pdfdoc.PDFDictionary({"N": 4}), press.separation.profile, [pdfdoc.PDFZCompress]
    )
    intent = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": pdfdoc.PDFString(press.condition),
        "Info": pdfdoc.PDFString(press.condition),
        "RegistryName": pdfdoc.PDFString("http://www.color.org"),
        "DestOutputProfile": pdf.Reference(stream, "output-profile"),
    }
    pdf.Catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])
    if press.standard == "PDF/X-1a:2003":
        info = _Info()
        info.__dict__.update(pdf.info.__dict__)
        info.standard = press.standard
        pdf.info = info
    if press.standard == "PDF/X-4":
        _set_metadata(pdf, press.standard)


def _set_metadata(pdf: Any, standard: Standard) -> None:
    from hashlib import md5
    from uuid import UUID
    from xml.sax.saxutils import escape

    digest = md5(pdf.info.title.encode(), usedforsecurity=False).digest()
    text = XMP.format(title=escape(pdf.info.title), standard=standard, id=UUID(bytes=digest))
    kind = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(kind), text.encode(), filters=[])
    pdf.Catalog.Metadata = pdf.Reference(stream, "metadata")
