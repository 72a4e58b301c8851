"""The element `layout` in templates: its file is the game's own, and mistakes have their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.build.fingerprint import Fingerprints
from printgen.build.request import Request
from printgen.catalog.builtin import builtin_templates
from printgen.frame import Frame, Group, Use
from tests.support import draw_sampler, write_game

TEMPLATE = "size: [60, 40]\nelements:\n  - layout: {file}\n    box: [0, 0, 60, 40]\n"


def mistakes(folder: Path, file: str, text: str = "", more: str = "") -> list[str]:
    cards = write_game(folder, TEMPLATE.format(file=file) + more, files={"small.ppn": text})
    _, findings = draw_sampler(cards)
    return [str(finding) for finding in findings]


def test_mistakes_in_the_file_are_reported_once_at_their_own_places(tmp_path: Path) -> None:
    """A template that shows a wrong PPN file gets one line per cause, with the PPN file's row."""
    found = mistakes(tmp_path, "small.ppn", "---\n...\n1. S@a1 a1-q\n---\n...\n2. c4-c5\n")
    assert [line.split(": ")[0] for line in found] == [
        "cards/sampler/small.ppn, row 3, column 9",
        "cards/sampler/small.ppn, row 6, column 4",
    ]


@pytest.mark.parametrize(
    ("file", "more", "message"),
    [
        ("smal.ppn", "", "'smal.ppn', which does not exist (did you mean 'small.ppn'?)"),
        ("../small.ppn", "", "'../small.ppn' is outside the game's folder"),
        ("small.ppn", "    move: 7\n", "has no move '7'"),
        ("small.ppn", "    game: 2\n", "has only one game, so game 2 cannot be shown"),
        ("small.ppn", "    view: side\n", "cannot be 'side'"),
        ("small.ppn", "    route: nowhere\n", "route"),
    ],
)
def test_wrong_settings_say_what_is_meant(
    file: str, more: str, message: str, tmp_path: Path
) -> None:
    (found,) = mistakes(tmp_path, file, "S@a1\n", more)
    assert message in found


def test_a_game_shows_its_pieces_as_large_as_the_box(tmp_path: Path) -> None:
    """A game without tiles of its own shows those of the built-in piecepack; two tiles side by side
    fill the width of the box."""
    cards = write_game(
        tmp_path,
        TEMPLATE.format(file="small.ppn"),
        files={"small.ppn": "tSa@(1.5,1.5) tM2@(3.5,1.5)\n"},
    )
    faces, findings = draw_sampler(cards)
    assert not list(findings)
    (drawn,) = faces[0].front.items
    assert isinstance(drawn, Group)
    assert [frame.name for frame in frames(drawn)] == [
        "piecepack-tiles/sun-ace",
        "piecepack-tiles/moon-2",
    ]
    (table,) = [item for item in drawn.items if isinstance(item, Group)]
    assert table.matrix[0] == pytest.approx((60 - 3) / (4 * 25.4))


def frames(group: Group) -> list[Frame]:
    found: list[Frame] = []
    for item in group.items:
        if isinstance(item, Use):
            found.append(item.frame)
        elif isinstance(item, Group):
            found += frames(item)
    return found


def test_a_changed_layout_changes_the_game(tmp_path: Path) -> None:
    """A second build makes what shows a layout again if its file has changed."""
    template = TEMPLATE.format(file="small.ppn")
    cards = write_game(tmp_path, template, files={"small.ppn": "S@a1\n"})
    request = Request(
        cards=cards, templates=builtin_templates(), out=tmp_path / "out", profiles=tmp_path
    )
    before = Fingerprints(request).game("sampler")
    assert Fingerprints(request).game("sampler") == before
    (cards / "sampler" / "small.ppn").write_text("S@a2\n")
    assert Fingerprints(request).game("sampler") != before
