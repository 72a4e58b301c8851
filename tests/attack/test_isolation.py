"""Hostile files: code in the working folder is not run, and no escape sequence is printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.rooms.examine import examine
from companion.rooms.examine_process import RecordExaminer
from companion.rooms.records import FORMAT
from companion.table.commitment import commitment_of
from companion.table.model import Table
from printgen.cli import printgen
from printgen.terminal import printable
from tests.support import write_game

ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"
HOSTILE = (
    "import os\nfrom pathlib import Path\nPath(os.environ['MARKER']).touch()\nraise SystemExit(3)\n"
)


@pytest.fixture
def hostile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with modules named like ours; gives the file that they would leave."""
    folder = tmp_path / "folder"
    (folder / "companion/rooms").mkdir(parents=True)
    for name in (
        "msgspec.py",
        "json.py",
        "companion/__init__.py",
        "companion/rooms/examine_process.py",
    ):
        (folder / name).write_text(HOSTILE, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MARKER", str(tmp_path / "marker"))
    return tmp_path / "marker"


def test_the_working_folder_is_not_imported(hostile_folder: Path) -> None:
    """A module in the folder where the server was started is not run to examine a record."""
    assert list(map(str, RecordExaminer().examine("").wrong)) == list(map(str, examine("").wrong))
    assert not hostile_folder.exists()


def test_the_environment_chooses_no_modules(
    hostile_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PYTHONPATH does not reach the process that examines a record."""
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    assert list(map(str, RecordExaminer().examine("").wrong)) == list(map(str, examine("").wrong))
    assert not hostile_folder.exists()


def test_the_commands_import_nothing_from_the_working_folder(hostile_folder: Path) -> None:
    """Printgen and companion start in a hostile folder without running what lies there."""
    for program in ("printgen", "companion"):
        command = [str(Path(sys.executable).parent / program), "--help"]
        subprocess.run(command, check=True, capture_output=True)
    assert not hostile_folder.exists()


def test_spawned_workers_leave_out_the_working_folder(hostile_folder: Path) -> None:
    """A worker of a build, however it is started, does not look for modules where it stands."""
    code = "import printgen.start, os\nprintgen.start.isolate_children()\n"
    code += "import multiprocessing as m\n"
    code += "child = m.get_context('spawn').Process(target=len, args=('',))\n"
    code += "child.start(); child.join(); raise SystemExit(child.exitcode)\n"
    script = hostile_folder.parent / "start.py"
    script.write_text(f"if __name__ == '__main__':\n    exec({code!r})\n", encoding="utf-8")
    (Path.cwd() / "multiprocessing.py").write_text(HOSTILE, encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    subprocess.run([sys.executable, str(script)], check=True, env=environment)
    assert not hostile_folder.exists()


def assert_harmless(result: Result) -> None:
    printed = result.stdout + result.stderr
    assert printed.strip()
    found = {letter for letter in printed if unicodedata.category(letter) in ("Cc", "Zl", "Zp")}
    assert found <= {"\n"}
    assert "\u202e" not in printed


def test_a_record_prints_no_escape_sequences(tmp_path: Path) -> None:
    """The report of `companion verify` on a hostile record contains no control characters."""
    seed = b"s" * 32
    record = {
        "format": FORMAT,
        "game": "harbour",
        "commitment": commitment_of(Table("harbour", "", {}, {}, {}), seed),
        "seed": seed.hex(),
        "decks": {},
        "dice": {},
        "facts": {},
        "events": [{"number": 1, "id": "e1", "kind": ESCAPE, "seat": None, "data": {}}],
    }
    file = tmp_path / "record.json"
    for text in (json.dumps(record), json.dumps({"format": ESCAPE}), json.dumps({ESCAPE: 1})):
        file.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(main, ["verify", str(file)])
        assert result.exit_code == 1
        assert_harmless(result)


def test_a_game_prints_no_escape_sequences(tmp_path: Path) -> None:
    """Names, titles and cells of a hostile game are printed escaped, in every command."""
    cards = write_game(
        tmp_path,
        "{size: [63, 88], draw: [{text: $word, box: [0, 0, 60, 20]}]}",
        rows=f"id,word,number\na{ESCAPE},hello{ESCAPE},x{ESCAPE}\n",
    )
    game = cards / "sampler" / "game.yaml"
    loud = game.read_text(encoding="utf-8").replace("Sampler", json.dumps("S" + ESCAPE))
    game.write_text(loud, encoding="utf-8")
    for command in (["check"], ["list"], ["build", "--out", str(tmp_path / "out")]):
        assert_harmless(CliRunner().invoke(printgen, [*command, "--cards", str(cards)]))
    assert_harmless(
        CliRunner().invoke(printgen, ["check", f"no\n{ESCAPE}game", "--cards", str(cards)])
    )


def test_file_names_print_no_escape_sequences(tmp_path: Path) -> None:
    """A file name with an escape sequence is printed escaped."""
    folder = tmp_path / f"cards{ESCAPE}"
    folder.mkdir()
    result = CliRunner().invoke(printgen, ["list", "--cards", str(folder)])
    assert "\\u001b" in result.stderr
    assert_harmless(result)


def test_what_is_escaped_can_be_read() -> None:
    """Letters of every script stay as they are, and lone bytes of a file name are shown."""
    assert printable("Grüße, 龍 – ½ 👩‍👧") == "Grüße, 龍 – ½ 👩‍👧"
    assert printable("a\nb\x1b", keep="\n") == "a\nb\\u001b"
    assert printable(os.fsdecode(b"a\xff")) == "a\\udcff"
