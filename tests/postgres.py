"""A temporary PostgreSQL server on a free port, from the system's programs.

A server refuses to run as root: root starts it as a user without rights.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DEBIAN: Final = Path("/usr/lib/postgresql")
USERS: Final = ("postgres", "nobody")
QUICK: Final = ("fsync=off", "full_page_writes=off")


def find_programs() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps it off the path, one for each version."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(DEBIAN.glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


class Postgresql:
    """A server that can be stopped as a power cut does, and started again where it was."""

    def __init__(self, programs: Path, folder: Path, settings: tuple[str, ...]) -> None:
        port = free_port()
        options = [f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"]
        options += [f"-c {setting}" for setting in settings]
        self.url = f"postgresql://paperboat@127.0.0.1:{port}/postgres"
        self._options = " ".join(options)
        self._programs = programs
        self._folder = folder
        self._user = _as_user(folder)
        self._run("initdb", "-U", "paperboat", "-A", "trust", "--no-sync")

    def start(self) -> None:
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-w", "-l", log, "-o", self._options)

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        """In a session of its own: Ctrl-C on the tests is not meant for the server."""
        data = ("-D", str(self._folder / "data"))
        subprocess.run(
            [*self._user, str(self._programs / program), *arguments, *data],
            check=True,
            cwd="/",
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )


@contextmanager
def postgresql(programs: Path, settings: tuple[str, ...] = ()) -> Iterator[Postgresql]:
    """A new server that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="paperboat-postgresql-"))
    try:
        server = Postgresql(programs, folder, settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _as_user(folder: Path) -> list[str]:
    """The beginning of a command that runs as the folder's owner."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    import pwd

    known = {user.pw_name for user in pwd.getpwall()}
    user = next(name for name in USERS if name in known)
    shutil.chown(folder, user)
    return ["runuser", "-u", user, "--"]
