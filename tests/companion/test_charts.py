"""Charts are accessible SVG that obeys the content security policy."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pictures.charts import (
    LABEL,
    WIDTH,
    Bar,
    ChartText,
    bar_chart,
    dice_chart,
    line_chart,
)

TEXT = ChartText("chart", "Points", "Ann 3, Ben 5")
SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.text(min_size=1, max_size=24).filter(lambda text: text.isprintable())
VALUES = st.integers(-500, 5000)


def numbers(svg: str, attribute: str, tag: str) -> list[float]:
    return [float(e.attrib[attribute]) for e in ElementTree.fromstring(svg).iter(SVG + tag)]


def bar(name: str, value: float) -> Bar:
    return Bar(name, value, str(value))


def check(svg: str) -> None:
    """Assert that a chart is well-formed, named, inside its frame and allowed by the content
    policy."""
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    ids = root.attrib["aria-labelledby"].split()
    assert [root[0].attrib["id"], root[1].attrib["id"]] == ids
    assert not re.search(r"<[^>]*\s(style|on\w+|href)=", svg)
    assert "nan" not in svg
    assert "inf" not in re.findall(r'"(-?inf|nan)"', svg)
    height = float(root.attrib["viewBox"].split()[3])
    for rectangle in root.iter(SVG + "rect"):
        x, y, w, h = (float(rectangle.attrib[key]) for key in ("x", "y", "width", "height"))
        assert x >= -0.1
        assert x + w <= WIDTH + 0.1
        assert y >= -0.1
        assert y + h <= height + 0.1
    for line in root.iter(SVG + "polyline"):
        for point in line.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= height


@given(st.lists(st.tuples(NAMES, VALUES), max_size=12))
def test_any_bars(bars: list[tuple[str, float]]) -> None:
    """Bars of any numbers and names stay inside the chart."""
    check(bar_chart(TEXT, [bar(name, value) for name, value in bars]))


@given(
    st.dictionaries(NAMES, st.lists(st.tuples(st.integers(0, 900), VALUES), max_size=9), max_size=9)
)
def test_any_lines(points: dict[str, list[tuple[float, float]]]) -> None:
    """Lines of any numbers and names stay inside the chart."""
    check(line_chart(TEXT, points))


@given(st.dictionaries(NAMES, st.integers(0, 400), max_size=20), st.floats(0, 400))
def test_any_dice(counts: dict[str, int], expected: float) -> None:
    """Columns of any rolls stay inside the chart."""
    check(dice_chart(TEXT, counts, dict.fromkeys(counts, expected)))


def test_a_bar_is_as_long_as_its_number() -> None:
    """Twice the number gives a bar of twice the length."""
    short, long = numbers(bar_chart(TEXT, [bar("a", 3), bar("b", 6)]), "width", "rect")
    assert long == pytest.approx(2 * short, abs=0.2)


def test_the_expected_line_lies_where_a_fair_column_ends() -> None:
    """A face thrown exactly as often as expected reaches its line."""
    svg = dice_chart(TEXT, {"1": 4, "2": 8}, {"1": 4.0, "2": 4.0})
    tops = numbers(svg, "y", "rect")
    first_line = numbers(svg, "y1", "line")[0]
    assert tops[0] == pytest.approx(first_line, abs=0.1)
    assert tops[1] < first_line


def test_names_at_the_ends_of_lines_do_not_lie_over_each_other() -> None:
    """The names of players with equal points do not overlap."""
    svg = line_chart(TEXT, {name: [(0, 0), (1, 20)] for name in ("Ann", "Ben", "Cid", "Dot")})
    texts = ElementTree.fromstring(svg).iter(SVG + "text")
    names = [e for e in texts if e.text is not None and e.text in "AnnBenCidDot"]
    heights = sorted(float(e.attrib["y"]) for e in names)
    assert len(heights) == 4
    assert all(b - a >= LABEL for a, b in itertools.pairwise(heights))


def test_lines_differ_without_colour() -> None:
    """The first four lines have four different marks."""
    svg = line_chart(TEXT, {name: [(0, 0), (1, 5)] for name in "abcd"})
    dashes = re.findall(r'stroke-width="2.5"( stroke-dasharray="[^"]+")?', svg)
    assert len(set(dashes)) == 4
    corners = re.findall(r'<polygon points="([^"]+)"', svg)
    assert sorted(map(len, map(str.split, corners))) == [3, 4, 4, 10]


def test_chart_texts_are_escaped() -> None:
    """Names are escaped."""
    for svg in (
        bar_chart(ChartText("x", "<b>"), [bar("<script>", 1)]),
        line_chart(TEXT, {"<script>": [(0, 1)]}),
        dice_chart(TEXT, {"<script>": 1}, {"<script>": 1.0}),
    ):
        assert "<script" not in svg
        assert "<b>" not in svg


def test_a_line_has_the_colour_of_its_seat() -> None:
    """A player's line has the colour of their seat."""
    lines = {"Ann": [(0, 0), (1, 5)], "Ben": [(0, 0), (1, 7)]}
    svg = line_chart(TEXT, lines, {"Ann": "blue"})
    assert '<g class="line blue"><polyline' in svg
    assert '<g class="line series-1"><polyline' in svg
