"""The outline of the piece that a template draws."""

from __future__ import annotations

from printgen.catalog.model import Template
from printgen.catalog.svg.paths import parse_path
from printgen.geometry import Segments, ellipse, hexagon, rectangle


def template_outline(template: Template) -> Segments | None:
    """Return the trim if it is not a plain rectangle."""
    width, height = template.width, template.height
    if template.shape == "circle":
        return ellipse(width / 2, height / 2, width / 2, height / 2)
    if template.shape == "hex":
        radius = (height if template.pointy else width) / 2
        return hexagon(width / 2, height / 2, radius, pointy=template.pointy)
    if template.shape == "path" and template.outline:
        return parse_path(template.outline)
    if template.corner > 0:
        return rectangle(0, 0, width, height, template.corner)
    return None
