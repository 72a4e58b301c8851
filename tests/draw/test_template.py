"""Templates: every mistake in one is found when it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.frame import Group, Text
from tests.support import draw_sampler, write_game

HEAD = "size: [60, 40]\nelements:\n"


@pytest.mark.parametrize(
    ("element", "says"),
    [
        ("  - txt: hello\n", "did you mean 'text'?"),
        ("  - text: hello\n    bx: [1, 2, 3, 4]\n", "did you mean 'box'?"),
        ("  - text: hello\n", "needs a box"),
        ("  - text: '{wrd}'\n    box: [1, 2, 30, 10]\n", "did you mean 'word'?"),
        ("  - text: '{word'\n    box: [1, 2, 30, 10]\n", "single '{'"),
        ("  - circle: [1, 2]\n    fill: ink\n", "must be [x, y, radius], not [1, 2]"),
        ("  - circle: [1, 2, -3]\n    fill: ink\n", "a radius of more than 0"),
        ("  - rectangle: [1, 2, 3, wide]\n    fill: ink\n", "must be a number, not 'wide'"),
        ("  - circle: [1, 2, 3]\n    fill: inc\n", "did you mean 'ink'?"),
        ("  - icon: bxo\n    box: [1, 2, 3, 4]\n", "did you mean 'box'?"),
        ("  - text: hello\n    box: [1, 2, 30, 10]\n    style: boddy\n", "did you mean 'body'?"),
        ("  - text: hello\n    box: [1, 2, 30, 10]\n    align: middle\n", "cannot be 'middle'"),
        ("  - circle: [1, 2, 3]\n    fill: ink\n    when: numbr > 1\n", "did you mean 'number'?"),
        ("  - circle: [1, 2, 3]\n    fill: ink\n    when: import os\n", "is not an expression"),
        (
            "  - circle: [1, 2, 3]\n    fill: ink\n    when: '{number > 1}'\n",
            "write it without braces: number > 1",
        ),
        ("  - path: 'M1,2 Q'\n    fill: ink\n", "path data"),
        ("  - repeat: {ovr: word}\n    elements: []\n", "did you mean 'over'?"),
        ("  - repeat: {over: word}\n", "must be a list of elements"),
        ("  - text: a\n    circle: [1, 2, 3]\n", "has one kind"),
        ("  - hello\n", "must be a mapping"),
    ],
)
def test_mistakes(tmp_path: Path, element: str, says: str) -> None:
    """A mistake is reported with its row in the template and a suggestion."""
    _, findings = draw_sampler(write_game(tmp_path, HEAD + element))
    (found,) = findings
    assert says in str(found)
    assert str(found).startswith("cards/sampler/templates/thing.yaml, row ")


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    """All mistakes in a template are reported together."""
    template = HEAD + (
        "  - txt: hello\n  - circle: [1, 2]\n    fil: ink\n"
        "  - text: '{a}{b}'\n    box: [1, 2, 3, 4]\n"
    )
    _, findings = draw_sampler(write_game(tmp_path, template))
    assert len(list(findings)) == 5


def test_a_row_can_be_at_fault(tmp_path: Path) -> None:
    """A wrong value that only one row has is reported at that row."""
    template = HEAD + "  - rectangle: [1, 2, '{number}', 3]\n    fill: ink\n"
    rows = "id,word,number\na,x,3\nb,x,-1\n"
    _, findings = draw_sampler(write_game(tmp_path, template, rows))
    (found,) = findings
    assert str(found).startswith("cards/sampler/rows.csv, row 3, field 'number': ")


def test_lists_in_lists_can_be_repeated_over(tmp_path: Path) -> None:
    """A list of pairs written in a template is drawn."""
    template = HEAD + (
        "  - repeat: {over: '[[1, 2], [3, 4]]', as: pair}\n    elements:\n"
        "      - circle: ['{pair[0]}', '{pair[1]}', 1]\n        fill: ink\n"
    )
    faces, findings = draw_sampler(write_game(tmp_path, template))
    assert not list(findings)
    assert len(faces[0].front.items) == 2


def test_a_list_is_repeated_downwards(tmp_path: Path) -> None:
    """A list without columns moves by dx and dy from each value to the next."""
    template = HEAD + (
        "  - repeat: {over: '[1, 2, 3]', x: 5, y: 4, dy: 6}\n    elements:\n"
        "      - circle: [0, 0, '{item}']\n        fill: ink\n"
    )
    faces, findings = draw_sampler(write_game(tmp_path, template))
    assert not list(findings)
    moved = [item.matrix[4:] for item in faces[0].front.items if isinstance(item, Group)]
    assert moved == [(5, 4), (5, 10), (5, 16)]


def test_rows_can_be_joined(tmp_path: Path) -> None:
    """A list of rows is printed as their ids."""
    template = HEAD + "  - text: \"{join(rows('rows'), ', ')}\"\n    box: [1, 2, 50, 10]\n"
    faces, findings = draw_sampler(write_game(tmp_path, template, "id,word,number\na,x,3\nb,y,1\n"))
    assert not list(findings)
    (text,) = faces[0].front.items
    assert isinstance(text, Text)
    assert text.string == "a, b"


def test_equal_rows_share_a_frame(tmp_path: Path) -> None:
    """A back that reads only the suit is drawn once for each suit."""
    template = HEAD + "  - text: '{word}'\n    box: [1, 2, 30, 10]\n"
    rows = "id,word,number\na,x,3\nb,x,4\nc,y,5\n"
    faces, _ = draw_sampler(write_game(tmp_path, template, rows))
    assert faces[0].front is faces[1].front
    assert faces[0].front is not faces[2].front
