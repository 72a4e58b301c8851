"""Say in a PDF which press it is made for, and which of the PDF/X standards it keeps."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from pydyf import PDF, Array, Dictionary, Stream, String

from printgen.catalog.services import Standard
from printgen.export.pdf_objects import add_object, compressed
from printgen.export.separation import Separation

VERSIONS: Final[dict[Standard, str]] = {"": "1.7", "PDF/X-1a:2003": "1.4", "PDF/X-4": "1.6"}
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
    def pdf_version(self) -> str:
        return VERSIONS[self.standard]


def set_output_intent(pdf: PDF, press: Press, title: str) -> None:
    """Add the profile of the press, and the marks of its standard, to a document."""
    intent = {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFX",
        "OutputConditionIdentifier": String(press.condition),
        "Info": String(press.condition),
        "RegistryName": String("http://www.color.org"),
        "DestOutputProfile": add_object(pdf, compressed(press.separation.profile, {"N": 4})),
    }
    pdf.catalog["OutputIntents"] = Array([Dictionary(intent)])
    if press.standard == "PDF/X-1a:2003":
        pdf.info["GTS_PDFXVersion"] = String(press.standard)
    if press.standard == "PDF/X-4":
        _set_metadata(pdf, press.standard, title)


def _set_metadata(pdf: PDF, standard: Standard, title: str) -> None:
    from hashlib import md5
    from uuid import UUID
    from xml.sax.saxutils import escape

    digest = md5(title.encode(), usedforsecurity=False).digest()
    text = XMP.format(title=escape(title), standard=standard, id=UUID(bytes=digest))
    stream = Stream([text.encode()], {"Type": "/Metadata", "Subtype": "/XML"})
    pdf.catalog["Metadata"] = add_object(pdf, stream)
