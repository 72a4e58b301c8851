"""The filters with which a browser shows pictures as colour-blind players see them."""

from __future__ import annotations

from typing import Final

from printgen.check.colours import (
    DEUTAN,
    PROTAN,
    TRITAN_ABOVE,
    TRITAN_BELOW,
    TRITAN_NORMAL,
    XYZ,
    ColourMatrix,
)

STEEP: Final = 1000.0
"""Makes a mask of the side of a plane: all of a picture's colours are on one or the other."""


def filters() -> dict[str, object]:
    """Return the values of SVG's feColorMatrix, which works in linear light as the checks do."""
    luminance = XYZ[1]
    side = (*(STEEP * part for part in TRITAN_NORMAL), 0.0, 0.5)
    return {
        "plain": {
            "protan": _values(PROTAN),
            "deutan": _values(DEUTAN),
            "grey": _values((luminance, luminance, luminance)),
        },
        "tritan_above": _values(TRITAN_ABOVE),
        "tritan_below": _values(TRITAN_BELOW),
        "tritan_side": "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  " + " ".join(map(str, side)),
    }


def _values(matrix: ColourMatrix) -> str:
    rows = [(*row, 0.0, 0.0) for row in matrix]
    return "  ".join(" ".join(map(str, row)) for row in (*rows, (0, 0, 0, 1, 0)))
