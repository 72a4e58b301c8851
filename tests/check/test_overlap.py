"""Text over text."""

from __future__ import annotations

from printgen.frame import Group, Path
from printgen.geometry import multiply, rectangle, rotate, translate
from printgen.ink import WHITE
from tests.check.conftest import Card, Codes, Only, Say


def test_text_over_text_is_an_error(card: Card, say: Say, only: Only) -> None:
    """Two runs in the same place cannot be read."""
    found = only(card(say("Salt"), say("Pepper", x=22, y=44.5)))
    assert found.code == "overlap"
    assert found.is_error
    assert "'Salt' and 'Pepper' are printed over each other" in found.message


def test_tight_lines_do_not_overlap(card: Card, say: Say, codes: Codes) -> None:
    """Descenders may reach between the ascenders of the next line."""
    assert codes(card(say("gypsy", y=44), say("bold", y=47))) == []


def test_neighbours_do_not_overlap(card: Card, say: Say, codes: Codes) -> None:
    """The runs of a line touch without overlapping."""
    first = say("Salt")
    assert codes(card(first, say("Water", x=first.x + first.width))) == []


def test_a_shadow_is_the_same_text(card: Card, say: Say, codes: Codes) -> None:
    """A text drawn twice, a little moved, is a shadow."""
    assert codes(card(say("Salt", x=20.3, y=44.3), say("Salt"))) == []


def test_covered_text_does_not_count(card: Card, say: Say, codes: Codes) -> None:
    """Text under a panel is not seen."""
    panel = Path(rectangle(10, 30, 40, 30), fill=WHITE)
    assert codes(card(say("Salt"), panel, say("Pepper"))) == []


def test_rotated_text(card: Card, say: Say, codes: Codes) -> None:
    """Rotated runs are compared by their own corners, not by the boxes around them."""

    def turned(x: float) -> Group:
        return Group((say("Harbour", x=0, y=0),), multiply(translate(x, 50), rotate(45)))

    assert codes(card(turned(20), turned(26))) == []
    assert codes(card(turned(20), Group((say("Sea", x=0, y=0),), turned(20.5).matrix))) == [
        ("overlap", True)
    ]
