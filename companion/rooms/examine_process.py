"""Examine a record in a process of its own.

Anybody may have written it: a file that is made to use up all time or memory gets only what that
process is given, and the tables go on.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import msgspec

from companion.language.messages import Refused, say
from companion.rooms.examine import Check, Examined, examine

MAX_SECONDS: Final = 60  # of a slow machine, for the longest game that bots have played
MAX_BYTES: Final = 512 * 1024**2  # many times what a whole game takes
AT_ONCE: Final = 2
# Isolated, so that neither the working folder nor the environment chooses which modules run; then
# only the folder that this program itself comes from is added.
ISOLATED: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from companion.rooms import examine_process; examine_process.main()"
)
HERE: Final = str(Path(__file__).resolve().parents[2])


class RecordExaminer:
    """Examines a few records at once; the threads of pages do not wait for a free place."""

    def __init__(self, at_once: int = AT_ONCE, seconds: float = MAX_SECONDS) -> None:
        self._places = threading.BoundedSemaphore(at_once)
        self._seconds = seconds

    def examine(self, text: str) -> Examined:
        """Like `examine.examine`. Raises Refused if all places are taken."""
        if not self._places.acquire(blocking=False):
            raise Refused("other records are being checked; try again in a moment")
        try:
            return _examine_apart(text, self._seconds)
        finally:
            self._places.release()


def _examine_apart(text: str, seconds: float) -> Examined:
    command = [sys.executable, "-I", "-c", ISOLATED, HERE]
    try:
        done = subprocess.run(  # noqa: S603 – our own module; the record is only its input
            command, input=text.encode(), capture_output=True, timeout=seconds, check=True
        )
        return msgspec.json.decode(done.stdout, type=Examined)
    except (subprocess.SubprocessError, msgspec.DecodeError) as fault:
        output = getattr(fault, "stderr", None) or b""
        logging.getLogger(__name__).warning("%s\n%s", fault, output.decode(errors="replace"))
        too_much = say("checking this file takes too much time or memory")
        return Examined((Check(say("The record can be checked"), (too_much,)),))


def _limit_process() -> None:
    try:
        import resource
    except ModuleNotFoundError:  # Windows: there only the time is limited
        return
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))


def main() -> None:
    """Examine the record on standard input; write the answer to standard output."""
    _limit_process()
    sys.stdout.buffer.write(msgspec.json.encode(examine(sys.stdin.buffer.read().decode())))
