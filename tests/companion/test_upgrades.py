"""Upgrades: tables stored by earlier versions are shown and continued, or say why they cannot
be."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.app import create_app
from companion.games import is_playable
from companion.language.messages import Refused
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.examine import examine
from companion.rooms.records import read_record, write_record
from companion.rooms.room import Unreadable
from companion.rooms.rooms import Rooms
from companion.storage.store import Store
from companion.table import migrations
from companion.table.chain import chain
from companion.table.migrations import VERSION, Migration, Written, migrated_event, migrated_start
from companion.table.model import Act, Event, Start
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games

STORED = Path(__file__).parents[1] / "stored"
FIRST, LATEST = "first-games", "before-versions"
PAGES: tuple[str, ...] = ("", "/setup", "/play", "/tools", "/score", "/history", "/screen")
PAGES += ("/revision", "/join.svg", "/record.json", "/position.ppn", "/result.png", "/setup.pdf")
OK, CONFLICT = 200, 409
UNDOING = ("undo", "redo")


class Upgraded:
    """A file of an earlier version, opened by this one."""

    def __init__(self, name: str, folder: Path) -> None:
        file = folder / f"{name}.sqlite"
        with sqlite3.connect(file) as connection:
            connection.executescript(
                gzip.decompress((STORED / f"{name}.sql.gz").read_bytes()).decode()
            )
            query = "SELECT code, game, (SELECT count(*) FROM events e WHERE e.code = t.code AND "
            query += "kind = 'end') FROM tables t ORDER BY game"
            self.tables: list[tuple[str, str, bool]] = list(connection.execute(query))
        connection.close()
        self.store = Store(f"sqlite:///{file}")
        self.rooms = Rooms(self.store, Broadcaster())
        self.client: FlaskClient = create_app(
            builtin_cards(), builtin_templates(), self.store
        ).test_client()

    def status(self, path: str) -> int:
        return self.client.get(path, base_url="http://127.0.0.1").status_code

    def codes(self, *games: str) -> list[str]:
        return [code for code, game, _ in self.tables if not games or game in games]


@pytest.fixture(scope="module")
def open_stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Upgraded]]:
    folder = tmp_path_factory.mktemp("stored")
    opened: dict[str, Upgraded] = {}

    def load(name: str) -> Upgraded:
        if name not in opened:
            opened[name] = Upgraded(name, folder)
        return opened[name]

    yield load
    for upgraded in opened.values():
        upgraded.store.close()


@pytest.fixture
def latest(tmp_path: Path) -> Iterator[Upgraded]:
    """A file of its own, for a test that ends or undoes something."""
    upgraded = Upgraded(LATEST, tmp_path)
    yield upgraded
    upgraded.store.close()


@pytest.mark.parametrize("name", [FIRST, LATEST])
def test_no_page_of_a_stored_table_fails(name: str, open_stored: Callable[[str], Upgraded]) -> None:
    """Every page and file of every stored table responds, whatever version stored it."""
    stored = open_stored(name)
    paths = ["/", "/results", "/results.csv", "/results.json", "/api/v1/results"]
    for code, _, ended in stored.tables:
        paths += [f"/t/{code}{page}" for page in PAGES]
        paths += [f"/api/v1/tables/{code}{end}" for end in ("", "/events", "/scene")]
        if ended:
            paths += [f"/results/{code}{end}" for end in ("", ".csv", ".json")]
    assert [path for path in paths if stored.status(path) >= 500] == []


def test_tables_of_the_version_before_are_all_followed(
    open_stored: Callable[[str], Upgraded],
) -> None:
    """Tables of all five games from the previous version are shown, and the running ones can be
    continued, stored and verified."""
    stored = open_stored(LATEST)
    assert {game for _, game, _ in stored.tables} == set(
        filter(is_playable, list_games(builtin_cards()))
    )
    for code, game, ended in stored.tables:
        assert [page for page in PAGES[:8] if stored.status(f"/t/{code}{page}") != OK] == [], game
        if ended:
            continue
        act = Act(f"later-{code}", "note", None, {"text": "later"})
        stored.rooms.act(code, act, host=True)
        room = Rooms(stored.store, Broadcaster()).room(
            code
        )  # read again, from both versions' events
        assert room is not None
        assert room.table.notes["table"] == "later"
        assert room.written.of(1) == 0
        assert room.written.of(len(room.log)) == VERSION


def test_what_was_revealed_before_the_upgrade_stays(latest: Upgraded) -> None:
    """In a running race of an earlier version, plans that were turned over cannot be undone, nor
    what led to them; what came after can, and the record still proves itself."""
    code = next(c for c, game, ended in latest.tables if game == "river-dragons" and not ended)
    room = latest.rooms.room(code)
    assert room is not None
    assert not any("final" in event.result for event in room.raw)
    final = [event for event in room.log if "final" in event.result]
    last = final[-1].number
    plays = [event.number for event in room.log if event.kind == "play"]
    assert plays[0] < last < plays[-1]
    for number in (n for n in plays if n <= last):
        with pytest.raises(Refused, match=f"step {last} and"):
            latest.rooms.act(
                code, Act(f"undo-{number}", "undo", None, {"number": number}), host=True
            )
    undo = Act("undo-later", "undo", None, {"number": plays[-1]})
    latest.rooms.act(code, undo, host=True)
    latest.rooms.act(code, Act("the-end", "end"), host=True)
    ended = latest.rooms.room(code)
    assert ended is not None
    assert not any("final" in event.result for event in ended.raw)
    assert examine(write_record(ended)).wrong == ()


def test_what_was_drawn_before_the_upgrade_is_not_redone(latest: Upgraded) -> None:
    """In a running game of Mines of an earlier version, tiles that are undone now are shuffled back
    in and cannot be redone, also after another start."""
    code = next(c for c, game, ended in latest.tables if game == "mines" and not ended)
    room = latest.rooms.room(code)
    assert room is not None
    drawn = next(e for e in reversed(room.log) if e.data.get("move") == {"do": "finish"})
    assert not any("shown" in event.result for event in room.raw)
    undo, redo = (Act(f"{kind}-drawn", kind, None, {"number": drawn.number}) for kind in UNDOING)
    assert "mix" in latest.rooms.act(code, undo, host=True).result
    for rooms in (latest.rooms, Rooms(latest.store, Broadcaster())):
        with pytest.raises(Refused, match="shuffled back in"):
            rooms.act(code, redo, host=True)


def test_first_tables_of_mines_have_their_score_board(
    open_stored: Callable[[str], Upgraded],
) -> None:
    """Tables of Mines whose facts lack the size of the score board are shown and continued."""
    stored = open_stored(FIRST)
    for code in stored.codes("mines"):
        assert [page for page in PAGES[:8] if stored.status(f"/t/{code}{page}") != OK] == []
        room = stored.rooms.room(code)
        assert room is not None
        assert "board" in room.table.facts
        assert "board" not in json.loads(room.stored.start)["facts"]


def test_a_promise_outlives_an_upgrade(open_stored: Callable[[str], Upgraded]) -> None:
    """The record of an upgraded table has the original commitment, which still holds."""
    stored = open_stored(FIRST)
    code = next(code for code, game, ended in stored.tables if game == "mines" and ended)
    text = stored.client.get(f"/results/{code}.json", base_url="http://127.0.0.1").text
    assert "board" not in read_record(text).start.facts
    promise = examine(text).checks[1]
    assert promise.wrong == ()


def test_a_table_that_cannot_be_followed_says_so_itself(
    open_stored: Callable[[str], Upgraded],
) -> None:
    """Races of Port Flower with moves that no longer exist say so and offer their record, without
    secrets if they are running."""
    stored = open_stored(FIRST)
    for code, game, ended in stored.tables:
        if game != "port-flower":
            continue
        with pytest.raises(Unreadable):
            stored.rooms.room(code)
        for page in ("", "/play", "/history"):
            answer = stored.client.get(f"/t/{code}{page}", base_url="http://127.0.0.1")
            assert answer.status_code == CONFLICT
            assert "earlier version" in answer.text
            assert f"/t/{code}/record.json" in answer.text
        kept = stored.client.get(f"/t/{code}/record.json", base_url="http://127.0.0.1")
        assert kept.status_code == OK
        record = json.loads(kept.text)
        assert (record["seed"] is not None) == ended
        events = stored.store.log(code)
        assert len(record["events"]) == len(events)
        if not ended:
            table = stored.store.table(code)
            assert table is not None
            assert table.seed.hex() not in kept.text
            assert all("move" not in e["data"] for e in record["events"] if e["kind"] == "play")


def test_a_table_of_a_newer_version_says_so(tmp_path: Path) -> None:
    """A file written by a newer program is not misread."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    rooms = Rooms(store, Broadcaster())
    code, _ = rooms.open("harbour", Start({}, {}))
    with store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET version = {VERSION + 1}")
    with pytest.raises(Unreadable, match="newer version"):
        Rooms(store, Broadcaster()).room(code)
    store.close()


def test_what_a_migration_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration changes what older versions stored of its game, and nothing else."""

    def more(start: Start) -> Start:
        return replace(start, dice={**start.dice, "d3": ("1", "2", "3")})

    def louder(event: Event) -> Event:
        return replace(event, data={**event.data, "text": event.data["text"].upper()})

    steps = (Migration(2, "harbour", start=more), Migration(3, event=louder))
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    start, event = Start({}, {}), Event(1, "e", "note", None, {"text": "hello"})
    assert migrated_start("harbour", start, 1).dice == {"d3": ("1", "2", "3")}
    assert migrated_start("harbour", start, 2) == start
    assert migrated_start("chess", start, 1) == start
    assert migrated_event("chess", event, 2).data == {"text": "HELLO"}
    assert migrated_event("chess", event, 3) == event


def test_versions_of_a_log() -> None:
    """Events from a number on have the version named there."""
    written = Written(0, ((1, 0), (51, 1), (60, 4)))
    assert [written.of(number) for number in (1, 50, 51, 59, 60, 999)] == [0, 0, 1, 1, 4, 4]
    assert written.newest == 4
    assert Written().of(3) == 0
    assert written.until(59) == Written(0, ((51, 1),))
    assert Written(1, ((1, 1), (9, 1))).until(20) == Written(1, ((1, 1),))


@pytest.mark.parametrize(
    "written",
    [
        Written(1, ((9, 1), (1, 0))),
        Written(1, ((1, 1), (1, 1))),
        Written(1, ((0, 1),)),
        Written(1, ((1, 1), (21, 1))),
        Written(-1),
        Written(1, ((1, -1),)),
    ],
)
def test_versions_that_no_log_has(written: Written) -> None:
    """Versions of events that are not there or not in order, and negative ones, do not fit."""
    assert Written(1, ((1, 0), (20, 1))).fits(20)
    assert not written.fits(20)


def test_a_record_sealed_by_the_version_before_proves_itself() -> None:
    """A record whose seal does not cover its versions is still checked as it was sealed, and says
    so; a table that such a version began is sealed with its versions from the next event on."""
    text = gzip.decompress((STORED / "version-1.json.gz").read_bytes()).decode()
    examined = examine(text)
    assert examined.wrong == ()
    (limit,) = examined.limits
    assert "does not cover which versions" in str(limit)
    record = json.loads(text)
    record["events"][3]["at"] += 1
    assert examine(json.dumps(record)).wrong

    kept = read_record(text)
    codes = [
        tuple(chain(kept.seed, kept.commitment, kept.events, written))
        for written in (
            Written(1, ((1, 1), (9, VERSION))),
            Written(0, ((1, 1), (9, VERSION))),
            Written(1, ((9, VERSION),)),
            Written(1, ((1, 1), (10, VERSION))),
        )
    ]
    assert {made[:8] for made in codes} == {(kept.hashes or ())[:8]}
    assert len({made[8] for made in codes}) == len(codes)
    assert len({made[-1] for made in codes}) == len(codes)


def test_a_column_that_was_added_later_is_added(tmp_path: Path) -> None:
    """A file of an earlier version gets new columns, and its rows count as version 0."""
    file = tmp_path / "old.sqlite"
    with sqlite3.connect(file) as connection:
        connection.executescript(
            gzip.decompress((STORED / f"{FIRST}.sql.gz").read_bytes()).decode()
        )
    connection.close()
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        assert set(
            connection.execute("SELECT version FROM events UNION SELECT version FROM tables")
        ) == {(0,)}
    connection.close()
