"""Print files of games that are out of the ordinary."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.build.game_build import GameBuild
from printgen.build.request import Request
from printgen.build.whole_game import WholeGame
from printgen.catalog.builtin import builtin_templates
from printgen.draw.component import draw_component
from printgen.errors import DataError, Findings
from tests.support import write_game


def whole_game(folder: Path, size: str, more: str = "", **options: str) -> WholeGame:
    write_game(folder, f"size: {size}\nelements: []\n", "id,word,number\na,one,1\n", more=more)
    about = folder / "cards" / "sampler" / "game.yaml"
    about.write_text(
        about.read_text(encoding="utf-8")
        + "  - {id: coin, rows: rows, template: coin}\n"
        + "  - {id: mat, rows: rows, template: mat, sheet: poster, stock: cloth}\n",
        encoding="utf-8",
    )
    templates = folder / "cards" / "sampler" / "templates"
    (templates / "coin.yaml").write_text("size: [20, 20]\nelements: []\n", encoding="utf-8")
    (templates / "mat.yaml").write_text("size: [300, 300]\nelements: []\n", encoding="utf-8")
    return planned(folder, **options)


def planned(folder: Path, **options: str) -> WholeGame:
    request = Request(folder / "cards", builtin_templates(), folder, folder, **options)  # type: ignore[arg-type]
    build = GameBuild("sampler", request)
    drawn = [
        (component, draw_component(build.game, component, build.context, Findings()))
        for component in build.game.components
    ]
    return build.plan_whole_game(drawn)


def test_a_piece_as_large_as_the_page_has_a_page(tmp_path: Path) -> None:
    """A piece that leaves no room for packing is printed by itself, as its own file prints it; one
    that fits nowhere is reported."""
    whole = whole_game(tmp_path, "[199, 280]")
    assert whole.where["things"] == whole.where["coin"] == "1 sheet"
    assert [part.title for part in whole.files[0].parts] == ["Things", "coin"]
    with pytest.raises(DataError, match="does not fit"):
        whole_game(tmp_path / "larger", "[199, 290]")


def test_a_map_finds_room_among_pieces(tmp_path: Path) -> None:
    """Without a parts list, the map of a board shares a sheet with pieces that leave room for it,
    or has its own; stocks have their own files."""
    whole = whole_game(tmp_path, "[60, 60]", more="back: thing")
    assert [(file.stock.title, file.two_sided, file.sheets) for file in whole.files] == [
        ("", True, 1),
        ("cloth", False, 4),
    ]
    tags = [side.tag for side in whole.files[0].parts[0].plan.sides]
    assert "Map" in tags[0]
    full = whole_game(tmp_path / "full", "[190, 190]")
    assert [(file.stock.title, file.sheets) for file in full.files] == [
        ("", 1),
        ("cloth", 4),
        ("paper", 1),
    ]
    german = whole_game(tmp_path / "german", "[190, 190]", language="de")
    assert german.files[-1].stock.slug == "papier"


def test_a_piece_that_suits_two_stocks_goes_where_it_saves_a_sheet(tmp_path: Path) -> None:
    """A box of card 200–250 g is printed on the card of 250 g that others need, if the sheets of
    200 g have no room for it. Each file names the weights that do for all of its pieces."""
    game = tmp_path / "cards" / "sampler"
    more = "stock: card 160–200 g"
    for name, height, stock in (("box", 150, "card 200–250 g"), ("tile", 120, "card 250–300 g")):
        more += f"\n  - {{id: {name}, rows: rows, template: {name}, stock: {stock}}}"
        (game / "templates").mkdir(parents=True, exist_ok=True)
        (game / "templates" / f"{name}.yaml").write_text(f"size: [190, {height}]\nelements: []\n")
    write_game(tmp_path, "size: [190, 200]\nelements: []\n", more=more)
    whole = planned(tmp_path)
    assert [(file.stock.title, file.sheets) for file in whole.files] == [
        ("card 160–200 g", 1),
        ("card 250 g", 1),
    ]
    assert whole.files[1].pieces == 2
    assert whole.files[1].parts[0].plan.run.title == "card 250 g"


@pytest.mark.parametrize("duplex", ["short", "fold", "none"])
def test_files_say_which_pages_have_backs(tmp_path: Path, duplex: str) -> None:
    """Two-sided sheets and others are in files of their own in every duplex mode."""
    whole = whole_game(tmp_path, "[60, 60]", more="back: thing", duplex=duplex)
    for file in whole.files:
        for part in file.parts:
            names = {side.name for side in part.plan.sides}
            assert names <= ({"front", "back", "fold"} if file.two_sided else {"front"})
    assert any(file.two_sided for file in whole.files) == (duplex != "none")
