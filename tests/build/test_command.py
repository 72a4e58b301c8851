"""The command: its files, messages and exit codes."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdf
import pytest

from tests.forked import Forks
from tests.support import write_game

TEMPLATE = """
size: [30, 30]
bleed: 2
elements:
  - rectangle: [-2, -2, 34, 34]
    ground: blue
  - text: "{word}"
    box: [4, 4, 22, 22]
    colour: "{on('blue')}"
"""


def run(*arguments: object, cwd: Path, seed: str = "0") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "XDG_CONFIG_HOME": str(cwd / "config")}
    return subprocess.run(
        [sys.executable, "-m", "printgen", *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def game(tmp_path: Path) -> Path:
    write_game(tmp_path, TEMPLATE, "id,word,number\na,one,1\nb,two,2\n", more="back: thing")
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_build_writes_and_tells(game: Path) -> None:
    """A build writes its files and sums them up."""
    done = run("build", "--format", "pdf,svg,png", "--dpi", 60, cwd=game)
    assert done.returncode == 0, done.stderr
    assert "2 pieces on 2 pages" in done.stdout
    made = files(game / "output" / "sampler")
    assert "sampler-things-a4-duplex.pdf" in made
    assert "svg/things/faces/a.svg" in made
    assert "svg/things/a4-duplex/page-01-front.svg" in made
    assert "png/things/faces/a.png" in made
    assert len(pypdf.PdfReader(game / "output/sampler/sampler-things-a4-duplex.pdf").pages) == 2


def test_the_log_counts_the_pages_in_each_file(game: Path, forked: Forks) -> None:
    """Pages are those of the file, the empty backs of single-sided sheets too, then and later."""
    about = game / "cards" / "sampler" / "game.yaml"
    component = "  - id: alone\n    rows: rows\n    template: thing\n"
    about.write_text(about.read_text(encoding="utf-8") + component, encoding="utf-8")
    for _ in range(2):
        done = forked.run(game, "build", "--verbose")
        assert done.code == 0, done.stderr
        reported = re.findall(r"on (\d+) pages?: (\S+\.pdf)", done.stdout)
        assert len(reported) == 3
        for pages, name in reported:
            assert int(pages) == len(pypdf.PdfReader(game / name).pages), name
        total = re.search(r"3 files, (\d+) pages", done.stdout)
        assert total is not None
        assert int(total[1]) == sum(int(pages) for pages, _ in reported)


def test_same_bytes_in_every_process(game: Path) -> None:
    """Neither hash seeds nor folders nor the clock show in the files."""
    for name, seed in (("one", "1"), ("two", "2")):
        done = run("build", "--format", "pdf,svg", "--out", name, cwd=game, seed=seed)
        assert done.returncode == 0, done.stderr
    assert files(game / "one") == files(game / "two")


def test_second_build_only_looks(game: Path, forked: Forks) -> None:
    """A second build makes nothing while nothing has changed; a changed row, a changed file or a
    lost file is built again."""
    forked.run(game, "build")
    pdf = game / "output" / "sampler" / "sampler-things-a4-duplex.pdf"
    stamp = pdf.stat().st_mtime_ns
    again = forked.run(game, "build")
    assert "1 unchanged" in again.stdout
    assert pdf.stat().st_mtime_ns == stamp
    pdf.write_bytes(b"spoilt")
    assert "1 unchanged" not in forked.run(game, "build").stdout
    assert pdf.read_bytes().startswith(b"%PDF")
    pdf.unlink()
    forked.run(game, "build")
    assert pdf.is_file()
    rows = game / "cards" / "sampler" / "rows.csv"
    rows.write_text("id,word,number\na,changed,1\n", encoding="utf-8")
    assert "1 piece on" in forked.run(game, "build").stdout


def test_files_of_removed_components_are_removed(game: Path, forked: Forks) -> None:
    """A file of a component that the game no longer has is removed; changed files are kept."""
    settings = game / "cards" / "sampler" / "game.yaml"
    alone = settings.read_text(encoding="utf-8")
    more = (
        "  - {id: extra, rows: rows, template: thing}\n  - {id: mine, rows: rows, template: thing}"
    )
    settings.write_text(f"{alone.rstrip()}\n{more}\n", encoding="utf-8")
    forked.run(game, "build", "--format", "pdf,png", "--dpi", "30")
    output = game / "output" / "sampler"
    (output / "sampler-mine-a4-one-sided.pdf").write_bytes(b"changed by hand")
    (output / "notes.txt").write_text("mine")
    settings.write_text(alone, encoding="utf-8")
    forked.run(game, "build", "--component", "things")
    assert (output / "sampler-extra-a4-one-sided.pdf").is_file()
    forked.run(game, "build")
    kept = {name for name in files(output) if "/things/" not in name}
    assert kept == {
        ".printgen.json",
        "notes.txt",
        "sampler-mine-a4-one-sided.pdf",
        "sampler-things-a4-duplex.pdf",
    }
    assert not (output / "png" / "extra").exists()


def test_unchanged_builds_import_nothing_heavy(game: Path) -> None:
    """A build with nothing to do does not load the drawing machinery."""
    run("build", cwd=game)
    code = (
        "import sys; sys.argv = ['printgen', 'build', '-q']\n"
        "from printgen.cli import printgen as main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('reportlab', 'PIL', 'svgwrite', 'uharfbuzz', 'rich') "
        "if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=game, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    """--help does not import what it does not need."""
    code = (
        "import sys; sys.argv = ['printgen', '--help']\n"
        "from printgen.cli import printgen as main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('reportlab', 'yaml', 'PIL', 'svgwrite', 'rich') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().endswith("[]")


def test_list(game: Path, forked: Forks) -> None:
    """The list has counts and sizes, for people and for programs."""
    assert "2  Things" in forked.run(game, "list").stdout
    (listed,) = json.loads(forked.run(game, "list", "--json").stdout)
    assert listed["components"][0]["count"] == 2
    assert listed["components"][0]["width"] == 30


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["build", "smpler"], "did you mean 'sampler'?"),
        (["build", "--component", "thing"], "did you mean 'things'?"),
        (["build", "--paper", "a44"], "did you mean 'a4'?"),
        (["build", "--profile", "office"], "printer profile 'office'"),
        (["build", "--format", "pfd"], "did you mean 'pdf'?"),
        (["build", "--companion-url", "not a url"], "is not a web address"),
        (["build", "--duplex", "up"], "'up' is not one of"),
        (["build", "--jobs", "0"], "0 is not in the range"),
        (["build", "--cards", "nowhere"], "does not exist"),
        (["check", "nothing"], "there is no game 'nothing'"),
        (["calibrate", "--measured", "x=banana"], "cannot read"),
        (["calibrate", "--measured", "top=30"], "the scales contradict each other"),
        (["calibrate", "--measured", "top=61 bottom=61"], "numbers from -60 to 60, not 61"),
        (["calibrate", "--measured", "across=94"], "without 'fit to page'"),
        (["calibrate", "--measured", "edge-top=35"], "edge-top is 35 mm"),
        (["bild"], "No such command 'bild'"),
    ],
)
def test_a_wrong_call_exits_with_2(
    game: Path, forked: Forks, arguments: list[str], says: str
) -> None:
    """Wrong arguments are reported, nothing is changed, and the exit code is 2."""
    done = forked.run(game, *arguments)
    assert done.code == 2, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert not (game / "output").exists()


def test_wrong_data_exits_with_1(game: Path, forked: Forks) -> None:
    """All mistakes in the data are listed, one per line, without a traceback."""
    rows = game / "cards" / "sampler" / "rows.csv"
    rows.write_text("id,word,number\na,one,x\na,two,2\nc,three\n", encoding="utf-8")
    for command in ("build", "check"):
        done = forked.run(game, command)
        assert done.code == 1
        reported = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        assert len(reported) == 3, done.stderr
        assert all("cards/sampler/rows.csv, row" in line for line in reported)
        assert "Traceback" not in done.stderr
    assert not list((game / "output").rglob("*.pdf"))


def test_mistakes_are_reported_down_the_file(game: Path, forked: Forks) -> None:
    """Findings are sorted by row."""
    file = game / "cards" / "sampler" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    sections = "setup: {board: things/x, parts: []}\nscore: {lines: [{id: a}], lowest: 3}\n"
    file.write_text(text + sections + "options: [{id: b}]\n", encoding="utf-8")
    reported = forked.run(game, "check").stderr
    rows = [int(row) for row in re.findall(r"game\.yaml, row (\d+)", reported)]
    assert len(rows) >= 5
    assert rows == sorted(rows)


def test_the_schema_is_printed(game: Path, forked: Forks) -> None:
    """`printgen schema` prints the schema for any folder of games."""
    done = forked.run(game, "schema")
    assert done.code == 0
    assert json.loads(done.stdout)["title"] == "Paperboat game.yaml"


def test_one_bad_game_does_not_stop_the_others(game: Path, forked: Forks) -> None:
    """Valid games are built even if another is broken, and the exit code is 1."""
    broken = game / "cards" / "broken"
    broken.mkdir()
    (broken / "game.yaml").write_text("title: Broken\n", encoding="utf-8")
    done = forked.run(game, "build")
    assert done.code == 1
    assert (game / "output" / "sampler" / "sampler-things-a4-duplex.pdf").is_file()


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupt_leaves_no_half_file(tmp_path: Path, jobs: int) -> None:
    """Ctrl-C at any moment leaves only complete files."""
    rows = "id,word,number\n" + "".join(f"r{i},word {i},{i}\n" for i in range(400))
    write_game(tmp_path, TEMPLATE, rows)
    for delay in (0.15, 0.4, 0.8, 1.2):
        command = [sys.executable, "-m", "printgen", "build", "--format", "pdf,svg,png"]
        process = subprocess.Popen(
            [*command, "--jobs", str(jobs), "--dpi", "40"],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, printed = process.communicate(timeout=60)
        # Before the command's own handler stands, Python's default one ends the process.
        assert process.returncode in (0, 130, -signal.SIGINT, 1), printed
        output = tmp_path / "output"
        assert not list(output.rglob("*.part"))
        for pdf in output.rglob("*.pdf"):
            assert len(pypdf.PdfReader(pdf).pages) > 0
        for svg in output.rglob("*.svg"):
            assert svg.read_text(encoding="utf-8").rstrip().endswith("</svg>")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_command_on_the_calibration_sheet_works(
    game: Path, forked: Forks, paper: str, duplex: str
) -> None:
    """The command printed on a sheet stores a profile for its paper and edge."""
    forked.run(game, "calibrate", "--paper", paper, "--duplex", duplex)
    sheet = pypdf.PdfReader(game / "output" / f"calibration-{paper}-{duplex}.pdf")
    words = " ".join(sheet.pages[0].extract_text().split())
    command = re.search(r"printgen (calibrate [^\"]*\"[^\"]*\")", words)
    assert command is not None
    assert f"--paper {paper} --duplex {duplex} " in command[1]
    stored = forked.run(game, *shlex.split(command[1]))
    assert stored.code == 0, stored.stderr
    assert "printer profile 'my-printer'" in stored.stdout
    [file] = game.rglob("my-printer.yaml")
    assert f"flip: {duplex}" in file.read_text(encoding="utf-8")


def test_a_calibrated_printer_moves_the_backs(game: Path, forked: Forks) -> None:
    """Readings become a profile, and a build with it corrects the position of the backs."""
    assert forked.run(game, "calibrate").code == 0
    sheet = pypdf.PdfReader(game / "output" / "calibration-a4-long.pdf")
    assert len(sheet.pages) == 2
    readings = "across=99.5 down=100 top=5 bottom=5"
    stored = forked.run(game, "calibrate", "--measured", readings, "--name", "attic")
    assert stored.code == 0, stored.stderr
    assert "scale 1.0050 × 1.0000, backs shifted by -0.50, 0.00 mm" in stored.stdout
    forked.run(game, "build")
    forked.run(game, "build", "--profile", "attic")
    folder = game / "output" / "sampler"
    plain = pypdf.PdfReader(folder / "sampler-things-a4-duplex.pdf").pages[1].trimbox
    moved = pypdf.PdfReader(folder / "sampler-things-a4-duplex-attic.pdf").pages[1].trimbox
    middle = 210 / 25.4 * 72 / 2
    expected = middle + (float(plain.left) - middle) * 1.005 + 0.5 / 25.4 * 72
    assert float(moved.left) == pytest.approx(expected, abs=0.02)
    assert float(moved.top) == pytest.approx(float(plain.top), abs=0.02)


def test_the_sheets_are_listed_before_printing(game: Path) -> None:
    """`list --sheets` counts sheets and pages by stock, as the build then makes them; a print file
    whose stock was renamed replaces the old one."""
    about = game / "cards" / "sampler" / "game.yaml"
    component = "  - {id: alone, rows: rows, template: thing, stock: card 200 g on board}\n"
    about.write_text(about.read_text(encoding="utf-8") + component, encoding="utf-8")
    listed = run("list", "--sheets", "--json", cwd=game)
    assert listed.returncode == 0, listed.stderr
    (about_game,) = json.loads(listed.stdout)
    assert about_game["sheets"] == about_game["least"] == 2
    text = run("list", "--sheets", "--paper", "Letter", cwd=game).stdout
    assert re.search(r"1 +1 page +card 200 g +one side", text)
    assert "2  sheets with 3 pages in 2 files" in text
    run("build", cwd=game)
    names = {"sampler-complete-a4-duplex.pdf", "sampler-complete-card-200g-a4-one-sided.pdf"}
    folder = game / "output" / "sampler"
    assert names == {file.name for file in folder.glob("*complete*")}
    for file, pages in zip(sorted(names), (2, 1), strict=True):
        assert len(pypdf.PdfReader(folder / file).pages) == pages
    about.write_text(about.read_text(encoding="utf-8").replace("200 g", "300 g"), encoding="utf-8")
    run("build", cwd=game)
    assert {file.name for file in folder.glob("*card*")} == {
        "sampler-complete-card-300g-a4-one-sided.pdf"
    }
