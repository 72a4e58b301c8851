"""The entry point of the command, which starts and exits quickly.

A run leaves little cyclic garbage, and all its results are on disk when it ends. Collecting
garbage, or freeing a hundred thousand objects at exit, would only cost time.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

from printgen.signals import raise_on_signal


def isolate_children() -> None:
    """Keep child processes from importing modules from the working folder."""
    os.environ["PYTHONSAFEPATH"] = "1"


def main() -> None:
    gc.disable()
    isolate_children()
    code = 1
    try:
        raise_on_signal()
        from printgen.cli import printgen

        printgen()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0 if done.code is None else 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # the reader has closed the pipe
                stream.flush()
    os._exit(code)
