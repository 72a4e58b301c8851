"""Names and phrases that were replaced must not come back."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("printgen", "companion", "cards", "templates", "tests", ".github")
SUFFIXES = {".py", ".html", ".js", ".md"}
# The changelog names what was renamed.
ALLOWED = {Path(__file__), ROOT / "CHANGELOG.md"}

RETIRED_MODULES = (
    *("companion/chance.py", "companion/gallery.py", "companion/glossary.py", "companion/live.py"),
    *("companion/picture.py", "companion/pieces.py", "companion/stage.py", "companion/texts.py"),
    *("companion/trial.py", "companion/words.py", "companion/table/agreed.py"),
    *("companion/games/names.py", "companion/results/history.py", "companion/results/standings.py"),
    *("companion/table/deck_acts.py", "companion/table/game_acts.py"),
    *("companion/table/score_acts.py",),
    *("companion/table/entries.py", "companion/table/fold.py", "companion/table/kinds.py"),
    *("companion/table/piles.py", "companion/table/plays.py", "companion/table/promise.py"),
    *("companion/table/marks.py", "companion/table/reading.py", "companion/table/earlier.py"),
    *("companion/games/port_flower/race_ppn.py",),
    *("companion/games/dragon_boats/numbers.py", "companion/games/dragon_river/lead.py"),
    *("companion/table/seated.py", "companion/table/telling.py", "companion/web/acts.py"),
    *("companion/web/answers.py", "companion/web/asking.py", "companion/web/called.py"),
    *("companion/web/dress.py", "companion/web/here.py", "companion/web/news.py"),
    *("companion/web/shelf.py", "companion/web/shell.py", "companion/web/visitor.py"),
    *("printgen/catalog/places.py", "printgen/catalog/shapes.py", "printgen/catalog/typed.py"),
    *("printgen/catalog/play/desk.py", "printgen/draw/studio.py"),
    *("printgen/draw/crafts/workshop.py", "printgen/draw/story/commission.py"),
    *("printgen/check/words.py", "printgen/draw/kind.py", "printgen/draw/crafts/finish.py"),
    *("printgen/draw/crafts/fold.py", "printgen/draw/story/folio.py"),
    *("printgen/draw/story/gallery.py", "printgen/draw/story/setters.py"),
)
# Names of classes: they are not searched for in prose, where most of them are ordinary words.
RETIRED_CLASSES = (
    *("BoxWords", "Chart", "Cluster", "Commission", "Craftsman", "Crowd", "Desk", "Door", "Ear"),
    *("Fineness", "Gallery", "Guarded", "Laid", "Left", "Live", "Look", "News", "Place", "Placed"),
    *("Finished", "LayTrack", "OtherNumbers", "RaceChart", "Throw", "Wanted"),
    *("Plate", "Silence", "Stand", "Story", "Studio", "Wants", "Workshop"),
)
RETIRED_PHRASES = (
    *("This test ensures that", "Takes nothing, gives", "nothing to mend", "What is ours"),
    *("is the most that", "is the least that", "cannot be worked out", "one file a component"),
    *("fold all sheets as one", "part it in two", "that is not there"),
    *("Discs of nobody", "disc of nobody", "Meddling cards", "Disc at home", "Cards to be had"),
    *("Sell what you need not", "Moments for cards", "Hexes of a kind", "Settled by us"),
    *(
        "Bring in a game from a file",
        " besides",
        " anew",
        "is told",
        "Sit down",
        "cannot be understood",
        "Lay it out",
        "Look what is new",
    ),
    *("tell the secret", "thrown again after", "of 100 for evenness"),
    *("That cannot be read", "Repeat it", "How each point arose"),
    *("all grows from it", "Where does {who} sail", "plan five cards", "The source does not say"),
    *("to 1 place; shark", "leaves the game", "Youngest: {who}", "can do no more"),
)


def searched_files() -> list[Path]:
    files = [*ROOT.glob("*.md")]
    for folder in FOLDERS:
        files += (ROOT / folder).rglob("*")
    return sorted(file for file in files if file.suffix in SUFFIXES and file not in ALLOWED)


@cache
def contents() -> dict[str, str]:
    """The text of each searched file by its path from the root."""
    return {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
        for file in searched_files()
    }


def identifiers(code: str) -> set[str]:
    """Every name that code defines or uses."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.alias)):
            found.add(node.name)
    return found


@pytest.mark.parametrize("module", RETIRED_MODULES)
def test_retired_module(module: str) -> None:
    """A renamed module does not exist under its old name."""
    assert not (ROOT / module).exists()


def test_retired_classes() -> None:
    """No code defines, imports or uses a retired class name."""
    pattern = re.compile(rf"\b({'|'.join(RETIRED_CLASSES)})\b")
    suspects = {
        path: text
        for path, text in contents().items()
        if path.endswith(".py") and pattern.search(text)
    }
    used = {path: identifiers(text) & set(RETIRED_CLASSES) for path, text in suspects.items()}
    assert [path for path, names in used.items() if names] == []


@pytest.mark.parametrize("phrase", RETIRED_PHRASES)
def test_retired_phrase(phrase: str) -> None:
    """No code, page or document contains a retired phrase."""
    assert [path for path, text in contents().items() if phrase in text] == []
