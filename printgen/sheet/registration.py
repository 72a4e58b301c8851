"""Place the registration marks of a cutting machine, and the pieces well away from them."""

from __future__ import annotations

from msgspec.structs import replace

from printgen.catalog.cutters import Corner, Cutter
from printgen.catalog.papers import Paper
from printgen.catalog.printers import MAX_MARGIN, Margins
from printgen.catalog.translations.own import Words
from printgen.errors import CallError
from printgen.frame import Path
from printgen.geometry import Box, Segments, polygon, rectangle
from printgen.ink import BLACK
from printgen.sheet.arrange import MIN_MARK
from printgen.sheet.model import Strip
from printgen.sheet.placing import inset


def margins_for(cutter: Cutter, paper: Paper, printer: Margins) -> Margins:
    """Return the margins that keep pieces out of reach of the marks, and inside the area that the
    machine can cut. Raises CallError for paper that is much too large."""
    reach = 0.0
    if cutter.marks:
        largest = cutter.square if "square" in cutter.marks.values() else cutter.line
        reach = cutter.inset + largest + cutter.clear
    across = down = reach
    if cutter.area is not None:
        across = max(reach, (paper.width - cutter.area[0]) / 2)
        down = max(reach, (paper.height - cutter.area[1]) / 2)
        if max(across, down) > MAX_MARGIN:
            raise CallError(
                f"{cutter.title} cuts at most {cutter.area[0]:g} × {cutter.area[1]:g} mm, much less"
                f" than {paper.name}; choose a smaller paper"
            )
    return Margins(
        top=max(printer.top, down),
        right=max(printer.right, across),
        bottom=max(printer.bottom, down),
        left=max(printer.left, across),
    )


def margin_choices(cutter: Cutter, paper: Paper, printer: Margins) -> tuple[Margins, ...]:
    """Return margins to choose from. Pieces may also lie between the marks, as far out as these, if
    they keep away from whole corners at the two other edges."""
    usual = margins_for(cutter, paper, printer)
    if not cutter.marks or cutter.area is not None:
        return (usual,)
    corner = cutter.inset + max(cutter.arm, cutter.square) + cutter.clear
    edge = cutter.inset - MIN_MARK  # which every cut keeps from the margins at least
    return (
        usual,
        *(
            Margins(
                top=max(printer.top, down),
                right=max(printer.right, across),
                bottom=max(printer.bottom, down),
                left=max(printer.left, across),
            )
            for across, down in ((corner, edge), (edge, corner))
        ),
    )


def cutting_area(cutter: Cutter, paper: Paper) -> Box:
    """Return the part of the sheet that a cut file covers: the whole one, unless the machine's
    program only knows the art in the middle of it."""
    if cutter.area is None or cutter.picture_dpi is None:
        return 0.0, 0.0, paper.width, paper.height
    width, height = cutter.area
    return (paper.width - width) / 2, (paper.height - height) / 2, width, height


def registration_marks(cutter: Cutter, paper: Paper) -> tuple[Path, ...]:
    return tuple(
        Path(_mark(cutter, paper, corner), fill=BLACK, layer="marks") for corner in cutter.marks
    )


def mark_zones(cutter: Cutter, paper: Paper) -> tuple[Box, ...]:
    """Return the boxes around the marks in which nothing may be printed: one around a square, one
    around each arm of a corner."""
    return tuple(
        inset(box, -cutter.clear)
        for corner in cutter.marks
        for box in _parts(cutter, paper, corner)
    )


def clear_of_corners(strip: Strip, cutter: Cutter, paper: Paper) -> Strip:
    """Return a strip that ends before the corners, so that no label is between their arms."""
    if not cutter.marks:
        return strip
    x, y, width, height = strip.box
    free = cutter.inset + cutter.arm + cutter.clear
    if strip.upright:
        left, right = max(x, free), min(x + width, paper.width - free)
        return replace(strip, box=(left, y, right - left, height))
    top, bottom = max(y, free), min(y + height, paper.height - free)
    return replace(strip, box=(x, top, width, bottom - top))


def _parts(cutter: Cutter, paper: Paper, corner: Corner) -> tuple[Box, ...]:
    if cutter.marks[corner] == "square":
        return (_corner_box(cutter, paper, corner, cutter.square, cutter.square),)
    return (
        _corner_box(cutter, paper, corner, cutter.arm, cutter.line),
        _corner_box(cutter, paper, corner, cutter.line, cutter.arm),
    )


def _corner_box(cutter: Cutter, paper: Paper, corner: Corner, width: float, height: float) -> Box:
    """Return a box of that size in a corner of the rectangle that the marks span."""
    x = cutter.inset if "left" in corner else paper.width - cutter.inset - width
    y = cutter.inset if "top" in corner else paper.height - cutter.inset - height
    return x, y, width, height


def _mark(cutter: Cutter, paper: Paper, corner: Corner) -> Segments:
    parts = _parts(cutter, paper, corner)
    if len(parts) == 1:
        return rectangle(*parts[0])
    across = 1 if "left" in corner else -1
    down = 1 if "top" in corner else -1
    x = cutter.inset if across > 0 else paper.width - cutter.inset
    y = cutter.inset if down > 0 else paper.height - cutter.inset
    long_x, long_y = x + across * cutter.arm, y + down * cutter.arm
    thick_x, thick_y = x + across * cutter.line, y + down * cutter.line
    return polygon(
        ((x, y), (long_x, y), (long_x, thick_y), (thick_x, thick_y), (thick_x, long_y), (x, long_y))
    )


def values_to_type(cutter: Cutter, words: Words) -> str:
    """Return what the machine's program must be told, as it is printed on the sheet."""
    if not cutter.marks:
        return words("Cut with the file of the same number.")
    point = words(".")
    square = ""
    if "square" in cutter.marks.values():
        square = words("square {size}", size=f"{cutter.square:g}".replace(".", point)) + " · "
    arm, line, inset = (
        f"{value:.2f}".replace(".", point) for value in (cutter.arm, cutter.line, cutter.inset)
    )
    return square + words(
        "length {length} · thickness {thickness} · inset {inset} mm",
        length=arm,
        thickness=line,
        inset=inset,
    )
