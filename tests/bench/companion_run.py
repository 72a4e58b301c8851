"""Report how many phones the companion serves, and that it survives being killed."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.storage.store import Store
from companion.table.model import Start
from tests.postgres import find_programs, postgresql
from tests.serving import Server, running

from .companion_kill import TABLES, faults, kill_often
from .companion_load import Figures, Load, put_on, share

FULL: Final = Load(tables=50, phones_each=10, rate=60, seconds=8)
READING: Final = Load(tables=50, phones_each=10, rate=6, seconds=5, pages=True)
WARM_UP: Final = Load(tables=1, phones_each=1, rate=5, seconds=1, pages=True)
ACT_AIM: Final = 0.1
NEWS_AIM: Final = 0.2
DICE: Final = Start({"goods": tuple("abcdefgh")}, {"d6": tuple("123456")})


def main() -> int:
    """Returns 0 if nothing was lost; a missed target is reported but is not a failure."""
    print(
        "\nThe companion: acts and their news while phones listen, server and phones on one machine"
    )
    print("ms: half and 99 % of all are quicker; news: until the table's last phone knows")
    print(f"the machine's load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    failed = False
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, ExitStack() as stack:
        databases: dict[str, tuple[str, tuple[str, ...]]] = {
            "sqlite": (f"sqlite:///{folder}/tables.sqlite", ())
        }
        programs = find_programs()
        if programs is None:
            print("no PostgreSQL on this machine: only SQLite is measured")
        else:
            url = stack.enter_context(postgresql(programs)).url
            databases["postgresql"] = (url, ())
            databases["postgresql, 2 processes"] = (url, ("--workers", "2"))
        for name, (url, options) in databases.items():
            for line in measure(url, options):
                print(f"{name}: {line}")
        for name in ("sqlite", "postgresql"):
            if name in databases:
                failed |= report_kills(name, databases[name][0])
    return int(failed)


def measure(database: str, options: tuple[str, ...]) -> Iterator[str]:
    with running(database, *options) as server:
        for load in (WARM_UP, FULL, READING):
            hosts = open_tables(database, load.tables)
            figures = asyncio.run(put_on(server.port, hosts, load))
            if load is not WARM_UP:
                yield " ".join(describe(load, figures, memory_mb(server)))


def describe(load: Load, figures: Figures, memory: float) -> Iterator[str]:
    yield f"{figures.streams} streams, {load.rate:g} acts/s on {load.tables} tables:"
    yield f"acts {_times(figures.acts)} ({_against(figures.acts, ACT_AIM)}),"
    yield f"news {_times(figures.news)} ({_against(figures.news, NEWS_AIM)}),"
    if load.pages:
        rate = len(figures.pages) / load.seconds
        yield f"{rate:.0f} pages/s {_times(figures.pages)},"
    yield f"{memory:.0f} MB; {figures.refused} refused, {figures.missed} news missed"


def _times(values: list[float]) -> str:
    return f"{1000 * share(values, 0.5):.0f} / {1000 * share(values, 0.99):.0f} ms"


def _against(values: list[float], aim: float) -> str:
    return f"{share(values, 0.99) / aim:.2f} × the aim of {1000 * aim:.0f}"


def report_kills(name: str, database: str) -> bool:
    """Prints the result of the kills; returns whether anything was wrong."""
    hosts = open_tables(database, TABLES)
    kills = kill_often(database, hosts)
    wrong = list(faults(database, list(hosts), kills))
    print(
        f"{name}: {len(kills.restarts) - 1} kills while {len(kills.answered)} acts were answered; "
        f"back after {share(kills.restarts, 0.5):.1f} s; {'; '.join(wrong) or 'nothing lost'}"
    )
    return bool(wrong)


def open_tables(database: str, count: int) -> dict[str, str]:
    """Opens new tables; returns their hosts' tokens by the tables' codes."""
    store = Store(database)
    rooms = Rooms(store, Broadcaster())
    hosts = dict(rooms.open("harbour", DICE) for _ in range(count))
    store.close()
    return hosts


def memory_mb(server: Server) -> float:
    """What the server's processes hold in memory of their own; 0 where the system does not say."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(
                line.split(":", 1) for line in status.read_text().splitlines() if ":" in line
            )
            if os.getpgid(int(fields["Pid"])) == server.process.pid:
                total += int(fields.get("VmRSS", "0").split()[0])
        except (OSError, ProcessLookupError):
            continue
    return total / 1000


if __name__ == "__main__":
    sys.exit(main())
