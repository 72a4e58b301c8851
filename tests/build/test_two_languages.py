"""Games are printed in two languages at once, and mirrored for those read from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from printgen.build.files import MANIFEST
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.translations.pairs import both, first_of, on_one_line, pair
from printgen.catalog.translations.translated import translated
from printgen.cli import printgen
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Text
from printgen.frame import Path as Shape
from printgen.geometry import Matrix, multiply, translate
from tests.support import BOOKLET, open_sampler, write_game

TEMPLATE = """size: [60, 40]
elements:
  - text: "{name}"
    box: [3, 3, 54, 12]
  - text: "{name[0]}"
    box: [3, 16, 54, 10]
  - rich: "{text}, {count}"
    box: [3, 26, 54, 12]
"""
ROWS = "id,name,name_de,text,count\nfish,Fish,Fisch,Two each,2\nrope,Rope,,Jade,1\n"
COLUMNS = "{id: text, name: text, name_de: 'text?', text: text, count: integer}"
GERMAN = {
    "Rope": "Seil",
    "Two each": "Je zwei",
    "Jade": "Jade",
    "Things": "Dinge",
    "Rules": "Regeln",
    "Play": "So geht es",
    "unofficial sampler": "inoffizielle Probe",
}
LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=["Cn"]), max_size=8)


def write(folder: Path, template: str = TEMPLATE, more: str = "") -> Path:
    po = "".join(f'msgid "{text}"\nmsgstr "{word}"\n\n' for text, word in GERMAN.items())
    files = {"rules.yaml": "- title: Play\n", "de.po": po}
    return write_game(folder, template, ROWS, COLUMNS, more or BOOKLET, files)


def drawn(cards: Path, language: str = "de+en") -> dict[str, tuple[Face, ...]]:
    """Return the faces of each component in both languages."""
    findings = Findings()
    game = translated(open_sampler(cards, findings), language)
    context = make_draw_context(game, "full", None)
    faces = {c.id: draw_component(game, c, context, findings) for c in game.components}
    assert not list(findings), [str(finding) for finding in findings]
    return faces


def texts(frame: Frame) -> list[Text]:
    """Return the texts of a face where they are on it."""
    return [item for item, _ in placed(frame.items, translate(0, 0)) if isinstance(item, Text)]


def placed(items: tuple[Item, ...], matrix: Matrix) -> list[tuple[Item, Matrix]]:
    out: list[tuple[Item, Matrix]] = []
    for item in items:
        if isinstance(item, Group):
            out += placed(item.items, multiply(matrix, item.matrix))
        else:
            out.append((item, matrix))
    return out


@given(LETTERS, LETTERS, LETTERS, LETTERS)
def test_pairs_come_apart(a: str, b: str, c: str, d: str) -> None:
    """Texts that were joined, and joined again inside others, can be taken apart."""
    inside = pair(a, b)
    assert both(inside) == (a, b)
    assert both(f"{c}{inside}{d}{inside}") == (f"{c}{a}{d}{a}", f"{c}{b}{d}{b}")
    assert both(pair(f"{inside}{c}", f"{d}{inside}")) == (f"{a}{c}", f"{d}{b}")
    assert first_of(inside) == a
    assert on_one_line(inside) in (a, f"{a} / {b}")


def test_the_second_language_is_smaller(tmp_path: Path) -> None:
    """It is below the first or behind it; a text that is the same in both is printed once."""
    fish, rope = (face.front for face in drawn(write(tmp_path))["things"])
    sizes = {text.string.strip(" ·"): text.size_pt for text in texts(fish)}
    assert sizes["Fisch"] > sizes["Fish"]
    assert sizes["Je zwei, 2"] > sizes["each,"] >= 7.5
    assert [text.string for text in texts(fish)].count("F") == 1
    assert [text.string for text in texts(rope)].count("Jade, 1") == 1
    assert {"Seil", "Rope", "S", "R"} <= {text.string.strip(" ·") for text in texts(rope)}


@pytest.mark.parametrize("how", ["below", "behind"])
def test_an_element_says_where_the_second_language_is(tmp_path: Path, how: str) -> None:
    """Below is on a line of its own, behind on the same line."""
    template = f"""size: [60, 40]
elements:
  - text: "{{name}}"
    box: [3, 3, 54, 30]
    bilingual: {how}
"""
    found = {
        t.string.strip(" ·"): t for t in texts(drawn(write(tmp_path, template))["things"][0].front)
    }
    assert (found["Fisch"].y == found["Fish"].y) is (how == "behind")


def test_components_say_how_they_are_printed(tmp_path: Path) -> None:
    """On the back, as pieces of their own, or in the first language only; booklets are two."""
    for how in ("back", "twice", "first"):
        made = drawn(write(tmp_path / how, more=f"bilingual: {how}{BOOKLET}"))
        fronts = [[t.string for t in texts(face.front)] for face in made["things"]]
        assert "Fisch" in fronts[0]
        assert "Fish" not in fronts[0]
        if how == "back":
            backs = [face.back for face in made["things"]]
            assert all(back is not None and "Fisch" not in map(str, texts(back)) for back in backs)
            assert backs[0] is not None
            assert "Fish" in [t.string for t in texts(backs[0])]
        second = made.get("things-en", ())
        assert [next(t.string for t in texts(face.front)) for face in second] == (
            ["Fish", "Rope"] if how == "twice" else []
        )
        assert {"rules", "rules-en"} <= set(made)


def test_the_back_must_be_free(tmp_path: Path) -> None:
    """Pieces with a back of their own have no room for a second language there."""
    cards = write(tmp_path, more=f"bilingual: back\n    back: thing{BOOKLET}")
    findings = Findings()
    load_game("sampler", cards, builtin_templates(), findings)
    (found,) = findings
    assert "row 16, column 5, field 'bilingual': the pieces have a back of their own" in str(found)


def test_what_does_not_fit_is_reported(tmp_path: Path) -> None:
    """Both languages keep to the smallest size of their style."""
    template = 'size: [60, 40]\nelements:\n  - {text: "{name}", box: [3, 3, 10, 3.4]}\n'
    cards = write(tmp_path, template)
    done = CliRunner().invoke(printgen, ["check", "--cards", str(cards), "--language", "de+en"])
    assert done.exit_code == 1
    assert "the text 'Fisch / Fish' needs" in " ".join(done.output.split())
    done = CliRunner().invoke(printgen, ["check", "--cards", str(cards), "--language", "de"])
    assert done.exit_code == 0, done.output


def test_files_and_margins_carry_both_languages(tmp_path: Path) -> None:
    cards, out = write(tmp_path), tmp_path / "out"
    arguments = ["--cards", str(cards), "--out", str(out), "--language", "de+en", "--jobs", "1"]
    done = CliRunner().invoke(printgen, ["build", *arguments])
    assert done.exit_code == 0, done.output
    names = {file.name for file in out.rglob("*.pdf")}
    assert "sampler-things-a4-one-sided-de+en.pdf" in names
    assert "sampler-rules-en-a4-duplex-de+en.pdf" in names
    manifest = (out / "sampler" / MANIFEST).read_text("utf-8")
    assert all(name in manifest for name in names)
    page = PdfDocument(out / "sampler" / "sampler-things-a4-one-sided-de+en.pdf")[0]
    text = " ".join(page.get_textpage().get_text_bounded().split())
    for part in ("(inoffiziell) – Dinge", "(unofficial) – Things", "auf 100 %", "print at 100 %"):
        assert part in text, part


@pytest.mark.parametrize("asked", ["de+de", "de+", "de+en+fr", "+"])
def test_impossible_languages(tmp_path: Path, asked: str) -> None:
    cards = write(tmp_path)
    done = CliRunner().invoke(printgen, ["build", "--cards", str(cards), "--language", asked])
    assert done.exit_code == 2
    assert "must be a language, or two such as de+en" in " ".join(done.output.split())


MIRRORED = """size: [60, 40]
mirrored: true
elements:
  - {rectangle: [0, 0, 10, 40], fill: ink}
  - {text: "{name}", box: [12, 3, 20, 8], align: left}
  - {polygon: [[40, 30], [50, 35], [40, 40]], fill: ink}
  - group:
      - {rectangle: [1, 1, 4, 2], fill: ink}
    at: [20, 20]
  - repeat: {columns: 2, dx: 6, x: 10, y: 12}
    elements:
      - {rectangle: [1, 1, 4, 2], fill: ink}
  - {rectangle: [44, 0, 6, 6], fill: ink, mirrored: false}
"""


def boxes(frame: Frame) -> list[tuple[float, float]]:
    """Return the left and right ends of shapes on a face."""
    out: list[tuple[float, float]] = []
    for item, matrix in placed(frame.items, translate(0, 0)):
        if isinstance(item, Shape):
            xs = [
                matrix[0] * float(segment[-2]) + matrix[2] * float(segment[-1]) + matrix[4]
                for segment in item.segments
                if len(segment) > 2
            ]
            out.append((round(min(xs), 6), round(max(xs), 6)))
    return out


def test_mirrored_layouts(tmp_path: Path) -> None:
    """In Hebrew, what a template marks is on the other side, and texts can still be read."""
    cards = write(tmp_path, MIRRORED)
    (cards / "sampler" / "he.po").write_text('msgid "Fish"\nmsgstr "Dag"\n', encoding="utf-8")
    english, hebrew = (drawn(cards, code)["things"][0].front for code in ("en", "he"))
    there, here = boxes(english), boxes(hebrew)
    assert here[:-1] == [(60 - right, 60 - left) for left, right in there[:-1]]
    assert here[-1] == there[-1]
    (text, matrix), *_ = (
        (item, at) for item, at in placed(hebrew.items, translate(0, 0)) if isinstance(item, Text)
    )
    assert text.string == "Dag"
    assert matrix[0] > 0
    assert matrix[4] + text.x + text.width == pytest.approx(60 - 12)


def test_only_whole_elements_are_mirrored(tmp_path: Path) -> None:
    template = MIRRORED.replace("[1, 1, 4, 2], fill", "[1, 1, 4, 2], mirrored: false, fill", 1)
    findings = Findings()
    game = open_sampler(write(tmp_path, template), findings)
    draw_component(game, game.components[0], make_draw_context(game, "full", None), findings)
    assert "'mirrored' belongs on the element around this one" in str(next(iter(findings)))
