"""Run the checks of `printgen check` in a process of their own."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from companion.proof.model import GameFiles
from printgen.errors import Finding

MAX_SECONDS: Final = 300
NICENESS: Final = 10
"""Drawing what was just saved comes first."""


def check_game(files: GameFiles) -> tuple[Finding, ...] | None:
    """Return everything that would print badly; None if that cannot be found out."""
    command = [sys.executable, "-m", "companion.proof.checking"]
    command += [files.slug, str(files.cards.resolve()), str(files.templates.resolve())]
    try:
        done = subprocess.run(  # noqa: S603 – our own module
            command, capture_output=True, timeout=MAX_SECONDS, check=True
        )
        return msgspec.json.decode(done.stdout, type=tuple[Finding, ...])
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as fault:
        logging.getLogger(__name__).warning("the checks did not run: %s", fault)
        return None


def main() -> None:
    """Check the game that the arguments name; write what was found to standard output."""
    from printgen.build.preflight import preflight

    if hasattr(os, "nice"):
        os.nice(NICENESS)
    slug, cards, templates = sys.argv[1:]
    found = preflight(Path(cards), Path(templates), (slug,), ("a4",), ("full",))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
