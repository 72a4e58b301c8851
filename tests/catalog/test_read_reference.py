"""Reading reference.yaml."""

from __future__ import annotations

from tests.catalog.game_folder import GameFolder


def test_a_game_needs_no_reference(game_folder: GameFolder) -> None:
    """a game without reference.yaml has no entries and no mistakes"""
    (game_folder.game / "reference.yaml").unlink()
    assert game_folder.sound().reference == ()


def test_every_mistake_is_reported(game_folder: GameFolder) -> None:
    """each mistake in the file is reported with its row, its column and what was meant"""
    game_folder.write(
        "reference.yaml",
        "- question: One?\n  answer: 1\n"
        "- question: Two?\n  anwser: Yes.\n"
        "- question: one\n  answer: Yes.\n  face: ships/gul\n",
    )
    where = "cards/harbour/reference.yaml, row "
    assert sorted(game_folder.faults()) == sorted(
        [
            f"{where}2, column 3, field 'answer': must be text, not the number 1"
            " (put it in quotes)",
            f"{where}4, column 3: unknown key 'anwser' (did you mean 'answer'?)",
            f"{where}5, column 3: this question is already in row 1",
            f"{where}7, column 3, field 'face': there is no face 'ships/gul'"
            " (did you mean 'ships/gull'?)",
        ]
    )


def test_a_link_out_of_the_folder_is_not_followed(game_folder: GameFolder) -> None:
    """a reference cannot show files from elsewhere"""
    file = game_folder.game / "reference.yaml"
    file.unlink()
    file.symlink_to("/etc/hostname")
    assert "link to outside the game's folder" in game_folder.only_fault()
