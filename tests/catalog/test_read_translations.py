"""Reading a game's `<language>.po` files."""

from __future__ import annotations

import pytest

from tests.catalog.game_folder import GameFolder

HEADER = 'msgid ""\nmsgstr "Language: de\\n"\n\n'


def test_translations_are_read(game_folder: GameFolder) -> None:
    """quotes and texts of several lines are read; empty, fuzzy and obsolete entries are not used"""
    game_folder.write(
        "de.po",
        HEADER + '# a note\nmsgid ""\n"Pay 1 to walk\\n"\n"\\"one\\" step"\nmsgstr "Zahl\\n„1“"\n\n'
        'msgid "Tea"\nmsgstr ""\n\n'
        '#, fuzzy\nmsgid "Rope"\nmsgstr "Robbe"\n\n'
        '#~ msgid "Salt"\n#~ msgstr "Salz"\n',
    )
    assert game_folder.sound().translations == {"de": {'Pay 1 to walk\n"one" step': "Zahl\n„1“"}}


def test_a_game_needs_no_translations(game_folder: GameFolder) -> None:
    """a folder without .po files has no translations and no mistakes"""
    assert game_folder.sound().translations == {}


def test_every_language_is_read(game_folder: GameFolder) -> None:
    """a file is read for any language, whether or not the companion's pages speak it"""
    game_folder.write("pt_BR.po", HEADER + 'msgid "Tea"\nmsgstr "Chá"\n')
    assert game_folder.sound().translations == {"pt_BR": {"Tea": "Chá"}}


def test_every_mistake_is_reported_once(game_folder: GameFolder) -> None:
    """each wrong row is reported with what is wrong in it"""
    lines = [
        'msgid "Tea"',
        'msgstr "Tee',  # row 2: the quote at the end is missing
        '"und mehr"',
        'msgid "Rope"',  # row 4: nothing follows
        'msgid "Fish"',
        'msgstr "Fisch"',
        'msgid "Fish"',  # row 7: a second time
        'msgstr "Fische"',
        'msgid "Glass"',
        'msgid_plural "Glasses"',  # row 10
        'msgstr[0] "Glas"',
        "# a note",
        'msgstr "Salz"',  # row 13
        'mgsid "Salt"',
    ]
    game_folder.write("de.po", "\n".join(lines))
    where = "cards/harbour/de.po, row "
    assert game_folder.faults() == [
        f'{where}2: expected a line such as msgid "Coins" or msgstr "Münzen", not msgstr "Tee',
        f"{where}4: this msgid has no msgstr after it",
        f"{where}7: this text is already in row 5",
        f"{where}10: 'msgid_plural' is not used here, only msgid and msgstr",
        f"{where}13: this msgstr has no msgid before it",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff", "row 1: the byte 0xff is not UTF-8"), (b"", "the file is empty")],
)
def test_an_unreadable_file_is_reported(
    game_folder: GameFolder, content: bytes, message: str
) -> None:
    """a file that is not text is a sentence and not a crash"""
    game_folder.write("de.po", content)
    assert message in game_folder.only_fault()


def test_a_link_out_of_the_folder_is_not_followed(game_folder: GameFolder) -> None:
    """translations cannot come from files elsewhere"""
    (game_folder.game / "de.po").symlink_to("/etc/hostname")
    assert "link to outside the game's folder" in game_folder.only_fault()
