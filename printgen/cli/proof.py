"""Run the companion's proof of a game, which shows it in browsers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run_proof(
    game: str | None,
    host: str | None,
    port: int | None,
    cards: Path | None,
    templates: Path | None,
    *,
    browse: bool,
) -> int:
    """Run until it is stopped; return its exit code."""
    command = [sys.executable, "-m", "companion", "proof", *([game] if game else [])]
    options = {"--host": host, "--port": port, "--cards": cards, "--templates": templates}
    for name, value in options.items():
        if value is not None:
            command += [name, str(value)]
    if browse:
        command.append("--open")
    with subprocess.Popen(command) as process:  # noqa: S603 – our own program
        try:
            return process.wait()
        except BaseException:
            process.terminate()  # Ctrl-C reaches it too; a signal to this process does not
            raise
