"""Report line and branch coverage per package; `make coverage` measures it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(slots=True)
class Counts:
    """Lines and branches of some files, and how many of them were run."""

    lines: int = 0
    lines_run: int = 0
    branches: int = 0
    branches_run: int = 0

    def add(self, summary: Mapping[str, int]) -> None:
        self.lines += summary["num_statements"]
        self.lines_run += summary["covered_lines"]
        self.branches += summary["num_branches"]
        self.branches_run += summary["covered_branches"]


def package_of(path: str) -> str:
    """A file's package, two levels deep: companion/web, printgen/draw."""
    folders = PurePosixPath(path.replace("\\", "/")).parent.parts
    return "/".join(folders[:2])


def count_packages(files: Mapping[str, Mapping[str, Mapping[str, int]]]) -> dict[str, Counts]:
    """Coverage by package, from the `files` of coverage's JSON report, with the sum at the end."""
    counts: dict[str, Counts] = defaultdict(Counts)
    total = Counts()
    for path, report in sorted(files.items()):
        counts[package_of(path)].add(report["summary"])
        total.add(report["summary"])
    return {**counts, "total": total}


def table(counts: Mapping[str, Counts]) -> Iterable[str]:
    width = max(len(name) for name in counts)
    yield f"{'package':{width}}   lines        branches"
    for name, one in counts.items():
        lines, branches = percent(one.lines_run, one.lines), percent(one.branches_run, one.branches)
        yield f"{name:{width}}  {lines} {one.lines:6}  {branches} {one.branches:6}"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f}%" if whole else "     –"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(file)]
        subprocess.run(command, check=True)
        files = json.loads(file.read_text(encoding="utf-8"))["files"]
    print("\n".join(table(count_packages(files))))


if __name__ == "__main__":
    main()
