"""Lines in the bleed that look like lines to cut along."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from printgen.build.preflight import preflight
from printgen.catalog.builtin import builtin_templates
from printgen.frame import Frame, Group, Path, Stroke
from printgen.geometry import ellipse, hexagon, polygon, rectangle
from printgen.ink import Color
from tests.check.conftest import Card, Codes, Only
from tests.support import write_game

BLUE = Color(0, 114, 178)
LINE = Stroke(BLUE, 0.4)


def test_a_frame_in_the_bleed_is_an_error(card: Card, only: Only) -> None:
    """An outline along the edge of the bleed is an error with its distance from the cut."""
    finding = only(card(Path(rectangle(-3, -3, 69, 94), stroke=LINE)))
    assert (finding.code, finding.is_error) == ("false-cut", True)
    assert "3 mm outside" in finding.message


def test_a_line_on_the_cut_is_an_error(card: Card, only: Only) -> None:
    """An outline on the cut itself is an error too."""
    assert only(card(Path(rectangle(0, 0, 63, 88), stroke=LINE))).code == "false-cut"


@pytest.mark.parametrize("along", [((-2, -2), (65, -2)), ((65, -2), (65, 90)), ((-1, 0), (-1, 88))])
def test_one_side_is_enough(
    card: Card, codes: Codes, along: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    """A line along a single edge misleads as well."""
    assert codes(card(Path(polygon(along, closed=False), stroke=LINE))) == [("false-cut", True)]


def test_hexes_and_circles(only: Only) -> None:
    """Outlines outside round and six-sided pieces are found."""
    for outline, wide in (
        (ellipse(20, 20, 20), ellipse(20, 20, 21.5)),
        (hexagon(20, 20, 20), hexagon(20, 20, 22)),
    ):
        items = (Path(wide, stroke=LINE),)
        finding = only(Frame("piece", 40, 40, items, bleed=2, outline=outline, clipped=True))
        assert finding.code == "false-cut"


def test_lines_inside_or_across_are_fine(card: Card, codes: Codes) -> None:
    """Frames inside the cut and lines across it are allowed."""
    across = polygon(((-3, 30), (66, 30)), closed=False)
    for segments in (rectangle(3, 3, 57, 82), across):
        assert codes(card(Path(segments, stroke=LINE))) == []


def test_hidden_lines_are_fine(card: Card, codes: Codes) -> None:
    """A line that is clipped, covered or in the colour of its ground is allowed."""
    frame = Path(rectangle(-2, -2, 67, 92), stroke=LINE)
    ground = Path(rectangle(-3, -3, 69, 94), fill=BLUE)
    assert codes(card(Group((frame,), clip=rectangle(0, 0, 63, 88)))) == []
    assert codes(card(frame, ground)) == []
    assert codes(card(ground, frame)) == []


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_broken_template_is_refused(tmp_path: FilePath, ink: str) -> None:
    """`printgen check` names the row whose face has a frame in its bleed, in either ink."""
    template = """
        size: [63, 88]
        bleed: 3
        elements:
          - rectangle: [-2.5, -2.5, 68, 93]
            stroke: '#335577'
    """
    cards = write_game(tmp_path, template)
    found = preflight(cards, builtin_templates(), ["sampler"], ["a4"], [ink])  # type: ignore[list-item]
    assert [finding.code for finding in found] == ["false-cut"]
    assert "rows.csv, row 2" in str(found[0])
