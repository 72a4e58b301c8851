"""Build the requested games, making only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from printgen.build.files import (
    find_unchanged,
    read_manifest,
    remove_other_units,
    remove_partial_files,
    update_manifest,
)
from printgen.build.fingerprint import Fingerprints
from printgen.build.plan import plan_units
from printgen.build.request import COMPLETE, Built, Outcome, Request, Unit
from printgen.errors import DataError, Finding

Produced = tuple[Built | None, tuple[Finding, ...]]


class Progress(Protocol):
    """Receives the progress of a build."""

    def start(self, total: int) -> None: ...

    def done(self, unit: Unit, *, unchanged: bool) -> None: ...


def build(
    request: Request,
    games: Sequence[str],
    components: Sequence[str],
    jobs: int,
    progress: Progress,
) -> Outcome:
    """Make every unit whose inputs changed. Mistakes in one unit do not stop the others."""
    fingerprints = Fingerprints(request)
    units, broken = plan_units(request, games, components, fingerprints)
    progress.start(len(units))
    built: dict[Unit, Built] = {}
    stale: list[Unit] = []
    for unit in units:
        folder = request.out / unit.game
        inputs = fingerprints.game(unit.game)
        good = find_unchanged(folder, read_manifest(folder), unit, request.variant, inputs)
        if good is None:
            stale.append(unit)
        else:
            built[unit] = good
            progress.done(unit, unchanged=True)
    findings: dict[Finding, None] = dict.fromkeys(broken)
    try:
        with _producing(request, stale, jobs) as results:
            for unit, (one, found) in results:
                findings.update(dict.fromkeys(found))
                if one is not None:
                    built[unit] = one
                progress.done(unit, unchanged=False)
    finally:
        made = [built[unit] for unit in stale if unit in built]
        _record(request, fingerprints, units, components, made)
    if not components and not any(finding.is_error for finding in findings):
        for game in dict.fromkeys(unit.game for unit in units):
            names = _names(units, game)
            together = [COMPLETE] if len(names) > 1 else []
            remove_other_units(request.out / game, [*names, *together])
    ordered = tuple(built[unit] for unit in units if unit in built)
    return Outcome(ordered, tuple(findings))


def _record(
    request: Request,
    fingerprints: Fingerprints,
    units: Sequence[Unit],
    components: Sequence[str],
    made: Sequence[Built],
) -> None:
    for game in dict.fromkeys(one.unit.game for one in made):
        update_manifest(
            request.out / game,
            fingerprints.game(game),
            request.variant,
            [one for one in made if one.unit.game == game],
            None if components else _names(units, game),
        )


def _names(units: Sequence[Unit], game: str) -> list[str]:
    return [unit.name for unit in units if unit.game == game and unit.name != COMPLETE]


@contextmanager
def _producing(
    request: Request, units: Sequence[Unit], jobs: int
) -> Iterator[Iterator[tuple[Unit, Produced]]]:
    if jobs < 2 or len(units) < 2:
        yield ((unit, produce_safely(unit, request)) for unit in units)
        return
    from printgen.build.workers import run_in_workers

    tasks = [(group, request) for group in grouped(units, jobs)]
    folders = [request.out / game for game in dict.fromkeys(unit.game for unit in units)]

    def clean_up(workers: Sequence[int]) -> None:
        for folder in folders:
            remove_partial_files(folder, workers)

    with run_in_workers(produce_group, tasks, jobs, clean_up) as results:
        yield (made for _, group in results for made in group)


def grouped(units: Sequence[Unit], jobs: int) -> list[list[Unit]]:
    """Group units into tasks: whole games, which are then drawn once, if there are enough of them
    for all workers; otherwise single units. Large groups go first, so that no worker waits long."""
    games: dict[str, list[Unit]] = {}
    for unit in units:
        games.setdefault(unit.game, []).append(unit)
    if len(games) < jobs:
        return [[unit] for unit in units]
    return sorted(games.values(), key=len, reverse=True)


def produce_group(task: tuple[Sequence[Unit], Request]) -> list[tuple[Unit, Produced]]:
    units, request = task
    return [(unit, produce_safely(unit, request)) for unit in units]


def produce_safely(unit: Unit, request: Request) -> Produced:
    from printgen.build.produce import produce

    try:
        return produce(unit, request), ()
    except DataError as fault:
        return None, fault.findings
