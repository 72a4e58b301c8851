"""A game's own translations: reading, checking and writing them."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner, Result

from companion.app import create_app
from companion.cli import main
from companion.language.reference import reference_entries, search
from companion.pictures.library import Library
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.translations.texts import all_texts, translatable_texts
from tests.catalog.game_folder import GameFolder

HEAD = 'msgid ""\nmsgstr "Language: de\\n"\n\n'
FISH = "Sells best on the day it is landed."


@pytest.fixture
def game_folder(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path)


def words_of(game_folder: GameFolder) -> dict[str, str]:
    return dict(game_folder.sound().translations.get("de", {}))


def po(*pairs: tuple[str, str]) -> str:
    return HEAD + "\n".join(f'msgid "{text}"\nmsgstr "{words}"\n' for text, words in pairs)


def test_a_fault_is_a_fault_of_the_game(game_folder: GameFolder, tmp_path: Path) -> None:
    """The start page lists mistakes in a game's translations instead of failing."""
    game_folder.write("de.po", 'msgid "Tea"\n')
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(game_folder.cards, builtin_templates(), store).test_client()
    page = client.get("/").get_data(as_text=True)
    assert "cards/harbour/de.po, row 1: this msgid has no msgstr after it" in page
    assert client.get("/games/harbour/reference").status_code == 409
    assert Library(game_folder.cards, builtin_templates()).translations("harbour", "de") == {}
    store.close()


# --- the reference -------------------------------------------------------------------------------


def test_answers_are_found_in_both_languages(game_folder: GameFolder) -> None:
    """Questions, titles and texts of pieces are translated, and a search finds both
    languages."""
    words = {
        "Who pays for the café?": "Wer zahlt im Café?",
        FISH: "Fangfrisch am teuersten.",
        "Fish": "Fisch",
    }
    entries = reference_entries(game_folder.sound(), words)
    assert [entry.question for entry in entries][1:3] == ["Wer zahlt im Café?", "Fisch"]
    (fish,) = (entry for entry in entries if entry.question == "Fisch")
    assert fish.answer == "Fangfrisch am teuersten."
    for asked in ("fangfrisch", "landed", "fish"):
        assert fish in search(entries, asked), asked
    for asked in ("zahlt", "pays cafe"):
        assert [entry.question for entry in search(entries, asked)] == ["Wer zahlt im Café?"]


def test_symbols_are_found_by_what_they_are_called(game_folder: GameFolder) -> None:
    """A search finds the names that a page shows for symbols."""
    game_folder.write(
        "reference.yaml", "- {question: What is it worth?, answer: 'Two [gold-coin] each.'}"
    )
    words = {"Two [gold-coin] each.": "Je zwei [gold-coin].", "gold coin": "Goldmünze"}
    assert translatable_texts(game_folder.sound()).count("gold coin") == 1
    (found,) = search(reference_entries(game_folder.sound(), words), "goldmünze")
    assert found.answer == "Je zwei [gold-coin]."
    (found,) = search(
        reference_entries(game_folder.sound(), {"gold coin": "Goldmünze"}), "goldmünze"
    )
    assert found.answer == "Two [gold-coin] each."


# --- the file for who translates -----------------------------------------------------------------


def renew(folder: Path) -> Result:
    return CliRunner().invoke(main, ["words", str(folder), "--language", "de"])


def test_a_file_is_begun(game_folder: GameFolder) -> None:
    """A new file has every text once, in the order of the data, and translation tools can read
    it."""
    done = renew(game_folder.game)
    assert done.exit_code == 0, done.output
    texts = all_texts(game_folder.sound())
    assert f"{len(texts)} texts, {len(texts)} to translate, 0 removed" in done.output
    with (game_folder.game / "de.po").open("rb") as stream:
        catalogue = read_po(stream, abort_invalid=True)
    assert str(catalogue.locale) == "de"
    assert tuple(message.id for message in catalogue if message.id) == texts
    assert len(set(texts)) == len(texts)
    for text in ("Tide", "High water", "North pier", "May a ship leave without cargo?", FISH):
        assert text in texts
    assert "Rope" not in translatable_texts(game_folder.sound()), "the card keeps its name"
    assert "Rope" in texts, "it is printed on a card"


def test_a_file_is_renewed(game_folder: GameFolder) -> None:
    """Renewing keeps translations, comments and the header, removes obsolete texts, and changes
    nothing the second time."""
    old = po(("No longer said", "Weg"), (FISH, 'Fangfrisch:\\n\\"gut\\"'))
    game_folder.write("de.po", old.replace(f'msgid "{FISH}"', f'# well said\nmsgid "{FISH}"'))
    assert "1 removed" in renew(game_folder.game).output
    written = (game_folder.game / "de.po").read_text(encoding="utf-8")
    assert f'# well said\nmsgid "{FISH}"\nmsgstr "Fangfrisch:\\n\\"gut\\""\n' in written
    assert "No longer said" not in written
    assert written.startswith('msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "')
    assert words_of(game_folder) == {FISH: 'Fangfrisch:\n"gut"'}
    assert "0 removed" in renew(game_folder.game).output
    assert (game_folder.game / "de.po").read_text(encoding="utf-8") == written


def test_a_broken_file_is_left_alone(game_folder: GameFolder) -> None:
    """A file with one broken line is not overwritten."""
    game_folder.write("de.po", 'msgid "Tea"\nmsgstr "Tee\n')
    done = renew(game_folder.game)
    assert done.exit_code == 1
    assert "cards/harbour/de.po, row 2" in done.output
    assert (game_folder.game / "de.po").read_text(encoding="utf-8") == 'msgid "Tea"\nmsgstr "Tee\n'


def test_any_language_can_be_begun(game_folder: GameFolder) -> None:
    """Sheets are printed in more languages than the companion speaks."""
    arguments = ["words", str(game_folder.game), "--language"]
    assert CliRunner().invoke(main, [*arguments, "pt_BR"]).exit_code == 0
    assert (game_folder.game / "pt_BR.po").is_file()
    done = CliRunner().invoke(main, [*arguments, "../fr"])
    assert done.exit_code == 2
    assert "'../fr' is not a language" in done.output


def test_a_folder_without_a_game_is_reported(tmp_path: Path) -> None:
    """A mistyped folder is reported in one sentence."""
    done = renew(tmp_path)
    assert done.exit_code == 2
    assert "there are no games" in done.output


@pytest.mark.parametrize("slug", ["gone", "../cards/harbour", ".."])
def test_a_missing_game_has_no_translations(slug: str) -> None:
    """A missing game, or one whose name leads out of the folder, has no translations and causes no
    error."""
    cards = Path(__file__).parent.parent / "sample" / "cards"
    assert Library(cards, builtin_templates()).translations(slug, "de") == {}
