"""Run tasks in worker processes that never outlive the command."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar

from printgen.errors import CallError
from printgen.signals import (
    Stopped,
    ignore_interrupts_in_worker,
    signals_blocked,
    unblock_signals,
)

STOP_TIMEOUT_S: Final = 2.0
"""How long a worker may take to remove its unfinished file before it is killed."""

Task = TypeVar("Task")
Result = TypeVar("Result")


@contextmanager
def run_in_workers(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    clean_up: Callable[[Sequence[int]], None] = lambda _: None,
) -> Iterator[Iterator[tuple[int, Result]]]:
    """Yield the results as they are ready, each with the number of its task.

    If the block ends early, all workers are stopped first; `clean_up` is then called with their
    process ids. Raises CallError if a worker was killed.
    """
    # This process may have other children, which are not stopped.
    others = {process.pid for process in multiprocessing.active_children()}
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), initializer=_start_worker)
    try:
        with signals_blocked():
            numbers = {pool.submit(_call, function, task): n for n, task in enumerate(tasks)}
        yield _results(numbers)
    except BaseException as fault:
        workers = [p for p in multiprocessing.active_children() if p.pid not in others]
        pool.shutdown(wait=False, cancel_futures=True)
        _stop(workers)
        clean_up([worker.pid for worker in workers if worker.pid is not None])
        if isinstance(fault, BrokenProcessPool):
            raise CallError(
                "a worker process was killed, perhaps because memory ran out; try --jobs 1"
            ) from None
        raise
    pool.shutdown()


def _results(numbers: dict[Future[Result], int]) -> Iterator[tuple[int, Result]]:
    for future in as_completed(numbers):
        yield numbers[future], future.result()


def _stop(workers: Sequence[BaseProcess]) -> None:
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(STOP_TIMEOUT_S)
        if worker.is_alive():
            worker.kill()
            worker.join()


def _start_worker() -> None:
    """Prepare a worker. Signals stay blocked until its first task: on a signal now, the pool would
    print a traceback."""
    ignore_interrupts_in_worker()
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Exit when the parent does: a killed parent cannot stop its workers."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(function: Callable[[Any], Result], task: Any) -> Result:
    try:
        unblock_signals()
        return function(task)
    except Stopped as stopped:  # the pool would continue with the next task
        os._exit(int(stopped.code or 0))
