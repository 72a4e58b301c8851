"""Takes a record that anybody may have written, gives what examining it says.

It is examined in a process of its own: a file that is made to take all time or memory takes
only what that process is given, and the tables go on.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from typing import Final

import msgspec

from companion.record import Check, Examined, examine
from companion.table.model import Refused
from companion.words import say

MOST_SECONDS: Final = 60  # of a slow machine, for the longest game that bots have played
MOST_BYTES: Final = 512 * 1024**2  # many times what a whole game takes
AT_ONCE: Final = 2


class Trials:
    """A place for a few records at once; the threads of pages do not wait for one."""

    def __init__(self, at_once: int = AT_ONCE, seconds: float = MOST_SECONDS) -> None:
        self._places = threading.BoundedSemaphore(at_once)
        self._seconds = seconds

    def examine(self, text: str) -> Examined:
        """As `examine` of records. Raises Refused if all places are taken just now."""
        if not self._places.acquire(blocking=False):
            raise Refused("other records are being checked; try again in a moment")
        try:
            return _examine_apart(text, self._seconds)
        finally:
            self._places.release()


def _examine_apart(text: str, seconds: float) -> Examined:
    command = [sys.executable, "-m", "companion.trial"]
    try:
        done = subprocess.run(  # noqa: S603 – our own module; the record is only its input
            command, input=text.encode(), capture_output=True, timeout=seconds, check=True
        )
        return msgspec.json.decode(done.stdout, type=Examined)
    except (subprocess.SubprocessError, msgspec.DecodeError) as fault:
        said = getattr(fault, "stderr", None) or b""
        logging.getLogger(__name__).warning("%s\n%s", fault, said.decode(errors="replace"))
        too_much = say("checking it takes more time or memory than any game needs")
        return Examined((Check(say("It can be checked"), (too_much,)),))


def _limit_process() -> None:
    try:
        import resource
    except ModuleNotFoundError:  # Windows: there only the time is limited
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


if __name__ == "__main__":
    _limit_process()
    sys.stdout.buffer.write(msgspec.json.encode(examine(sys.stdin.buffer.read().decode())))
