"""Packed pages: what must hold for all mixtures of runs, on every paper."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.draw.crafts.legend import Key, draw_legend
from printgen.errors import CallError, DataError
from printgen.frame import Frame, Stroke, Text
from printgen.geometry import IDENTITY, Box, apply, multiply
from printgen.sheet.arrange import GLUE, arrange
from printgen.sheet.compose import compose
from printgen.sheet.correction import printable_area
from printgen.sheet.furniture import joined_legend
from printgen.sheet.leaflets import add_maps, arrange_leaflets, map_card
from printgen.sheet.model import MARK_INK, Piece, Plan, Run, Side
from printgen.sheet.packing.plan import Packed, arrange_packed
from printgen.sheet.placing import Mirror, around, paper_mirror, slot_matrix, window_box
from tests.sheet.samples import (
    A4,
    LABEL,
    LETTER,
    PLAIN,
    PROFILES,
    cards,
    coins,
    corners,
    face,
    hexes,
    inside,
    mark_shapes,
    overlap,
    polygon_of,
    printer,
    uses,
    walk,
)

FEW = settings(max_examples=25, deadline=None)
PAPER = st.sampled_from((A4, LETTER))
FLIPS = st.sampled_from((Duplex.LONG, Duplex.SHORT))
COUNT = st.integers(1, 9)
GRIDS = st.builds(
    cards, st.floats(12, 85), st.floats(12, 85), COUNT, st.floats(0, 4), backs=st.booleans()
)
COINS = st.builds(coins, st.floats(12, 40), COUNT, st.floats(0, 3), backs=st.booleans())
HEXES = st.builds(hexes, st.floats(18, 60), COUNT, st.floats(0, 3), layout=st.just("honeycomb"))


def renamed(run: Run, name: str) -> Run:
    """The run with faces that no other run has."""

    def of(face: Frame) -> Frame:
        return replace(face, name=f"{face.name} of {name}")

    pieces = tuple(Piece(of(p.front), of(p.back) if p.back else None) for p in run.pieces)
    return replace(run, pieces=pieces, title=f"Run {name}")


MIXTURES = st.lists(GRIDS | COINS | HEXES, min_size=1, max_size=3).map(
    lambda runs: [renamed(run, str(number)) for number, run in enumerate(runs)]
)


def packed(runs: Sequence[Run], paper: Paper, duplex: Duplex, profile: Profile) -> Packed:
    try:
        return arrange_packed(runs, "card", paper, duplex, profile)
    except (CallError, DataError):
        assume(False)
        raise


def front_sides(plans: Sequence[Plan]) -> list[tuple[Plan, Side]]:
    return [(plan, side) for plan in plans for side in plan.sides if side.name != "back"]


def cut_apart(boxes: Sequence[Box]) -> None:
    """Cut boxes apart along their edges with straight cuts, as a paper trimmer does: each cut goes
    through all of what is left and through no box."""
    if len(boxes) < 2:
        return
    for axis in (0, 1):
        edges = {box[axis] for box in boxes} | {box[axis] + box[axis + 2] for box in boxes}
        for at in sorted(edges):
            before = [box for box in boxes if box[axis] + box[axis + 2] <= at + 1e-6]
            after = [box for box in boxes if box[axis] >= at - 1e-6]
            if before and after and len(before) + len(after) == len(boxes):
                cut_apart(before)
                cut_apart(after)
                return
    raise AssertionError(f"no straight cut separates {boxes}")


@FEW
@given(MIXTURES, PAPER, st.sampled_from(list(Duplex)), PROFILES)
def test_packed_pages_can_be_printed_and_cut(
    runs: list[Run], paper: Paper, duplex: Duplex, profile: Profile
) -> None:
    """Every piece is printed once, inside the printable area, with a back where it has one. No art
    reaches into another piece's, straight cuts take the pieces apart, a honeycomb stays whole, and
    marks touch no trim."""
    plans = packed(runs, paper, duplex, profile).plans
    printable = printable_area(paper, profile)
    fronts: list[str] = []
    backs: list[str] = []
    for plan in plans:
        for side, page in zip(plan.sides, compose(plan, LABEL), strict=True):
            windows = [polygon_of(slot.window) for slot in side.slots]
            for i, one in enumerate(windows):
                assert not any(overlap(one, two) for two in windows[:i])
            for slot in side.slots:
                for matrix in (IDENTITY, page.correction):
                    assert inside(corners(window_box(slot), matrix), printable)
                face = plan.run.pieces[slot.piece].face(slot.face)
                assert face is not None
                (fronts if slot.face == "front" else backs).append(face.name)
            for kind, shape in mark_shapes(page.frame):
                assert inside([apply(IDENTITY, *point) for point in shape], printable)
                if page.correction == IDENTITY and kind == "line":
                    assert not any(
                        overlap(shape, corners(slot.box))
                        for block in side.blocks
                        if not block.honeycomb
                        for slot in side.slots[block.start : block.stop]
                    )
    assert sorted(fronts) == sorted(p.front.name for run in runs for p in run.pieces)
    expected = [p.back.name for run in runs for p in run.pieces if p.back]
    assert sorted(backs) == ([] if duplex is Duplex.NONE else sorted(expected))
    for _, side in front_sides(plans):
        trims: list[Box] = []
        for block in side.blocks:
            boxes = [slot.box for slot in side.slots[block.start : block.stop]]
            trims += [around(boxes)] if block.honeycomb else boxes
        cut_apart(trims)


def check_behind(front: Frame, seen: tuple[float, ...], behind: tuple[float, ...]) -> None:
    """A piece turns over like a page of a book: left and right swap, the top stays the top."""
    for u, v in ((0.0, 0.0), (front.width, 0.0), (front.width * 0.3, front.height * 0.8)):
        point = apply(seen, front.width - u, v)  # type: ignore[arg-type]
        assert math.dist(apply(behind, u, v), point) < 1e-6  # type: ignore[arg-type]


@FEW
@given(MIXTURES, PAPER, FLIPS, PROFILES)
def test_packed_backs_lie_behind_their_fronts(
    runs: list[Run], paper: Paper, duplex: Duplex, profile: Profile
) -> None:
    """A printer with the profile's faults puts every back behind its front, tops together."""
    to_front = multiply(paper_mirror(paper, duplex).matrix, printer(profile, paper, back=True))
    printed = printer(profile, paper, back=False)
    for plan in packed(runs, paper, duplex, profile).plans:
        pages = compose(plan, LABEL)
        faces = {p.front.name: p.front for p in plan.run.pieces}
        if plan.duplex is Duplex.NONE:
            assert all(page.side == "front" for page in pages)
            continue
        assert [page.side for page in pages] == ["front", "back"] * (len(pages) // 2)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            fronts, backs = uses(front.frame), uses(back.frame)
            assert backs
            for name, matrix in backs.items():
                own = name.replace("back", "front")
                check_behind(faces[own], multiply(printed, fronts[own]), multiply(to_front, matrix))


@FEW
@given(MIXTURES, PAPER, PROFILES)
def test_packed_backs_fold_behind_their_fronts(
    runs: list[Run], paper: Paper, profile: Profile
) -> None:
    """Folding a sheet puts every back behind its front, and the glue has its margin."""
    for plan, side in front_sides(packed(runs, paper, Duplex.FOLD, profile).plans):
        if side.fold is None:
            assert all(plan.run.pieces[slot.piece].back is None for slot in side.slots)
            continue
        x1, y1, x2, _ = side.fold
        mirror = Mirror("vertical", x1) if x1 == x2 else Mirror("horizontal", y1)
        axis, at = (0, x1) if x1 == x2 else (1, y1)
        places = {(slot.piece, slot.face): slot_matrix(slot) for slot in side.slots}
        for (piece, name), matrix in places.items():
            if name == "front":
                behind = multiply(mirror.matrix, places[(piece, "back")])
                check_behind(plan.run.pieces[piece].front, matrix, behind)
        for slot in side.slots:
            assert all(abs(point[axis] - at) >= GLUE - 1e-6 for point in polygon_of(slot.window))


def test_one_sided_pieces_fill_two_sided_sheets() -> None:
    """A few one-sided pieces need no sheet of their own if there is room on others; a sheet without
    backs has no back page."""
    runs = [cards(63, 88, 4), cards(60, 60, 2, backs=False)]
    result = arrange_packed(runs, "card", A4, Duplex.LONG, PLAIN)
    assert [side.name for plan in result.plans for side in plan.sides] == ["front", "back"]
    apart = arrange_packed(
        [cards(63, 88, 8), cards(63, 88, 8, backs=False)], "", A4, Duplex.LONG, PLAIN
    )
    assert [(plan.duplex, len(plan.sides)) for plan in apart.plans] == [
        (Duplex.LONG, 2),
        (Duplex.NONE, 1),
    ]


@pytest.mark.parametrize(
    ("paper", "count", "bleed"),
    [(LETTER, 8, 2), (A4, 9, 1.5), (A4, 8, None), (LETTER, 4, None)],
)
def test_bleed_yields_where_that_saves_a_sheet(
    paper: Paper, count: int, bleed: float | None
) -> None:
    """Eight poker cards fit on Letter with 2 mm of bleed and nine on A4 with 1.5 mm, and the sheet
    says so; where less bleed saves nothing, it stays as it is."""
    plan = arrange_packed([cards(63, 88, count)], "card", paper, Duplex.LONG, PLAIN).plans[0]
    assert [side.bleed for side in plan.sides] == [bleed, bleed]
    words = [i.string for i, _ in walk(compose(plan, LABEL)[0].frame.items) if isinstance(i, Text)]
    assert any(f"Bleed {bleed} mm" in word for word in words) == (bleed is not None)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.FOLD])
def test_the_margin_says_all_of_the_hint(language: str, duplex: Duplex) -> None:
    """How to cut, and how much bleed there is, fits beside the label in every language."""
    runs = [cards(63, 88, 17), coins(20, 10, 3), cards(40, 30, 7, 3)]
    runs = [replace(run, language=language) for run in runs]
    for plan in arrange_packed(runs, "card", A4, duplex, PLAIN).plans:
        plan = replace(plan, sides=tuple(replace(side, bleed=1.25) for side in plan.sides))
        for page in compose(plan, LABEL):
            words = [i.string for i, _ in walk(page.frame.items) if isinstance(i, Text)]
            assert any(word.endswith("1.25 mm.") for word in words), words


def test_only_sheets_with_nets_have_a_legend() -> None:
    """The legend of nets takes no room from sheets that have none."""
    legend = draw_legend([Key("cut", Stroke(MARK_INK, 0.2))], LABEL.face)
    net = cards(100, 80, 1, backs=False)
    nets = replace(net, pieces=(Piece(replace(net.pieces[0].front, legend=legend)),))
    plans = arrange_packed([cards(63, 88, 17), nets], "card", A4, Duplex.LONG, PLAIN).plans
    found = [
        (side.strip.legend > 0, any(plan.run.pieces[s.piece].front.legend for s in side.slots))
        for plan, side in front_sides(plans)
        if side.strip is not None
    ]
    assert sorted(found) == [(False, False), (False, False), (True, True)]


def test_a_piece_too_large_for_the_paper_is_named() -> None:
    """What fits on no page is reported with its component and size."""
    runs = [cards(63, 88, 2), replace(cards(300, 50, 1), title="Banner")]
    with pytest.raises(DataError, match=r"'Banner' \(300 × 50 mm\) does not fit on a4"):
        arrange_packed(runs, "card", A4, Duplex.LONG, PLAIN)


def test_nothing_to_pack_takes_no_sheet() -> None:
    """Runs without pieces have no pages."""
    assert arrange_packed([cards(63, 88, 0)], "card", A4, Duplex.LONG, PLAIN).sheets == 0


def test_a_joined_legend_names_each_line_once() -> None:
    """Nets of several components share one legend, without repeating what both explain."""
    typeface = LABEL.face
    keys = [Key(name, Stroke(MARK_INK, 0.2)) for name in ("cut", "fold back", "fold forward")]
    joined = joined_legend((draw_legend(keys[:2], typeface), draw_legend(keys[1:], typeface)))
    texts = [item for item, _ in walk(joined.items) if isinstance(item, Text)]
    assert [text.string for text in texts] == ["cut", "fold back", "fold forward"]
    one = draw_legend(keys, typeface)
    assert joined.width == pytest.approx(one.width)


def test_maps_share_a_page_with_the_parts_list_or_a_sheet_with_pieces() -> None:
    """A map is drawn below a short list, on a page of its own if the list is long, and small enough
    to share a sheet with pieces; pages to read are printed on both sides and have no cut lines."""
    board = replace(cards(300, 300, 1, backs=False, layout="poster"), title="Sea")
    plan = arrange(board, A4, Duplex.NONE, PLAIN)
    page = face("page", 180, 100, 0)
    short = replace(page, height=250.0)
    long = face("page", 180, 250, 0)
    for pages, count in (([short], 1), ([long], 2), ([short, long], 3), ([], 1)):
        shown = add_maps(pages, [plan], (180, 250), LABEL)
        assert len(shown) == count
        drawn = [item for item, _ in walk(shown[-1].items) if isinstance(item, Text)]
        assert any("Map: Sea" in text.string for text in drawn)
        leaflets = arrange_leaflets(board, shown, A4, Duplex.LONG, PLAIN)
        sides = [side.name for leaflet in leaflets for side in leaflet.sides]
        assert sides == ["front", "back"] * (count // 2) + ["front"] * (count % 2)
        composed = [page.frame for leaflet in leaflets for page in compose(leaflet, LABEL)]
        assert not any(item.layer == "cut" for frame in composed for item, _ in walk(frame.items))
    card = map_card([plan], LABEL)
    assert card is not None
    assert max(card.width, card.height) < 130
    assert all(inside(shape, (0, 0, card.width, card.height)) for _, shape in mark_shapes(card))
