"""Lay pictures out in sheets, for tables that accept only pictures."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from printgen.export.tables.pictures import MAX_PIXELS, Pictures
from printgen.frame import Frame
from printgen.tabletop.model import Piece, TableLayout

INDEX: Final = (
    "sheet",
    "columns",
    "rows",
    "number",
    "column",
    "row",
    "id",
    "title",
    "side",
    "copies",
)


def sprite_files(
    layout: TableLayout, pictures: Pictures, grid: tuple[int, int]
) -> Mapping[str, bytes]:
    """Return the sheets of each component and size, and a table of what is where.

    Cells are numbered row by row from 0; a sheet that would have more pixels than programs accept
    is made smaller.
    """
    files: dict[str, bytes] = {}
    index: list[Sequence[object]] = []
    sheets: Counter[tuple[str, str]] = Counter()
    for name, side, cells in _runs(layout):
        size = grid[0] * grid[1]
        for start in range(0, len(cells), size):
            part = cells[start : start + size]
            sheets[name, side] += 1  # a component may have pieces of several sizes
            file = f"{name}-{side}-{sheets[name, side]}.png"
            columns = min(grid[0], len(part))
            rows = -(-len(part) // columns)
            files[f"sprites/{file}"] = _sheet([frame for _, frame, _ in part], pictures, columns)
            index += (
                (file, columns, rows, i, i % columns, i // columns, piece.row, piece.title, side, n)
                for i, (piece, _, n) in enumerate(part)
            )
    files["sprites.csv"] = _table(index)
    return files


Cell = tuple[Piece, Frame, int]
"""A piece, the side of it, and the number of copies."""


def _runs(layout: TableLayout) -> Iterator[tuple[str, str, list[Cell]]]:
    """Yield the fronts and backs of the pieces of each component that have one size."""
    rows: dict[str, list[Piece]] = {}
    for piece in layout.pieces():
        rows.setdefault(piece.row, []).append(piece)
    runs: dict[tuple[str, float, float, str], list[Cell]] = {}
    for copies in rows.values():
        piece = copies[0]
        if piece.kind == "board":
            continue
        sides = [(side.frame, f"side-{n}") for n, side in enumerate(piece.sides, 1)]
        sides = sides or [(piece.front, "front")]
        if piece.back is not None and piece.back is not piece.front:
            sides.append((piece.back, "back"))
        for frame, side in sides:
            part = piece.row.partition("/")[0]
            key = (part, frame.width, frame.height, side)
            runs.setdefault(key, []).append((piece, frame, len(copies)))
    for (part, _, _, side), cells in runs.items():
        shared = side == "back" and len({id(frame) for _, frame, _ in cells}) == 1
        yield part, side, cells[:1] if shared else cells


def _sheet(frames: Sequence[Frame], pictures: Pictures, columns: int) -> bytes:
    from PIL import Image

    images = [Image.open(io.BytesIO(pictures.files[pictures.name(frame)])) for frame in frames]
    rows = -(-len(images) // columns)
    width, height = images[0].size
    factor = min(1.0, MAX_PIXELS / (width * columns), MAX_PIXELS / (height * rows))
    width, height = int(width * factor), int(height * factor)
    sheet = Image.new("RGBA", (width * columns, height * rows), (255, 255, 255, 0))
    for number, image in enumerate(images):
        cell = image if image.size == (width, height) else image.resize((width, height))
        sheet.paste(cell, (number % columns * width, number // columns * height))
    stream = io.BytesIO()
    sheet.save(stream, "PNG")
    return stream.getvalue()


def face_files(layout: TableLayout, pictures: Pictures) -> Mapping[str, bytes]:
    """Return one picture of each side of each row, without bleed, and a table of them."""
    files: dict[str, bytes] = {}
    index: list[Sequence[object]] = []
    for name, side, cells in _runs(layout):
        for piece, frame, copies in cells:
            row = piece.row.partition("/")[2]
            file = f"{name}/{row}-{side}.png"
            files[f"faces/{file}"] = pictures.files[pictures.name(frame)]
            index.append((file, 1, 1, 0, 0, 0, piece.row, piece.title, side, copies))
    for piece in layout.pieces():
        if piece.kind == "board":
            files[f"faces/{piece.row}.png"] = pictures.files[pictures.name(piece.front)]
    files["faces.csv"] = _table(index)
    return files


def _table(rows: Sequence[Sequence[object]]) -> bytes:
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(INDEX)
    table.writerows(rows)
    return stream.getvalue().encode()
