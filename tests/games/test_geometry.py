"""Areas on a board."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from companion.games.geometry import Area, Ground, Point, ground_near, refusal
from companion.language.messages import say

NUMBERS = st.integers(-300, 300).map(lambda tenths: tenths / 10)
POINTS = st.tuples(NUMBERS, NUMBERS)
SQUARE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
REACHES = st.integers(0, 100).map(lambda tenths: tenths / 10)
AREAS = st.builds(
    Area,
    st.one_of(st.tuples(POINTS), st.tuples(POINTS, POINTS), st.just(SQUARE)),
    REACHES,
    st.just(say("taken")),
)
GROUNDS = st.builds(
    Ground,
    st.lists(AREAS, max_size=4).map(tuple),
    st.lists(AREAS, max_size=4).map(tuple),
    st.just(say("outside")),
)


@given(ground=GROUNDS, middle=POINTS, at=POINTS)
def test_a_ground_near_a_point_judges_like_the_whole(
    ground: Ground, middle: Point, at: Point
) -> None:
    """Areas that are left out would not change what may be put within that distance."""
    near = ground_near(ground, middle, math.dist(middle, at))
    assert refusal(near, at) == refusal(ground, at)


def test_a_ground_near_a_point_leaves_out_what_is_far_away() -> None:
    """Areas that no point within that distance can be in are left out."""
    far, close = Area(((90.0, 0.0),), 5.0), Area(((3.0, 0.0), (9.0, 0.0)), 5.0)
    ground = Ground((far, close), (close, far), say("outside"))
    assert ground_near(ground, (0.0, 0.0), 4.0) == Ground((close,), (close,), say("outside"))
