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
    box: [4, 4, 32, 16]
  - text: "ed. {edition}"
    box: [4, 22, 32, 6]
    style: small
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


def write(folder: Path, deck: dict[str, tuple[str, int, int]], edition: int = 1) -> Path:
    cards = write_game(folder, TEMPLATE, rows(deck), COLUMNS)
    file = cards / "sampler" / "game.yaml"
    file.write_text(f"edition: {edition}\n{file.read_text()}")
    return cards


@given(DECKS, DECKS, st.integers(1, 3))
@settings(max_examples=12)
@example({**ONE, "b": ("two", 1, 1)}, ONE, 1)
@example(ONE, {**ONE, "b": ("two", 1, 1)}, 2)
def test_a_pack_has_exactly_what_changed(
    old: dict[str, tuple[str, int, int]], new: dict[str, tuple[str, int, int]], edition: int
) -> None:
    """Read back from the sheets: every new and changed piece, as often as it is put in; with the
    old pieces that stay, they make up the new deck. They have the number of the new edition, but
    a new number alone does not change a piece."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        cards = write(folder, old)
        record_editions(cards, builtin_templates(), ["sampler"], "v1", "en")
        write(folder, new, edition)
        request = Request(cards, builtin_templates(), folder / "output", Path())
        update = build_update("sampler", "v1", request)
        texts = [
            text
            for file in update.files
            for page in pypdf.PdfReader(file).pages
            if "To read, not to cut" not in (text := page.extract_text())
        ]
    words = [word for text in texts for word in text.split()]
    printed = Counter(word for word in words if word[:3] in ("one", "two", "six"))
    stamps = sum(text.count(f"ed. {edition}") for text in texts)
    assert stamps == sum(printed.values())

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


def test_the_list_shows_what_to_take_out(tmp_path: Path) -> None:
    """An edition keeps small pictures and names, so that a piece that is gone can be found."""
    columns = "{id: text, title: text, number: integer, copies: integer}"
    template = TEMPLATE.replace("{word}", "{title}")
    rows = "id,title,number,copies\na,Cook,1,2\nb,Bandit,1,1\n"
    cards = write_game(tmp_path, template, rows, columns)
    assert run("printed", "--cards", cards).exit_code == 0
    pictures = cards / "sampler" / "editions" / "pictures"
    assert len(list(pictures.iterdir())) == 2
    write_game(tmp_path, template, rows.replace("Cook", "Chef").partition("b,")[0], columns)
    out = tmp_path / "output"
    assert run("build", "--since", "printed", "--cards", cards, "--out", out).exit_code == 0
    lists = [
        page
        for file in (out / "sampler").glob("*update*.pdf")
        for page in pypdf.PdfReader(file).pages
        if "To read, not to cut" in page.extract_text()
    ]
    assert "Cook → Chef" in lists[0].extract_text()
    assert "Bandit" in lists[0].extract_text()
    assert len(lists[0].images) == 2
    assert run("printed", "--name", "v2", "--cards", cards).exit_code == 0
    assert len(list(pictures.iterdir())) == 3


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


def test_the_list_names_the_editions(tmp_path: Path) -> None:
    """The stamp of the current edition is on what is printed and in the pictures of the list."""
    cards = write(tmp_path, {"a": ("one", 1, 1), "b": ("two", 1, 1)}, 3)
    assert run("printed", "--cards", cards).exit_code == 0
    write(tmp_path, {"a": ("one", 2, 1), "b": ("two", 1, 1)}, 4)
    out = tmp_path / "output"
    done = run("build", "--since", "printed", "--cards", cards, "--out", out)
    assert "sampler since printed: 1 changed; 1 pieces" in done.output
    files = (out / "sampler").glob("*update*.pdf")
    text = "".join(page.extract_text() for file in files for page in pypdf.PdfReader(file).pages)
    assert "from edition 3 to edition 4" in text
    assert text.count("ed. 4") == 2


def test_recording_does_not_make_a_build_old(tmp_path: Path) -> None:
    """Nothing is drawn from what was recorded."""
    cards = write(tmp_path, {"a": ("one", 1, 2)})
    build = ("build", "--cards", cards, "--out", tmp_path / "output")
    assert run(*build).exit_code == 0
    assert run("printed", "--cards", cards).exit_code == 0
    assert "0 built, 1 unchanged" in run(*build).output


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
