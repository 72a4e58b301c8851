"""Impose the pages of a booklet on sheets that are folded together.

Each side of a portrait sheet has two pages, rotated, with their spines on its middle. The outermost
sheet has the first and the last page.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.catalog.translations.own import own_words
from printgen.draw.context import A5
from printgen.errors import DataError, Finding, Location
from printgen.frame import Frame, Group, Item, Path, Use
from printgen.geometry import rectangle, scale, translate
from printgen.lengths import MM_PER_PT
from printgen.sheet.correction import live_area
from printgen.sheet.furniture import BAR, LINE, bar_segments
from printgen.sheet.marks import crop_marks, draw_lines
from printgen.sheet.model import Label, Piece, Plan, Run, Side, Slot
from printgen.sheet.placing import around, paper_mirror, slot_matrix

PAGES_PER_SHEET: Final = 4
MIN_SCALE: Final = 0.8
TURN: Final = 90
IMPRINT_DEPTH: Final = 6.0
MIN_MARK: Final = 2.0
SPINE_NOTE_INSET: Final = 3.0

_PRINT: Final = {
    Duplex.LONG: "Print two-sided, flip on the long edge; fold together and staple.",
    Duplex.SHORT: "Print two-sided, flip on the short edge; fold together and staple.",
}
_GLUE: Final = "Glue page 2 behind 1, 4 behind 3 …, tops together; fold all together, staple."


def page_size(paper: Paper) -> tuple[float, float]:
    """Return A5, or half a sheet if the paper is too small for two A5 pages."""
    half = (paper.height / 2, paper.width)
    return A5 if A5[0] <= half[0] and A5[1] <= half[1] else half


def reading_order(count: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the pages of each sheet, outermost first: left and right of its outside, then of its
    inside.

    Pages count from one; `count` is rounded up to a multiple of four.
    """
    whole = -(-count // PAGES_PER_SHEET) * PAGES_PER_SHEET
    return tuple(
        (whole - 2 * sheet, 2 * sheet + 1, 2 * sheet + 2, whole - 2 * sheet - 1)
        for sheet in range(whole // PAGES_PER_SHEET)
    )


def arrange_booklet(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> Plan:
    """Plan the sheets; fronts and backs alternate. Without duplex printing, every side is a page of
    its own, placed as for the long edge, to be glued back to back."""
    flip = duplex if duplex.flips_paper else Duplex.LONG
    print_duplex = duplex if duplex.flips_paper else Duplex.NONE
    if not run.pieces:
        return Plan(run, paper, print_duplex, profile, ())
    factor = _scale(run, paper, print_duplex, profile)
    run = replace(run, pieces=tuple(_shrunk(piece, factor) for piece in run.pieces))
    room = live_area(paper, profile, print_duplex)
    words = own_words(run.language)
    hint = words(_PRINT.get(duplex, _GLUE))
    if factor < 1:
        hint += words(" Pages at {percent}.", percent=f"{factor:.0%}")
    mirror = paper_mirror(paper, flip)
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
        sides += [front, replace(back, name="back") if print_duplex.flips_paper else back]
    return Plan(run, paper, print_duplex, profile, tuple(sides))


def _printed(run: Run, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    return tuple(slot for slot in slots if slot.piece < len(run.pieces))


def _slot(run: Run, page: int, paper: Paper, *, upper: bool) -> Slot:
    """Return a rotated page with its spine on the middle of the sheet; the left page is the upper
    one."""
    front = run.pieces[0].front
    width, height = front.height, front.width
    x = (paper.width - width) / 2
    y = paper.height / 2 - (height if upper else 0.0)
    return Slot(page - 1, "front", x, y, width, height, TURN, rectangle(x, y, width, height))


def _scale(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> float:
    """Return 1, or less if pages must shrink to be printable up to their empty border."""
    front = run.pieces[0].front
    x, y, width, height = live_area(paper, profile, duplex)
    middle_x, middle_y = paper.width / 2, paper.height / 2
    across = min(middle_x - x, x + width - middle_x) / (front.height / 2 - front.safe)
    down = min(middle_y - y, y + height - middle_y) / (front.width - front.safe)
    factor = min(1.0, across, down, paper.width / front.height, middle_y / front.width)
    if factor < MIN_SCALE:
        place = run.place or front.origin or Location(run.title)
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
    """Return crop marks if the pages do not fill the sheet."""
    x, y, width, height = side.room
    if not side.slots:
        return ()
    art = around([slot.box for slot in side.slots])
    spare = (art[0] - x, art[1] - y, x + width - art[0] - art[2], y + height - art[1] - art[3])
    if min(spare) < MIN_MARK:
        return ()
    return draw_lines(crop_marks((art,), art, side.room))


def draw_imprint(
    slot: Slot, label: Label, title: str, hint: str, scale_note: str
) -> tuple[Item, ...]:
    """Draw the 100 mm bar and the instructions at the foot of the last page."""
    width, height = slot.height, slot.width
    room = width * 0.93
    items: tuple[Item, ...] = (
        Path(bar_segments(0.0, 1.4), stroke=LINE, layer="marks"),
        label.text(BAR + 2.0, 2.2, scale_note, room - BAR - 2.0),
        label.name(0.0, 5.2, f"{hint} – {title}", room),
    )
    left, top = (width - room) / 2, height - 5.0 - IMPRINT_DEPTH
    placed = Group(items, translate(left, top), layer="marks")
    return (Group((placed,), slot_matrix(slot), layer="marks"),)


def draw_spine_note(paper: Paper, side: Side, label: Label, note: str) -> tuple[Item, ...]:
    """Draw a line of text in the fold, where the finished booklet hides it."""
    written = label.text(0.0, 0.0, note)
    x, _, width, _ = side.room
    middle = paper.height / 2 + label.face.cap_height * label.size_pt * MM_PER_PT / 2
    moved = translate(x + width - SPINE_NOTE_INSET - written.width, middle)
    return (Group((written,), moved, layer="marks"),)
