"""`printgen layout`: a PPN file becomes diagrams, strips and boards at true size."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from printgen.build.layout import set_configuration
from printgen.catalog.builtin import builtin_cards
from printgen.cli import printgen
from printgen.draw.game_pieces import built_in_pieces
from printgen.errors import CallError, Findings
from printgen.lengths import MM_PER_PT

COURSE = Path("cards/port-flower/course.ppn")
GAME = "---\nEvent: A short game\n...\n1. t@(1.5,1.5) S@a1 {begin}\n2. a1-b2\n3. *b2\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(printgen, ["layout", *map(str, arguments)])


def page_sizes(file: Path) -> list[tuple[float, float]]:
    with pypdfium2.PdfDocument(file) as document:
        return [
            (round(page.get_width() * MM_PER_PT), round(page.get_height() * MM_PER_PT))
            for page in document
        ]


def texts(file: Path) -> str:
    with pypdfium2.PdfDocument(file) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document)


def test_a_diagram_is_one_page_and_one_picture(tmp_path: Path) -> None:
    """A layout is drawn on one page, and as SVG and PNG without a page around it."""
    done = run(COURSE, "--view", "oblique", "--coordinates", "--legend", "--format", "pdf,svg,png",
               "--dpi", 40, "--paper", "letter", "--out", tmp_path)  # fmt: skip
    assert done.exit_code == 0, done.output
    names = ["course-oblique-letter.pdf", "course-oblique.svg", "course-oblique.png"]
    assert done.output.splitlines() == [str(tmp_path / name) for name in names]
    assert page_sizes(tmp_path / names[0]) == [(216, 279)]
    words = texts(tmp_path / names[0])
    assert "Sailing Port Flower, our course" in words
    assert "23 × Tile, face down" in words
    assert "6 × Coin, flowers" in words
    assert (tmp_path / names[1]).read_text().startswith("<?xml")


def test_all_moves_make_a_strip(tmp_path: Path) -> None:
    """Every move has its own diagram, with its number, its text and its comment."""
    file = tmp_path / "short.ppn"
    file.write_text(GAME)
    done = run(file, "--move", "all", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    words = texts(tmp_path / "short-all-top-a4.pdf")
    for caption in (
        "A short game",
        "Green: added.",
        "1. t@(1.5,1.5) S@a1 – begin",
        "2. a1-b2",
        "3. *b2",
    ):
        assert caption in words


def test_true_size_takes_as_many_sheets_as_it_needs(tmp_path: Path) -> None:
    """A board of 6 × 4 tiles of two inches needs three sheets, and its picture has its true
    size."""
    done = run(COURSE, "--size", "print", "--format", "pdf,svg", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert len(page_sizes(tmp_path / "course-top-print-a4.pdf")) == 3
    svg = (tmp_path / "course-top-print.svg").read_text()
    # 15 columns of an inch, the last one as wide as half a coin beyond its middle, and 2 × 1.5 mm
    width = 14.5 * 25.4 + 19.05 / 2 + 3
    assert f'width="{width:.3f}'.rstrip("0") in svg


def test_another_set_is_shown_instead_of_the_standard_one(tmp_path: Path) -> None:
    file = tmp_path / "coins.ppn"
    file.write_text("cbSa@a1 cbM2@b1\n")
    for name in ("piecepack", "four-seasons"):
        done = run(file, "--set", name, "--legend", "--out", tmp_path / name)
        assert done.exit_code == 0, done.output
    assert "1 × Coin, suns" in texts(tmp_path / "piecepack" / "coins-top-a4.pdf")
    assert "1 × Coin, leaves" in texts(tmp_path / "four-seasons" / "coins-top-a4.pdf")


def test_every_mistake_is_one_line_with_its_place(tmp_path: Path) -> None:
    """A wrong file is reported like all data: one line per cause, with row and column."""
    file = tmp_path / "wrong.ppn"
    file.write_text("---\n...\n1. S@a1 a1-q\n---\n...\n2. M@b1 c4-c5\n")
    done = run(file, "--out", tmp_path / "out")
    assert done.exit_code == 1
    *mistakes, count = done.output.splitlines()
    assert [line.split(": ")[:2] for line in mistakes] == [
        ["error", "wrong.ppn, row 3, column 9"],
        ["error", "wrong.ppn, row 6, column 9"],
    ]
    assert count == "2 mistakes in the data."
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--move", "9"), "short.ppn has no move '9'"),
        (("--game", 2), "short.ppn has only one game, so game 2 cannot be shown"),
        (("--set", "fives"), "unknown set 'fives'"),
        (("--paper", "a9"), "there is no paper 'a9'"),
    ],
)
def test_wrong_options_say_what_there_is(
    options: tuple[object, ...], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "short.ppn"
    file.write_text(GAME)
    done = run(file, *options, "--out", tmp_path)
    assert done.exit_code == 2
    assert message in done.output


def test_a_set_has_the_name_of_its_file_or_its_configuration() -> None:
    """`--set` takes every set of the game Piecepack, by either name; others are refused."""
    home = built_in_pieces(Findings())
    assert set_configuration("dual-piecepacks", home) == "dual_piecepacks_expansion"
    assert set_configuration("dual_piecepacks_expansion", home) == "dual_piecepacks_expansion"
    assert set_configuration("playing-cards", home) == "playing_cards_expansion"
    assert set_configuration("pyramids", home) == "icehouse_pieces"
    with pytest.raises(CallError, match="unknown set 'subpak'"):
        set_configuration("subpak", home)


def test_an_own_piecepack_shows_its_own_sets(tmp_path: Path) -> None:
    """A set that is added to a copy of the game Piecepack, as one file, is drawn by `--set`."""
    folder = tmp_path / "cards" / "piecepack"
    copytree(builtin_cards() / "piecepack", folder)
    seasons = (folder / "sets" / "four-seasons.yaml").read_text(encoding="utf-8")
    own = seasons.replace("four_seasons_expansion", "tides").replace("name: Leaves", "name: Shells")
    (folder / "sets" / "tides.yaml").write_text(own, encoding="utf-8")
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("  - four-seasons\n", "  - tides\n", 1)
    game.write_text(text, encoding="utf-8")
    file = tmp_path / "game.ppn"
    file.write_text("t@b2 cSb@b2\n", encoding="utf-8")
    done = run(file, "--set", "tides", "--cards", tmp_path / "cards", "--legend", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert "1 × Coin, shells" in texts(tmp_path / "game-top-a4.pdf")


def test_a_game_may_begin_with_an_own_setup(tmp_path: Path) -> None:
    setups = tmp_path / "cards" / "piecepack" / "setups" / "piecepack"
    setups.mkdir(parents=True)
    (setups / "pond.ppn").write_text("t@b2 t@d2\n", encoding="utf-8")
    game = tmp_path / "game.ppn"
    game.write_text("---\nSetUp: Pond\n...\n1. t@f2\n", encoding="utf-8")
    done = run(game, "--cards", tmp_path / "cards", "--legend", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert "3 × Tile, face down" in texts(tmp_path / "game-top-a4.pdf")


def test_a_legend_does_not_turn_a_square_board(tmp_path: Path) -> None:
    """With a legend too, the page lies on its side only if the table becomes larger, and a picture
    is no wider than the table or its legend."""
    game = tmp_path / "game.ppn"
    game.write_text("---\nSetUp: Board 8x8\n...\n1. pS@a1\n", encoding="utf-8")
    done = run(game, "--legend", "--format", "pdf,png", "--dpi", 30, "--out", tmp_path)
    assert done.exit_code == 0, done.output
    with pypdfium2.PdfDocument(tmp_path / "game-top-a4.pdf") as document:
        (text,) = [o for o in document[0].get_objects() if o.type == 1][:1]
        left, bottom, right, top = text.get_bounds()
    assert right - left > top - bottom
    with Image.open(tmp_path / "game-top.png") as picture:
        assert picture.width < picture.height
