"""Describe the profiles of print services and cutting machines by their files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from docs.extension.repository import ROOT
from docs.extension.tables import table
from printgen.catalog.cutters import Cutter, known_cutters, load_cutter
from printgen.catalog.services import PressProfile, Product, Service, known_services, load_service

TEMPLATES: Final[Path] = ROOT / "templates"


def describe_targets() -> Mapping[str, Callable[[], str]]:
    """Return what the comments `service NAME` and `cutter NAME` stand for."""
    services = {f"service {name}": partial(_service, name) for name in known_services(TEMPLATES)}
    cutters = {f"cutter {name}": partial(_cutter, name) for name in known_cutters(TEMPLATES)}
    return {**services, **cutters}


def _service(name: str) -> str:
    service = load_service(name, TEMPLATES)
    parts = [table(("Rule", "Value"), _rules(service))]
    if service.products:
        rows = [_product(product) for product in service.products]
        parts.append(table(("Product", "Name", "Cut, in mm", "Picture, in pixels"), rows))
    if service.tuck_boxes:
        boxes = (
            (f"`{box.sheet.name}`", box.holds, str(box.count), _pixels(box.sheet))
            for box in service.tuck_boxes
        )
        parts.append(table(("Tuck box", "Holds", "Cards", "Picture, in pixels"), boxes))
    return "\n\n".join(parts)


def _rules(service: Service) -> Iterator[tuple[str, str]]:
    yield "Bleed", f"{service.bleed:g} mm on each side"
    yield "Text stays", f"{service.safe:g} mm inside the cut"
    if service.press is None:
        yield "Resolution", f"{service.dpi} dpi"
    else:
        yield from _press(service.press)
    if service.quantities:
        yield "Cards in an order", ", ".join(map(str, service.quantities))


def _press(press: PressProfile) -> Iterator[tuple[str, str]]:
    yield "Inks", f"CMYK for {press.condition}, {press.max_ink:.0%} at most in one place"
    yield "ICC profile", ", ".join(f"`{name}.icc`" for name in press.icc)
    if press.rich_black is not None:
        yield "Large black areas", " · ".join(f"{part:.0%}" for part in press.rich_black)
    yield "Standard", press.standard or "PDF"
    yield "Transparency", "allowed" if press.transparency else "becomes a picture"
    yield "Text", "outlines, without fonts" if press.outlines else "with its fonts"


def _product(product: Product) -> tuple[str, str, str, str]:
    shape = {"circle": ", round", "hex": ", hexagon"}.get(product.shape, "")
    size = f"{product.width:.4g} × {product.height:.4g}{shape}"
    return f"`{product.name}`", product.title, size, _pixels(product)


def _pixels(product: Product) -> str:
    return "" if product.pixels is None else f"{product.pixels[0]} × {product.pixels[1]}"


def _cutter(name: str) -> str:
    return table(("Setting", "Value"), _marks(load_cutter(name, TEMPLATES)))


def _marks(cutter: Cutter) -> Iterator[tuple[str, str]]:
    if cutter.marks:
        yield "Marks", ", ".join(f"{kind} {corner}" for corner, kind in cutter.marks.items())
        if "square" in cutter.marks.values():
            yield "Square", f"{cutter.square:g} mm"
        yield "Length", f"{cutter.arm:.2f} mm"
        yield "Thickness", f"{cutter.line:.2f} mm"
        yield "Inset", f"{cutter.inset:.2f} mm"
    else:
        yield "Marks", "none"
    if cutter.area is not None:
        yield "Largest area", f"{cutter.area[0]:g} × {cutter.area[1]:g} mm"
    if cutter.picture_dpi is not None:
        yield "Picture of the art", f"{cutter.picture_dpi} dpi"
    yield "Folds", "perforated" if cutter.folds == "perforation" else "scored"
