"""Put pages to read, such as a parts list and the maps of boards, on both sides of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile, checked_profile
from printgen.catalog.translations.codes import languages_of
from printgen.catalog.translations.own import own_words
from printgen.errors import DataError
from printgen.frame import Frame, Group, Item, Path, Text, Use
from printgen.geometry import Box, Matrix, apply, bounds, multiply, rectangle, scale, translate
from printgen.sheet.arrange import too_large
from printgen.sheet.correction import live_area, profile_for
from printgen.sheet.furniture import strips
from printgen.sheet.model import MIN_PT, Label, Piece, Plan, PosterMap, Run, Side, Slot
from printgen.sheet.placing import paper_mirror
from printgen.sheet.poster_marks import draw_poster_map

EDGE: Final = 5.0
TITLE_PT: Final = 10.0
TITLE_ROOM: Final = 6.0
NOTES_PT: Final = 9.0
NOTE_LINE: Final = 4.8
CARD: Final = 100.0
MIN_MAP: Final = 45.0
MAX_MAPS: Final = 2  # beside each other

_HINT: Final = "To read, not to cut."


def add_maps(
    pages: Sequence[Frame], maps: Sequence[Plan], size: tuple[float, float], label: Label
) -> tuple[Frame, ...]:
    """Return the pages with the maps of posters below the last one, if they fit, or on pages of
    their own."""
    done = list(pages)
    for start in range(0, len(maps), MAX_MAPS):
        some = maps[start : start + MAX_MAPS]
        top = _bottom(done[-1].items) + 2 * EDGE if done else EDGE
        drawn = _draw_maps(some, (EDGE, top, size[0] - 2 * EDGE, size[1] - EDGE - top), label)
        if drawn is None or not done:
            box = (EDGE, EDGE, size[0] - 2 * EDGE, size[1] - 2 * EDGE)
            done.append(Frame("maps", *size, _draw_maps(some, box, label) or ()))
        else:
            done[-1] = replace(done[-1], items=(*done[-1].items, *drawn))
    return tuple(done)


def map_card(maps: Sequence[Plan], label: Label) -> Frame | None:
    """Return maps on a piece small enough to share a sheet with others; None for too many."""
    if not 0 < len(maps) <= MAX_MAPS:
        return None
    items = _draw_maps(maps, (0.0, 0.0, CARD, CARD * 1.2), label, MIN_PT)
    if items is None:
        return None
    return Frame("maps", CARD, _bottom(items) + 1.0, items, clipped=True)


def _draw_maps(
    plans: Sequence[Plan], area: Box, label: Label, notes_pt: float = NOTES_PT
) -> tuple[Item, ...] | None:
    """Draw maps beside each other, with their titles above and the notes on glueing below; return
    None if they would be too small."""
    x, y, width, height = area
    wide = (width - EDGE * (len(plans) - 1)) / len(plans)
    codes = languages_of(plans[0].run.language)
    notes_room = NOTE_LINE * (1 + 3 * len(codes))
    items: list[Item] = []
    bottom = y
    notes: tuple[str, ...] = ()
    for index, plan in enumerate(plans):
        shown = next(side.poster_map for side in plan.sides if side.poster_map is not None)
        face = plan.run.pieces[shown.piece].face(shown.face)
        factor = min(wide / shown.box[2], (height - TITLE_ROOM - notes_room) / shown.box[3], 1.0)
        if face is None or factor * max(shown.box[2:]) < MIN_MAP:
            return None
        left, top = x + index * (wide + EDGE), y + TITLE_ROOM
        small = _moved(shown, factor, left, top)
        words = own_words(codes[0])
        named = words("Map: {board}", board=plan.run.title)
        title = replace(label, size_pt=TITLE_PT).name(left, y + 3.5, named, wide)
        items += [title, *draw_poster_map(small, face, area, label)]
        bottom = max(bottom, top + small.box[3])
        notes = tuple(own_words(code)(note) for code in codes for note in shown.notes)
    writer = replace(label, size_pt=notes_pt)
    items += [
        writer.text(x, bottom + NOTE_LINE * (row + 1.3), note, width)
        for row, note in enumerate(notes)
    ]
    return tuple(items)


def _moved(shown: PosterMap, factor: float, left: float, top: float) -> PosterMap:
    """Return a map made smaller, with its corner elsewhere, and without its notes."""
    x, y, _, _ = shown.box
    change = multiply(translate(left, top), multiply(scale(factor), translate(-x, -y)))

    def box(old: Box) -> Box:
        return *apply(change, old[0], old[1]), old[2] * factor, old[3] * factor

    tiles = tuple((name, box(tile)) for name, tile in shown.tiles)
    matrix = multiply(change, shown.matrix)
    return replace(shown, matrix=matrix, box=box(shown.box), tiles=tiles, notes=())


def _bottom(items: Sequence[Item], matrix: Matrix | None = None) -> float:
    """Return how far down the page items reach."""
    matrix = matrix or translate(0.0, 0.0)
    reach = 0.0
    for item in items:
        if isinstance(item, Group):
            reach = max(reach, _bottom(item.items, multiply(matrix, item.matrix)))
        elif isinstance(item, Text):
            reach = max(reach, apply(matrix, item.x, item.y)[1])
        elif isinstance(item, Use):
            reach = max(reach, apply(multiply(matrix, item.matrix), 0.0, item.frame.height)[1])
        elif isinstance(item, Path):
            x, y, _, height = bounds(item.segments)
            reach = max(reach, *(apply(matrix, x, v)[1] for v in (y, y + height)))
    return reach


def arrange_leaflets(
    run: Run, pages: Sequence[Frame], paper: Paper, duplex: Duplex, profile: Profile
) -> tuple[Plan, ...]:
    """Return plans for the pages on both sides of paper, and for a last one without a back; `run`
    names them. Raises DataError for pages larger than the paper."""
    profile = profile_for(checked_profile(profile), duplex)
    flips = duplex if duplex.flips_paper else Duplex.NONE
    live = live_area(paper, profile, flips)
    strip, room = next(iter(strips(live, language=run.language)))
    run = replace(run, layout="packed", pieces=tuple(Piece(page) for page in pages))
    step = 2 if flips.flips_paper else 1
    two_sided: list[Side] = []
    one_sided: list[Side] = []
    mirror = paper_mirror(paper, flips)
    for first in range(0, len(pages), step):
        front = Side("front", (_slot(first, pages[first], room),), room, strip, _HINT)
        if pages[first].width > room[2] or pages[first].height > room[3]:
            raise DataError([too_large(run, paper, live)])
        if step == 1 or first + 1 == len(pages):
            one_sided.append(front)
            continue
        behind = mirror.slot(_slot(first + 1, pages[first + 1], room))
        back = replace(
            front,
            name="back",
            slots=(replace(behind, face="front"),),
            room=mirror.box(room),
            strip=replace(strip, box=mirror.box(strip.box)),
        )
        two_sided += [front, back]
    plans = ((flips, two_sided), (Duplex.NONE, one_sided))
    return tuple(Plan(run, paper, way, profile, tuple(sides)) for way, sides in plans if sides)


def _slot(number: int, page: Frame, room: Box) -> Slot:
    x, y = room[0] + (room[2] - page.width) / 2, room[1] + (room[3] - page.height) / 2
    window = rectangle(x, y, page.width, page.height)
    return Slot(number, "front", x, y, page.width, page.height, 0, window)
