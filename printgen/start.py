"""Takes the call of the command, gives it a quick start and a quick end.

A run makes no cyclic garbage worth collecting, and everything it has made is on disk when it
ends: neither collecting nor taking a hundred thousand objects apart is worth a person's time.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    gc.disable()
    from printgen.cli import printgen

    code = 1
    try:
        printgen()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0 if done.code is None else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)
