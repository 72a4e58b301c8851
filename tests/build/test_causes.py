"""Findings with one cause are one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from printgen.cli import printgen
from tests.support import write_game

TEMPLATE = """
size: [60, 40]
safe: 4
elements:
  - text: "{word}"
    box: [1, 10, 50, 10]
  - text: "{word}"
    box: [8, 22, "{number}", 10]
"""
ROWS = "id,word,number\n" + "".join(f"r{n},word {n},40\n" for n in range(54))


def check(folder: Path, rows: str, *options: str) -> tuple[int, str, str]:
    cards = write_game(folder, TEMPLATE, rows)
    done = CliRunner().invoke(printgen, ["check", "--cards", str(cards), "--paper", "a4", *options])
    return done.exit_code, done.stdout, done.stderr


def test_one_mistake_in_a_template_is_one_line(tmp_path: Path) -> None:
    """Text too close to the cut on 54 cards in both inks is one error, with an example."""
    code, printed, errors = check(tmp_path, ROWS)
    assert code == 1
    (line,) = errors.splitlines()
    assert line.startswith(
        "error: 54 rows, e.g. cards/sampler/rows.csv, row 2 ('things', front, template 'thing',"
        " full and low ink): the text 'word 0' comes within 1 mm of the cut"
    )
    assert printed == "sampler: 1 error.\n"


def test_other_causes_are_other_lines(tmp_path: Path) -> None:
    """Rows whose text does not fit are one more cause, whatever their texts are."""
    rows = ROWS.replace("word 3,40", "word 3,2").replace("word 5,40", "word 5,2")
    code, printed, errors = check(tmp_path, rows, "--ink", "full")
    assert code == 1
    lines = errors.splitlines()
    assert printed == "sampler: 2 errors.\n"
    assert sum("2 rows, e.g. cards/sampler/rows.csv, row 5" in line for line in lines) == 1
    assert sum("full ink): the text 'word 0' comes" in line for line in lines) == 1


def test_json(tmp_path: Path) -> None:
    """JSON has an object for each cause, with its rows, side, template and ink styles."""
    code, printed, errors = check(tmp_path, ROWS, "--json")
    assert (code, errors) == (1, "")
    (cause,) = json.loads(printed)
    assert cause.pop("message").startswith("the text 'word 0' comes within 1 mm")
    assert cause == {
        "severity": "error",
        "code": "safe-zone",
        "file": "cards/sampler/rows.csv",
        "row": 2,
        "column": None,
        "field": None,
        "rows": list(range(2, 56)),
        "component": "things",
        "side": "front",
        "template": "thing",
        "inks": ["full", "low"],
    }


TEXT_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>x</text></svg>'


@pytest.mark.parametrize(
    ("template", "files", "message"),
    [
        (
            "size: [60, 40]\nelements:\n  - {icon: dot, box: [5, 5, 9, 9]}\n"
            '  - {rich: "{word} [dot]", box: [5, 20, 50, 9]}\n',
            {"art/dot.svg": TEXT_SVG},
            "art/dot.svg, row 1: the element <text> is not allowed",
        ),
        (
            'size: [60, 40]\nelements:\n  - {text: "{word}", box: [5, 5, 50, 9]}\n',
            {"theme.yaml": "extends: plain\nfonts: {body: Nofont}\n"},
            "theme.yaml, row 2, column 9, field 'body': unknown font 'Nofont'",
        ),
        (
            'size: [60, 40]\nelements:\n  - {text: "{word}", box: [5, 5, 50, 9]}\n',
            {
                "fonts.yaml": "families:\n  Own: {regular: own.ttf}\n",
                "theme.yaml": "extends: plain\nfonts: {body: Own}\n",
            },
            "fonts.yaml, row 2, column 9, field 'regular': the file 'own.ttf' does not exist",
        ),
        ("size: [400, 500]\nelements: []\n", {}, "does not fit on a4 with its bleed"),
    ],
)
def test_consequences_are_not_causes(
    tmp_path: Path, template: str, files: dict[str, str], message: str
) -> None:
    """A broken picture or font is reported at its file only, not again for the rows that use it;
    what is too large for all papers is reported once."""
    cards = write_game(tmp_path, template, "id,word,number\na,x,1\nb,y,2\n", files=files)
    done = CliRunner().invoke(printgen, ["check", "--cards", str(cards)])
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("error")]
    assert message in line
