"""Games are printed in the languages that they are translated to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdfium2 import PdfDocument

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Game
from printgen.catalog.translations.own import CATALOGUES, own_words
from printgen.catalog.translations.printed import has_words, printed_texts
from printgen.catalog.translations.translated import missing_texts, translated
from printgen.cli import printgen
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Text, Use
from tests.support import BOOKLET, open_sampler, write_game

TEMPLATE = """size: [60, 40]
elements:
  - text: "{name}"
    box: [3, 3, 54, 6]
  - rich: "{text}"
    box: [3, 10, 54, 6]
  - text: "Draw {count}"
    box: [3, 16, 54, 6]
  - text: "{'Night' if side == 'dark' else 'Day'}"
    box: [3, 22, 54, 6]
  - repeat: {over: "['Sow', 'Reap']", as: word, dy: 5, y: 28}
    elements:
      - text: "{word}"
        box: [3, 0, 54, 5]
"""
ROWS = "id,name,name_de,text,side,count\nfish,Fish,Fisch,Two each,dark,2\nrope,Rope,,One,light,1\n"
COLUMNS = "{id: text, name: text, name_de: 'text?', text: text, side: text, count: integer}"
RULES = """- title: Play
- table:
  - [Steps, Dice]
  - [about 6.3, '2.5']
- note: Mind the gap
- text: "{len(rows('rows'))} things"
"""
GERMAN = {
    "Rope": "Seil",
    "Two each": "Je zwei",
    "One": "Eins",
    "Things": "Dinge",
    "unofficial sampler": "inoffizielle Probe",
    "Draw {count}": "Zieh {count}",
    "{'Night' if side == 'dark' else 'Day'}": "{'Nacht' if side == 'dark' else 'Tag'}",
    "Sow": "Säen",
    "Reap": "Ernten",
    "Rules": "Regeln",
    "Play": "So geht es",
    "Steps": "Schritte",
    "Dice": "Würfel",
    "about 6.3": "etwa 6,3",
    "2.5": "2,5",
    "Mind the gap": "Vorsicht, Stufe",
    "{len(rows('rows'))} things": "{len(rows('rows'))} Dinge",
}


def po(words: dict[str, str]) -> str:
    return "".join(f'msgid "{text}"\nmsgstr "{word}"\n\n' for text, word in words.items())


def write(folder: Path, words: dict[str, str]) -> Path:
    files = {"rules.yaml": RULES, "de.po": po(words)}
    return write_game(folder, TEMPLATE, ROWS, COLUMNS, BOOKLET, files)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(printgen, list(arguments))
    return done.exit_code, done.output


def sampler(cards: Path) -> Game:
    findings = Findings()
    game = open_sampler(cards, findings)
    assert not list(findings), [str(finding) for finding in findings]
    return game


def words_of(file: Path) -> str:
    """Return all text of a PDF, with single spaces between words."""
    pages = (page.get_textpage().get_text_bounded() for page in PdfDocument(file))
    return " ".join(" ".join(pages).split())


def test_a_game_is_printed_in_german(tmp_path: Path) -> None:
    """Faces, booklet and margins are German; a column's own translation is taken first, and what
    is compared in a template is not changed."""
    cards = write(tmp_path, GERMAN)
    out = tmp_path / "out"
    for language in ("de", "en"):
        code, output = run(
            "build", "--cards", str(cards), "--out", str(out), "--language", language, "--jobs", "1"
        )
        assert code == 0, output
    files = sorted((out / "sampler").rglob("*.pdf"))
    german = " ".join(words_of(file) for file in files if file.stem.endswith("-de"))
    for text in ("Fisch", "Seil", "Je zwei", "Zieh 2", "Nacht", "Tag", "Säen", "Ernten"):
        assert text in german, text
    for text in ("So geht es", "etwa 6,3", "2,5", "Vorsicht, Stufe", "2 Dinge", "Notizen"):
        assert text in german, text
    for text in ("auf 100 %", "Seite 1/", "lange Kante", "(inoffiziell)", "Inoffizielle"):
        assert text in german, text
    for text in ("Fish", "Rope", "each", "Draw", "Day", "Play", "gap", "page", "edge"):
        assert text not in german, text
    english = " ".join(words_of(file) for file in files if not file.stem.endswith("-de"))
    assert "Fish" in english
    assert "Fisch" not in english


def test_missing_translations_are_listed(tmp_path: Path) -> None:
    """check tells how many there are, with examples, and build does not need them."""
    found = printed_texts(sampler(write(tmp_path, GERMAN)), "de")
    assert sorted(found) == sorted(GERMAN)
    few = {text: word for text, word in GERMAN.items() if text not in ("Reap", "Mind the gap")}
    cards = write(tmp_path, few)
    assert missing_texts(sampler(cards), "de") == ("Reap", "Mind the gap")
    _, output = run("check", "--cards", str(cards), "--language", "de", "--paper", "a4")
    line = "cards/sampler/de.po: 2 texts have no translation: “Reap”, “Mind the gap”"
    assert f"warning: {line}" in " ".join(output.split())
    code, output = run("check", "--cards", str(cards), "--language", "fr")
    assert code == 2
    assert "no game has a file fr.po" in output


def test_words_are_hyphenated_in_their_language(tmp_path: Path) -> None:
    """A style that is hyphenated by the rules of one language is by those of the other."""
    cards = write(tmp_path, GERMAN)
    theme = "extends: plain\ntext:\n  body: {font: body, size: 9, smallest: 8, hyphenate: en_GB}\n"
    (cards / "sampler" / "theme.yaml").write_text(theme, encoding="utf-8")
    made = translated(sampler(cards), "de")
    assert made.theme.text["body"].hyphenate == "de"
    assert made.theme.text["title"].hyphenate is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw", True),
        ("2.5", True),
        ("3 + 2", False),
        ("{name}", False),
        ("[coin] 3", False),
        ("{'Night' if side == 'dark' else 'Day'}", True),
        ("{'' if side == 'dark' else '–'}", False),
        ("{find('things', 'fish').count}", False),
    ],
)
def test_what_is_to_be_translated(text: str, expected: bool) -> None:
    """Words and decimal points are, but not symbols, what expressions read, or names in them."""
    assert has_words(text) is expected


def test_own_words_are_complete() -> None:
    """Every text that printgen prints in margins and booklets is in each of its catalogues, which
    have nothing else."""
    constants: set[str] = set()
    translated_there: set[str] = set()
    for file in CATALOGUES.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.update((node.value, *node.value.split("\n")))
            elif isinstance(node, ast.Call):
                translated_there.update(_own_text(node))
    for file in CATALOGUES.glob("*.po"):
        known = own_words(file.stem).known
        assert sorted(set(known) - constants) == []
        assert sorted(translated_there - set(known)) == []


def _own_text(node: ast.Call) -> Iterator[str]:
    """Yield the text that a call such as `words("Credits")` translates."""
    called, first = node.func, node.args[0] if node.args else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name in ("words", "_words") and isinstance(first, ast.Constant):
        yield str(first.value)


def strings_of(frame: Frame) -> Iterator[str]:
    for item in frame.items:
        yield from _strings(item)


def _strings(item: Item) -> Iterator[str]:
    if isinstance(item, Text):
        yield item.string
    elif isinstance(item, Group):
        for inner in item.items:
            yield from _strings(inner)
    elif isinstance(item, Use):
        yield from strings_of(item.frame)


def drawn(game: Game) -> set[str]:
    """Return all texts of a game's faces that have two letters in a row."""
    findings = Findings()
    context = make_draw_context(game, "full", None)
    faces = [
        face
        for component in game.components
        for face in draw_component(game, component, context, findings)
    ]
    assert not list(findings), [str(finding) for finding in findings]
    sides = (side for face in faces for side in (face.front, face.back) if side is not None)
    texts = {text for side in sides for text in strings_of(side)}
    return {text for text in texts if re.search(r"[^\W\d_]{2}", text)}


ALIKE = {
    "dragon-boats": {"II", "III", "IV", "NW", "SW", "Gold", "Jade", "Phase", "orange", "in"},
    "dragon-river": {"die"},
    "river-dragons": {"Reserve.", "Hand", "in"},
    "port-flower": {"die", "diagonal", "Port Flower", "Sailing Port Flower"},
    "piecepack": {
        *("Hexpack:", "Piecepack", "Piecepack:", "Subpack:", "art/", "check", "game.yaml", "in"),
        *("dual_piecepacks_expansion", "four_seasons_expansion", "playing_cards_expansion"),
        *("hexpack", "icehouse_pieces", "piecepack", "printgen", "subpack"),
    },
    "mines": {"Jade", "gray", *(f"Zone {number}" for number in range(1, 8))},
}
"""Words that are the same in German; `gray` is part of the name of a table."""


@pytest.mark.parametrize("slug", ALIKE)
def test_nothing_is_left_in_english(slug: str) -> None:
    """No text on a face is the same in English and in German, except for names."""
    findings = Findings()
    game = load_game(slug, builtin_cards(), builtin_templates(), findings)
    assert game is not None
    assert missing_texts(game, "de") == ()
    alike = drawn(game) & drawn(translated(game, "de"))
    names = {*game.title.split(), *(word for name in game.tables for word in name.split("-"))}
    rest = {text for text in alike if not set(re.findall(r"\w+", text)) <= names}
    sizes = {text for text in rest if text.endswith("mm") or text.startswith("Version")}
    assert rest - sizes <= ALIKE[slug]


def test_all_hints_on_sheets_are_translated() -> None:
    """What margins say to do is composed from sentences that are in each catalogue."""
    hints: set[str] = set()
    for file in (CATALOGUES.parent / "sheet").rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AnnAssign) and re.search(
                "HINT|NOTE$", ast.unparse(node.target)
            ):
                hints.update(
                    str(part.value)
                    for part in ast.walk(node)
                    if isinstance(part, ast.Constant) and re.search(r"\w \w", str(part.value))
                )
    assert len(hints) > 10
    for file in CATALOGUES.glob("*.po"):
        assert {line for hint in hints for line in hint.strip().split("\n")} <= set(
            own_words(file.stem).known
        )


def test_a_language_without_hyphenation(tmp_path: Path) -> None:
    """Words are not hyphenated by the rules of another language."""
    cards = write(tmp_path, GERMAN)
    theme = "extends: plain\ntext:\n  body: {font: body, size: 9, smallest: 8, hyphenate: en_GB}\n"
    (cards / "sampler" / "theme.yaml").write_text(theme, encoding="utf-8")
    (cards / "sampler" / "fi.po").write_text(po({"Rope": "Köysi"}), encoding="utf-8")
    assert translated(sampler(cards), "fi").theme.text["body"].hyphenate is None


@pytest.mark.parametrize(
    ("translation", "fault"),
    [
        ("Zieh {count}", ""),
        ("Zieh {cout}", "error: {place}: the translation has {cout}, but its text has {count}"),
        ("Zieh", "warning: {place}: the translation leaves out {count}"),
        ("Zieh {count", "error: {place}: an expression of the translation cannot be read"),
        ("Zieh {count} [coin]", ""),
    ],
)
def test_translations_keep_what_is_in_braces(tmp_path: Path, translation: str, fault: str) -> None:
    """A mistake is reported with its row, and the text is printed untranslated."""
    cards = write(tmp_path, {**GERMAN, "Draw {count}": translation})
    row = [*GERMAN].index("Draw {count}") * 3 + 1
    findings = Findings()
    game = load_game("sampler", cards, builtin_templates(), findings)
    place = f"cards/sampler/de.po, row {row}"
    expected = [fault.replace("{place}", place)] if fault else []
    assert [f"{'error' if f.is_error else 'warning'}: {f}" for f in findings] == expected
    assert game is not None
    assert ("Draw {count}" in game.translations["de"]) is not fault.startswith("error")


def test_symbols_are_not_translated(tmp_path: Path) -> None:
    cards = write(tmp_path, GERMAN)
    words = po({"Take [coin blue]": "Nimm [Münze]", "Pay [coin]": "[coin] zahlen"})
    (cards / "sampler" / "de.po").write_text(words, encoding="utf-8")
    findings = Findings()
    load_game("sampler", cards, builtin_templates(), findings)
    (found,) = findings
    assert "de.po, row 1: the translation has [Münze], but its text has [coin]" in str(found)


def test_what_the_game_does_not_have_is_reported(tmp_path: Path) -> None:
    """A text that was changed since, or mistyped, would never be printed."""
    cards = write(tmp_path, {**GERMAN, "Nowhere": "Nirgends"})
    _, output = run("check", "--cards", str(cards), "--language", "de", "--paper", "a4")
    line = "1 translation is of texts that the game does not have: “Nowhere”"
    assert line in " ".join(output.split())
