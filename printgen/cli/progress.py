"""Show the progress of a build: a bar on a terminal, plain lines elsewhere, or nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from printgen.build.request import Unit
from printgen.build.run import Progress
from printgen.terminal import echo_line, printable


class NoProgress:
    def start(self, total: int) -> None:
        pass

    def done(self, unit: Unit, *, unchanged: bool) -> None:
        pass


class ProgressLines:
    """One line per unit, for logs and pipes."""

    def __init__(self) -> None:
        self._total = 0
        self._count = 0

    def start(self, total: int) -> None:
        self._total = total

    def done(self, unit: Unit, *, unchanged: bool) -> None:
        self._count += 1
        state = "unchanged" if unchanged else "done"
        echo_line(f"[{self._count}/{self._total}] {unit.game} {unit.name}: {state}", err=True)


class ProgressBar:
    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._task: Any = None

    def start(self, total: int) -> None:
        self._task = self._bar.add_task("Building", total=total)

    def done(self, unit: Unit, *, unchanged: bool) -> None:  # noqa: ARG002
        from rich.markup import escape

        name = escape(printable(f"{unit.game} {unit.name}"))
        self._bar.update(self._task, advance=1, description=name)


@contextmanager
def progress_for(*, quiet: bool) -> Iterator[Progress]:
    if quiet:
        yield NoProgress()
    elif not sys.stderr.isatty():
        yield ProgressLines()
    else:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as RichProgress

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
            yield ProgressBar(bar)
