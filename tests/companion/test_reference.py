"""The reference: entries from a file and from printed pieces, and the search over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.reference import reference_entries, search
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import ReferenceEntry
from printgen.errors import Findings
from tests.catalog.game_folder import GameFolder
from tests.catalog.test_read_play import example


@pytest.fixture
def game_folder(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path)


@pytest.fixture
def entries(game_folder: GameFolder) -> tuple[ReferenceEntry, ...]:
    return reference_entries(game_folder.sound())


def titles(found: tuple[ReferenceEntry, ...]) -> list[str]:
    return [entry.question for entry in found]


def test_questions_come_first_then_pieces(entries: tuple[ReferenceEntry, ...]) -> None:
    """The file's entries come first, then each printed text once."""
    assert titles(entries) == [
        "May a ship leave without cargo?",
        "Who pays for the café?",
        "Fish",
        "Rope",
        "Tea",
        "Glass",
    ]
    assert entries[0].tags == ("sailing", "empty")
    assert entries[0].face == "ships/gull"
    assert entries[2] == ReferenceEntry(
        "Fish", "Sells best on the day it is landed.", ("Goods",), "goods/fish"
    )


def test_a_game_needs_no_file(game_folder: GameFolder) -> None:
    """Printed pieces are found even without a reference file."""
    (game_folder.game / "reference.yaml").unlink()
    assert titles(reference_entries(game_folder.sound())) == ["Fish", "Rope", "Tea", "Glass"]


def test_the_documented_example_is_sound(game_folder: GameFolder) -> None:
    """The README's example is valid in a game."""
    game_folder.write("reference.yaml", example("Reference"))
    assert titles(reference_entries(game_folder.sound()))[0] == "May a ship leave empty?"


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_the_games_own_references_are_sound(slug: str) -> None:
    """The reference of every game can be read."""
    game = load_game(slug, builtin_cards(), builtin_templates(), Findings())
    assert game is not None
    assert all(entry.question and entry.answer for entry in reference_entries(game))


def test_all_words_must_occur(entries: tuple[ReferenceEntry, ...]) -> None:
    """An entry is found only if it contains all words."""
    assert titles(search(entries, "ship")) == ["May a ship leave without cargo?", "Glass"]
    assert titles(search(entries, "ships COLLIDE")) == ["Glass"]
    assert search(entries, "ship tea") == ()


def test_accents_and_marks_do_not_matter(entries: tuple[ReferenceEntry, ...]) -> None:
    """A search ignores accents in the query and in the entries."""
    assert titles(search(entries, "cafe?")) == ["Who pays for the café?"]
    assert titles(search(entries, "CAFÉ")) == ["Who pays for the café?"]


def test_titles_come_first(entries: tuple[ReferenceEntry, ...]) -> None:
    """Entries with the words in their title come first."""
    more = (ReferenceEntry("Selling", "Rope is sold in the market."), *entries)
    assert titles(search(more, "rope")) == ["Rope", "Selling"]


def test_a_letter_finds_its_card() -> None:
    """The letter on a card finds that card alone."""
    cards = (
        ReferenceEntry("Any Landing", "Send a boat.", (), "cards/A"),
        ReferenceEntry("Seats", "Change a seat.", (), "cards/B"),
        ReferenceEntry("Red jump", "Jump far.", (), "cards/red-jump"),
        ReferenceEntry("Jumping", "What a red jump does.", (), ""),
    )
    assert titles(search(cards, "a")) == ["Any Landing"]
    assert titles(search(cards, " B ")) == ["Seats"]
    assert titles(search(cards, "red-jump")) == ["Red jump", "Jumping"]


def test_an_empty_search_finds_everything(entries: tuple[ReferenceEntry, ...]) -> None:
    """An empty search shows the whole reference."""
    assert search(entries, " ") == entries
