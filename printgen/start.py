"""The entry point of the command, which starts and exits quickly.

Nothing but the handling of signals is imported before it is set up: until then, Ctrl-C prints a
traceback.

A run leaves little cyclic garbage, and all its results are on disk when it ends. Collecting
garbage, or freeing a hundred thousand objects at exit, would only cost time.
"""

from __future__ import annotations

from printgen.signals import raise_on_signal


def isolate_children() -> None:
    """Keep child processes from importing modules from the working folder."""
    import os

    os.environ["PYTHONSAFEPATH"] = "1"


def main() -> None:
    code = 1
    try:
        raise_on_signal()
        import gc

        gc.disable()
        isolate_children()
        from printgen.cli import printgen

        printgen()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0 if done.code is None else 1
    finally:
        _exit(code)


def _exit(code: int) -> None:
    import os
    import sys

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # the reader has closed the pipe
            continue
    os._exit(code)
