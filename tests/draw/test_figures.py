"""Figures of a booklet: faces of the game's components, and how small their type may be."""

from __future__ import annotations

from pathlib import Path

from printgen.check.faces import check_booklet_page
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Text, Use
from printgen.frame import Path as Shape
from tests.support import BOOKLET, CARD, draw_figure, draw_sampler, open_sampler, write_game

SHOWN = "size: [60, 40]\nelements:\n  - face: {face}\n    box: [0, 0, {width}, 40]\n    {more}\n"


LABEL = """
  - group:
      - rectangle: [5, 20, 30, 10]
        fill: paper
      - text: "{{word}}"
        box: [5, 20, 30, 10]
    label: {label}
"""


def leaves(items: tuple[Item, ...]) -> list[Item]:
    out: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            out += leaves(item.items)
        elif isinstance(item, Use):
            out += leaves(item.frame.items)
        else:
            out.append(item)
    return out


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.string for item in leaves(items) if isinstance(item, Text)]


def filled(items: tuple[Item, ...]) -> int:
    """How many shapes are filled."""
    return sum(isinstance(item, Shape) and item.fill is not None for item in leaves(items))


def shown(face: str = "things/a", width: float = 60, more: str = "") -> str:
    return SHOWN.format(face=face, width=width, more=more)


def test_a_figure_shows_the_printed_face(tmp_path: Path) -> None:
    """A figure shows the printed face, with the values of its row."""
    frame, findings = draw_figure(tmp_path, shown())
    assert frame is not None
    assert not list(findings)
    assert texts(frame.items) == ["hello"]


def test_a_figure_may_leave_the_words_of_a_face_out(tmp_path: Path) -> None:
    """`words: false` keeps the drawing of a face and drops its text."""
    frame, _ = draw_figure(tmp_path, shown(more="words: false"))
    assert frame is not None
    assert texts(frame.items) == []


def test_a_label_goes_with_its_words(tmp_path: Path) -> None:
    """`words: false` removes groups that are labels and keeps other groups"""
    for label, kept in (("true", 1), ("false", 2)):
        card = CARD + LABEL.format(label=label)
        frame, findings = draw_figure(tmp_path / label, shown(more="words: false"), card=card)
        assert frame is not None
        assert not list(findings)
        assert filled(frame.items) == kept


def test_a_wrong_face_is_reported(tmp_path: Path) -> None:
    """A component or row that does not exist is named, with the nearest one."""
    for name, message in (
        ("thing/a", "there is no component 'thing' (did you mean 'things'?)"),
        ("things/c", "'things' has no row 'c'"),
    ):
        _, findings = draw_figure(tmp_path / name, shown(name))
        assert message in " ".join(map(str, findings))


def test_a_printed_component_cannot_show_faces(tmp_path: Path) -> None:
    """A component cannot show faces: components could show each other in a loop."""
    _, findings = draw_sampler(write_game(tmp_path, shown()))
    assert "only in the pictures of a booklet" in " ".join(map(str, findings))


def test_find_reads_the_row_of_another_table(tmp_path: Path) -> None:
    """find('rows', 'a') is the row with that id, and an unknown id is reported."""
    text = "\"{find('rows', 'ID').word}\""
    template = f"size: [60, 40]\nelements:\n  - text: {text}\n    box: [0, 0, 60, 9]\n"
    right, _ = draw_figure(tmp_path / "a", template.replace("ID", "a"))
    assert right is not None
    assert texts(right.items) == ["hello"]
    _, findings = draw_figure(tmp_path / "b", template.replace("ID", "z"))
    assert "'rows' has no row 'z'" in " ".join(map(str, findings))


def page_findings(folder: Path, block: str, figure: str = "") -> list[str]:
    files = {"rules.yaml": block, "templates/figure.yaml": figure or shown()}
    cards = write_game(folder, CARD, more=BOOKLET, files=files)
    findings = Findings()
    game = open_sampler(cards, findings)
    context = make_draw_context(game, "full", None)
    pages = draw_component(game, game.components[1], context, findings)
    assert not list(findings), [str(finding) for finding in findings]
    inside: list[Frame] = [page.front for page in pages[1:]]
    return [finding.message for page in inside for finding in check_booklet_page(page)]


def test_small_type_on_pictured_pieces_is_rejected(tmp_path: Path) -> None:
    """Type inside a picture is measured as printed: under 6 pt is a mistake."""
    (found,) = page_findings(tmp_path / "1", "- {face: things/a, width: 20}")
    assert "'things/a' shows the text 'hello' at " in found
    assert "6 pt is the smallest" in found
    assert page_findings(tmp_path / "2", "- {face: things/a, width: 45}") == []


def test_small_type_inside_a_figure_is_rejected(tmp_path: Path) -> None:
    """A face scaled down inside a figure counts with both scales."""
    (found,) = page_findings(tmp_path / "1", "- {picture: figure}", shown(width=20))
    assert "hello" in found
    assert page_findings(tmp_path / "2", "- {picture: figure}", shown(width=50)) == []
    assert page_findings(tmp_path / "3", "- {picture: figure, width: 35}", shown(width=50)) != []


def test_cropped_and_covered_type_does_not_count(tmp_path: Path) -> None:
    """Type that is not visible may be of any size."""
    cropped = shown(width=10, more="crop: [0, 20, 20, 20]")
    assert page_findings(tmp_path / "1", "- {picture: figure}", cropped) == []
    covered = shown(width=20) + "  - rectangle: [0, 0, 60, 40]\n    fill: paper\n"
    assert page_findings(tmp_path / "2", "- {picture: figure}", covered) == []
    without_text = "- {face: things/a, width: 20, words: false}"
    assert page_findings(tmp_path / "3", without_text) == []
