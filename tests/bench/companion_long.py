"""Measure what a long table and a large file cost: undo, redo, verify and delete.

Undo, redo and verify are compared with reading the log once from its start, delete with rewriting
the file, all in the same run: ratios matter, milliseconds depend on the machine.
`python -m tests.bench.companion_long` prints this section alone.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.results.erase import delete_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.rooms.start import DICE
from companion.storage.rows import event_row
from companion.storage.schema import events
from companion.storage.store import Store
from companion.table.commitment import with_commitment
from companion.table.decide import MAX_EVENTS, decide
from companion.table.history import History, extend, read_log
from companion.table.model import Act, Event, Start, Table
from companion.table.replay import replay

SEED: Final = b"s" * 32
REPEATS: Final = 5
FILE_MB: Final = 256
ROW_BYTES: Final = 50_000
PAUSE_SECONDS: Final = 0.005


class Long:
    """A table with the largest number of rolls, and nothing else."""

    def __init__(self, count: int = MAX_EVENTS - 10) -> None:
        self.start = with_commitment(Table("harbour", "", {}, DICE, {}), SEED)
        story = History(self.start)
        for number in range(count):
            story = extend(story, _decided(story, "roll", f"roll-{number}", die="d6", count=2))
        self.log = story.log

    def story(self) -> History:
        return read_log(self.start, self.log)


def _decided(story: History, kind: str, name: str, **data: Any) -> Event:
    return decide(story, Act(name, kind, None, data), SEED, host=True)


def _act(story: History, kind: str, **data: Any) -> History:
    return extend(story, _decided(story, kind, f"{kind}-{len(story.log)}", **data))


def _milliseconds(do: Callable[[], Any]) -> float:
    """CPU time of one call: what else the machine does at that moment is left out."""
    start = time.process_time()
    do()
    return 1000 * (time.process_time() - start)


def measure_table(long: Long) -> dict[str, float]:
    """The middle of a few runs, in milliseconds."""
    taken: dict[str, list[float]] = {"read": [], "undo": [], "redo": [], "verify": []}
    for _ in range(REPEATS):
        taken["read"].append(_milliseconds(long.story))
        story = long.story()
        taken["undo"].append(_milliseconds(partial(_act, story, "undo", number=1)))
        undone = _act(story, "undo", number=2, to_here=True)
        number = len(undone.log)
        redo = _milliseconds(partial(_act, undone, "redo", number=number))
        taken["redo"].append(redo)
    taken["verify"].append(_milliseconds(lambda: replay(long.start, long.log, SEED)))
    return {what: statistics.median(times) for what, times in taken.items()}


def measure_deletion(folder: Path) -> tuple[float, float]:
    """The longest act while a game is deleted from a large file, and how long rewriting
    that file takes, in milliseconds."""
    file = folder / "large.sqlite"
    store = Store(f"sqlite:///{file}")
    rooms = Rooms(store, Broadcaster())
    busy, large, dead = (rooms.open("harbour", Start({}, {}))[0] for _ in range(3))
    row = event_row(large, Event(1, "", "note", None, {"text": "x" * ROW_BYTES}), 0.0)
    with store.writing() as connection:
        for number in range(FILE_MB * 1_000_000 // ROW_BYTES):
            connection.execute(events.insert(), {**row, "number": number + 1, "id": str(number)})
    for number in range(100):
        rooms.act(dead, _counting(number), host=True)
    longest, stop = [0.0], threading.Event()

    def play() -> None:
        for number in range(100_000):
            if stop.is_set():
                return
            start = time.perf_counter()
            rooms.act(busy, _counting(number), host=True)
            longest[0] = max(longest[0], 1000 * (time.perf_counter() - start))
            time.sleep(PAUSE_SECONDS)

    player = threading.Thread(target=play)
    player.start()
    delete_game(rooms, store, dead)
    time.sleep(100 * PAUSE_SECONDS)
    stop.set()
    player.join()
    store.close()
    copy = sqlite3.connect(file)
    start = time.perf_counter()
    copy.execute("VACUUM")
    vacuum = 1000 * (time.perf_counter() - start)
    copy.close()
    return longest[0], vacuum


def _counting(number: int) -> Act:
    return Act(f"act-{number:06}", "count", None, {"counter": "gold", "by": 1})


def main() -> int:
    long = Long()
    taken = measure_table(long)
    print(
        f"\nA table of {len(long.log)} throws, CPU ms, and how often the log is read in that time"
    )
    for what, time_ms in taken.items():
        print(f"  {what:<8}{time_ms:>9.1f}{time_ms / taken['read']:>7.2f}")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        act, vacuum = measure_deletion(Path(folder))
    print(f"deleting a game from a file of {FILE_MB} MB: the longest act meanwhile {act:.0f} ms,")
    print(f"rewriting that file {vacuum:.0f} ms ({vacuum / act:.0f} times as long)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
