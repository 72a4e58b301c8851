"""A game's own words: read from its folder, told what is wrong with them, and written anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner, Result

from companion.app import create_app
from companion.cli import main
from companion.gallery import Library
from companion.glossary import read_glossary
from companion.reference import read_reference, search
from companion.store import Store
from companion.texts import texts_of
from printgen.catalog.places import builtin_templates
from printgen.errors import DataError, Findings
from tests.catalog.workshop import Workshop

HEAD = 'msgid ""\nmsgstr "Language: de\\n"\n\n'
FISH = "Sells best on the day it is landed."


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def words_of(workshop: Workshop) -> dict[str, str]:
    findings = Findings()
    glossary = read_glossary(workshop.sound(), findings)
    findings.raise_errors()
    return dict(glossary.get("de", {}))


def po(*pairs: tuple[str, str]) -> str:
    return HEAD + "\n".join(f'msgid "{text}"\nmsgstr "{words}"\n' for text, words in pairs)


# --- reading -------------------------------------------------------------------------------------


def test_words_are_read(workshop: Workshop) -> None:
    """This test ensures that texts of several lines and with quotes are read as they are meant,
    and that what is empty, marked as a guess or set aside says nothing."""
    workshop.write(
        "de.po",
        HEAD + '# a note\nmsgid ""\n"Pay 1 to walk\\n"\n"\\"one\\" step"\nmsgstr "Zahl\\n„1“"\n\n'
        'msgid "Tea"\nmsgstr ""\n\n'
        '#, fuzzy\nmsgid "Rope"\nmsgstr "Robbe"\n\n'
        '#~ msgid "Salt"\n#~ msgstr "Salz"\n',
    )
    assert words_of(workshop) == {'Pay 1 to walk\n"one" step': "Zahl\n„1“"}


def test_a_game_needs_no_words(workshop: Workshop) -> None:
    """This test ensures that a folder without such a file stays as it is written."""
    assert read_glossary(workshop.sound(), Findings()) == {}


def test_every_mistake_of_a_file_is_told_once(workshop: Workshop) -> None:
    """This test ensures that who edits the file reads each row that is wrong, and why."""
    lines = [
        'msgid "Tea"',
        'msgstr "Tee',  # row 2: the quote at the end is missing
        '"und mehr"',
        'msgid "Rope"',  # row 4: nothing follows
        'msgid "Fish"',
        'msgstr "Fisch"',
        'msgid "Fish"',  # row 7: again
        'msgstr "Fische"',
        'msgid "Glass"',
        'msgid_plural "Glasses"',  # row 10
        'msgstr[0] "Glas"',
        "# a note",
        'msgstr "Salz"',  # row 13
        'mgsid "Salt"',
    ]
    workshop.write("de.po", "\n".join(lines))
    with pytest.raises(DataError) as error:
        words_of(workshop)
    where = "cards/harbour/de.po, row "
    assert [str(finding) for finding in error.value.findings] == [
        f'{where}2: this is no line such as msgid "Coins" or msgstr "Münzen": msgstr "Tee',
        f"{where}4: this msgid has no msgstr after it",
        f"{where}7: this text is already in row 5",
        f"{where}10: 'msgid_plural' is not used here, only msgid and msgstr",
        f"{where}13: this msgstr has no msgid before it",
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"\xff", "row 1: the byte 0xff is not UTF-8"), (b"", "the file is empty")],
)
def test_what_is_no_text_is_told(workshop: Workshop, content: bytes, told: str) -> None:
    """This test ensures that a file that cannot be read is a sentence and not a crash."""
    workshop.write("de.po", content)
    with pytest.raises(DataError, match=told):
        words_of(workshop)


def test_a_link_out_of_the_folder_is_not_followed(workshop: Workshop) -> None:
    """This test ensures that words cannot come from files elsewhere."""
    (workshop.game / "de.po").symlink_to("/etc/hostname")
    with pytest.raises(DataError, match="link out of the game's folder"):
        words_of(workshop)


def test_a_fault_is_a_fault_of_the_game(workshop: Workshop, tmp_path: Path) -> None:
    """This test ensures that the start page lists what is wrong with a game's words, and that
    nobody meets a crash instead."""
    workshop.write("de.po", 'msgid "Tea"\n')
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(workshop.cards, builtin_templates(), store).test_client()
    page = client.get("/").get_data(as_text=True)
    assert "cards/harbour/de.po, row 1: this msgid has no msgstr after it" in page
    assert client.get("/games/harbour/reference").status_code == 409
    assert Library(workshop.cards, builtin_templates()).words("harbour", "de") == {}
    store.close()


# --- the reference -------------------------------------------------------------------------------


def test_answers_are_said_and_found_in_both_languages(workshop: Workshop) -> None:
    """This test ensures that questions and texts of pieces change, titles of pieces stay as they
    are printed, and a search knows the words of both languages."""
    words = {
        "Who pays for the café?": "Wer zahlt im Café?",
        FISH: "Fangfrisch am teuersten.",
        "Fish": "Fisch",
    }
    entries = read_reference(workshop.sound(), words)
    assert [entry.question for entry in entries][1:3] == ["Wer zahlt im Café?", "Fish"]
    (fish,) = (entry for entry in entries if entry.question == "Fish")
    assert fish.answer == "Fangfrisch am teuersten."
    for asked in ("fangfrisch", "landed", "fish"):
        assert fish in search(entries, asked), asked
    for asked in ("zahlt", "pays cafe"):
        assert [entry.question for entry in search(entries, asked)] == ["Wer zahlt im Café?"]


def test_symbols_are_found_by_what_they_are_called(workshop: Workshop) -> None:
    """This test ensures that a search finds the words that a page shows for symbols."""
    workshop.write(
        "reference.yaml", "- {question: What is it worth?, answer: 'Two [gold-coin] each.'}"
    )
    words = {"Two [gold-coin] each.": "Je zwei [gold-coin].", "gold coin": "Goldmünze"}
    assert texts_of(workshop.sound()).count("gold coin") == 1
    (found,) = search(read_reference(workshop.sound(), words), "goldmünze")
    assert found.answer == "Je zwei [gold-coin]."
    (found,) = search(read_reference(workshop.sound(), {"gold coin": "Goldmünze"}), "goldmünze")
    assert found.answer == "Two [gold-coin] each."


# --- the file for who translates -----------------------------------------------------------------


def renew(folder: Path) -> Result:
    return CliRunner().invoke(main, ["words", str(folder), "--language", "de"])


def test_a_file_is_begun(workshop: Workshop) -> None:
    """This test ensures that a new file has every text once, in the order of the data, and that
    any program for translators reads it."""
    done = renew(workshop.game)
    assert done.exit_code == 0, done.output
    texts = texts_of(workshop.sound())
    assert f"{len(texts)} texts, {len(texts)} to translate, 0 removed" in done.output
    with (workshop.game / "de.po").open("rb") as stream:
        catalogue = read_po(stream, abort_invalid=True)
    assert str(catalogue.locale) == "de"
    assert tuple(message.id for message in catalogue if message.id) == texts
    assert len(set(texts)) == len(texts)
    for text in ("Tide", "High water", "North pier", "May a ship leave without cargo?", FISH):
        assert text in texts
    assert "Rope" not in texts, "it is printed on a card"


def test_a_file_is_renewed(workshop: Workshop) -> None:
    """This test ensures that words, notes and the head are kept, that what the data no longer
    says goes, and that a second time changes nothing."""
    old = po(("No longer said", "Weg"), (FISH, 'Fangfrisch:\\n\\"gut\\"'))
    workshop.write("de.po", old.replace(f'msgid "{FISH}"', f'# well said\nmsgid "{FISH}"'))
    assert "1 removed" in renew(workshop.game).output
    written = (workshop.game / "de.po").read_text(encoding="utf-8")
    assert f'# well said\nmsgid "{FISH}"\nmsgstr "Fangfrisch:\\n\\"gut\\""\n' in written
    assert "No longer said" not in written
    assert written.startswith('msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "')
    assert words_of(workshop) == {FISH: 'Fangfrisch:\n"gut"'}
    assert "0 removed" in renew(workshop.game).output
    assert (workshop.game / "de.po").read_text(encoding="utf-8") == written


def test_a_broken_file_is_left_alone(workshop: Workshop) -> None:
    """This test ensures that nothing of a translation is lost because of one wrong line."""
    workshop.write("de.po", 'msgid "Tea"\nmsgstr "Tee\n')
    done = renew(workshop.game)
    assert done.exit_code == 1
    assert "cards/harbour/de.po, row 2" in done.output
    assert (workshop.game / "de.po").read_text(encoding="utf-8") == 'msgid "Tea"\nmsgstr "Tee\n'


def test_a_folder_that_is_no_game_is_told(tmp_path: Path) -> None:
    """This test ensures that a slip in the folder's name is a sentence."""
    done = renew(tmp_path)
    assert done.exit_code == 2
    assert "there is no game" in done.output


@pytest.mark.parametrize("slug", ["gone", "../cards/harbour", ".."])
def test_a_game_that_is_not_there_has_no_words(slug: str) -> None:
    """This test ensures that a record of a game which is not in the folder, or whose name leads
    out of it, is read all the same."""
    cards = Path(__file__).parent.parent / "sample" / "cards"
    assert Library(cards, builtin_templates()).words(slug, "de") == {}
