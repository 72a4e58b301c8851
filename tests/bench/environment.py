"""Install other tools, each in an environment of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
HOME: Final = ROOT / ".bench"
INSTALL_SECONDS: Final = 420.0


@dataclass(frozen=True, slots=True)
class Peer:
    """A package, and the oldest Python that its newest version asks for."""

    package: str
    python: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ready:
    python: Path
    version: str


class PeerError(Exception):
    """A peer cannot be measured on this machine."""


TYPST: Final = Peer("typst", (3, 9))
PROTOGRAF: Final = Peer("protograf", (3, 13))

VERSION_CODE: Final = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerError(str(error)) from error
    if done.returncode:
        printed = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        complaints = [line for line in printed if line.startswith("ERROR")] or printed[-1:]
        raise PeerError(complaints[-1] if complaints else f"{command[0]} failed")
    return done.stdout.strip()


def _candidates(wanted: tuple[int, int]) -> Iterator[str]:
    """Interpreters worth trying: this one, those on the path, those of pyenv and of uv."""
    yield sys.executable
    names = [f"{wanted[0]}.{wanted[1] + later}" for later in range(3)]
    for name in names:
        found = shutil.which(f"python{name}")
        if found:
            yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for name in names:
        for folder in sorted(pyenv.glob(f"{name}.*"), reverse=True):
            yield str(folder / "bin" / "python")
    uv = shutil.which("uv")
    for name in names if uv else ():
        try:
            yield _run([str(uv), "python", "find", name])
        except PeerError:
            continue


def find_python(wanted: tuple[int, int]) -> str:
    """The first interpreter that is new enough and does run, or this one.

    An older one may still do: the installer then chooses an older version of the peer.
    """
    ask = "import sys, venv, ensurepip; print(*sys.version_info[:2])"
    for candidate in _candidates(wanted):
        try:
            major, minor = map(int, _run([candidate, "-c", ask]).split())
        except (PeerError, ValueError):
            continue  # a launcher may stand on the path for a version that is not chosen
        if (major, minor) >= wanted:
            return candidate
    return sys.executable


def prepare(peer: Peer) -> Ready:
    """Makes the peer's environment when there is none; raises PeerError with the reason."""
    folder = HOME / peer.package
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    note = folder / "ready.json"
    if not note.exists():
        shutil.rmtree(folder, ignore_errors=True)
        _run([find_python(peer.python), "-m", "venv", str(folder)])
        quiet = ["--quiet", "--disable-pip-version-check"]
        _run([str(python), "-m", "pip", "install", *quiet, peer.package])
        version = _run([str(python), "-c", VERSION_CODE, peer.package])
        note.write_text(json.dumps({"version": version}), encoding="utf-8")
    return Ready(python, json.loads(note.read_text(encoding="utf-8"))["version"])
