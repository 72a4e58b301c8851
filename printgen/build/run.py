"""Takes a request and the games asked for, gives their files; makes only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from printgen.build.files import (
    read_manifest,
    remove_parts,
    still_good,
    update_manifest,
)
from printgen.build.fingerprint import Fingerprints
from printgen.build.plan import COMPLETE, plan_units
from printgen.build.request import Built, Outcome, Request, Unit
from printgen.errors import DataError, Finding

Produced = tuple[Built | None, tuple[Finding, ...]]


class Progress(Protocol):
    """Who wants to hear how far the work is."""

    def start(self, total: int) -> None: ...

    def done(self, unit: Unit, *, fresh: bool) -> None: ...


def build(
    request: Request,
    games: Sequence[str],
    components: Sequence[str],
    jobs: int,
    progress: Progress,
) -> Outcome:
    """Makes every unit whose inputs changed. One unit's mistakes do not stop the others."""
    fingerprints = Fingerprints(request)
    units, broken = plan_units(request, games, components, fingerprints)
    progress.start(len(units))
    built: dict[Unit, Built] = {}
    stale: list[Unit] = []
    for unit in units:
        folder = request.out / unit.game
        inputs = fingerprints.game(unit.game)
        good = still_good(folder, read_manifest(folder), unit, request.variant, inputs)
        if good is None:
            stale.append(unit)
        else:
            built[unit] = good
            progress.done(unit, fresh=True)
    findings: dict[Finding, None] = dict.fromkeys(broken)
    try:
        for unit, (one, found) in _produce_all(request, stale, jobs):
            findings.update(dict.fromkeys(found))
            if one is not None:
                built[unit] = one
            progress.done(unit, fresh=False)
    finally:
        made = [built[unit] for unit in stale if unit in built]
        _remember(request, fingerprints, units, components, made)
    ordered = tuple(built[unit] for unit in units if unit in built)
    return Outcome(ordered, tuple(findings))


def _remember(
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


def _produce_all(
    request: Request, units: Sequence[Unit], jobs: int
) -> Iterator[tuple[Unit, Produced]]:
    if jobs < 2 or len(units) < 2:
        for unit in units:
            yield unit, produce_safely(unit, request)
        return
    yield from _produce_in_workers(request, units, min(jobs, len(units)))


def _produce_in_workers(
    request: Request, units: Sequence[Unit], jobs: int
) -> Iterator[tuple[Unit, Produced]]:
    from concurrent.futures import ProcessPoolExecutor, as_completed

    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        waiting = [pool.submit(produce_group, group, request) for group in grouped(units, jobs)]
        for future in as_completed(waiting):
            yield from future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.terminate()
        pool.shutdown(wait=True)
        remove_parts(request.out)
        raise
    pool.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def grouped(units: Sequence[Unit], jobs: int) -> list[list[Unit]]:
    """What one worker makes in a row: a whole game, which is then drawn once, while there are
    games for everybody; else single units. Large groups first, so that nobody waits long."""
    games: dict[str, list[Unit]] = {}
    for unit in units:
        games.setdefault(unit.game, []).append(unit)
    if len(games) < jobs:
        return [[unit] for unit in units]
    return sorted(games.values(), key=len, reverse=True)


def produce_group(units: Sequence[Unit], request: Request) -> list[tuple[Unit, Produced]]:
    return [(unit, produce_safely(unit, request)) for unit in units]


def produce_safely(unit: Unit, request: Request) -> Produced:
    from printgen.build.produce import produce

    try:
        return produce(unit, request), ()
    except DataError as fault:
        return None, fault.findings
