"""Write the files that hand an order over to a print service."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree  # writes only

from msgspec import Struct


class OrderedPiece(Struct, frozen=True):
    """A piece with the files of its sides; without a back, `back` is empty."""

    product: str
    component: str
    name: str
    copies: int
    front: str
    back: str


def order_csv(pieces: Sequence[OrderedPiece]) -> bytes:
    """Return the list of all pieces, to check an order against."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(OrderedPiece.__struct_fields__)
    for piece in pieces:
        writer.writerow(getattr(piece, name) for name in OrderedPiece.__struct_fields__)
    return stream.getvalue().encode()


def mpc_xml(pieces: Sequence[OrderedPiece], folder: str) -> bytes:
    """Return an order for the desktop tool of mpc-autofill: pictures by their path on this
    computer, in slots that count from zero. All pieces have a back."""
    fronts: dict[str, list[int]] = {}
    backs: dict[str, list[int]] = {}
    slot = 0
    for piece in pieces:
        slots = range(slot, slot + piece.copies)
        fronts.setdefault(piece.front, []).extend(slots)
        backs.setdefault(piece.back, []).extend(slots)
        slot += piece.copies
    order = ElementTree.Element("order")
    details = ElementTree.SubElement(order, "details")
    for key, value in (
        ("quantity", str(slot)),
        ("stock", "(S30) Standard Smooth"),
        ("foil", "false"),
    ):
        ElementTree.SubElement(details, key).text = value
    usual = Counter({name: len(slots) for name, slots in backs.items()}).most_common(1)[0][0]
    _cards(ElementTree.SubElement(order, "fronts"), fronts, folder)
    _cards(ElementTree.SubElement(order, "backs"), backs, folder)
    ElementTree.SubElement(order, "cardback").text = f"{folder}/{usual}"
    ElementTree.indent(order)
    data: bytes = ElementTree.tostring(order, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def _cards(parent: ElementTree.Element, files: dict[str, list[int]], folder: str) -> None:
    for name, slots in files.items():
        card = ElementTree.SubElement(parent, "card")
        for key, value in (
            ("id", f"{folder}/{name}"),
            ("sourceType", "Local File"),
            ("slots", ",".join(map(str, slots))),
            ("name", name.rsplit("/", 1)[-1]),
            ("query", ""),
        ):
            ElementTree.SubElement(card, key).text = value
