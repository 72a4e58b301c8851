"""Registration marks of cutting machines, and the files that machines cut."""

from __future__ import annotations

import io
import math
import re
from xml.etree import ElementTree

import ezdxf.filemanagement
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.cutters import Cutter, known_cutters, load_cutter
from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.catalog.translations.own import own_words
from printgen.errors import CallError
from printgen.export.cut_files import FLATNESS, cut_dxf, cut_svg
from printgen.frame import Frame, Group, Path, Stroke, Text
from printgen.geometry import (
    Box,
    Segments,
    apply,
    bounds,
    ellipse,
    rectangle,
    transform_segments,
    translate,
)
from printgen.ink import CREASE, CUT
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.cutting import CutPath, cut_paths
from printgen.sheet.model import Piece, Run
from printgen.sheet.placing import window_box
from printgen.sheet.registration import (
    clear_of_corners,
    margin_choices,
    margins_for,
    mark_zones,
    registration_marks,
    values_to_type,
)
from tests.sheet.samples import (
    A3,
    A4,
    GRID_RUNS,
    HEX_RUNS,
    LABEL,
    LETTER,
    cards,
    coins,
    planned,
    walk,
)

NAMES = tuple(known_cutters(builtin_templates()))
MARKED = tuple(name for name in NAMES if load_cutter(name, builtin_templates()).marks)


def cutter(name: str) -> Cutter:
    return load_cutter(name, builtin_templates())


def apart(one: Box, other: Box) -> bool:
    return (
        one[0] >= other[0] + other[2] - 1e-6
        or other[0] >= one[0] + one[2] - 1e-6
        or one[1] >= other[1] + other[3] - 1e-6
        or other[1] >= one[1] + one[3] - 1e-6
    )


def profile_of(machine: Cutter, paper: Paper) -> Profile:
    return Profile(margins=margins_for(machine, paper, Margins()))


@given(
    run=GRID_RUNS | HEX_RUNS,
    name=st.sampled_from(NAMES),
    paper=st.sampled_from((A4, LETTER, A3)),
    choice=st.integers(0, 2),
)
@settings(max_examples=80)
def test_nothing_is_printed_near_a_mark(run: Run, name: str, paper: Paper, choice: int) -> None:
    """No art, cut or label is inside the clear space around the marks, and no cut is outside of the
    rectangle that they span."""
    machine = cutter(name)
    if paper is A3 and machine.area is not None:
        with pytest.raises(CallError, match="choose a smaller paper"):
            margins_for(machine, paper, Margins())
        return
    margins = margin_choices(machine, paper, Margins())[choice % (3 if machine.marks else 1)]
    plan = planned(run, paper, Duplex.NONE, Profile(margins=margins))
    zones = mark_zones(machine, paper)
    for side in plan.sides[:2]:
        boxes = [window_box(slot) for slot in side.slots]
        if side.strip is not None:
            boxes.append(clear_of_corners(side.strip, machine, paper).box)
        boxes += [bounds(path.segments) for path in cut_paths(run, side)]
        assert all(apart(box, zone) for box in boxes for zone in zones)
        if machine.marks:
            least = machine.inset - 1e-6
            for x, y, width, height in (bounds(path.segments) for path in cut_paths(run, side)):
                assert min(x, y) >= least
                assert x + width <= paper.width - least
                assert y + height <= paper.height - least
        if machine.area is not None:
            across, down = machine.area
            left, top = (paper.width - across) / 2, (paper.height - down) / 2
            for x, y, width, height in boxes:
                assert x >= left - 1e-6
                assert y >= top - 1e-6
                assert x + width <= left + across + 1e-6
                assert y + height <= top + down + 1e-6


@pytest.mark.parametrize("name", MARKED)
def test_marks_have_the_sizes_of_the_profile(name: str) -> None:
    """Marks stand at the inset, with arms that point into the sheet."""
    machine = cutter(name)
    for paper in (A4, LETTER):
        for corner, mark in zip(machine.marks, registration_marks(machine, paper), strict=True):
            x, y, width, height = bounds(mark.segments)
            side = machine.square if machine.marks[corner] == "square" else machine.arm
            assert (round(width, 6), round(height, 6)) == (round(side, 6), round(side, 6))
            edge_x = x if "left" in corner else paper.width - x - width
            edge_y = y if "top" in corner else paper.height - y - height
            assert (round(edge_x, 6), round(edge_y, 6)) == (machine.inset, machine.inset)
    told = values_to_type(machine, own_words("en"))
    assert f"length {machine.arm:.2f}" in told
    assert f"inset {machine.inset:.2f} mm" in told


@pytest.mark.parametrize("name", MARKED)
def test_no_label_is_between_the_arms_of_a_corner(name: str) -> None:
    """The scale bar and the texts of the margin keep away from the whole square of a corner."""
    machine = cutter(name)
    for run in (cards(63, 88, 5), cards(88, 63, 5)):
        plan = arrange(run, A4, Duplex.LONG, profile_of(machine, A4))
        page = compose(replace(plan, cutter=machine), LABEL)[0]
        boxes = []
        for item, matrix in walk(page.frame.items):
            if item.layer != "marks" or item in registration_marks(machine, A4):
                continue
            if isinstance(item, Path):
                boxes.append(bounds(transform_segments(item.segments, matrix)))
            elif isinstance(item, Text):
                ends = (apply(matrix, item.x, item.y), apply(matrix, item.x + item.width, item.y))
                left, top = (min(sides) for sides in zip(*ends, strict=True))
                right, bottom = (max(sides) for sides in zip(*ends, strict=True))
                boxes.append((left, top, right - left, bottom - top))
        assert len(boxes) > 4
        reach = machine.arm + machine.clear
        for corner in machine.marks:
            x = machine.inset if "left" in corner else A4.width - machine.inset - reach
            y = machine.inset if "top" in corner else A4.height - machine.inset - reach
            assert all(apart(box, (x, y, reach, reach)) for box in boxes)


def test_cuts_follow_the_print() -> None:
    """Every piece is cut exactly where its contour is on the page."""
    for run in (cards(63, 88, 5), coins(19, 30, 2.0)):
        plan = arrange(run, A4, Duplex.LONG, Profile())
        for page, side in zip(compose(plan, LABEL), plan.sides, strict=True):
            paths = cut_paths(run, side)
            if side.name == "back":
                assert paths == ()
                continue
            (contours,) = (
                item.segments
                for item, _ in walk(page.frame.items)
                if isinstance(item, Path) and item.layer == "cut"
            )
            cut = [segment for path in paths for segment in path.segments]
            assert sorted(map(str, cut)) == sorted(map(str, contours))


def _net() -> Run:
    """A box's side with a window, a fold and a hole in a nested picture."""
    fold = Path((("M", 0, 20), ("L", 40, 20)), stroke=Stroke(CREASE, 0.2), layer="fold")
    hole = Path(rectangle(5, 5, 4, 4), stroke=Stroke(CUT, 0.1), layer="cut")
    items = (fold, Group((hole,), translate(10, 0)))
    return Run("Box", "Side", "1", (Piece(Frame("side", 40, 40, items, bleed=2)),))


def test_folds_come_first_and_holes_before_outlines() -> None:
    """What is cut out no longer lies still, so inner paths come before outer ones."""
    (side,) = arrange(_net(), A4, Duplex.NONE, Profile()).sides
    paths = cut_paths(_net(), side)
    assert [path.kind for path in paths] == ["score", "cut", "cut"]
    sizes = [tuple(round(side, 3) for side in bounds(path.segments)[2:]) for path in paths]
    assert sizes == [(40, 0), (4, 4), (40, 40)]
    perforated = cut_paths(_net(), side, "perforation")
    assert [path.kind for path in perforated] == ["perforation", "cut", "cut"]


def test_svg_has_the_size_of_the_paper() -> None:
    (side,) = arrange(_net(), A4, Duplex.NONE, Profile()).sides
    root = ElementTree.fromstring(cut_svg(cut_paths(_net(), side), A4.width, A4.height))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 210 297"
    layers = {group.get("id"): group.get("stroke") for group in root}
    assert layers == {"score": "#0000ff", "cut": "#ff0000"}
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", root[0][0].get("d") or "")]
    x, y, width, _ = bounds(cut_paths(_net(), side)[0].segments)
    assert numbers == pytest.approx([x, y, x + width, y], abs=0.001)


def _distance(point: tuple[float, float], segments: Segments, radius: float) -> float:
    x, y, width, height = bounds(segments)
    return abs(math.dist(point, (x + width / 2, y + height / 2)) - radius)


def test_dxf_is_read_by_others() -> None:
    """Another library finds the same lines, and its curves miss a circle by less than a machine."""
    circle = CutPath("cut", ellipse(50, 60, 20))
    crease = CutPath("score", (("M", 10, 20), ("L", 30.5, 20)))
    data = cut_dxf((crease, circle), 297)
    document = ezdxf.filemanagement.read(io.StringIO(data.decode("ascii")))
    assert not document.audit().errors
    lines = list(document.modelspace().query("POLYLINE"))
    assert [line.dxf.layer for line in lines] == ["SCORE", "CUT"]
    ends = [(round(p.x, 3), round(p.y, 3)) for p in lines[0].points()]
    assert ends == [(10, 277), (30.5, 277)]
    assert not lines[0].is_closed
    assert lines[1].is_closed
    corners = [(p.x, 297 - p.y) for p in lines[1].points()]
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    for point in (*corners, *middles):
        # An ellipse of four cubic curves is itself 0.03 % off a circle.
        assert _distance(point, circle.segments, 20) < FLATNESS + 0.006


def test_an_unknown_machine() -> None:
    with pytest.raises(CallError, match=r"machine 'silhuette' .did you mean 'silhouette"):
        cutter("silhuette")
