"""Takes the pages of a booklet in reading order, gives sheets that fold into it.

Two pages lie turned on each side of an upright sheet, spine to spine on its middle. Sheets are
laid on each other and folded as one: the outermost carries the first and the last page.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.errors import DataError, Finding, Place
from printgen.frame import Frame, Group, Item, Path, Use, rectangle, scale, translate
from printgen.sheet.correction import live_area
from printgen.sheet.furniture import BAR, LINE, bar_segments
from printgen.sheet.marks import crop_marks, draw_lines
from printgen.sheet.model import Duplex, Label, Paper, Piece, Plan, Profile, Run, Side, Slot
from printgen.sheet.placing import around, paper_mirror, slot_matrix

PAGES_A_SHEET: Final = 4
LEAST_SCALE: Final = 0.8
TURN: Final = 90
IMPRINT_DEPTH: Final = 6.0
LEAST_MARK: Final = 2.0

_PRINT: Final = {
    Duplex.LONG: "Print both sides, flip on the long edge; fold all sheets as one, staple.",
    Duplex.SHORT: "Print both sides, flip on the short edge; fold all sheets as one, staple.",
}
_GLUE: Final = "Glue page 2 behind 1, 4 behind 3 …, top edge to top edge; fold as one, staple."


def reading_order(count: int) -> tuple[tuple[int, int, int, int], ...]:
    """Each sheet's pages, the outermost first: (left, right) of its outside, then of its inside.

    Pages count from one; a booklet of `count` pages is taken up to the next multiple of four.
    """
    whole = -(-count // PAGES_A_SHEET) * PAGES_A_SHEET
    return tuple(
        (whole - 2 * sheet, 2 * sheet + 1, 2 * sheet + 2, whole - 2 * sheet - 1)
        for sheet in range(whole // PAGES_A_SHEET)
    )


def arrange_booklet(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> Plan:
    """Fronts and backs alternate. Paper that is not turned by the printer gets single sides,
    placed as for the long edge, to be glued back to back."""
    turning = duplex if duplex.turns_paper else Duplex.LONG
    printed = duplex if duplex.turns_paper else Duplex.NONE
    if not run.pieces:
        return Plan(run, paper, printed, profile, ())
    factor = _scale(run, paper, printed, profile)
    run = replace(run, pieces=tuple(_shrunk(piece, factor) for piece in run.pieces))
    room = live_area(paper, profile, printed)
    hint = _PRINT.get(duplex, _GLUE)
    if factor < 1:
        hint += f" Pages at {factor:.0%}."
    mirror = paper_mirror(paper, turning)
    middle = paper.height / 2
    sides: list[Side] = []
    for left, right, behind_right, behind_left in reading_order(len(run.pieces)):
        upper = _slot(run, left, paper, upper=True)
        lower = _slot(run, right, paper, upper=False)
        turned = (
            replace(mirror.slot(lower), piece=behind_right - 1, face="front"),
            replace(mirror.slot(upper), piece=behind_left - 1, face="front"),
        )
        first = not sides
        front = Side("front", _printed(run, (upper, lower)), room, None, hint)
        if first:
            fold = (room[0], middle, room[0] + room[2], middle)
            front = replace(front, fold=fold, imprint=upper)
        back = Side("front", _printed(run, turned), room, None, hint)
        sides += [front, replace(back, name="back") if printed.turns_paper else back]
    return Plan(run, paper, printed, profile, tuple(sides))


def _printed(run: Run, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    return tuple(slot for slot in slots if slot.piece < len(run.pieces))


def _slot(run: Run, page: int, paper: Paper, *, upper: bool) -> Slot:
    """A page lying on its side, its spine on the sheet's middle: the left page is the upper."""
    front = run.pieces[0].front
    width, height = front.height, front.width
    x = (paper.width - width) / 2
    y = paper.height / 2 - (height if upper else 0.0)
    return Slot(page - 1, "front", x, y, width, height, TURN, rectangle(x, y, width, height))


def _scale(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> float:
    """1, or as much less as pages must shrink so that all but their quiet border is printed."""
    front = run.pieces[0].front
    x, y, width, height = live_area(paper, profile, duplex)
    middle_x, middle_y = paper.width / 2, paper.height / 2
    across = min(middle_x - x, x + width - middle_x) / (front.height / 2 - front.safe)
    down = min(middle_y - y, y + height - middle_y) / (front.width - front.safe)
    factor = min(1.0, across, down, paper.width / front.height, middle_y / front.width)
    if factor < LEAST_SCALE:
        place = run.place or front.origin or Place(run.title)
        raise DataError(
            [
                Finding(
                    place,
                    f"'{run.title}' ({front.width:g} × {front.height:g} mm) would shrink to"
                    f" {factor:.0%} on half a sheet of {paper.name}; choose a larger paper",
                    code="too-large",
                )
            ]
        )
    return factor


def _shrunk(piece: Piece, factor: float) -> Piece:
    if factor == 1:
        return piece
    face = piece.front
    small = Frame(
        face.name,
        face.width * factor,
        face.height * factor,
        (Use(face, scale(factor)),),
        safe=face.safe * factor,
        origin=face.origin,
        clipped=True,
    )
    return Piece(small)


def booklet_marks(side: Side) -> tuple[Item, ...]:
    """Crop marks, where paper is left around the pages; else a leaf is half the sheet."""
    x, y, width, height = side.room
    if not side.slots:
        return ()
    art = around([slot.box for slot in side.slots])
    spare = (art[0] - x, art[1] - y, x + width - art[0] - art[2], y + height - art[1] - art[3])
    if min(spare) < LEAST_MARK:
        return ()
    return draw_lines(crop_marks((art,), art, side.room))


def draw_imprint(slot: Slot, label: Label, title: str, hint: str) -> tuple[Item, ...]:
    """The 100 mm bar and what to do, at the foot of the last page, where its border begins."""
    width, height = slot.height, slot.width
    room = width * 0.93
    items: tuple[Item, ...] = (
        Path(bar_segments(0.0, 1.4), stroke=LINE, layer="marks"),
        label.text(BAR + 2.0, 2.2, "100 mm at 100 %", room - BAR - 2.0),
        label.text(0.0, 5.2, f"{hint} – {title}", room),
    )
    left, top = (width - room) / 2, height - 5.0 - IMPRINT_DEPTH
    placed = Group(items, translate(left, top), layer="marks")
    return (Group((placed,), slot_matrix(slot), layer="marks"),)
