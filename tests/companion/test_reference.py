"""The reference: what a file and printed pieces answer, and what words find."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.reference import Entry, read_reference, search
from printgen.catalog.load import list_games, load_game
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.errors import DataError, Findings
from tests.catalog.test_read_play import example
from tests.catalog.workshop import Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture
def entries(workshop: Workshop) -> tuple[Entry, ...]:
    return read_reference(workshop.sound())


def titles(found: tuple[Entry, ...]) -> list[str]:
    return [entry.question for entry in found]


def test_questions_come_first_then_pieces(entries: tuple[Entry, ...]) -> None:
    """This test ensures that the file's entries and each printed text are there once."""
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
    assert entries[2] == Entry(
        "Fish", "Sells best on the day it is landed.", ("Goods",), "goods/fish"
    )


def test_a_game_needs_no_file(workshop: Workshop) -> None:
    """This test ensures that pieces are found even where nobody wrote questions."""
    (workshop.game / "reference.yaml").unlink()
    assert titles(read_reference(workshop.sound())) == ["Fish", "Rope", "Tea", "Glass"]


def test_the_documented_example_is_sound(workshop: Workshop) -> None:
    """This test ensures that the README's example can be copied into a game as it is."""
    workshop.write("reference.yaml", example("Reference"))
    assert titles(read_reference(workshop.sound()))[0] == "May a ship leave empty?"


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_the_games_own_references_are_sound(slug: str) -> None:
    """This test ensures that the reference of every game here can be read."""
    game = load_game(slug, builtin_cards(), builtin_templates(), Findings())
    assert game is not None
    assert all(entry.question and entry.answer for entry in read_reference(game))


def test_all_faults_at_once(workshop: Workshop) -> None:
    """This test ensures that each mistake of the file is told with its row and what was meant."""
    workshop.write(
        "reference.yaml",
        "- question: One?\n  answer: 1\n"
        "- question: Two?\n  anwser: Yes.\n"
        "- question: one\n  answer: Yes.\n  face: ships/gul\n",
    )
    with pytest.raises(DataError) as error:
        read_reference(workshop.sound())
    where = "cards/harbour/reference.yaml, row "
    assert sorted(map(str, error.value.findings)) == sorted(
        [
            f"{where}2, column 3, field 'answer': must be text, not the number 1"
            " (put it in quotes)",
            f"{where}4, column 3: unknown key 'anwser' (did you mean 'answer'?)",
            f"{where}5, column 3: this question is already in row 1",
            f"{where}7, column 3, field 'face': there is no face 'ships/gul'"
            " (did you mean 'ships/gull'?)",
        ]
    )


def test_a_link_out_of_the_folder_is_not_followed(workshop: Workshop) -> None:
    """This test ensures that a reference cannot show files from elsewhere."""
    file = workshop.game / "reference.yaml"
    file.unlink()
    file.symlink_to("/etc/hostname")
    with pytest.raises(DataError, match="link out of the game's folder"):
        read_reference(workshop.sound())


def test_all_words_must_occur(entries: tuple[Entry, ...]) -> None:
    """This test ensures that more words find less, wherever in an entry they stand."""
    assert titles(search(entries, "ship")) == ["May a ship leave without cargo?", "Glass"]
    assert titles(search(entries, "ships COLLIDE")) == ["Glass"]
    assert search(entries, "ship tea") == ()


def test_accents_and_marks_do_not_matter(entries: tuple[Entry, ...]) -> None:
    """This test ensures that people find what they type without accents, and the other way."""
    assert titles(search(entries, "cafe?")) == ["Who pays for the café?"]
    assert titles(search(entries, "CAFÉ")) == ["Who pays for the café?"]


def test_titles_come_first(entries: tuple[Entry, ...]) -> None:
    """This test ensures that an entry with the words in its title stands before the others."""
    more = (Entry("Selling", "Rope is sold in the market."), *entries)
    assert titles(search(more, "rope")) == ["Rope", "Selling"]


def test_a_letter_finds_its_card() -> None:
    """This test ensures that the letter on a card finds that card alone."""
    cards = (
        Entry("Any Landing", "Send a boat.", (), "cards/A"),
        Entry("Seats", "Change a seat.", (), "cards/B"),
        Entry("Red jump", "Jump far.", (), "cards/red-jump"),
        Entry("Jumping", "What a red jump does.", (), ""),
    )
    assert titles(search(cards, "a")) == ["Any Landing"]
    assert titles(search(cards, " B ")) == ["Seats"]
    assert titles(search(cards, "red-jump")) == ["Red jump", "Jumping"]


def test_nothing_finds_everything(entries: tuple[Entry, ...]) -> None:
    """This test ensures that an empty search shows the whole reference."""
    assert search(entries, " ") == entries
