"""Templates that include others."""

from __future__ import annotations

from pathlib import Path

from printgen.frame import Group, Item, Text
from tests.support import draw_sampler, write_game

INNER = "size: [20, 10]\nelements:\n  - text: '{word}'\n    box: [0, 0, 20, 10]\n"
ROWS = "id,word,number\na,hello,3\nb,other,4\n"


def strings(items: tuple[Item, ...]) -> list[str]:
    inside = (strings(item.items) if isinstance(item, Group) else [] for item in items)
    own = [item.string for item in items if isinstance(item, Text)]
    return own + [string for found in inside for string in found]


def test_each_row_has_its_own_picture(tmp_path: Path) -> None:
    """An included template reads the row, also by another name for each row, and in a repeat."""
    template = (
        "size: [60, 40]\nelements:\n"
        "  - include: inner\n    box: [0, 0, 20, 10]\n"
        "  - include: \"{'inner' if number == 3 else 'other'}\"\n    box: [0, 20, 20, 10]\n"
        "  - repeat: {over: \"rows('rows')\", as: one, dx: 25}\n    elements:\n"
        "      - include: inner\n        box: [0, 0, 20, 10]\n        row: '{one}'\n"
    )
    other = INNER.replace("{word}", "{number + 1}")
    files = {"templates/inner.yaml": INNER, "templates/other.yaml": other}
    faces, findings = draw_sampler(write_game(tmp_path, template, rows=ROWS, files=files))
    assert not list(findings), [str(finding) for finding in findings]
    assert [strings(face.front.items) for face in faces] == [
        ["hello", "hello", "hello", "other"],
        ["other", "5", "hello", "other"],
    ]


def test_faults_name_the_included_template(tmp_path: Path) -> None:
    """Text that does not fit is reported at its row, with the element that drew it."""
    template = "size: [60, 40]\nelements:\n  - include: inner\n    box: [0, 0, 20, 10]\n"
    files = {"templates/inner.yaml": INNER.replace("[0, 0, 20, 10]", "[0, 0, 5, 5]")}
    rows = "id,word,number\na,x,1\nb,unbreakable,1\n"
    _, findings = draw_sampler(write_game(tmp_path, template, rows=rows, files=files))
    (finding,) = map(str, findings)
    assert finding.startswith("cards/sampler/rows.csv, row 3, field 'word'")
    assert "[drawn by cards/sampler/templates/inner.yaml, row 3" in finding


def test_mistakes_in_an_included_template_are_reported_once(tmp_path: Path) -> None:
    """They are reported at its own row, however often it is included."""
    element = "  - include: inner\n    box: [0, 0, 20, 10]\n"
    template = "size: [60, 40]\nelements:\n" + 2 * element
    files = {"templates/inner.yaml": INNER.replace("{word}", "{wrod}")}
    _, findings = draw_sampler(write_game(tmp_path, template, files=files))
    (finding,) = map(str, findings)
    assert finding.startswith("cards/sampler/templates/inner.yaml, row 3")
    assert "did you mean 'word'?" in finding
    files |= {"templates/thing.yaml": template.replace("include: inner", "include: '{word}'")}
    rows = "id,word,number\na,inner,1\n"
    _, findings = draw_sampler(write_game(tmp_path / "by-row", template, rows=rows, files=files))
    assert [str(found) for found in findings] == [finding]


def test_a_loop_of_templates(tmp_path: Path) -> None:
    """Templates that include one another, even by a name from the row, are an error."""
    inner = "size: [20, 10]\nelements:\n  - include: '{word}'\n    box: [0, 0, 9, 9]\n"
    template = "size: [60, 40]\nelements:\n  - include: inner\n    box: [0, 0, 20, 10]\n"
    rows = "id,word,number\na,thing,1\n"
    files = {"templates/inner.yaml": inner}
    _, findings = draw_sampler(write_game(tmp_path, template, rows=rows, files=files))
    assert "in a loop: thing → inner → thing" in " ".join(map(str, findings))


def test_templates_that_double_their_picture(tmp_path: Path) -> None:
    """Templates that include others over and over are stopped before they fill the memory."""
    element = "  - include: t{}\n    box: [0, 0, 20, 10]\n"
    head = "size: [20, 10]\nelements:\n"
    files = {f"templates/t{n}.yaml": head + 9 * element.format(n + 1) for n in range(9)}
    files["templates/t9.yaml"] = INNER
    template = "size: [60, 40]\nelements:\n" + element.format(0)
    _, findings = draw_sampler(write_game(tmp_path, template, files=files))
    assert "draws more than 50000 items" in " ".join(map(str, findings))
    files["templates/t9.yaml"] = head + element.format(10)
    files["templates/t10.yaml"] = INNER
    _, findings = draw_sampler(write_game(tmp_path / "deep", template, files=files))
    assert "more than 10 templates include one another" in " ".join(map(str, findings))
