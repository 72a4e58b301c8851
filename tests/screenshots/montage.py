"""Shots of one page beside each other on sheets that are small enough to be read as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

SHEET: Final = 1560
"""The width and the greatest height of a sheet, in pixels."""
GAP: Final = 10
SHADE: Final = (120, 120, 130)


def strips(shot: Image.Image, scale: float) -> list[Image.Image]:
    """A shot at this scale, cut into columns that are as high as a sheet."""
    width, height = round(shot.width * scale), round(shot.height * scale)
    small = shot.resize((width, height), Image.Resampling.LANCZOS)
    most = SHEET - 2 * GAP
    return [small.crop((0, top, width, min(top + most, height))) for top in range(0, height, most)]


def sheets(shots: Sequence[Image.Image], scale: float) -> list[Image.Image]:
    """The shots in their order, in columns from left to right."""
    pieces = [strip for shot in shots for strip in strips(shot, scale)]
    placed: list[list[tuple[Image.Image, int, int]]] = [[]]
    x = y = GAP
    column = 0
    for piece in pieces:
        if y + piece.height + GAP > SHEET or (y > GAP and piece.width != column):
            x, y, column = x + column + GAP, GAP, 0
        if x + piece.width + GAP > SHEET and x > GAP:
            placed.append([])
            x, y, column = GAP, GAP, 0
        placed[-1].append((piece, x, y))
        y += piece.height + GAP
        column = max(column, piece.width)
    return [_sheet(pieces) for pieces in placed]


def _sheet(placed: list[tuple[Image.Image, int, int]]) -> Image.Image:
    width = max(x + piece.width for piece, x, _ in placed) + GAP
    height = max(y + piece.height for piece, _, y in placed) + GAP
    sheet = Image.new("RGB", (width, height), SHADE)
    for piece, x, y in placed:
        sheet.paste(piece, (x, y))
    return sheet
