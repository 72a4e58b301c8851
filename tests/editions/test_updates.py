"""Update packs: what is new and changed, and what to exchange."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdf
import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

from printgen.build.request import Request
from printgen.build.update import build_update
from printgen.catalog.builtin import builtin_templates
from printgen.cli import printgen
from printgen.cli.updates import record_editions
from tests.support import write_game

TEMPLATE = """
size: [40, 30]
bleed: 2
elements:
  - text: "{word}{number}"
    box: [4, 4, 32, 22]
"""
COLUMNS = "{id: text, word: text, number: integer, copies: integer}"
DECKS = st.dictionaries(
    st.sampled_from("abcdef"),
    st.tuples(st.sampled_from(["one", "two", "six"]), st.integers(1, 2), st.integers(1, 3)),
    min_size=1,
)
ONE = {"a": ("one", 1, 2)}


def rows(deck: dict[str, tuple[str, int, int]]) -> str:
    lines = (f"{row},{word},{number},{copies}" for row, (word, number, copies) in deck.items())
    return "\n".join(["id,word,number,copies", *lines]) + "\n"


def write(folder: Path, deck: dict[str, tuple[str, int, int]]) -> Path:
    return write_game(folder, TEMPLATE, rows(deck), COLUMNS)


@given(DECKS, DECKS)
@settings(max_examples=12)
@example({**ONE, "b": ("two", 1, 1)}, ONE)
def test_a_pack_has_exactly_what_changed(
    old: dict[str, tuple[str, int, int]], new: dict[str, tuple[str, int, int]]
) -> None:
    """Read back from the sheets: every new and changed piece, as often as it is put in; with the
    old pieces that stay, they make up the new deck."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        cards = write(folder, old)
        record_editions(cards, builtin_templates(), ["sampler"], "v1", "en")
        write(folder, new)
        request = Request(cards, builtin_templates(), folder / "output", Path())
        update = build_update("sampler", "v1", request)
        printed = Counter(
            word
            for file in update.files
            for page in pypdf.PdfReader(file).pages
            if "To read, not to cut" not in (text := page.extract_text())
            for word in text.split()
            if word[:3] in ("one", "two", "six")
        )

    def pieces(deck: dict[str, tuple[str, int, int]]) -> Counter[str]:
        return sum(
            (Counter({f"{word}{number}": n}) for word, number, n in deck.values()), Counter()
        )

    kept = pieces(old)
    for change in update.changes:
        word, number, _ = old.get(change.id) or new[change.id]
        kept[f"{word}{number}"] -= change.out
    assert kept + printed == pieces(new)
    assert sum(printed.values()) == sum(change.into for change in update.changes)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(printgen, list(map(str, arguments)))


def test_the_list_says_what_to_exchange(tmp_path: Path) -> None:
    """Take out what is old, put in what is new, with a box to tick for each."""
    cards = write(tmp_path, {"a": ("one", 1, 2), "b": ("two", 1, 1)})
    assert run("printed", "--cards", cards).exit_code == 0
    assert (cards / "sampler/editions/printed.json").is_file()
    write(tmp_path, {"a": ("one", 2, 2), "c": ("six", 1, 3)})
    out = tmp_path / "output"
    done = run("build", "--since", "printed", "--cards", cards, "--out", out)
    assert done.exit_code == 0, done.output
    assert "sampler since printed: 1 changed, 1 new, 1 removed; 5 pieces on" in done.output
    texts = [
        page.extract_text()
        for file in (out / "sampler").glob("*update*.pdf")
        for page in pypdf.PdfReader(file).pages
    ]
    (listed,) = [text for text in texts if "To read, not to cut" in text]
    for part in ("changes since it was printed", "take out 2", "put in 2", "put in 3"):
        assert part in listed
    assert listed.count("take out 1") == 1


@pytest.mark.parametrize(
    ("since", "told"),
    [
        ("printed", "nothing is recorded as printed of sampler"),
        ("v7", "sampler has no edition 'v7'"),
        ("../x", "sampler has no edition '../x'"),
    ],
)
def test_editions_that_are_not_there(tmp_path: Path, since: str, told: str) -> None:
    cards = write(tmp_path, {"a": ("one", 1, 2)})
    done = run("build", "--since", since, "--cards", cards, "--out", tmp_path / "output")
    assert done.exit_code == 2
    assert told in done.output
    assert "cannot name an edition" in run("printed", "--cards", cards, "--name", "../x").output


def test_a_damaged_record(tmp_path: Path) -> None:
    cards = write(tmp_path, {"a": ("one", 1, 2)})
    assert run("printed", "--cards", cards).exit_code == 0
    (cards / "sampler/editions/printed.json").write_text("{")
    done = run("build", "--since", "printed", "--cards", cards, "--out", tmp_path / "output")
    assert done.exit_code == 2
    assert "is damaged; record the edition again" in done.output


def test_nothing_has_changed(tmp_path: Path) -> None:
    cards = write(tmp_path, {"a": ("one", 1, 2)})
    assert run("printed", "--cards", cards).exit_code == 0
    done = run("build", "--since", "printed", "--cards", cards, "--out", tmp_path / "output")
    assert done.output == "sampler: no face has changed since printed\n"
    assert not (tmp_path / "output").exists()


def test_an_update_pack_in_german(tmp_path: Path) -> None:
    """Pictures, names and what to do are in the language of the build, whatever language was
    recorded."""
    cards = write(tmp_path, ONE)
    words = {"one": "eins", "two": "zwei", "Things": "Dinge"}
    po = "".join(f'msgid "{text}"\nmsgstr "{word}"\n\n' for text, word in words.items())
    (cards / "sampler" / "de.po").write_text(po, encoding="utf-8")
    record_editions(cards, builtin_templates(), ["sampler"], "printed", "en")
    write(tmp_path, {"a": ("two", 1, 2)})
    out = tmp_path / "out"
    arguments = ["--since", "printed", "--language", "de", "--out", str(out)]
    done = CliRunner().invoke(printgen, ["build", "--cards", str(cards), *arguments])
    assert done.exit_code == 0, done.output
    texts = [
        page.extract_text() for file in out.rglob("*.pdf") for page in pypdf.PdfReader(file).pages
    ]
    text = " ".join(texts)
    for word in (
        "zwei",
        "Dinge",
        "Änderungen seit dem letzten Druck",
        "herausnehmen",
        "hineinlegen",
    ):
        assert word in text, word
    for word in ("two", "Things", "take out", "put in", "Changes"):
        assert word not in text, word
