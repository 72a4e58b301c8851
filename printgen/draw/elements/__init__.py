"""The kinds of elements, by name. Groups and repeats are compiled in `draw/compile.py`.

Must not read rows or files; an element draws checked settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from printgen.draw.element_kind import ElementKind
from printgen.draw.elements.callouts import CALLOUTS
from printgen.draw.elements.faces import FACE
from printgen.draw.elements.layouts import LAYOUT
from printgen.draw.elements.pictures import PICTURES
from printgen.draw.elements.shapes import SHAPES
from printgen.draw.elements.table import TABLE
from printgen.draw.elements.text import RICH, TEXT

KINDS: Final[Mapping[str, ElementKind]] = {
    kind.name: kind for kind in (*SHAPES, TEXT, RICH, TABLE, *PICTURES, FACE, LAYOUT, *CALLOUTS)
}
