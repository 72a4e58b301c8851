"""Run the benchmark's commands and compare their costs with the targets."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Final

from . import report
from .contenders import WORKLOADS, contenders
from .environment import ROOT
from .measure import Contender, Run, RunError, child_environment, run_cold

SLOW: Final = frozenset({"protograf"})
"""Measured once, since a run takes about a minute and the gap is far beyond all noise."""


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", default=",".join(WORKLOADS), help="such as w1,w3")
    parser.add_argument("--repeats", type=int, default=7, help="cold runs of each command")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    options = parser.parse_args(arguments)
    options.only = options.only.split(",")
    unknown = [name for name in options.only if name not in WORKLOADS]
    if unknown or options.repeats < 1:
        parser.error(f"--only takes {', '.join(WORKLOADS)}; --repeats takes 1 or more")
    return options


def _measure(
    chosen: list[Contender], repeats: int, folder: Path, notes: list[str]
) -> dict[Contender, list[Run]]:
    """Runs the tools in turns, so that a slow moment of the machine affects all of them."""
    runs: dict[Contender, list[Run]] = defaultdict(list)
    failed: set[Contender] = set()
    environment = child_environment(folder / "bytecode")
    # Round 0 fills the caches of the file system and of compiled modules; it does not count.
    for turn in range(repeats + 1):
        for contender in chosen:
            slow = contender.name in SLOW
            if contender in failed or (slow and turn != 1):
                continue
            out = folder / "out" / f"{contender.workload}-{contender.name}"
            try:
                run = run_cold(contender, out, environment)
            except RunError as error:
                failed.add(contender)
                notes.append(f"{contender.workload}: {contender.name} is not measured: {error}")
                continue
            if turn > 0:
                runs[contender].append(run)
        print(f"round {turn} of {repeats} is done", file=sys.stderr)
    return {contender: found for contender, found in runs.items() if contender not in failed}


def _count_pages(run: Run) -> int:
    """Pages of the PDF files, or the number of pictures."""
    from pypdf import PdfReader

    sheets = [file for file in run.files if file.suffix == ".pdf"]
    if sheets:
        return sum(len(PdfReader(file).pages) for file in sheets)
    return sum(1 for file in run.files if file.suffix == ".svg")


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    notes: list[str] = []
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        folder = Path(temporary)
        # A process of its own, so that its libraries do not swell this one: see measure.py.
        subprocess.run([sys.executable, "-m", "tests.bench.folder", str(folder)], check=True)
        chosen: list[Contender] = []
        for found in contenders(options.only, folder):
            if isinstance(found, str):
                notes.append(found)
            else:
                chosen.append(found)
        runs = _measure(chosen, options.repeats, folder, notes)
        rows = [
            report.summarise(c.workload, c.name, c.note, runs[c], _count_pages(runs[c][-1]))
            for c in chosen
            if c in runs
        ]
    verdicts = list(report.verdicts(rows))
    notes.extend(report.unequal_work(rows))
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}")
    for name in options.only:
        print(f"{name}: {WORKLOADS[name]}")
    print("\n" + report.costs_table(rows))
    if verdicts:
        print("\n" + report.verdicts_table(verdicts))
    if notes:
        print("\n" + "\n".join(notes))
    if options.json:
        text = json.dumps(report.as_json(rows, verdicts, notes), indent=1, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0 if any(row.name == "printgen" for row in rows) else 1
