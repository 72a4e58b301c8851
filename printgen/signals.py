"""Turn the signals that stop a command into one exception.

Must not: import more than `signal`. This is imported before signals are handled.
"""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

STOPPING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Stopped(SystemExit):
    """A signal stopped the command. The exit code is the one that shells use for the signal.

    A SystemExit, because neither click nor multiprocessing reports that with a traceback.
    """


def raise_on_signal() -> None:
    """Raise Stopped in the main thread at the first signal and ignore later ones, so that nothing
    interrupts the clean-up. A signal that the caller ignores stays ignored."""
    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, _: FrameType | None) -> None:
    for each in STOPPING:
        signal.signal(each, signal.SIG_IGN)
    raise Stopped(128 + number)


def ignore_interrupts_in_worker() -> None:
    """Ignore Ctrl-C in a worker: it reaches the whole process group, and the parent terminates the
    workers."""
    for number in STOPPING:
        signal.signal(number, _stop if number == signal.SIGTERM else signal.SIG_IGN)


def unblock_signals() -> None:
    """Unblock what `signals_blocked` blocked in the parent, once a worker is ready."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


class _Blocked:
    def __enter__(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            self._before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


def signals_blocked() -> _Blocked:
    """Block signals while worker processes start: workers inherit the mask, and a worker that is
    stopped before it is ready would print a traceback."""
    return _Blocked()
