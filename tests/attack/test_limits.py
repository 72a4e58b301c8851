"""Hostile game folders and calls: a sentence, exit code 1 or 2, little time and memory."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.attack.conftest import Cases
from tests.forked import Done, Forks
from tests.support import write_game

CPU_S = 1.7
"""Seconds of processor time, which a busy machine does not stretch as it does the clock. Starting
the command takes another 0.3 s."""
MEMORY_MB = 300
TEMPLATE = """
size: [30, 30]
elements:
  - {element}
"""
TEXT = 'text: "{word}"\n    box: [4, 4, 22, 22]'
ROWS = "id,word,number\na,one,1\nb,two,2\n"
COPIES = "{id: text, word: text, number: integer, copies: integer}"


def judge(done: Done, says: str = "", codes: tuple[int, ...] = (1, 2)) -> None:
    assert done.code in codes, done
    assert "Traceback" not in done.printed, done.printed[-3000:]
    assert says in done.printed, done.printed[-3000:]
    assert done.cpu_s <= CPU_S, done
    assert done.memory_mb <= MEMORY_MB, done
    errors = [line for line in done.printed.splitlines() if line.lower().startswith("error: ")]
    assert (1 <= len(errors) <= 3) or codes == (0,), done.printed[-3000:]


def element(text: str) -> str:
    return TEMPLATE.replace("{element}", text)


def expression(text: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        write_game(folder, element(f'text: "{{{text}}}"\n    box: [4, 4, 22, 22]'), ROWS)

    return make


def copies(*numbers: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        lines = "".join(f"r{i},word,1,{number}\n" for i, number in enumerate(numbers))
        write_game(folder, element(TEXT), f"id,word,number,copies\n{lines}", COPIES)

    return make


def template(text: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        write_game(folder, element(text), ROWS)

    return make


def files(change: Callable[[Path], object]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        change(write_game(folder, element(TEXT), ROWS) / "sampler")

    return make


def extends(count: int) -> Callable[[Path], None]:
    def change(game: Path) -> None:
        for number in range(count):
            file = game / "templates" / f"t{number:05}.yaml"
            file.write_text(f"extends: t{number + 1:05}\n")
        (game / "templates" / f"t{count:05}.yaml").write_text("size: [30, 30]\n")
        (game / "templates" / "thing.yaml").write_text("extends: t00000\n")

    return files(change)


def replace_by(name: str, make: Callable[[Path], object]) -> Callable[[Path], None]:
    def change(game: Path) -> None:
        (game / name).unlink(missing_ok=True)
        make(game / name)

    return files(change)


def link_to(target: str) -> Callable[[Path], None]:
    return lambda file: file.symlink_to(target)


def many_components(game: Path) -> None:
    text = (game / "game.yaml").read_text()
    more = "".join(f"  - {{id: c{n}, title: C, rows: rows, template: thing}}\n" for n in range(400))
    (game / "game.yaml").write_text(text.rstrip() + "\n" + more)
    lines = "".join(f"r{n},w,1\n" for n in range(5000))
    (game / "rows.csv").write_text(f"id,word,number\n{lines}")


def not_utf_8(folder: str) -> Callable[[Path], None]:
    def change(game: Path) -> None:
        Path(os.fsdecode(os.fsencode(game / folder) + b"/b\xe4r.svg")).write_text("<svg/>")

    return files(change)


def nested(levels: int, columns: int) -> str:
    inner = "rectangle: [0, 0, 1, 1]\n" + " " * (4 + 4 * levels) + "fill: ink"
    for level in reversed(range(levels)):
        pad = " " * (4 + 4 * level)
        inner = (
            f"repeat: {{columns: {columns}, rows: 50, dx: 1, dy: 1}}\n{pad}elements:\n"
            f"{pad}  - {inner}"
        )
    return inner


def nested_join(levels: int) -> str:
    text = "'xxxxxxxxxx'"
    for _ in range(levels):
        text = f"join(range(1000), {text})"
    return text


FOLDERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a thousand million copies": (copies("1000000000"), "copies"),
    "a hundred thousand copies": (copies("100000"), "the limit is 10000"),
    "many rows with many copies": (copies(*["9999"] * 50), "the limit is 10000"),
    "many components": (files(many_components), "the limit is 10000"),
    "copies of 15 digits": (copies("9" * 15), "the limit is 10000"),
    "a repeat of 24 million": (
        template(
            "repeat: {columns: 6000, rows: 4000}\n    elements: [{text: x, box: [0, 0, 9, 9]}]"
        ),
        "the limit is 5000",
    ),
    "a repeat of 1e18": (
        template(
            'repeat: {columns: "{1e9 * 1e9}", rows: 1}\n'
            "    elements: [{text: x, box: [0, 0, 9, 9]}]"
        ),
        "'columns' must be at most",
    ),
    "half a column": (
        template(
            'repeat: {columns: 0.5, rows: "{number / 0}"}\n'
            "    elements: [{text: x, box: [0, 0, 9, 9]}]"
        ),
        "cannot be evaluated",
    ),
    "nested repeats": (template(nested(3, 50)), "more than 50000 items"),
    "an infinite column": (
        template(
            "repeat: {columns: \"{number('inf')}\", rows: 1}\n"
            "    elements: [{text: x, box: [0, 0, 9, 9]}]"
        ),
        "must be at most",
    ),
    "a text size of 1e6": (template(TEXT + "\n    size: 1000000"), "at most 1000 points"),
    "a text size of nan": (
        template(TEXT + "\n    size: \"{number('nan')}\""),
        "at most",
    ),
    "a box of 1e300": (template('text: "{word}"\n    box: [0, 0, 1e300, 1e300]'), "at most"),
    "nested join": (expression(nested_join(3)), "join() makes more than"),
    "deeper join": (expression(nested_join(12)), "join() makes more than"),
    "round": (expression("round(12345, -999999999)"), "round() takes up to"),
    "round up": (expression("round(1.5, 999999999)"), "round() takes up to"),
    "round of text": (expression("round(word, word)"), "cannot be evaluated"),
    "a deep expression": (expression("-" * 100 + "1"), "nested too deeply"),
    "a long text": (
        files(lambda game: (game / "rows.csv").write_text(f"id,word,number\na,{'w ' * 60000},1\n")),
        "the limit is 20000",
    ),
    "a text of one long word": (
        files(lambda game: (game / "rows.csv").write_text(f"id,word,number\na,{'w' * 19999},1\n")),
        "",
    ),
    "a long id": (
        files(lambda game: (game / "rows.csv").write_text(f"id,word,number\n{'w' * 300},x,1\n")),
        "more than 100 characters",
    ),
    "a chain of 1500 templates": (extends(1500), "more than 20 templates extend one another"),
    "a chain of 21 templates": (extends(21), "more than 20 templates extend one another"),
    "a comment for a game": (
        replace_by("game.yaml", lambda f: f.write_text("# nothing\n")),
        "nothing but comments",
    ),
    "a comment for a template": (
        replace_by("templates/thing.yaml", lambda f: f.write_text("# nothing\n")),
        "nothing but comments",
    ),
    "a name that is not UTF-8": (not_utf_8("art"), "'b\\xe4r.svg' is not UTF-8; rename it"),
    "a stray name that is not UTF-8": (not_utf_8("."), "'b\\xe4r.svg' is not UTF-8; rename it"),
    "a theme that extends none": (
        files(lambda game: (game / "theme.yaml").write_text("extends: theme\n")),
        "unknown theme 'theme'",
    ),
    "a theme without fonts": (
        files(lambda game: (game / "theme.yaml").write_text("colours: {ink: '#000'}\n")),
        "the theme needs the colour 'paper'",
    ),
}
for name in ("game.yaml", "rows.csv", "templates/thing.yaml", "art/box.svg", "theme.yaml"):
    # A template or theme that leads nowhere may also be missed where it is named.
    FOLDERS[f"a pipe as {name}"] = (replace_by(name, os.mkfifo), "not a regular file")
    FOLDERS[f"/dev/zero as {name}"] = (replace_by(name, link_to("/dev/zero")), "link to outside")
    FOLDERS[f"itself as {name}"] = (replace_by(name, link_to(Path(name).name)), "")


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize(
    "command",
    [
        ("build", "--jobs", "1"),
        pytest.param(("check", "--ink", "full"), marks=pytest.mark.long),
    ],
    ids=lambda command: command[0],
)
def test_a_hostile_folder(
    tmp_path: Path, forked: Forks, name: str, command: tuple[str, ...]
) -> None:
    """A folder that asks for too much, or contains something that is not a file, is refused in one
    sentence."""
    make, says = FOLDERS[name]
    make(tmp_path)
    if "art/" in name:
        use_art(tmp_path / "cards" / "sampler")
    judge(forked.run(tmp_path, *command), says)


def use_art(game: Path) -> None:
    (game / "templates" / "thing.yaml").write_text(element("icon: box\n    box: [4, 4, 22, 22]"))


def test_a_hostile_folder_from_the_start(tmp_path: Path) -> None:
    """The command that people start is as quick to refuse."""
    make, says = FOLDERS["nested repeats"]
    make(tmp_path)
    command = [sys.executable, "-m", "printgen", "build", "--jobs", "1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert cpu_s <= CPU_S + 0.3


def sparse(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(3_000_000_000)


IGNORED: dict[str, Callable[[Path], None]] = {
    "a pipe": lambda game: os.mkfifo(game / "pipe"),
    "a device": lambda game: (game / "zero").symlink_to("/dev/zero"),
    "a link to nowhere": lambda game: (game / "nowhere").symlink_to("missing"),
    "a link to itself": lambda game: (game / "loop").symlink_to("loop"),
    "a link to a folder": lambda game: (game / "root").symlink_to("/"),
    "a film": lambda game: sparse(game / "film.mp4"),
}


@pytest.mark.parametrize("name", IGNORED)
def test_a_folder_with_other_things(tmp_path: Path, forked: Forks, name: str, cases: Cases) -> None:
    """What a game doesn't use is never opened, and doesn't stop a build."""
    IGNORED[name](write_game(tmp_path, element(TEXT), ROWS) / "sampler")
    for command in (["build", "--jobs", "1"], ["build", "--jobs", "1"], ["list"]):
        with cases.case(f"{name}: {command[0]}"):
            judge(forked.run(tmp_path, *command), codes=(0,))


CALLS: dict[str, tuple[list[str | bytes], str]] = {
    "stock nan": (["--stock", "nan"], "nan"),
    "stock inf": (["--stock", "inf"], "inf"),
    "no format": (["--format", ""], "at least one of pdf, svg, png"),
    "only commas": (["--format", ",,"], "at least one of pdf, svg, png"),
    "a long address": (["--companion-url", "http://x/" + "a" * 3000], "characters"),
    "half an address": (["--companion-url", "http://[::1"], "is not a web address"),
    "no host": (["--companion-url", "http://:80"], "is not a web address"),
    "a wrong port": (["--companion-url", "http://x:99999"], "is not a web address"),
    "a line in an address": (["--companion-url", "http://x/\n"], "is not a web address"),
    "an escape in an address": (["--companion-url", "http://x/\x1b[2J"], "is not a web address"),
    "a pipe as out": (["--out", "pipe"], "is a file"),
    "a profile elsewhere": (["--profile", "../../../etc/passwd"], ""),
    "no paper": (["--paper", ""], "there is no paper"),
    "no component": (["--component", ""], "there is no component"),
    "a game that is not UTF-8": ([b"\xff"], "there is no game"),
    "jobs": (["--jobs", "1000000"], "jobs"),
    "dpi": (["--dpi", "1000000"], "dpi"),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_hostile_call(tmp_path: Path, forked: Forks, name: str) -> None:
    """Senseless arguments are reported in one sentence, with exit code 2."""
    write_game(tmp_path, element(TEXT), ROWS)
    os.mkfifo(tmp_path / "pipe")
    arguments, says = CALLS[name]
    judge(forked.run(tmp_path, "build", *arguments), says, codes=(2,))


MANIFESTS: tuple[bytes, ...] = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"units": []}',
    b'{"units": {"things a4-duplex pdf": 1}}',
    b'{"units": {}, "contents": {"inputs": "@", "components": 3}}',
    b'{"units": {}, "contents": {"inputs": "@", "components": [3]}}',
    b'{"units": {"things a4-duplex pdf": {"inputs": "@", "files": 1, "pages": 1, "pieces": 1}}}',
    b'{"units": {"things a4-duplex pdf": {"inputs": "@", "files": {"/dev/zero": "x"},'
    b' "pages": 1, "pieces": 1}}}',
    b'{"units": {"things a4-duplex pdf": {"inputs": "@", "files": {"../../pipe": "x"},'
    b' "pages": 1, "pieces": 1}}}',
    b'{"units": {"things a4-duplex pdf": {"inputs": "@", "files": {"a\\u0000b": "x"},'
    b' "pages": 1, "pieces": 1}}}',
    b'{"units": {"things a4-duplex pdf": {"inputs": "@", "files": {"pipe": "x"},'
    b' "pages": "many", "pieces": null}}}',
    b"[" * 100_000,
    b'{"units":' * 50_000,
    b'{"units": ' + b"9" * 100_000 + b"}",
    # as earlier versions wrote it
    b'{"contents": {"inputs": "@", "components": 3}, "things a4-duplex pdf": {"inputs": "@"}}',
)


def manifests(good: bytes, places: int) -> Iterator[bytes]:
    """The given manifests, and a valid one truncated or changed at many places."""
    key = good.split(b'"inputs": "')[1].split(b'"')[0]
    yield from (text.replace(b"@", key) for text in MANIFESTS)
    for at in range(0, len(good), max(1, len(good) // places)):
        yield good[:at]
        yield good[:at] + b"7" + good[at + 1 :]


@pytest.mark.parametrize("places", [4, pytest.param(50, marks=pytest.mark.long)])
def test_a_damaged_manifest(tmp_path: Path, forked: Forks, cases: Cases, places: int) -> None:
    """A damaged .printgen.json is a damaged cache: the game is built again without a message."""
    write_game(tmp_path, element(TEXT), ROWS)
    judge(forked.run(tmp_path, "build", "--jobs", "1"), codes=(0,))
    made = tmp_path / "output" / "sampler"
    os.mkfifo(made / "pipe")
    manifest, pdf = made / ".printgen.json", made / "sampler-things-a4-one-sided.pdf"
    good, printed = manifest.read_bytes(), pdf.read_bytes()
    for number, content in enumerate(manifests(good, places)):
        with cases.case(f"manifest {number}: {content[:60]!r}"):
            manifest.write_bytes(content)
            done = forked.run(tmp_path, "build", "--jobs", "1")
            judge(done, "1 file", codes=(0,))
            assert pdf.read_bytes() == printed
    with cases.case("a pipe as the manifest"):
        manifest.unlink()
        os.mkfifo(manifest)
        judge(forked.run(tmp_path, "build", "--jobs", "1"), codes=(0,))


@pytest.mark.long
def test_numbers_anywhere(tmp_path: Path, forked: Forks, cases: Cases) -> None:
    """Absurd numbers in any place of a template never crash a build."""
    square = "[{rectangle: [0, 0, 1, 1], fill: ink}]"
    elements = (
        "text: x\n    box: [@, @, @, @]",
        "text: x\n    box: [0, 0, 9, 9]\n    size: @",
        "text: x\n    box: [0, 0, 9, 9]\n    smallest: @",
        "text: x\n    box: [0, 0, 9, 9]\n    leading: @",
        "rectangle: [@, @, @, @]\n    fill: ink",
        "rectangle: [0, 0, 9, 9]\n    stroke: ink\n    stroke_width: @",
        "rectangle: [0, 0, 9, 9]\n    fill: ink\n    radius: @",
        "circle: [@, @, @]\n    fill: ink",
        "star: [9, 9, 9]\n    fill: ink\n    inner: @",
        "arrow: [[0, 0], [9, 9]]\n    bend: @",
        "circle: [9, 9, 9]\n    stroke: ink\n    dash: [@, @]",
        "icon: box\n    box: [@, @, @, @]",
        "group:\n      - {rectangle: [0, 0, 9, 9], fill: ink}\n    scale: @",
        "group:\n      - {rectangle: [0, 0, 9, 9], fill: ink}\n    skew: [@, @]",
        "group:\n      - {rectangle: [0, 0, 9, 9], fill: ink}\n    matrix: [@, 0, 0, @, 0, 0]",
        "group:\n      - {rectangle: [0, 0, 9, 9], fill: ink}\n    rotate: @",
        "group:\n      - {rectangle: [0, 0, 9, 9], fill: ink}\n    at: [@, @]",
        "group:\n      - {rectangle: [0, 0, 9, 9], fill: ink}\n    clip: [@, @, @, @]",
        f"repeat: {{columns: @, rows: @, dx: 1, dy: 1}}\n    elements: {square}",
        f"repeat: {{columns: 3, rows: 3, dx: @, dy: @}}\n    elements: {square}",
    )
    numbers = ["1e6", "-1e6", "1e300", "0", "-1", "1e-300", "99999", "5001"]
    numbers += [f"\"{{number('{word}')}}\"" for word in ("nan", "inf", "-inf", "1e5")]
    for text in elements:
        for number in numbers:
            with cases.case(f"{text!r} with {number}"):
                shutil.rmtree(tmp_path / "cards", ignore_errors=True)
                write_game(tmp_path, element(text.replace("@", number)), ROWS)
                done = forked.run(tmp_path, "build", "--jobs", "1")
                judge(done, codes=(1,) if done.code else (0,))
