"""Damaged tables: every column of the sample game, and a sample of those of the five games."""

from __future__ import annotations

import csv
import io
import random
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from printgen.build import game_build
from printgen.build.preflight import preflight
from printgen.build.produce import produce
from printgen.build.request import Request, Unit
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.errors import DataError, Finding
from tests.attack.conftest import Cases

SAMPLE = Path(__file__).parents[1] / "sample" / "cards"
EACH = 1
"""How often each kind of damage is done to a game. One that does no harm makes the whole game be
built and checked, which takes up to 15 s: to try all of them would take hours."""
Table = list[list[str]]
Damage = Callable[[Table, int], Table]


def mistyped(table: Table, at: int) -> Table:
    name = table[0][at]
    swapped = name[0] + name[1:][::-1] if len(set(name[1:])) > 1 else name + "x"
    return [[*table[0][:at], swapped, *table[0][at + 1 :]], *table[1:]]


def renamed(table: Table, at: int) -> Table:
    return [[*table[0][:at], "qqqqqq", *table[0][at + 1 :]], *table[1:]]


def nameless(table: Table, at: int) -> Table:
    return [[*table[0][:at], "", *table[0][at + 1 :]], *table[1:]]


def missing(table: Table, at: int) -> Table:
    return [[*row[:at], *row[at + 1 :]] for row in table]


def doubled(table: Table, at: int) -> Table:
    return [[*row, row[at]] for row in table]


def wide(table: Table, at: int) -> Table:
    return [*table[:1], [*table[1], *[""] * at, "surplus"], *table[2:]]


def narrow(table: Table, at: int) -> Table:
    return [*table[:1], table[1][: at + 1], *table[2:]]


def headless(table: Table, _: int) -> Table:
    return table[1:]


def no_rows(table: Table, _: int) -> Table:
    return table[:1]


def no_copies(table: Table, _: int) -> Table:
    where = table[0].index("copies") if "copies" in table[0] else None
    return [
        row if where is None or not number else [*row[:where], "0", *row[where + 1 :]]
        for number, row in enumerate(table)
    ]


EVERY_COLUMN: tuple[Damage, ...] = (mistyped, renamed, nameless, missing, doubled, wide, narrow)
WHOLE_TABLE: tuple[Damage, ...] = (headless, no_rows, no_copies)


def read(file: Path) -> Table:
    text = file.read_text(encoding="utf-8")
    delimiter = ";" if text.splitlines()[0].count(";") > text.splitlines()[0].count(",") else ","
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def write_csv(file: Path, table: Table, delimiter: str = ",") -> None:
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=delimiter).writerows(table)


def write_xlsx(file: Path, table: Table) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in table:
        sheet.append([cell or None for cell in row])
    book.save(file)


def damages(table: Table) -> Iterator[tuple[str, Table]]:
    for damage in EVERY_COLUMN:
        for at, name in enumerate(table[0]):
            yield f"{damage.__name__} {name}", damage(table, at)
    for damage in WHOLE_TABLE:
        yield damage.__name__, damage(table, 0)


def sample_of(folder: Path) -> set[tuple[str, str]]:
    """Some damages of each kind to the tables of a game, by the table's file and their name."""
    kinds: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for file in sorted(folder.glob("*.csv")):
        for name, _ in damages(read(file)):
            kinds[name.split()[0]].append((file.name, name))
    pick = random.Random(folder.name)
    return {chosen for found in kinds.values() for chosen in pick.sample(found, EACH)}


def build_findings(cards: Path, slug: str, out: Path) -> tuple[Finding, ...]:
    """What building the whole game finds; anything but DataError is a defect."""
    request = Request(cards, builtin_templates(), out, out)
    try:
        # Produced from the same: loading the game is most of the work.
        game, found = game_build.open_game(slug, request)
        names = tuple(component.id for component in game.components)
        produce(Unit(slug, names, "complete", ()), request)
    except DataError as fault:
        return fault.findings
    return tuple(found)


def judge(found: tuple[Finding, ...], file: Path, where: str) -> None:
    for finding in found:
        assert "\n" not in str(finding), finding
        assert not re.search(r"KeyError|NoneType|None\b", str(finding)), finding
    blamed = {finding.place.file.partition("#")[0] for finding in found if finding.is_error}
    blamed = {name for name in blamed if name.endswith((".csv", ".tsv", ".xlsx"))}
    assert blamed <= {f"cards/{where}/{file.name}"}, [str(finding) for finding in found]


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    return tmp_path / "cards"


def attack(
    cards: Path,
    origin: Path,
    slug: str,
    cases: Cases,
    tables: str = "*",
    suffix: str = ".csv",
    only: Collection[tuple[str, str]] | None = None,
) -> None:
    shutil.copytree(origin / slug, cards / slug)
    for file in sorted((cards / slug).glob(f"{tables}.csv")):
        original, table = file.read_bytes(), read(file)
        target = file.with_suffix(suffix)
        settings = cards / slug / "game.yaml"
        printed = settings.read_text(encoding="utf-8")
        settings.write_text(printed.replace(file.name, target.name), encoding="utf-8")
        for name, damaged in damages(table):
            if only is not None and (file.name, name) not in only:
                continue
            with cases.case(f"{slug}/{target.name} {name}"):
                if suffix == ".xlsx":
                    write_xlsx(target, damaged)
                else:
                    write_csv(target, damaged, "\t" if suffix == ".tsv" else ",")
                game_build._loaded.cache_clear()
                game_build.game_build_for.cache_clear()
                judge(build_findings(cards, slug, cards.parent / "out"), target, slug)
                found = preflight(cards, builtin_templates(), [slug], ["a4"], ["full"])
                judge(tuple(f for f in found if f.is_error), target, slug)
        target.unlink()
        settings.write_text(printed, encoding="utf-8")
        file.write_bytes(original)


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("tables", "suffix"),
    [
        ("goods", ".csv"),
        ("coins", ".tsv"),
        ("coins", ".xlsx"),
        pytest.param("*", ".csv", marks=LONG),
        pytest.param("*", ".tsv", marks=LONG),
        pytest.param("*", ".xlsx", marks=LONG),
    ],
)
def test_a_damaged_table_of_the_sample(cards: Path, cases: Cases, tables: str, suffix: str) -> None:
    """A missing, mistyped, nameless or doubled column, rows that are too long or too short, and
    tables that print nothing are reported in sentences about that table, by build and check."""
    attack(cards, SAMPLE, "harbour", cases, tables, suffix)


@LONG
@pytest.mark.parametrize(
    "slug", ["dragon-boats", "dragon-river", "mines", "port-flower", "river-dragons"]
)
def test_a_damaged_table_of_a_game(cards: Path, cases: Cases, slug: str) -> None:
    """The same for the tables of the five games, in a sample that has each kind of damage."""
    attack(cards, builtin_cards(), slug, cases, only=sample_of(builtin_cards() / slug))
    assert cases.tried == EACH * len(EVERY_COLUMN + WHOLE_TABLE)
