"""Takes nothing, gives the table of all kinds of element that draw something by themselves.

A new element is one function and one row here; no exporter is touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from printgen.draw.elements.pictures import PICTURES
from printgen.draw.elements.rich import RICH
from printgen.draw.elements.shapes import SHAPES
from printgen.draw.elements.text import TEXT
from printgen.draw.kind import Kind

KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in (*SHAPES, TEXT, RICH, *PICTURES)}
