"""Tables on cards: columns, sizes, and rows from data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.check.overlap import check_overlap
from printgen.check.scene import Scene
from printgen.draw.component import make_draw_context
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import DoesNotFit
from printgen.draw.elements.table import TABLE
from printgen.errors import Findings
from printgen.frame import Frame, Item, Text
from tests.support import draw_one, draw_sampler, open_sampler, write_game

WORDS = st.text("abg j", max_size=14)
TABLES = st.integers(1, 4).flatmap(
    lambda columns: st.lists(
        st.lists(WORDS, min_size=columns, max_size=columns).map(tuple), min_size=1, max_size=5
    )
)
BOX = (2.0, 3.0, 40.0, 25.0)
CARD = "size: [60, 40]\nelements:\n"


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> DrawContext:
    cards = write_game(tmp_path_factory.mktemp("table"), CARD + "  []\n")
    return make_draw_context(open_sampler(cards, Findings()), "full", None)


def draw(context: DrawContext, **about: Any) -> tuple[Item, ...]:
    defaults = {name: setting.default for name, setting in TABLE.settings.items()}
    return TABLE.draw({**defaults, "box": BOX, **about}, context)


@settings(max_examples=40)
@given(rows=TABLES, lines=st.sampled_from(["rows", "grid"]))
def test_a_table_stays_in_its_box(context: DrawContext, rows: Any, lines: str) -> None:
    """Every text is inside the box and over no other text, or the table does not fit at all."""
    try:
        items = draw(context, table=tuple(rows), lines=lines, header=rows[0])
    except DoesNotFit:
        return
    x, y, width, height = BOX
    for item in items:
        if isinstance(item, Text):
            assert x <= item.x
            assert item.x + item.width <= x + width + 0.02
            assert y < item.y <= y + height
    assert not list(check_overlap(Scene(Frame("table", 60, 40, items))))


def test_columns_share_what_fixed_ones_leave(context: DrawContext) -> None:
    """A fixed column keeps its width; the long column of the others gets more."""
    row = ("a", "a long text that has to wrap over lines", "b")
    items = draw(context, table=(row,), widths=(6.0, None, None))
    first, *_, last = texts = [item for item in items if isinstance(item, Text)]
    assert first.x == pytest.approx(2 + 1.2)
    assert texts[1].string.startswith("a long")
    assert texts[1].x == pytest.approx(2 + 6 + 1.2)
    assert last.x > 30


def test_the_whole_table_shrinks_as_one(context: DrawContext) -> None:
    """All cells have the same size, the largest at which the table fits."""
    few, many = ((("word", "other"),) * count for count in (2, 7))
    sizes = [
        {
            item.size_pt
            for item in draw(context, table=rows, padding=(1, 0.5))
            if isinstance(item, Text)
        }
        for rows in (few, many)
    ]
    large = draw(context, table=few, size=500.0, smallest=9.0)
    assert {item.size_pt for item in large if isinstance(item, Text)} == {22.5}
    assert sizes == [{9.0}, {8.25}]


def test_rows_from_data(tmp_path: Path) -> None:
    """A row for every value of a list, and rows from one cell of the spreadsheet."""
    template = CARD + (
        "  - table: ['{one}', '{one.number * 2}', '{index + 1}/{total}']\n"
        "    over: rows('rows')\n    as: one\n    box: [2, 2, 50, 15]\n"
        "  - table: '{word}'\n    box: [2, 20, 50, 15]\n"
    )
    rows = 'id,word,number\na,"x | y\nlong | z",3\nb,n,4\n'
    frame = draw_one(tmp_path, template, rows=rows)
    found = [item.string for item in frame.items if isinstance(item, Text)]
    assert found == ["a", "6", "1/2", "b", "8", "2/2", "x", "y", "long", "z"]


def test_a_table_that_does_not_fit_is_reported_at_its_row(tmp_path: Path) -> None:
    """The finding names file, row and column of the text, and what it would need."""
    rows = "id,word,number\na,one | two,3\nb,unbreakablyverylong | another,4\n"
    template = CARD + "  - table: '{word}'\n    box: [2, 2, 20, 15]\n"
    _, findings = draw_sampler(write_game(tmp_path, template, rows=rows))
    (finding,) = findings
    assert finding.code == "overflow"
    assert str(finding).startswith("cards/sampler/rows.csv, row 3, field 'word': the table needs ")
