"""Reading the rules text of a booklet."""

from __future__ import annotations

import pytest

from printgen.catalog.rules_text.blocks import Heading, Prose
from tests.catalog.game_folder import GameFolder

BOOKLET = """
components:
  - {id: rules, title: Rules, craft: booklet, sheet: booklet, settings: {text: rules.yaml}}
"""


@pytest.fixture
def booklet(game_folder: GameFolder) -> GameFolder:
    game_folder.edit("game.yaml", "\ncomponents:\n", BOOKLET)
    return game_folder


def test_a_rules_text_is_read_with_the_game(booklet: GameFolder) -> None:
    """a booklet's blocks are part of the loaded game, with the file they come from"""
    booklet.write("rules.yaml", "- heading: Aim\n- text: Sell goods.\n")
    craft = booklet.sound().components[0].craft
    assert craft is not None
    assert craft.rules_text is not None
    heading, prose = craft.rules_text.blocks
    assert isinstance(heading, Heading)
    assert isinstance(prose, Prose)
    assert craft.rules_text.place.file == "cards/harbour/rules.yaml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "- heading: Aim\n- txet: Sell goods.\n",
            "cards/harbour/rules.yaml, row 2, column 3: 'txet' is not a kind of block"
            " (did you mean 'text'?)",
        ),
        (
            "- heading: Aim\n  text: Sell goods.\n",
            "cards/harbour/rules.yaml, row 1, column 3: a block has one kind, not heading and text;"
            " split it",
        ),
    ],
)
def test_a_mistake_is_found_while_loading(booklet: GameFolder, text: str, message: str) -> None:
    """a mistake in a rules text is reported with file, row and column, and nothing else is"""
    booklet.write("rules.yaml", text)
    assert booklet.only_fault() == message


def test_a_missing_file_is_reported(booklet: GameFolder) -> None:
    """a booklet whose file does not exist is reported at that file"""
    booklet.write("rulse.yaml", "- text: Go.\n")
    assert booklet.only_fault() == (
        "cards/harbour/rules.yaml: the file does not exist (did you mean 'rulse.yaml'?)"
    )
