"""What templates know about a piece: its number, its copy, and the template of its row."""

from __future__ import annotations

from pathlib import Path

from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Text
from tests.support import draw_sampler, open_sampler, write_game

CARD = """
size: [60, 40]
elements:
  - text: "{word} NUMBER"
    box: [5, 5, 50, 10]
"""
COLUMNS = "{id: text, word: text, copies: integer}"
ROWS = "id,word,copies\na,one,2\nb,two,0\nc,three,1\n"


def texts(faces: tuple[Face, ...]) -> list[str]:
    return [item.string for face in faces for item in face.front.items if isinstance(item, Text)]


def drawn(folder: Path, read: str) -> tuple[Face, ...]:
    card = CARD.replace("NUMBER", read)
    faces, findings = draw_sampler(write_game(folder, card, ROWS, COLUMNS))
    assert not [str(finding) for finding in findings]
    return faces


def test_numbers_and_copies(tmp_path: Path) -> None:
    """Each copy is drawn with its own number among all pieces and among the copies of its row."""
    faces = drawn(tmp_path, "{number}/{total}, {copy} of {copies}")
    assert texts(faces) == ["one 1/3, 1 of 2", "one 2/3, 2 of 2", "three 3/3, 1 of 1"]
    assert [face.record.values["id"] for face in faces] == ["a", "a-2", "c"]
    assert [face.copies for face in faces] == [1, 1, 1]


def test_rows_without_numbers_are_drawn_once(tmp_path: Path) -> None:
    """Copies that look alike share a face."""
    faces = drawn(tmp_path, "of {total}")
    assert texts(faces) == ["one of 3", "three of 3"]
    assert [face.copies for face in faces] == [2, 1]


def test_a_column_wins(tmp_path: Path) -> None:
    """A column called number is read as before."""
    card = CARD.replace("NUMBER", "{number}")
    faces, findings = draw_sampler(write_game(tmp_path, card, "id,word,number\na,x,7\nb,y,7\n"))
    assert not list(findings)
    assert texts(faces) == ["x 7", "y 7"]


KINDS = "id,word,number\na,sea,1\nb,land,2\nc,sea,3\n"


def write_kinds(folder: Path, land_size: str, rows: str = KINDS) -> Path:
    sea = "size: [60, 40]\nelements:\n  - text: 'Sea {number}'\n    box: [5, 5, 50, 10]\n"
    land = sea.replace("Sea", "Land").replace("[60, 40]", land_size)
    files = {"templates/sea-card.yaml": sea, "templates/land-card.yaml": land}
    files["templates/sea-back.yaml"] = sea
    cards = write_game(folder, CARD, rows, files=files, more="back: '{word}-back'")
    settings = cards / "sampler" / "game.yaml"
    text = settings.read_text().replace("template: thing", "template: '{word}-card'")
    settings.write_text(text)
    return cards


def test_the_template_depends_on_the_row(tmp_path: Path) -> None:
    """A column in the name of a template or back picks it for each row."""
    cards = write_kinds(tmp_path, "[60, 40]")
    (cards / "sampler/templates/land-back.yaml").write_text("size: [60, 40]\nelements: []\n")
    faces, findings = draw_sampler(cards)
    assert not [str(finding) for finding in findings]
    assert texts(faces) == ["Sea 1", "Land 2", "Sea 3"]
    backs = [face.back for face in faces]
    assert [len(back.items) if back else None for back in backs] == [1, 0, 1]


def test_a_row_without_a_template(tmp_path: Path) -> None:
    """A row whose template does not exist is reported at that row."""
    findings = Findings()
    open_sampler(write_kinds(tmp_path, "[60, 40]", KINDS.replace("c,sea", "c,see")), findings)
    messages = [str(finding) for finding in findings]
    assert any(
        message.startswith(
            "cards/sampler/rows.csv, row 4, field 'word': unknown template 'see-card'"
        )
        for message in messages
    )


def test_the_size_depends_on_the_row(tmp_path: Path) -> None:
    """Pieces of different sizes become a component for each size, because they cannot share a
    sheet."""
    cards = write_kinds(tmp_path, "[44, 30]")
    (cards / "sampler/templates/land-back.yaml").write_text("size: [44, 30]\nelements: []\n")
    findings = Findings()
    game = open_sampler(cards, findings)
    context = make_draw_context(game, "full", None)
    drawn = {part.id: draw_component(game, part, context, findings) for part in game.components}
    assert not [str(finding) for finding in findings]
    assert {name: texts(faces) for name, faces in drawn.items()} == {
        "things": ["Sea 1", "Sea 3"],
        "things-44x30": ["Land 2"],
    }
    assert {face.front.width for face in drawn["things-44x30"]} == {44}
