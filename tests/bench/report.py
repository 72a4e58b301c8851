"""Format measured runs as tables and verdicts."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from .measure import Run

NOISE: Final = 1.3
FLOOR_FACTORS: Final = {"w1": 1.5, "w2": 1.4}
PROTOGRAF_FACTOR: Final = 100.0
ARABIC_FACTOR: Final = 1.5
MEMORY_MB: Final = 100.0
SIZE_MB: Final = 0.4
HELP_SECONDS: Final = 0.3


@dataclass(frozen=True, slots=True)
class Row:
    """All runs of one program on one workload, in a line."""

    workload: str
    name: str
    note: str
    median_s: float
    fastest_s: float
    slowest_s: float
    cpu_s: float
    memory_mb: float
    size_mb: float
    pages: int
    runs: int


@dataclass(frozen=True, slots=True)
class Verdict:
    workload: str
    aim: str
    found: str
    met: str


def summarise(workload: str, name: str, note: str, runs: list[Run], pages: int) -> Row:
    seconds = [run.seconds for run in runs]
    return Row(
        workload,
        name,
        note,
        statistics.median(seconds),
        min(seconds),
        max(seconds),
        statistics.median(run.cpu_seconds for run in runs),
        max(run.memory_mb for run in runs),
        runs[-1].size_mb,
        pages,
        len(runs),
    )


def _say(met: bool, *, within_noise: bool = False) -> str:
    return "yes" if met else "yes, within noise" if within_noise else "NO"


def verdicts(rows: list[Row]) -> Iterator[Verdict]:
    """Compares printgen with its targets, one line for each."""
    by_name = {(row.workload, row.name): row for row in rows}
    for row in (row for row in rows if row.name == "printgen"):
        if row.workload == "help":
            met = row.median_s < HELP_SECONDS
            aim = f"under {HELP_SECONDS:g} s"
            yield Verdict(row.workload, aim, f"{row.median_s:.2f} s", _say(met))
            continue
        yield from _against_others(row, by_name)
        met = row.memory_mb < MEMORY_MB
        aim = f"memory under {MEMORY_MB:g} MB"
        yield Verdict(row.workload, aim, f"{row.memory_mb:.0f} MB", _say(met))
        if row.workload not in ("w3", "svg"):
            met = row.size_mb < SIZE_MB
            aim = f"file under {SIZE_MB:g} MB"
            yield Verdict(row.workload, aim, f"{row.size_mb:.2f} MB", _say(met))


def _against_others(row: Row, by_name: dict[tuple[str, str], Row]) -> Iterator[Verdict]:
    where = row.workload
    factor, floor = FLOOR_FACTORS.get(where), by_name.get((where, "floor"))
    if factor is not None and floor is not None:
        ratio = row.median_s / floor.median_s
        aim = f"time at most {factor:g} × floor"
        yield Verdict(where, aim, f"{ratio:.2f} ×", _say(ratio <= factor))
    if where == "arabic" and (latin := by_name.get(("w1", row.name))):
        ratio = row.median_s / latin.median_s
        aim = f"time at most {ARABIC_FACTOR:g} × w1"
        yield Verdict(where, aim, f"{ratio:.2f} ×", _say(ratio <= ARABIC_FACTOR))
    if typst := by_name.get((where, "typst")):
        ratio = row.median_s / typst.median_s
        met = _say(ratio <= 1.0, within_noise=ratio < NOISE)
        yield Verdict(where, "time at most 1.0 × typst", f"{ratio:.2f} ×", met)
        if where == "w3":
            sizes = row.size_mb / row.pages, typst.size_mb / typst.pages
            found = " and ".join(f"{1000 * size:.1f}" for size in sizes) + " kB"
            yield Verdict(where, "faces no larger than typst's", found, _say(sizes[0] <= sizes[1]))
    if protograf := by_name.get((where, "protograf")):
        ratio = protograf.median_s / row.median_s
        # One slow run meets whatever the machine does just then; CPU time tells if that misled.
        found = f"{ratio:.0f} × (CPU time {protograf.cpu_s / row.cpu_s:.0f} ×)"
        aim = f"{PROTOGRAF_FACTOR:g} × faster than protograf"
        yield Verdict(where, aim, found, _say(ratio >= PROTOGRAF_FACTOR))


def unequal_work(rows: list[Row]) -> Iterator[str]:
    """Names workloads where programs made different numbers of pages, so that times mislead."""
    for workload in dict.fromkeys(row.workload for row in rows):
        made = {row.name: row.pages for row in rows if row.workload == workload}
        if len(set(made.values())) > 1:
            counts = ", ".join(f"{name} {pages}" for name, pages in made.items())
            yield f"{workload}: not the same work, the pages made differ: {counts}"


def _align(head: tuple[str, ...], lines: Sequence[tuple[str, ...]], text_columns: int) -> str:
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index < text_columns else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in (head, *lines)
    )


def costs_table(rows: list[Row]) -> str:
    """Each program's cost, and how many times printgen's time that is."""
    own = {row.workload: row.median_s for row in rows if row.name == "printgen"}
    lines = [
        (
            row.workload,
            f"{row.name} {row.note}".strip(),
            f"{row.median_s:.3f}",
            f"{row.fastest_s:.3f}–{row.slowest_s:.3f}",
            str(row.runs),
            f"{row.cpu_s:.3f}",
            f"{row.memory_mb:.0f}",
            f"{row.size_mb:.3f}",
            str(row.pages),
            f"{own[row.workload] / row.median_s:.3g}" if row.workload in own else "–",
        )
        for row in rows
    ]
    head = (
        "",
        "tool",
        "s",
        "spread",
        "runs",
        "CPU s",
        "MB memory",
        "MB out",
        "pages",
        "printgen ÷ it",
    )
    return _align(head, lines, 2)


def verdicts_table(found: list[Verdict]) -> str:
    lines = [(each.workload, each.aim, each.found, each.met) for each in found]
    return _align(("", "aim", "found", "met"), lines, 4)


def as_json(rows: list[Row], found: list[Verdict], notes: list[str]) -> dict[str, Any]:
    return {
        "rows": [asdict(row) for row in rows],
        "verdicts": [asdict(each) for each in found],
        "notes": notes,
    }
