"""What the manual tells people to type works."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
import jsonschema_rs
import pytest
import yaml
from click.testing import CliRunner

from companion.app import create_app
from companion.cli import main as companion
from companion.proof.app import create_proof_app
from companion.proof.model import GameFiles
from companion.proof.watcher import Watcher
from companion.storage.store import Store
from printgen.build.game_build import _loaded, game_build_for
from printgen.build.preflight import preflight
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.folders import Folders
from printgen.cli import printgen
from tests.docs.commands import ROOT, Block, Command, blocks, console, shown_commands

GROUPS = {"printgen": printgen, "companion": companion}
DOCUMENTS = sorted((*(ROOT / "docs").rglob("*.md"), *(ROOT / "cards").glob("*.md")))
DOCUMENTS += [ROOT / "README.md", *sorted((ROOT / "templates").rglob("*.md"))]


def problem(line: str) -> str | None:
    """Return why a command line cannot be parsed. Placeholders in capitals, such as GAME, and
    synopses are checked for their names and options only."""
    name, *arguments = shlex.split(line.partition(" > ")[0])
    group = GROUPS[name]
    command: click.Command = group
    if arguments and not arguments[0].startswith("-"):
        found = group.commands.get(arguments[0])
        if found is None:
            return f"{line}: there is no such command"
        command = found
    known = {flag for option in command.params for flag in option.opts + option.secondary_opts}
    known |= {"--help"}
    unknown = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", line)) - known
    if unknown:
        return f"{line}: unknown {', '.join(sorted(unknown))}"
    if command is group or re.search(r"[A-Z]{3,}|[\[…<]", line):
        return None
    try:
        # Files and folders need not exist here.
        command.make_context(name, arguments[1:], resilient_parsing=False)
    except click.MissingParameter:
        return None  # a sentence about an option leaves the argument out
    except click.UsageError as error:
        return None if "does not exist" in error.message else f"{line}: {error.message}"
    return None


def test_every_command_line_in_the_documents_parses() -> None:
    """Commands and options exist, and values are of their kinds."""
    lines = [line for file in DOCUMENTS for line in shown_commands(file.read_text("utf-8"))]
    assert len(lines) > 40
    assert [found for line in lines if (found := problem(line))] == []


@pytest.mark.parametrize(
    "line",
    [
        "printgen bild mines",
        "printgen build --duplx",
        "printgen build --ink blue",
        "companion --prot 1",
    ],
)
def test_a_wrong_command_line_is_found(line: str) -> None:
    """Misspelt commands, options and values do not parse."""
    assert problem(line) is not None


def changed(text: str, diff: str) -> str:
    """Return a text with the change of a diff block, which must fit in exactly one place."""
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(before) == 1, before
    return text.replace(before, after)


def write(block: Block) -> None:
    file = Path(block.caption)
    if block.language == "diff":
        file.write_text(changed(file.read_text("utf-8"), block.text), "utf-8")
    else:
        file.write_text(block.text, "utf-8")


def run(command: Command) -> None:
    """Run a command and find the lines that the page shows in its output, in order; … stands for
    anything."""
    name, *arguments = command.arguments
    _loaded.cache_clear()  # as in a new process
    game_build_for.cache_clear()
    done = CliRunner().invoke(GROUPS[name], arguments)
    assert not isinstance(done.exception, Exception), done.exception
    failing = any(line.startswith("error: ") for line in command.output)
    assert done.exit_code == (1 if failing else 0), done.output
    # Errors may be shown above or below the summary, depending on where they are sent to.
    errors = [line for line in command.output if line.startswith("error: ")]
    rest = [line for line in command.output if not line.startswith("error: ")]
    for shown in (errors, rest):
        pattern = ".*?".join(rf"^{re.escape(line)}$".replace("…", ".*?") for line in shown)
        assert re.search(pattern, done.output, re.MULTILINE | re.DOTALL), done.output


def test_the_tutorial_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands, run in order in an empty folder, print what the page shows, and its game opens
    in the companion."""
    monkeypatch.chdir(tmp_path)
    served = 0
    for block in blocks((ROOT / "docs" / "tutorial.md").read_text("utf-8")):
        if block.caption:
            write(block)
        elif block.language == "console":
            for command in console(block.text):
                if command.arguments == ("companion",):
                    app = create_app(
                        Path("cards"),
                        builtin_templates(),
                        Store(f"sqlite:///{tmp_path}/tables.sqlite"),
                    )
                    page = app.test_client().get("/", headers={"Host": "localhost"})
                    assert "Lantern Road" in page.text
                    served += 1
                elif command.arguments[:2] == ("printgen", "watch"):
                    files = GameFiles(command.arguments[2], Path("cards"), builtin_templates())
                    proof = create_proof_app(Watcher(files)).test_client()
                    assert "Lantern Road" in proof.get("/", headers={"Host": "localhost"}).text
                    served += 1
                else:
                    run(command)
    assert served == 2
    faces = list(Path("output/lantern-road/png/cards/faces").glob("*.png"))
    assert len(faces) == 13


def test_the_deck_to_compare_with_other_tools_has_no_problems() -> None:
    """What the pages for users of other tools show is a whole game, with ten cards."""
    games, templates = ROOT / "docs" / "coming-from", builtin_templates()
    assert list(preflight(games, templates, ["night-market"], ["a4"], ["full", "low"])) == []
    (game,) = Folders(games, templates).listing(("night-market",))
    (cards,) = game.components
    assert sum(cards.copies(record) for record in game.tables["cards"].records) == 10


def test_the_set_to_compare_with_piecepackr_is_valid() -> None:
    """It follows the schema of sets."""
    schema = json.loads((ROOT / "cards" / "set.schema.json").read_text("utf-8"))
    page = (ROOT / "docs" / "coming-from" / "piecepackr.md").read_text("utf-8")
    (block,) = (block for block in blocks(page) if block.caption.endswith("tides.yaml"))
    jsonschema_rs.validator_for(schema).validate(yaml.safe_load(block.text))
