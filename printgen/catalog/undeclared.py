"""Take the tables of other programs as they are: notes beside them, headings that are repeated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from printgen.catalog.headings import column_name
from printgen.catalog.rows import Row
from printgen.catalog.tables import Part, letter
from printgen.errors import Findings, Location


def tidied(parts: Sequence[Part], findings: Findings) -> tuple[Part, ...]:
    """Return the parts of an undeclared table without cells that belong to no column, and with
    different headings. Rows may be short."""
    return tuple(_tidied(part, findings) for part in parts)


def _tidied(part: Part, findings: Findings) -> Part:
    header, *rows = part.table.rows
    width = len(header.cells)
    spare = {
        index
        for row in rows
        for index, cell in enumerate(row.cells)
        # In a text file, a row that is too long has a separator in one of its cells.
        if cell and (not header.cells[index] if index < width else part.table.padded)
    }
    if spare:
        columns = ", ".join(letter(index) for index in sorted(spare))
        is_one = len(spare) == 1
        findings.warn(
            Location(part.display_name, header.number),
            f"the column{'' if is_one else 's'} {columns} {'has' if is_one else 'have'} cells but"
            " no name in row 1; the cells are left out",
        )
    kept = [
        Row(
            row.number,
            ["" if index in spare else cell for index, cell in enumerate(row.cells)]
            + [""] * (width - len(row.cells)),
        )
        for row in rows
    ]
    named = Row(header.number, _different(header.cells, part, findings))
    return part._replace(table=part.table._replace(rows=[named, *kept]))


def _different(headings: list[str], part: Part, findings: Findings) -> list[str]:
    """Return the headings, with another name for those that are repeated or have no letters."""
    taken = {column_name(heading) for heading in headings}
    seen: set[str] = set()
    names: list[str] = []
    for index, heading in enumerate(headings):
        name = column_name(heading)
        made = heading
        if heading and not name:
            made, why = f"column_{letter(index).lower()}", f"the heading '{heading}' has no letters"
        elif name and name in seen:
            numbers = (f"{name}_{number}" for number in count(2))
            made = next(other for other in numbers if other not in taken)
            why = f"the column '{name}' appears twice"
        if made is not heading:
            taken.add(made)
            place = Location(part.display_name, 1, letter(index))
            findings.warn(place, f"{why}; templates know this one as {made}")
        seen.add(name)
        names.append(made)
    return names
