"""Posters: every part of a board is printed, and the pages can be glued."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.errors import CallError
from printgen.frame import Group, Path, Text, Use
from printgen.geometry import apply, bounds, transform_segments
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.correction import printable_area
from printgen.sheet.model import SEAM_BLEED, Piece, Plan, Run, tile_label
from printgen.sheet.placing import slot_matrix
from printgen.sheet.poster import GOOD_OVERLAP, MAX_OVERLAP, MIN_BLEED, MIN_OVERLAP, tile_axis
from printgen.sheet.poster_marks import tile_marks, tile_trim
from tests.sheet.samples import (
    A3,
    A4,
    LABEL,
    PAPERS,
    PLAIN,
    PROFILES,
    corners,
    face,
    inside,
    mark_shapes,
    walk,
)

SIZES = st.floats(120, 1100)
SOME = settings(max_examples=40, deadline=None)


def board(width: float, height: float, *, back: bool = False) -> Run:
    other = face("other side", width, height, 3) if back else None
    piece = Piece(face("board", width, height, 3), other)
    return Run("Saltwind", "Board", "1.2", (piece,), "poster")


def plan_of(width: float, height: float, paper: Paper = A4, profile: Profile = PLAIN) -> Plan:
    return arrange(board(width, height), paper, Duplex.LONG, profile)


@given(st.floats(50, 3000), st.floats(0, 5), st.floats(80, 400))
def test_a_cover_is_equal_and_overlaps_enough(total: float, bleed: float, room: float) -> None:
    """Tiles cover the whole length, fit their pages and overlap by 5 to 15 mm, and no fewer would
    do. Bleed is at least 1 mm, and overlaps are good before it has more."""
    found = tile_axis(total, bleed, room)
    assert found.length <= room + 1e-6
    assert min(bleed, MIN_BLEED) - 1e-6 <= found.bleed <= bleed + 1e-6
    visible = [found.visible(index) for index in range(found.count)]
    assert visible[0][0] == 0.0
    assert visible[-1][1] == pytest.approx(total)
    for (_, end), (start, _) in pairwise(visible):
        assert end == pytest.approx(start)
    if found.count > 1:
        assert MIN_OVERLAP - 1e-6 <= found.overlap <= MAX_OVERLAP + 1e-6
        if found.bleed > min(bleed, MIN_BLEED) + 1e-6:
            assert found.overlap >= GOOD_OVERLAP - 1e-6
        fewer = found.count - 1
        shared = MIN_OVERLAP + SEAM_BLEED
        assert fewer * room - (fewer - 1) * shared < total + 2 * min(bleed, MIN_BLEED)


def test_bleed_and_overlap_yield_where_that_saves_a_row() -> None:
    """A board of 440 × 392 mm takes four pages of A4, and they say that its bleed is small; one
    with room to spare has it all."""
    tiles = [side for side in plan_of(440, 392).sides if side.tile]
    assert [(side.tag, side.bleed) for side in tiles] == [
        (tag, MIN_BLEED) for tag in ("A1", "A2", "B1", "B2")
    ]
    assert tiles[0].tile is not None
    assert tiles[0].tile.band_x == pytest.approx(MIN_OVERLAP)
    assert tiles[0].tile.bleed_x == pytest.approx(MIN_BLEED)
    assert tiles[0].tile.bleed_y == pytest.approx(3)
    roomy = plan_of(510, 370).sides
    assert {side.bleed for side in roomy if side.tile} == {None}
    words = [
        i.string
        for i, _ in walk(compose(plan_of(440, 392), LABEL)[1].frame.items)
        if isinstance(i, Text)
    ]
    assert any(word.endswith("Bleed 1 mm.") for word in words)


@SOME
@given(SIZES, SIZES, st.sampled_from(PAPERS), PROFILES)
def test_marks_show_every_cut_at_both_ends(
    width: float, height: float, paper: Paper, profile: Profile
) -> None:
    """Each cut of a tile has a visible mark at both ends, outside what is seen of the board."""
    for side in plan_of(width, height, paper, profile).sides:
        tile = side.tile
        if tile is None:
            continue
        x, y, wide, high = tile_trim(tile)
        right = x + wide - (tile.band_x if tile.column < tile.columns - 1 else 0)
        bottom = y + high - (tile.band_y if tile.row < tile.rows - 1 else 0)
        ends = [
            (a, b, at, across)
            for x1, y1, x2, y2 in tile_marks(tile, side.room)
            for a, b, at, across in [(x1, x2, y1, True) if y1 == y2 else (y1, y2, x1, False)]
        ]
        for a, b, _, across in ends:
            least, most = (x, right) if across else (y, bottom)
            assert abs(a - b) >= 0.7
            assert max(a, b) <= least + 1e-6 or min(a, b) >= most - 1e-6
        last_column, last_row = tile.column == tile.columns - 1, tile.row == tile.rows - 1
        assert len(ends) == 2 * (2 + last_column + last_row)


@SOME
@given(SIZES, SIZES, st.sampled_from(PAPERS), PROFILES)
def test_tiles_show_the_whole_board_in_place(
    width: float, height: float, paper: Paper, profile: Profile
) -> None:
    """Each tile shows its own part of the board; glued together, they show all of it."""
    area = 0.0
    for side in plan_of(width, height, paper, profile).sides:
        if side.tile is None:
            continue
        [slot] = side.slots
        tile = side.tile
        x, y, tile_width, tile_height = tile.box
        hidden_x = tile.band_x if tile.column < tile.columns - 1 else 0.0
        hidden_y = tile.band_y if tile.row < tile.rows - 1 else 0.0
        _, _, shown_width, shown_height = tile_trim(tile)
        area += (shown_width - hidden_x) * (shown_height - hidden_y)
        step_x, step_y = (
            tile_width - tile.band_x - SEAM_BLEED,
            tile_height - tile.band_y - SEAM_BLEED,
        )
        assert slot.x - tile.bleed_x + tile.column * step_x == pytest.approx(x)
        assert slot.y - tile.bleed_y + tile.row * step_y == pytest.approx(y)
        assert inside(corners(tile.box), side.room)
    assert area == pytest.approx(width * height)


@SOME
@given(SIZES, SIZES, st.sampled_from(PAPERS), PROFILES)
def test_poster_pages_are_printable(
    width: float, height: float, paper: Paper, profile: Profile
) -> None:
    """Tiles, maps, marks and labels lie in the printable area after the correction."""
    plan = plan_of(width, height, paper, profile)
    printable = printable_area(paper, profile)
    for page in compose(plan, LABEL):
        for box in page.bleed_boxes:
            assert inside(corners(box, page.correction), printable)
        for item, matrix in walk(page.frame.items):
            if isinstance(item, Path) and item.stroke is not None:
                box = bounds(transform_segments(item.segments, matrix))
                assert inside(corners(box), printable)
            if isinstance(item, Text):
                assert inside([apply(matrix, item.x + item.width, item.y)], printable)


def test_a_board_lies_so_that_it_needs_fewest_pages() -> None:
    """A long board is rotated if that saves pages."""
    flat = [side for side in plan_of(270, 180).sides if side.tile]
    assert len(flat) == 1
    assert flat[0].slots[0].turn == 90
    assert len([side for side in plan_of(180, 260).sides if side.tile]) == 1
    assert plan_of(180, 260).sides[0].slots[0].turn == 0


def test_a_board_on_one_page_needs_no_map() -> None:
    """A map, seams and tile names appear only where there is something to glue."""
    plan = plan_of(180, 260)
    assert [side.name for side in plan.sides] == ["front"]
    assert plan.sides[0].tag == ""


def test_tiles_are_clipped_and_named() -> None:
    """A tile page shows the board through the tile's window and names the tile."""
    plan = plan_of(500, 400)
    pages = compose(plan, LABEL)
    assert [side.tag for side in plan.sides] == ["map", "A1", "A2", "A3", "B1", "B2", "B3"]
    for side, page in list(zip(plan.sides, pages, strict=True))[1:]:
        art = page.frame.items[0]
        assert isinstance(art, Group)
        assert art.clip is not None
        assert side.tile is not None
        assert bounds(art.clip) == pytest.approx(side.tile.box)
        [use] = art.items
        assert isinstance(use, Use)
        assert use.matrix == slot_matrix(side.slots[0])
        words = [i.string for i, _ in walk(page.frame.items) if isinstance(i, Text)]
        assert f"Saltwind – Board – {side.tag}" in words


def test_seams_stand_in_the_hidden_bands() -> None:
    """Dashed seams and their texts are covered by the next tiles."""
    plan = plan_of(500, 400)
    for side, page in zip(plan.sides, compose(plan, LABEL), strict=True):
        if side.tile is None:
            continue
        tile = side.tile
        dashed = [
            item
            for item in page.frame.items
            if isinstance(item, Path) and item.stroke is not None and item.stroke.dash
        ]
        assert len(dashed) == (tile.column < tile.columns - 1) + (tile.row < tile.rows - 1)
        right, bottom = tile.box[0] + tile.box[2], tile.box[1] + tile.box[3]
        for item in dashed:
            x, y, width, _ = bounds(item.segments)
            if width == 0:
                assert right - tile.band_x < x < right
            else:
                assert bottom - tile.band_y < y < bottom
        for kind, shape in mark_shapes(page.frame):
            middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
            if kind == "text" and inside([middle], tile.box):
                assert all(x > right - tile.band_x or y > bottom - tile.band_y for x, y in shape)


def test_the_map_shows_every_tile() -> None:
    """The map draws the whole board once, small, with all its tiles side by side."""
    side = plan_of(500, 400).sides[0]
    assert side.poster_map is not None
    x, y, width, height = side.poster_map.box
    assert width / height == pytest.approx(500 / 400)
    assert sum(box[2] * box[3] for _, box in side.poster_map.tiles) == pytest.approx(width * height)
    assert apply(side.poster_map.matrix, 0, 0) == pytest.approx((x, y))
    assert apply(side.poster_map.matrix, 500, 400) == pytest.approx((x + width, y + height))
    [page, *_] = compose(plan_of(500, 400), LABEL)
    words = [i.string for i, _ in walk(page.frame.items) if isinstance(i, Text)]
    assert {"A1", "A2", "A3", "B1", "B2", "B3"} <= set(words)
    assert any("Glue each row from left to right" in word for word in words)


def test_another_side_gets_its_own_pages() -> None:
    """A board with two sides is tiled twice, one after the other, never back to back."""
    plan = arrange(board(300, 400, back=True), A3, Duplex.LONG, PLAIN)
    faces = [slot.face for side in plan.sides for slot in side.slots]
    assert faces == sorted(faces, reverse=True)
    assert set(faces) == {"front", "back"}
    assert plan.duplex is Duplex.NONE
    assert "back A1" in [side.tag for side in plan.sides]
    assert "back" not in [side.name for side in plan.sides]


def test_tile_names_go_on_after_z() -> None:
    """Rows beyond the alphabet get two letters."""
    assert [tile_label(row, 0) for row in (0, 25, 26, 27)] == ["A1", "Z1", "AA1", "AB1"]


def test_tiny_pages_cannot_be_glued() -> None:
    """Tiles narrower than their overlaps are an error."""
    with pytest.raises(CallError, match="a poster needs tiles longer than 25 mm"):
        tile_axis(500, 3, 25)
    assert math.isclose(tile_axis(20, 0, 35).length, 20)
