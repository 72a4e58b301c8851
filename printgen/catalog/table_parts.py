"""Read the parts of a table: files, sheets, a folder of pictures, or a matrix of values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

from printgen.catalog.cells import CellFormat
from printgen.catalog.fault import Fault
from printgen.catalog.files import resolve_inside
from printgen.catalog.model import Node
from printgen.catalog.rows import WORKBOOKS, Row, Rows, sheet_names
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.tables import Part, read_part
from printgen.errors import Location, did_you_mean
from printgen.limits import TABLE_ROWS

_EVERY_SHEET: Final = "*"
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")


def file_names(fields: Fields) -> tuple[Node, ...]:
    """Return the nodes that name the files of a table."""
    node = fields.node("file")
    if node is None or node.value is None:
        return ()
    return node.value if isinstance(node.value, tuple) else (node,)


def read_parts(source: Source, fields: Fields) -> tuple[Part, ...] | None:
    """Return all parts of a table; None after reporting one that cannot be used."""
    before = len(source.findings)
    parts = [*_matrix(source, fields)]
    for node in file_names(fields):
        parts += _file_parts(source, str(node.value), node.place)
    return tuple(parts) if parts and len(source.findings) == before else None


def _file_parts(source: Source, text: str, place: Location) -> Iterator[Part]:
    path, _, sheet = text.partition("#")
    try:
        file = resolve_inside(source.folder, path)
    except Fault as fault:
        source.findings.error(place, str(fault))
        return
    if not file.exists():
        near = [other.name for other in file.parent.glob("*.*")]
        hint = did_you_mean(file.name, near)
        source.findings.error(place, f"the file '{path}' does not exist{hint}")
        return
    display_name = source.display_name(file)
    if file.is_dir():
        yield from _pictures(source, file, display_name, place)
        return
    if sheet and file.suffix.lower() not in WORKBOOKS:
        source.findings.error(place, "only a workbook has sheets; remove the '#' part")
    sheets: tuple[str | None, ...] = (sheet or None,)
    if sheet == _EVERY_SHEET and file.suffix.lower() in WORKBOOKS:
        try:
            sheets = sheet_names(file)
        except Fault as fault:
            source.findings.error(Location(display_name), str(fault))
            return
    for name in sheets:
        part = read_part(file, display_name, source.findings, sheet=name)
        if part is not None:
            yield part


def _pictures(source: Source, folder: Path, name: str, place: Location) -> Iterator[Part]:
    """Yield a row for each picture in a folder of art/, with its id and its name as art."""
    art = source.folder / "art"
    if not folder.is_relative_to(art):
        source.findings.error(place, "a folder of pictures must be in art/; move it there")
        return
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _PICTURES)
    if not files:
        source.findings.error(
            place, "there are no pictures in this folder (PNG, JPEG, WebP or SVG)"
        )
        return
    rows = [Row(1, ["id", "picture"])]
    for number, file in enumerate(files, start=1):
        rows.append(Row(number, [file.stem, file.relative_to(art).with_suffix("").as_posix()]))
    yield Part(name, Rows(rows, CellFormat(), padded=False, lettered=False))


def _matrix(source: Source, fields: Fields) -> Iterator[Part]:
    """Yield a row for each combination of the matrix's values, such as suits and ranks."""
    columns = fields.mapping("matrix")
    if not columns:
        return
    values = [_scalars(node) for node in columns.values()]
    place = fields.place_of("matrix")
    count = 1
    for of in values:
        count *= len(of)
    if not 0 < count <= TABLE_ROWS:
        source.findings.error(place, f"the matrix has {count} rows; it needs 1 to {TABLE_ROWS}")
        return
    own_id = "id" in columns
    row = place.row or 1
    rows = [Row(row, [*columns] if own_id else ["id", *columns])]
    rows += [
        Row(row, [*cells] if own_id else ["-".join(cells), *cells]) for cells in product(*values)
    ]
    yield Part(place.file, Rows(rows, CellFormat(), padded=False, lettered=False))


def _scalars(node: Node) -> list[str]:
    items = node.value if isinstance(node.value, tuple) else (node,)
    return [
        str(item.value).lower() if isinstance(item.value, bool) else str(item.value)
        for item in items
    ]
