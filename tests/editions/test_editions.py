"""Which faces differ between two states of a game."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from printgen.cli import printgen
from printgen.editions.edition import Edition, PrintedFace, changes
from tests.support import write_game

TEMPLATE = """
size: [30, 30]
bleed: 2
elements:
  - rectangle: [-2, -2, 34, 34]
    fill: "{'#ddeeff' if number > 2 else '#ffffff'}"
  - text: "{word}"
    box: [4, 4, 22, 10]
  - icon: box
    box: [4, 16, 6, 6]
"""
COLUMNS = "{id: text, word: text, number: integer, copies: integer}"
ROWS = "id,word,number,copies\na,one,1,2\nb,two,2,1\nc,three,3,4\n"

LOOKS = st.sampled_from("uvwxyz")
ROW_IDS = st.sampled_from("abcdefgh")
DECKS = st.dictionaries(
    ROW_IDS, st.builds(PrintedFace, LOOKS, st.sampled_from(["", "back"]), st.integers(1, 3))
)


@given(DECKS, DECKS)
def test_the_changes_turn_the_old_deck_into_the_new_one(
    old: dict[str, PrintedFace], new: dict[str, PrintedFace]
) -> None:
    """Who takes out and puts in what is listed holds exactly the new pieces, and moves no piece
    that could have stayed."""

    def pieces(deck: dict[str, PrintedFace]) -> dict[tuple[str, str], int]:
        counted: dict[tuple[str, str], int] = {}
        for face in deck.values():
            look = (face.front, face.back)
            counted[look] = counted.get(look, 0) + face.copies
        return counted

    held = pieces(old)
    found = list(changes(Edition("g", "1", {"deck": old}), Edition("g", "2", {"deck": new})))
    for change in found:
        if change.out:
            before = old[change.id] if change.id in old else new[change.id]
            held[before.front, before.back] -= change.out
        if change.into:
            after = new[change.id]
            look = (after.front, after.back)
            held[look] = held.get(look, 0) + change.into
    assert {look: count for look, count in held.items() if count} == pieces(new)
    kept = {row for row in old if old[row] == new.get(row)}
    assert not kept & {change.id for change in found}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(printgen, ["diff", *map(str, arguments)])


def two(tmp_path: Path, rows: str = ROWS, template: str = TEMPLATE) -> tuple[Path, Path]:
    """The same game before and after an edit."""
    old, new = tmp_path / "old", tmp_path / "new"
    write_game(old, TEMPLATE, ROWS, COLUMNS, "back: thing")
    write_game(new, template, rows, COLUMNS, "back: thing")
    return old / "cards/sampler", new / "cards/sampler"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (ROWS, ["no face has changed"]),
        (ROWS.replace("one", "eins"), ["1 changed", "things/a: changed; exchange 2 for 2"]),
        (ROWS.replace("a,one,1,2", "a,one,1,3"), ["1 more", "things/a: more; put in 1 more"]),
        (ROWS.replace("3,4", "3,1"), ["1 fewer", "things/c: fewer; take out 3"]),
        (ROWS.replace("b,two,2,1\n", ""), ["1 removed", "things/b: removed; take out 1"]),
        (ROWS + "d,four,4,1\n", ["1 new", "things/d: new; put in 1"]),
        # Another id for the same face is not a change, and neither is another order.
        (ROWS.replace("b,two", "z,two"), ["no face has changed"]),
        ("\n".join([*ROWS.split()[:1], *ROWS.split()[:0:-1]]) + "\n", ["no face has changed"]),
    ],
)
def test_what_an_edit_changes(tmp_path: Path, rows: str, told: list[str]) -> None:
    result = run(*two(tmp_path, rows))
    assert result.exit_code == (0 if told == ["no face has changed"] else 3), result.output
    first, *rest = result.output.splitlines()
    assert [first.removeprefix("Sampler: "), *map(str.strip, rest)] == told


def test_a_template_or_a_symbol_changes_its_faces(tmp_path: Path) -> None:
    """What a face shows counts, wherever it comes from; a template's comment does not."""
    old, new = two(tmp_path, template=TEMPLATE.replace("#ffffff", "#fffffe"))
    assert [line.split("/")[1][0] for line in run(old, new).output.splitlines()[1:]] == ["a", "b"]
    old, new = two(tmp_path, template="# a comment\n" + TEMPLATE)
    assert run(old, new).exit_code == 0
    symbol = new / "art" / "box.svg"
    symbol.write_text(symbol.read_text().replace('width="10"', 'width="9"'))
    assert run(old, new).output.startswith("Sampler: 3 changed")


def test_old_and_new_side_by_side(tmp_path: Path) -> None:
    """The page shows both faces of what changed, and one of what is new."""
    old, new = two(tmp_path, ROWS.replace("one", "eins") + "d,four,4,1\n")
    page = tmp_path / "diff.html"
    assert run(old, new, "--out", page).exit_code == 3
    text = page.read_text()
    assert re.findall(r"<h3>(\w+) <small>(.*?)</small>", text) == [("a", "changed"), ("d", "new")]
    assert text.count("data:image/svg+xml;base64,") == 2 * 2 + 1
    assert "http" not in re.sub(r"base64,[^\"]*", "", text)


def _git(folder: Path, *arguments: str) -> None:
    who = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "A"}
    environment = {**os.environ, **who, "GIT_COMMITTER_EMAIL": "a@b"}
    subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, env=environment, capture_output=True
    )


def test_a_revision_of_the_folder(tmp_path: Path) -> None:
    """A tag, a branch or a commit names the folder as it was."""
    cards = write_game(tmp_path, TEMPLATE, ROWS, COLUMNS)
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "--quiet", "-m", "First edition")
    _git(tmp_path, "tag", "v1")
    write_game(tmp_path, TEMPLATE, ROWS.replace("two", "zwei"), COLUMNS)
    folder = cards / "sampler"
    assert "things/b: changed" in run(f"{folder}@v1", folder).output
    assert run(f"{folder}@v1", f"{folder}@HEAD").exit_code == 0
    unknown = run(f"{folder}@v7", folder)
    assert unknown.exit_code == 2
    assert "v7" in unknown.output
    assert "is not a game's folder" in run(tmp_path, folder).output
    assert "is not a revision" in run(f"{folder}@--help", folder).output
