"""Text: wrapping, fitting, and errors for text that does not fit."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.draw.flow import Measured, wrap
from printgen.draw.markup import Letters, Symbol, parse_markup
from printgen.frame import Text, Use
from printgen.lengths import MM_PER_PT
from tests.support import draw_one, draw_sampler, write_game

HEAD = "size: [60, 40]\nelements:\n"


@given(st.lists(st.floats(0.1, 20), min_size=1, max_size=40), st.floats(1, 60))
def test_wrapping_keeps_words_and_limits(widths: list[float], limit: float) -> None:
    """Every word appears once, in order, and lines stay within the limit."""
    lines = wrap([Measured(width, 1.0) for width in widths], limit)
    assert [i for first, end, _ in lines for i in range(first, end)] == list(range(len(widths)))
    for first, end, width in lines:
        assert width == pytest.approx(sum(widths[first:end]) + (end - first - 1))
        if end - first > 1:
            assert width <= limit + 1e-6


def test_text_shrinks_before_it_fails(tmp_path: Path) -> None:
    """A long text is set smaller, not below its smallest size."""
    template = HEAD + "  - text: '{word}'\n    box: [5, 5, 50, 8]\n    size: 12\n    smallest: 8\n"
    words = "id,word,number\na,a rather long text for such a box,1\n"
    frame = draw_one(tmp_path, template, rows=words)
    (size,) = {item.size_pt for item in frame.items if isinstance(item, Text)}
    assert 8 <= size < 12


def test_what_does_not_fit_is_an_error_at_its_row(tmp_path: Path) -> None:
    """Overflow is an error with file, row and column; text is never cut off."""
    template = HEAD + "  - text: '{word}'\n    box: [5, 5, 20, 5]\n"
    rows = f"id,word,number\na,fine,1\nb,{'too much text ' * 9},2\n"
    faces, findings = draw_sampler(write_game(tmp_path, template, rows))
    (found,) = findings
    assert found.code == "overflow"
    assert str(found).startswith("cards/sampler/rows.csv, row 3, field 'word': the text 'too much")
    assert "thing.yaml, row 3" in str(found)
    assert len(faces) == 2


def test_a_missing_glyph_is_an_error(tmp_path: Path) -> None:
    """A character the font lacks is named, not printed as a box."""
    template = HEAD + "  - text: '{word}'\n    box: [5, 5, 50, 8]\n"
    _, findings = draw_sampler(write_game(tmp_path, template, "id,word,number\na,龍 dragon,1\n"))
    (found,) = findings
    assert found.code == "glyph"
    assert "U+9F8D" in str(found)


def test_every_fault_of_a_row_is_reported(tmp_path: Path) -> None:
    """One element's fault does not hide another's."""
    template = HEAD + (
        "  - text: '{word}'\n    box: [5, 5, 2, 2]\n"
        "  - icon: '{word}'\n    box: [5, 5, 2, 2]\n"
        "  - circle: [5, 5, '{word}']\n    fill: ink\n"
    )
    _, findings = draw_sampler(write_game(tmp_path, template))
    assert len(list(findings)) == 3


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_text_stays_in_its_box(tmp_path: Path, align: str, valign: str) -> None:
    """Set lines lie inside their box for every alignment."""
    template = HEAD + (
        f"  - text: '{{word}} and some more words to wrap'\n    box: [10, 8, 30, 20]\n"
        f"    align: {align}\n    valign: {valign}\n"
    )
    for item in draw_one(tmp_path, template).items:
        assert isinstance(item, Text)
        em = item.size_pt * MM_PER_PT
        assert item.x >= 10 - 0.02
        assert item.x + item.width <= 40.02
        assert item.y - item.face.cap_height * em >= 8 - 0.02
        assert item.y + 0.2 * em <= 28.02


@pytest.mark.parametrize("size", [8.0, 12.0, 20.0])
def test_inline_icons_sit_on_the_middle_and_scale(tmp_path: Path, size: float) -> None:
    """An inline icon's middle is the capitals' middle at any size."""
    template = HEAD + f"  - rich: 'A [box] B'\n    box: [5, 5, 50, 30]\n    size: {size}\n"
    frame = draw_one(tmp_path, template)
    (icon,) = (item for item in frame.items if isinstance(item, Use))
    word = next(item for item in frame.items if isinstance(item, Text))
    em = size * MM_PER_PT
    scale, top = icon.matrix[3], icon.matrix[5]
    middle = top + icon.frame.height * scale / 2
    assert middle == pytest.approx(word.y - word.face.cap_height * em / 2)
    assert icon.frame.height * scale == pytest.approx(1.45 * word.face.cap_height * em)


def test_icons_do_not_move_lines_apart(tmp_path: Path) -> None:
    """Lines with icons keep the leading of lines without."""
    template = HEAD + "  - rich: 'one [box] two three four five six'\n    box: [5, 5, 16, 30]\n"
    lines = sorted(
        {item.y for item in draw_one(tmp_path, template).items if isinstance(item, Text)}
    )
    steps = {round(b - a, 6) for a, b in itertools.pairwise(lines)}
    assert len(lines) > 2
    assert len(steps) == 1


def test_markup() -> None:
    """Marks and tags change the style of letters and nest; escaped marks are letters."""
    (first, second) = parse_markup(
        "a **b** *c*d [gold red]\\*\n- item <u>x<colour red>y</colour></u>"
    )
    letters = [part for part in first.parts if isinstance(part, Letters)]
    assert [part.string for part in letters] == ["a ", "b", " ", "c", "d ", "*"]
    assert letters[1].style.bold
    assert letters[3].style.italic
    assert first.parts[5] == Symbol("gold", "red")
    assert second.is_item
    plain, underlined, red = (part.style for part in second.parts)
    assert not plain.underline
    assert (underlined.underline, underlined.colour) == (True, None)
    assert (red.underline, red.colour) == (True, "red")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a **b", "opens \\*\\* and does not close it"),
        ("a <u>b", "opens <u> and does not close it"),
        ("a </u>b", "closes u without opening it"),
        ("<u>a <b>b</u></b>", "closes u before b"),
        ("<size big>a</size>", "<size big> needs a percentage, such as <size 80%>"),
    ],
)
def test_unbalanced_markup(text: str, message: str) -> None:
    """A mark that is not closed, or closed in the wrong order, is an error with its remedy."""
    with pytest.raises(ValueError, match=message):
        parse_markup(text)


@given(st.text("ab <>/*uscb[]-3", max_size=20))
def test_other_angle_brackets_are_letters(text: str) -> None:
    """Only the tags that exist are tags: '<3' or '<a>' print as they are."""
    try:
        (paragraph,) = parse_markup(text.replace("*", "").replace("[", "") or "x")
    except ValueError:
        return
    letters = "".join(part.string for part in paragraph.parts if isinstance(part, Letters))
    assert letters.count("3") == text.count("3")


@given(st.text(alphabet="ab *[]\\-\n", max_size=40))
def test_any_markup_parses_or_says_why(text: str) -> None:
    """No markup crashes."""
    try:
        parse_markup(text)
    except ValueError as fault:
        assert "does not close" in str(fault)  # noqa: PT017
