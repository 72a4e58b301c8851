"""Files of rows that look alike, or whose ids are not file names."""

from __future__ import annotations

from pathlib import Path

from printgen.build.outputs import file_name
from printgen.build.produce import produce
from printgen.build.request import Request, Unit
from printgen.catalog.builtin import builtin_templates
from printgen.draw.face import face_names
from tests.support import draw_sampler, write_game

TEMPLATE = """
size: [30, 30]
elements:
  - text: "{number}"
    box: [4, 4, 22, 22]
"""
ROWS = "id,word,number\na,x,1\nb,y,1\nc,z,2\n"


def test_every_row_has_its_file(tmp_path: Path) -> None:
    """Rows that look alike are written under their own names, drawn once."""
    cards = write_game(tmp_path, TEMPLATE, ROWS, more="back: thing")
    request = Request(cards, builtin_templates(), tmp_path / "out", tmp_path, dpi=40)
    built = produce(Unit("sampler", ("things",), "things", ("pdf", "svg", "png")), request)
    names = ("a", "a-back", "b", "b-back", "c", "c-back")
    for kind in ("png", "svg"):
        folder = tmp_path / "out" / "sampler" / kind / "things" / "faces"
        assert sorted(file.stem for file in folder.iterdir()) == sorted(names)
        assert (folder / f"a.{kind}").read_bytes() == (folder / f"b.{kind}").read_bytes()
        assert (folder / f"a.{kind}").read_bytes() != (folder / f"c.{kind}").read_bytes()
        assert f"{kind}/things/faces/b.{kind}" in built.files
    faces, _ = draw_sampler(cards)
    assert faces[0].front is faces[1].front


def test_names_do_not_collide(tmp_path: Path) -> None:
    """A row whose id ends like the name of a back keeps its own face."""
    rows = "id,word,number\nback,x,1\na,y,2\na-back,z,3\n"
    faces, _ = draw_sampler(write_game(tmp_path, TEMPLATE, rows, more="back: thing"))
    names = [name for name, _ in face_names(faces)]
    assert len(names) == len(set(names)) == 6
    assert dict(face_names(faces))["a-back"] is faces[2].front


def test_an_id_never_names_another_folder() -> None:
    """An id with slashes or dots stays one file in its folder, and no two ids share it."""
    names = ["../../x", "a/b", "a%2Fb", ".hidden", "..", "Äpfel 1.5", "a\\b", "a:b"]
    made = [file_name(name) for name in names]
    assert len(set(made)) == len(names)
    assert all(not name.startswith(".") and not set(name) & set("/\\:") for name in made)
    assert file_name("Äpfel 1.5") == "Äpfel 1.5"
