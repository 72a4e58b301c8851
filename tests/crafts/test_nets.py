"""Nets: they lie flat without overlap, are cut by one line, and close when folded."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.draw.crafts.bag import bag_net
from printgen.draw.crafts.boat import Hull, boat_net, inset
from printgen.draw.crafts.contour import contour, outlines
from printgen.draw.crafts.die import die_net
from printgen.draw.crafts.matchstick import stick_net
from printgen.draw.crafts.net import (
    Net,
    Tab,
    area,
    beyond,
    box_around,
    depth_in,
    edges,
    oriented,
    overlap,
    upright,
)
from printgen.draw.crafts.pawn import FLATTEST, pawn_net
from printgen.draw.crafts.pyramid import pyramid_net
from printgen.draw.crafts.standee import foot_net, tent_net
from printgen.draw.crafts.tuckbox import BoxSize, tuckbox_net
from tests.crafts.fold import apart, fold, gaps

TOPPER = (
    *((2, 24), (14, 6), (28, 0), (108, 0), (124, 6), (138, 24), (124, 42), (108, 48)),
    *((28, 48), (14, 42)),
)
LOPSIDED = ((0, 0), (80, 0), (110, 30), (60, 50), (10, 40))
NETS = {
    "die": die_net(16),
    "half-inch die": die_net(12.7),
    "large die": die_net(40),
    "box": tuckbox_net(BoxSize(64, 89, 17)),
    "thin box": tuckbox_net(BoxSize(45, 69, 10)),
    "deep box": tuckbox_net(BoxSize(45, 69, 40)),
    "boat": boat_net(Hull(TOPPER, 22, 4), 6),
    "upright boat": boat_net(Hull(TOPPER, 18, 0), 6),
    "wide boat": boat_net(Hull(TOPPER, 20, 8), 0),
    "lopsided boat": boat_net(Hull(LOPSIDED, 20, 5), 5),
    "bag": bag_net(80, 130, 30),
    "foot": foot_net(14, 24, 12),
    "tent": tent_net(20, 32, 12),
    "pawn": pawn_net(15.9, 28.6),
    "smallest pyramid": pyramid_net(12.7, 18.48),
    "largest pyramid": pyramid_net(25.4, 44.45),
    "matchstick": stick_net(4.7625, 67.08),
    "matchstick cube": die_net(9.525),
    "flat pawn": pawn_net(30, 20),
}


@pytest.fixture(params=NETS)
def net(request: pytest.FixtureRequest) -> Net:
    return NETS[request.param]


def test_seams_have_one_length(net: Net) -> None:
    """A tab's edge is as long as the edge it is glued behind."""
    for tab in net.tabs:
        if tab.onto is not None:
            assert math.dist(*tab.edge) == pytest.approx(math.dist(*tab.onto), abs=1e-6)


def test_seams_close(net: Net) -> None:
    """Glued edges coincide once the net is folded."""
    assert all(gap < 0.05 for gap in gaps(net).values()), gaps(net)


def test_nothing_overlaps(net: Net) -> None:
    """No panel or tab lies on another in the flat."""
    assert not [pair for pair in combinations(net.polygons, 2) if overlap(*pair)]


def test_one_outline(net: Net) -> None:
    """One line cuts the net free and encloses exactly its polygons."""
    (outline,) = outlines(net.polygons)
    assert area(outline) == pytest.approx(sum(area(polygon) for polygon in net.polygons))
    assert area(contour(net)) == pytest.approx(area(outline))


def test_polygons_run_one_way(net: Net) -> None:
    """Every polygon has the same orientation."""
    assert all(area(polygon) > 0 for polygon in net.polygons)


def test_nets_fit_a_page(net: Net) -> None:
    """The sizes used fit on A4 and Letter, legend and letters included."""
    _, _, width, height = box_around(point for polygon in net.polygons for point in polygon)
    assert min(width, height) <= 180
    assert max(width, height) <= 253


def test_tabs_have_letters_of_their_own(net: Net) -> None:
    """No two seams share a letter."""
    letters = [tab.label for tab in net.tabs if tab.meets]
    assert len(letters) == len(set(letters))


def corners_of(net: Net) -> set[tuple[float, ...]]:
    planes = fold(net)
    return {
        tuple(round(v, 3) + 0.0 for v in planes[panel.name].point(point))
        for panel in net.panels
        for point in panel.points
    }


def tab_depth(tab: Tab) -> float:
    """How far a tab reaches from its fold."""
    return max(depth_from(tab, point) for point in tab.points)


NARROW = ("wide boat", "lopsided boat")
GLUED = {  # walls that flare widely have no room for deeper tabs
    **{name: net for name, net in NETS.items() if name not in NARROW},
    "piecepack pawn": pawn_net(5 / 8 * 25.4, 9 / 8 * 25.4),
    "small tent": tent_net(12, 20, 7),
}


@pytest.mark.parametrize("net", GLUED.values(), ids=GLUED)
def test_tabs_are_deep_enough_to_glue(net: Net) -> None:
    """Every tab that is glued behind a panel is at least 5.5 mm deep."""
    depths = [tab_depth(tab) for tab in net.tabs if tab.meets]
    assert min(depths, default=5.5) >= 5.5 - 1e-9


@pytest.mark.parametrize("edge", [12.7, 16, 40])
def test_tabs_of_a_die_do_not_meet_behind_a_face(edge: float) -> None:
    """The tabs glued behind one face of a die lie side by side."""
    net = die_net(edge)
    for face in ("3rd", "4th"):
        panel = net.panel(face)
        behind = []
        for tab in net.tabs:
            if tab.meets != face:
                continue
            length = math.dist(*tab.edge)
            flat = [
                (
                    ((px - tab.edge[0][0]) * (tab.edge[1][0] - tab.edge[0][0]) / length)
                    + ((py - tab.edge[0][1]) * (tab.edge[1][1] - tab.edge[0][1]) / length),
                    depth_from(tab, (px, py)),
                )
                for px, py in tab.points
            ]
            # The seam's ends swap when the tab is folded behind the other edge.
            assert tab.onto is not None
            inside = beyond(tab.onto, [(length - along, -deep) for along, deep in flat])
            behind.append(oriented(inside))
            assert all(depth_in(panel.points, point) >= -1e-6 for point in inside)
        assert len(behind) == 3
        assert not any(overlap(one, other) for one, other in combinations(behind, 2))


def depth_from(tab: Tab, point: tuple[float, float]) -> float:
    (x, y), end = tab.edge
    length = math.dist(*tab.edge)
    return abs((point[1] - y) * (end[0] - x) - (point[0] - x) * (end[1] - y)) / length


def test_a_die_is_a_cube() -> None:
    """Six faces fold to the eight corners of a cube, behind the print."""
    corners = corners_of(die_net(16))
    assert corners == {(16.0 + x, 16.0 + y, z) for x in (0, 16) for y in (0, 16) for z in (0, -16)}
    assert len(die_net(16).tabs) == 7


def test_opposite_faces_of_a_die() -> None:
    """The 1st and 6th, 2nd and 5th, 3rd and 4th faces are opposite, and 1, 2, 3 run anticlockwise
    around their corner."""
    planes = fold(die_net(16))
    outward = {name: plane.z for name, plane in planes.items()}
    for one, other in (("1st", "6th"), ("2nd", "5th"), ("3rd", "4th")):
        assert outward[one] == pytest.approx(tuple(-v for v in outward[other]), abs=1e-9)
    a, b, c = (outward[name] for name in ("1st", "2nd", "3rd"))
    turn = sum(
        a[i] * (b[(i + 1) % 3] * c[(i + 2) % 3] - b[(i + 2) % 3] * c[(i + 1) % 3]) for i in range(3)
    )
    # The sheet's y points down, which turns the handedness of its axes around.
    assert turn == pytest.approx(-1)


def test_a_box_closes() -> None:
    """The lid meets the front's top, and a box has its outer measures."""
    made = tuckbox_net(BoxSize(64, 89, 17))
    planes = fold(made)
    lid = made.panel("lid")
    corners = made.panel("front").points
    front = (corners[0], next(p for p in corners[1:] if p[1] == 0 and p[0] > corners[0][0] + 60))
    assert apart(planes, "lid", lid.edge(0), "front", front) < 0.05
    solid = [made.panel(name) for name in ("front", "left", "right", "back", "bottom", "lid")]
    points = [planes[panel.name].point(point) for panel in solid for point in panel.points]
    sizes = [max(p[i] for p in points) - min(p[i] for p in points) for i in range(3)]
    assert sizes == pytest.approx([64.5, 89.5, 17.5])


def test_flaps_go_inside() -> None:
    """No flap of a closed box sticks out of it."""
    made = tuckbox_net(BoxSize(64, 89, 17))
    planes = fold(made)
    inside = {"x": (17.5, 82), "y": (0, 89.5), "z": (-17.5, 0)}
    for name in ("tuck", "left dust flap", "right dust flap"):
        for point in made.panel(name).points:
            for value, (low, high) in zip(planes[name].point(point), inside.values(), strict=True):
                assert low - 1e-6 <= value <= high + 1e-6, name


def test_a_hull_carries_its_deck() -> None:
    """The rim is the deck's outline, level, and not its mirror image."""
    hull = Hull(LOPSIDED, 20, 5)
    made = boat_net(hull, 5)
    planes = fold(made)
    rim = [
        planes[panel.name].point(point) for panel in made.panels[1:] for point in panel.points[2:]
    ]
    assert all(point[2] == pytest.approx(-20) for point in rim)
    # Seen from the print, the hull lies keel up: turned over, y is what the deck says.
    found = {(round(x, 3), round(-y, 3)) for x, y, _ in rim}
    assert found == {(float(x), float(y)) for x, y in LOPSIDED}


def test_ledges_lie_level() -> None:
    """Flaps at the rim are folded in until they are level."""
    hull = Hull(TOPPER, 22, 4)
    for tab in boat_net(hull, 6).tabs:
        if tab.meets is None:
            assert tab.angle + hull.rise == pytest.approx(180)


def test_standees_stand() -> None:
    """A figure's sides lie back to back, and its plate under both feet."""
    made = foot_net(14, 24, 12)
    planes = fold(made)
    front, back = made.panel("front"), made.panel("back")
    assert apart(planes, "front", front.edge(2), "back", back.edge(0)) < 0.05
    plate, foot = made.panel("plate"), made.panel("front foot")
    assert apart(planes, "plate", plate.edge(0), "front foot", foot.edge(2)) < 0.05


def test_a_pawn_has_its_height() -> None:
    """The tip is above the middle of the base."""
    made = pawn_net(16, 28)
    planes = fold(made)
    tip = planes["wall 1"].point((0.0, 0.0))
    base = [planes["base"].point(point) for point in made.panel("base").points]
    foot = tuple(sum(p[i] for p in base) / 4 for i in range(3))
    assert math.dist(tip, foot) == pytest.approx(28)
    assert all(
        math.dist(tip, corner) == pytest.approx(math.hypot(28, 16 / 2**0.5)) for corner in base
    )


def test_a_pyramid_is_open_and_has_its_size() -> None:
    """The tip is above the middle of a square foot, and nothing closes the foot."""
    made = pyramid_net(25.4, 44.45)
    planes = fold(made)
    tip = planes["wall 1"].point((0.0, 0.0))
    feet = [planes[panel.name].point(panel.points[i]) for panel in made.panels for i in (1, 2)]
    middle = tuple(sum(p[i] for p in feet) / len(feet) for i in range(3))
    assert math.dist(tip, middle) == pytest.approx(44.45)
    assert {round(math.dist(middle, foot), 3) for foot in feet} == {round(25.4 / 2**0.5, 3)}


@pytest.mark.parametrize("side", [12.7, 16.2, 21.4, 25.4])
def test_a_pyramids_tab_stays_behind_its_wall(side: float) -> None:
    """The glued tab does not stick out at the tip or at the foot."""
    made = pyramid_net(side, 1.455 * side)
    (tab,) = made.tabs
    assert tab.onto is not None
    length = math.dist(*tab.edge)
    flat = [
        (
            ((px - tab.edge[0][0]) * (tab.edge[1][0] - tab.edge[0][0]) / length)
            + ((py - tab.edge[0][1]) * (tab.edge[1][1] - tab.edge[0][1]) / length),
            depth_from(tab, (px, py)),
        )
        for px, py in tab.points
    ]
    inside = beyond(tab.onto, [(length - along, -deep) for along, deep in flat])
    assert all(depth_in(made.panel("wall 1").points, point) >= -1e-6 for point in inside)


def test_a_matchstick_is_a_square_tube() -> None:
    """Four walls fold to a tube of the given width and length."""
    points = corners_of(stick_net(4.7625, 46.0375))
    spans = [max(p[i] for p in points) - min(p[i] for p in points) for i in range(3)]
    assert spans == pytest.approx([4.7625, 46.0375, 4.7625], abs=1e-3)


sizes = st.floats(min_value=10, max_value=60)


@given(sizes, sizes, sizes)
def test_any_box_closes(width: float, height: float, depth: float) -> None:
    """Boxes of all proportions lie flat without overlap and close."""
    made = tuckbox_net(BoxSize(width + 20, height + 20, depth))
    assert all(gap < 0.05 for gap in gaps(made).values())
    assert not any(overlap(*pair) for pair in combinations(made.polygons, 2))


@st.composite
def decks(draw: st.DrawFn) -> tuple[tuple[float, float], ...]:
    """Corners on an ellipse: always convex."""
    count = draw(st.integers(min_value=4, max_value=12))
    turn = draw(st.floats(min_value=0, max_value=1))
    return tuple(
        (
            70 * math.cos(2 * math.pi * (i + turn) / count),
            35 * math.sin(2 * math.pi * (i + turn) / count),
        )
        for i in range(count)
    )


@given(decks(), st.floats(min_value=10, max_value=30), st.floats(min_value=0, max_value=6))
def test_any_hull_closes(
    deck: tuple[tuple[float, float], ...], height: float, flare: float
) -> None:
    """Hulls of many shapes lie flat without overlap and close."""
    made = boat_net(Hull(deck, height, flare), 5)
    assert all(gap < 0.05 for gap in gaps(made).values())
    assert not any(overlap(*pair) for pair in combinations(made.polygons, 2))
    assert len(outlines(made.polygons)) == 1


@given(sizes, sizes)
def test_any_pawn_closes(side: float, height: float) -> None:
    """Pawns of all proportions lie flat without overlap and close."""
    made = pawn_net(side, height + FLATTEST * side - 10)
    assert all(gap < 0.05 for gap in gaps(made).values())
    assert not any(overlap(*pair) for pair in combinations(made.polygons, 2))


def test_a_bottom_needs_room() -> None:
    """A flare that leaves nothing of a side is an error."""
    with pytest.raises(ValueError, match="leaves nothing"):
        inset(((0, 0), (100, 0), (100, 20), (0, 20)), 12)


def test_overlap_is_seen() -> None:
    """The overlap test can fail: crossing, inside, equal and touching."""
    square = upright("a", 0, 0, 10, 10).points
    assert overlap(square, upright("b", 5, 5, 10, 10).points)
    assert overlap(square, upright("b", 2, 2, 3, 3).points)
    assert overlap(square, square)
    assert overlap(square, upright("b", -5, 4, 20, 2).points)
    assert not overlap(square, upright("b", 10, 0, 10, 10).points)
    assert not overlap(square, upright("b", 10, 10, 5, 5).points)


def test_a_wrong_fold_is_seen() -> None:
    """Seams are found open if a hinge is folded wrongly."""
    from msgspec.structs import replace

    made = die_net(16)
    bent = replace(made, hinges=(replace(made.hinges[0], angle=80), *made.hinges[1:]))
    assert max(gaps(bent).values()) > 1


def test_slits_are_walked() -> None:
    """The outline of a box goes along its two locking slits."""
    made = tuckbox_net(BoxSize(64, 89, 17))
    walked = set(edges(contour(made)))
    for start, end in made.slits:
        assert any(math.dist(a, start) < 0.01 and math.dist(b, end) < 0.01 for a, b in walked)
