"""New games: every one checks cleanly, prints, and opens in the companion."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.app import create_app
from companion.storage.store import Store
from printgen.build.preflight import preflight
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.cli import printgen
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from printgen.starter.parts import NAMES, PARTS, USUAL
from printgen.starter.write import slug_of


def run(folder: Path, *arguments: str) -> Result:
    """Run `printgen new` for the games of a folder."""
    return CliRunner().invoke(printgen, ["new", *arguments, "--cards", str(folder / "cards")])


def problems(folder: Path, game: str) -> list[str]:
    templates = builtin_templates()
    found = preflight(folder / "cards", templates, [game], ["a4", "letter"], ["full", "low"])
    return [str(finding) for finding in found]


WITH_RULES = [f"{name},rules" for name in NAMES if name != "rules"]


@pytest.mark.parametrize("parts", [*NAMES, *WITH_RULES, ",".join(NAMES), ",".join(USUAL)])
def test_a_new_game_has_no_problems(tmp_path: Path, parts: str) -> None:
    """Whatever it has, the checks find no problems."""
    result = run(tmp_path, "Lantern Road", "--with", parts)
    assert result.exit_code == 0, result.output
    assert problems(tmp_path, "lantern-road") == []
    assert "$" not in "".join(
        file.read_text() for file in (tmp_path / "cards").rglob("*") if file.is_file()
    )


def test_a_new_game_is_there_in_a_moment(tmp_path: Path) -> None:
    """From nothing to the first printed card: three commands and well under a minute."""
    started = time.monotonic()
    assert "printgen check lantern-road" in run(tmp_path, "Lantern Road").output
    built = CliRunner().invoke(
        printgen,
        [
            *("build", "lantern-road", "--component", "cards", "--jobs", "1"),
            *("--cards", str(tmp_path / "cards"), "--out", str(tmp_path / "output")),
        ],
    )
    assert built.exit_code == 0, built.output
    assert (tmp_path / "output/lantern-road/lantern-road-cards-a4-duplex.pdf").stat().st_size > 5000
    assert time.monotonic() - started < 60


DECK = """Title,Class,Cost,Power,Rules text,Art,Qty
Sea Dragon,Beast,5,7,"When it comes into play, every other player discards one card.",dragon.png,2
Net,Tool,0,,Catch a beast with a power of 3 or less. It goes to your hand.,net.png,4
"""


def test_a_draft_from_a_table(tmp_path: Path) -> None:
    """Title, text, numbers, pictures and copies are found; the table itself stays as it is."""
    (tmp_path / "deck.csv").write_text(DECK)
    for name in ("dragon", "net"):
        Image.new("RGB", (700, 460), "navy").save(tmp_path / f"{name}.png")
    result = run(tmp_path, "My Deck", "--from", str(tmp_path / "deck.csv"))
    assert result.exit_code == 0, result.output
    folder = tmp_path / "cards" / "my-deck"
    assert (folder / "cards.csv").read_text() == DECK
    assert (folder / "art" / "net.png").is_file()
    template = (folder / "templates" / "card.yaml").read_text()
    for part in ('"{title}"', '"{rules_text}"', '"{art}"', '"{cost}"', '"{power}"', "{class_}"):
        assert part in template
    assert "copies: qty" in (folder / "game.yaml").read_text()
    assert problems(tmp_path, "my-deck") == []


def test_empty_cells_leave_no_separators(tmp_path: Path) -> None:
    """Columns without a role share a line, those without empty cells first."""
    rows = [["Title", "Note", "Kind"], ["Net", "", "tool"], ["Dog", "loud", "pet"]]
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    (tmp_path / "deck.csv").write_text(stream.getvalue())
    assert run(tmp_path, "Deck", "--from", str(tmp_path / "deck.csv")).exit_code == 0
    findings = Findings()
    game = load_game("deck", tmp_path / "cards", builtin_templates(), findings)
    assert game is not None
    faces = draw_component(
        game, game.components[0], make_draw_context(game, "full", None), findings
    )
    assert not findings.errors
    shown = [face.front.dump() for face in faces]
    assert ["·" in one for one in shown] == [False, True]
    assert "pet · loud" in shown[1]


def test_a_draft_from_a_plain_table(tmp_path: Path) -> None:
    """A workbook with one column is a deck too."""
    stream = io.StringIO()
    csv.writer(stream).writerows([["Word"], ["river"], ["lake"]])
    (tmp_path / "words.csv").write_text(stream.getvalue())
    assert run(tmp_path, "Words", "--from", str(tmp_path / "words.csv")).exit_code == 0
    assert problems(tmp_path, "words") == []


def test_a_draft_that_fails_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_bytes(b"Title\nK\xe4se\n")
    result = run(tmp_path, "My Deck", "--from", str(tmp_path / "deck.csv"))
    assert result.exit_code == 1
    assert "is not UTF-8" in result.output
    assert not (tmp_path / "cards" / "my-deck").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("Lantern Road", "--with", "card"), "cannot have 'card' (did you mean 'cards'?)"),
        (("Lantern Road", "--players", "4-2"), "'4-2' is not a number of players, such as 2-4"),
        (("Lantern Road", "--languages", "german"), "'german' is not a language"),
        (("…",), "has no letters or digits"),
        (("x" * 99,), "a title has 1 to 80 letters"),
        (("Deck", "--from", "deck.doc"), "is not a table"),
    ],
)
def test_mistakes(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    result = run(tmp_path, *arguments)
    assert result.exit_code == 2
    assert told in result.output
    assert not (tmp_path / "cards").exists()


@pytest.mark.parametrize(
    ("title", "slug"),
    [("Café Zürich", "cafe-zurich"), ("Straße 7", "strasse-7"), ("Łódź, again!", "odz-again")],
)
def test_a_folder_is_named_by_plain_letters(title: str, slug: str) -> None:
    assert slug_of(title) == slug


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_it_asks_on_a_terminal(tmp_path: Path) -> None:
    """Designer, players, each part, languages: Enter takes what is usual."""
    answers = ["Ann", "3-5", *("y" if part.name == "dice" else "n" for part in PARTS), "de"]
    import pty

    terminal, child = pty.openpty()
    command = [sys.executable, "-m", "printgen", "new", "Lantern Road"]
    os.write(terminal, "".join(f"{answer}\n" for answer in answers).encode())
    done = subprocess.run(
        command, cwd=tmp_path, stdin=child, capture_output=True, text=True, timeout=60, check=True
    )
    os.close(terminal)
    os.close(child)
    asked = ["Designer", "Players [2-4]", "What does it have?", "Dice", "Languages"]
    positions = [done.stdout.index(question) for question in asked]
    assert positions == sorted(positions)
    folder = tmp_path / "cards" / "lantern-road"
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    assert 'designer: "Ann"' in text
    assert "players: 3-5" in text
    assert {file.name for file in folder.iterdir() if file.is_file()} >= {"dice.csv", "de.po"}
    assert not (folder / "cards.csv").exists()
    assert "printgen watch lantern-road" in done.stdout


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    assert run(tmp_path, "lantern-road", "--designer", "Ann").exit_code == 0
    text = (tmp_path / "cards/lantern-road/game.yaml").read_text()
    assert 'title: "Lantern road"' in text
    assert 'credit: "Lantern road by Ann."' in text
    again = run(tmp_path, "Lantern Road")
    assert again.exit_code == 2
    assert "exists already; choose another name" in again.output
    assert (tmp_path / "cards/lantern-road/game.yaml").read_text() == text


def test_the_companion_opens_it(tmp_path: Path) -> None:
    """Its setup and its score sheet work as they are."""
    every = ",".join(NAMES)
    made = run(tmp_path, "Lantern Road", "--with", every, "--languages", "de")
    assert made.exit_code == 0, made.output
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    client = create_app(tmp_path / "cards", builtin_templates(), store).test_client()
    assert "Lantern Road" in client.get("/").get_data(as_text=True)
    setup = client.get("/games/lantern-road/setup?players=3&words=jade-otter-41")
    assert setup.status_code == 200
    assert "For each player, face down: 3" in setup.get_data(as_text=True)
    assert client.get("/games/lantern-road/score").status_code == 200
    store.close()
