"""Icon sets that a game names: JSON files of Iconify, and folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printgen.errors import DataError
from printgen.frame import Group
from printgen.frame import Path as Shape
from printgen.ink import CURRENT
from tests.catalog.game_folder import GameFolder

TRIANGLE = '<path fill="currentColor" d="M0 0h4v2z"/>'
ICONS: dict[str, object] = {
    "prefix": "tiny",
    "width": 8,
    "height": 4,
    "icons": {
        "dragon": {"body": TRIANGLE},
        "cup": {"body": "<path fill='red' d='M0 0h1v1z'/>", "width": 2, "left": -1},
        "broken": {"body": "<text>a</text>"},
    },
    "aliases": {
        "wyrm": {"parent": "dragon", "hFlip": True},
        "drake": {"parent": "wyrm", "rotate": 1},
        "lost": {"parent": "nobody"},
        "a": {"parent": "b"},
        "b": {"parent": "a"},
    },
    "info": {
        "name": "Tiny Icons",
        "author": {"name": "Ada *Example*", "url": "https://example.org"},
        "license": {"title": "CC BY 3.0", "url": "https://example.org/by"},
    },
}
CREDIT = "Icons: Tiny Icons by Ada *Example*, CC BY 3.0 (https://example.org/by)"


@pytest.fixture
def folder(tmp_path: Path) -> GameFolder:
    game = GameFolder(tmp_path)
    game.edit("game.yaml", "tables:", "icons: [tiny.json, drawn]\ntables:")
    game.write("tiny.json", json.dumps(ICONS))
    svg = "<svg viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg>"
    game.write("drawn/dragon.svg", svg)
    game.write("drawn/sea/boat.svg", svg)
    return game


def test_names_work_like_any_icon(folder: GameFolder) -> None:
    """The game's own art wins, then the first set that has the name."""
    art = folder.sound().art
    assert {"dragon", "wyrm", "sea/boat", "cup", "fish"} <= set(art.symbols)
    dragon = art.symbol("dragon")
    (shape,) = dragon.items
    assert isinstance(shape, Shape)
    assert (dragon.width, dragon.height, shape.fill) == (8, 4, CURRENT)
    assert art.symbol("sea/boat").width == 1
    assert "cup" in art.own
    assert art.symbol("cup").width != 2


def test_turned_and_mirrored_names(folder: GameFolder) -> None:
    """Other names for an icon may turn and mirror it about its centre."""
    wyrm, drake = (folder.sound().art.symbol(name) for name in ("wyrm", "drake"))
    (mirrored,) = wyrm.items
    assert isinstance(mirrored, Group)
    assert mirrored.matrix == (-1, 0, 0, 1, 8, 0)
    assert (drake.width, drake.height) == (4, 8)


def test_credits(folder: GameFolder) -> None:
    """A set says who made it; Iconify's packages do so in info.json."""
    assert folder.sound().art.credits == (CREDIT,)
    folder.write("drawn/info.json", json.dumps({"name": "Mine", "author": {"name": "Me"}}))
    assert folder.sound().art.credits == (CREDIT, "Icons: Mine by Me")


def test_icons_that_cannot_be_drawn(folder: GameFolder) -> None:
    """An icon is read when it is drawn, and a mistake names the file and the icon."""
    art = folder.sound().art
    assert "broken" not in art.own
    for name, message in (
        ("broken", "harbour/tiny.json: broken, row 1: the element <text> is not allowed"),
        ("lost", "harbour/tiny.json: the icon 'lost' has no picture"),
        ("a", "the icon 'a' has no picture"),
    ):
        with pytest.raises(DataError, match=message):
            art.symbol(name)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("tiny.json", "{", "'tiny.json' is not an icon set of Iconify"),
        ("tiny.json", '{"prefix": "x"}', "missing required field `icons`"),
        ("none.json", "", "the file 'none.json' does not exist"),
        ("../secret.json", "", "is outside the game's folder"),
        ("art/empty", "", "'empty' has no SVG files"),
    ],
)
def test_sets_that_cannot_be_read(tmp_path: Path, name: str, content: str, message: str) -> None:
    """A set that cannot be read is an error where game.yaml names it."""
    game = GameFolder(tmp_path)
    game.edit("game.yaml", "tables:", f"icons: [{name}]\ntables:")
    (game.game / "art" / "empty").mkdir()
    if content:
        game.write(name, content)
    fault = game.only_fault()
    assert message in fault
    assert fault.startswith("cards/harbour/game.yaml, row ")
