"""Takes nothing, gives the shapes that several kinds of files share."""

from __future__ import annotations

from typing import Final

from printgen.catalog.shapes import Shape

SLUG: Final = "[a-z0-9-]+"
SLUG_HELP: Final = "made of small letters, digits and '-'"

TEXT: Final = Shape("text")
FLAG: Final = Shape("flag")
SCALAR: Final = Shape(
    "either", options=(Shape("flag"), Shape("text"), Shape("whole"), Shape("number"))
)
SCALARS: Final = Shape("either", options=(*SCALAR.options, Shape("list", of=SCALAR)))
