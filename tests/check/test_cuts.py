"""Shared cuts need one flat colour along every edge."""

from __future__ import annotations

from printgen.check.cuts import check_shared_cuts
from printgen.errors import Location
from printgen.frame import Frame, Path
from printgen.geometry import rectangle
from printgen.ink import BLACK, Color

HERE = Location("game.yaml", 3)
RED = Color(200, 30, 30)


def card(*items: Path) -> Frame:
    return Frame("card", 60, 90, items)


def test_flat_edges_are_fine() -> None:
    """Cards with white edges, whatever is inside, may share cuts."""
    assert not check_shared_cuts([card(), card(Path(rectangle(5, 5, 50, 80), BLACK))], HERE)


def test_two_colours_on_one_card() -> None:
    """A band that reaches the edge is found."""
    (found,) = check_shared_cuts([card(Path(rectangle(0, 0, 60, 20), RED))], HERE)
    assert found.code == "shared-cut"
    assert "use 'cut: gutter'" in str(found)


def test_two_cards_of_different_colours() -> None:
    """Edges are compared between cards as well."""
    red = card(Path(rectangle(0, 0, 60, 90), RED))
    assert not check_shared_cuts([red, red], HERE)
    assert check_shared_cuts([red, card()], HERE)
