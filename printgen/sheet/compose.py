"""Draw a plan as finished page frames: faces in their slots, and marks around them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from printgen.catalog.printers import Duplex
from printgen.catalog.translations.codes import languages_of
from printgen.catalog.translations.own import Words, own_words
from printgen.frame import Frame, Group, Item, Path, Stroke, Use
from printgen.geometry import IDENTITY, Box, Segments, translate
from printgen.ink import CREASE, CUT
from printgen.sheet.block_marks import draw_block_marks, draw_cuts
from printgen.sheet.booklet import booklet_marks, draw_imprint, draw_spine_note
from printgen.sheet.correction import correction
from printgen.sheet.furniture import SCALE_NOTE, draw_furniture, draw_legend
from printgen.sheet.marks import circle_ticks, crop_marks, draw_lines, hex_ticks, path_ticks
from printgen.sheet.model import Label, Page, Plan, Run, Side, Slot
from printgen.sheet.placing import around, slot_matrix, window_box
from printgen.sheet.poster_marks import draw_poster_map, draw_tile_marks, tile_trim
from printgen.sheet.registration import clear_of_corners, registration_marks, values_to_type
from printgen.sheet.shapes import (
    bleed_outline,
    hex_corners,
    shape_of,
    shows_its_cut,
    trim_outline,
)

CONTOUR: Final = Stroke(CUT, 0.1)
FOLD_LINE: Final = Stroke(CREASE, 0.2, dash=(3.0, 1.5))
FOLD_CLEAR: Final = 0.5


def compose(plan: Plan, label: Label) -> tuple[Page, ...]:
    """Draw every page of the plan, with the printer's correction applied to the page as a whole."""
    count = len(plan.sides)
    return tuple(
        _page(plan, side, number, count, label) for number, side in enumerate(plan.sides, 1)
    )


def _page(plan: Plan, side: Side, number: int, count: int, label: Label) -> Page:
    run, paper = plan.run, plan.paper
    items: tuple[Item, ...] = (
        *_art(run, side),
        *_contours(run, side),
        *_fold(side),
        *(_marks(run, side, label) if plan.cutter is None else _machine_marks(plan, side)),
        *_labels(plan, side, number, count, label),
    )
    matrix = correction(plan.profile, paper, back=side.name == "back")
    if matrix != IDENTITY:
        items = (Group(items, matrix),)
    name = f"{run.title} {number}/{count} {side.name}"
    windows = [window_box(slot) for slot in side.slots]
    trims = [slot.box for slot in side.slots]
    if side.tile is not None:
        trims = [tile_trim(side.tile)]
    return Page(
        Frame(name, paper.width, paper.height, items),
        side.name,
        number,
        count,
        tuple(trims),
        tuple(windows),
        matrix,
    )


def _labels(plan: Plan, side: Side, number: int, count: int, label: Label) -> tuple[Item, ...]:
    run, words = plan.run, own_words(plan.run.language)
    title = _title(plan, side, words, (run.game, run.title))
    if side.imprint is not None:
        return draw_imprint(side.imprint, label, title, side.hint, words(SCALE_NOTE))
    if run.layout == "booklet" and plan.duplex.flips_paper and side.name == "front":
        sheet = words("sheet {number} of {count}", number=(number + 1) // 2, count=count // 2)
        note = f"{sheet} · {_flip_text(plan, words)}"
        return draw_spine_note(plan.paper, side, label, note)
    if side.strip is None:
        return ()
    texts: list[tuple[str, str, str, str]] = []
    for code, names in zip(
        languages_of(run.language), ((run.game, run.title), run.second), strict=False
    ):
        words = own_words(code)
        title = _title(plan, side, words, names or (run.game, run.title))
        page = _page_text(plan, side, number, count, words)
        hint = " ".join(map(words, side.hint.split("\n")))
        if side.bleed is not None:
            hint += words(" Bleed {mm} mm.", mm=f"{side.bleed:g}")
        if plan.cutter is not None:
            hint = values_to_type(plan.cutter, words)
        texts.append((title, words(SCALE_NOTE), page, hint))
    (title, scale_note, page, hint), *second = texts
    strip = side.strip
    if plan.cutter is not None:
        strip = clear_of_corners(strip, plan.cutter, plan.paper)
    legend = draw_legend(strip, run.legend) if run.legend and _needs_legend(run, side) else ()
    return (
        *draw_furniture(
            strip,
            label,
            title=title,
            page=page,
            hint=hint,
            scale_note=scale_note,
            second=" · ".join(second[0]) if second else "",
        ),
        *legend,
    )


def _title(plan: Plan, side: Side, words: Words, names: tuple[str, str]) -> str:
    tag = " ".join(map(words, side.tag.split()))
    machine = "" if plan.cutter is None else plan.cutter.title
    return " – ".join(part for part in (*names, tag, machine) if part)


def _needs_legend(run: Run, side: Side) -> bool:
    """Return whether a page has a piece whose lines need an explanation."""
    return run.layout != "packed" or any(_face(run, slot).legend for slot in side.slots)


def _page_text(plan: Plan, side: Side, number: int, count: int, words: Words) -> str:
    name = "front and back" if side.name == "fold" else side.name
    text = "page {number}/{count}"
    if plan.run.layout == "packed":  # the parts list counts sheets
        text = "sheet {number}/{count}"
        sides = 2 if plan.duplex.flips_paper else 1
        number, count = (number + sides - 1) // sides, count // sides
    parts = [words(text, number=number, count=count), words(name)]
    if plan.duplex.flips_paper:
        parts.append(_flip_text(plan, words))
    if plan.run.version:
        parts.append(words("version {version}", version=plan.run.version))
    return " · ".join(parts)


def _flip_text(plan: Plan, words: Words) -> str:
    is_long = plan.duplex is Duplex.LONG
    text = "flip on the long edge" if is_long else "flip on the short edge"
    return words(text)


def _face(run: Run, slot: Slot) -> Frame:
    face = run.pieces[slot.piece].face(slot.face)
    if face is None:
        raise ValueError(f"piece {slot.piece} has no {slot.face}")
    return face


def _art(run: Run, side: Side) -> tuple[Item, ...]:
    if side.poster_map is not None:
        return ()
    return tuple(_placed(_face(run, slot), slot, run.max_bleed) for slot in side.slots)


def art_frame(plan: Plan, side: Side, area: Box) -> Frame:
    """Return the art of a page alone, in an area of it, for a program that prints its own marks."""
    x, y, width, height = area
    art = Group(_art(plan.run, side), translate(-x, -y))
    return Frame(f"{plan.run.title} art", width, height, (art,))


def _placed(face: Frame, slot: Slot, most: float | None) -> Item:
    matrix = slot_matrix(slot)
    used: Item = Use(face, matrix)
    grown = bleed_outline(face, matrix, most)
    if grown is not None and not _is_hex_window(slot.window):
        used = Group((used,), clip=grown)
    return Group((used,), clip=slot.window)


def _is_hex_window(window: Segments) -> bool:
    return len(window) == 7


def _contours(run: Run, side: Side) -> tuple[Item, ...]:
    """Return the cut contours for cutting machines. They follow the fronts, because backs are never
    exactly in register."""
    if side.tile is not None or run.layout == "booklet":
        return ()
    if run.layout == "packed" and not side.blocks:  # pages to read
        return ()
    outlines = tuple(
        trim_outline(_face(run, slot), slot_matrix(slot))
        for slot in side.slots
        if slot.face == "front"
    )
    return _cut_path(outlines) if outlines else ()


# Sheets of one run differ only in their faces. Sharing one object lets exporters write it once.
@lru_cache(maxsize=64)
def _cut_path(outlines: tuple[Segments, ...]) -> tuple[Item, ...]:
    joined = tuple(segment for outline in outlines for segment in outline)
    return (Path(joined, stroke=CONTOUR, layer="cut"),)


@lru_cache(maxsize=64)
def _crop_marks(trims: tuple[Box, ...], art: Box, room: Box) -> tuple[Item, ...]:
    return draw_lines(crop_marks(trims, art, room))


@lru_cache(maxsize=64)
def _hex_marks(outlines: tuple[Segments, ...], room: Box) -> tuple[Item, ...]:
    return draw_lines(hex_ticks([hex_corners(outline) for outline in outlines], room), halo=True)


@lru_cache(maxsize=64)
def _path_marks(outlines: tuple[Segments, ...], room: Box) -> tuple[Item, ...]:
    return draw_lines(path_ticks(outlines, room), halo=True)


def _fold(side: Side) -> tuple[Item, ...]:
    if side.fold is None:
        return ()
    x1, y1, x2, y2 = side.fold
    return (Path((("M", x1, y1), ("L", x2, y2)), stroke=FOLD_LINE, layer="fold"),)


def _machine_marks(plan: Plan, side: Side) -> tuple[Item, ...]:
    """Return the marks by which a machine finds the fronts; ink elsewhere would mislead it."""
    if plan.cutter is None or side.name == "back":
        return ()
    return registration_marks(plan.cutter, plan.paper)


def _marks(run: Run, side: Side, label: Label) -> tuple[Item, ...]:
    if side.poster_map is not None:
        face = run.pieces[side.poster_map.piece].face(side.poster_map.face)
        if face is None:
            return ()
        codes = languages_of(run.language)
        notes = tuple(own_words(code)(note) for code in codes for note in side.poster_map.notes)
        return draw_poster_map(replace(side.poster_map, notes=notes), face, side.room, label)
    if side.tile is not None:
        return draw_tile_marks(side.tile, side.room, label, own_words(run.language))
    if run.layout == "booklet":
        return booklet_marks(side)
    if run.layout == "packed":
        return _packed_marks(run, side, label)
    # A folded sheet is cut along its fronts; the backs are behind them by then.
    slots = [slot for slot in side.slots if side.name != "fold" or slot.face == "front"]
    if not slots:
        return ()
    art = around([window_box(slot) for slot in slots])
    room = _front_room(side)
    items: tuple[Item, ...] = ()
    if run.layout != "honeycomb":
        items += _crop_marks(tuple(slot.box for slot in slots), art, room)
    return items + _ticks(run, slots, room)


def _packed_marks(run: Run, side: Side, label: Label) -> tuple[Item, ...]:
    """Return the cuts between blocks, and around each block what its pieces need."""
    items: tuple[Item, ...] = ()
    for block in side.blocks:
        slots = side.slots[block.start : block.stop]
        if shows_its_cut(_face(run, slots[0])):
            continue
        is_alone = len(side.blocks) == 1
        spare = _spare(block.box, _front_room(side)) if is_alone else (0.0, 0.0)
        if not block.honeycomb:
            items += draw_block_marks([slot.box for slot in slots], block.box, spare)
        items += _ticks(run, list(slots), block.box)
    return items + draw_cuts(side.cuts, label)


def _spare(box: Box, room: Box) -> tuple[float, float]:
    """Return how far a box can grow to both sides, and up and down."""
    right, bottom = room[0] + room[2] - box[0] - box[2], room[1] + room[3] - box[1] - box[3]
    return max(0.0, min(box[0] - room[0], right)), max(0.0, min(box[1] - room[1], bottom))


def _ticks(run: Run, slots: list[Slot], room: Box) -> tuple[Item, ...]:
    """Return marks for shapes that need more than straight cuts across the page."""
    faces = [(_face(run, slot), slot) for slot in slots]
    shape = shape_of(faces[0][0])
    if shape == "hex":
        return _hex_marks(
            tuple(trim_outline(face, slot_matrix(slot)) for face, slot in faces), room
        )
    if shape == "path" and not shows_its_cut(faces[0][0]):
        return _path_marks(
            tuple(trim_outline(face, slot_matrix(slot)) for face, slot in faces), room
        )
    if shape == "circle":
        circles = [
            ((slot.x + slot.width / 2, slot.y + slot.height / 2), slot.width / 2) for slot in slots
        ]
        bleed = faces[0][0].bleed
        inner = min(
            min(slot.x - box[0], slot.y - box[1])
            for slot, box in ((slot, window_box(slot)) for slot in slots)
        )
        return draw_lines(circle_ticks(circles, bleed, inner, room))
    return ()


def _front_room(side: Side) -> Box:
    """Return the area for marks, up to the fold if there is one."""
    if side.fold is None:
        return side.room
    x, y, width, height = side.room
    x1, y1, x2, _ = side.fold
    if x1 == x2:
        return x, y, x1 - FOLD_CLEAR - x, height
    return x, y, width, y1 - FOLD_CLEAR - y
