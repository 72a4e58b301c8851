"""Records: a finished table proves itself without the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.live import Live
from companion.record import MOST_EVENTS, Times, check_record, examine, read_record, write_record
from companion.room import Rooms
from companion.store import Store
from companion.table.model import Act, Start

PIECES = Start({"goods": tuple("abcdefgh")}, {"d6": tuple("123456")})


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield Rooms(store, Live())
    store.close()


def play(rooms: Rooms, *, end: bool, times: Times | None = None) -> str:
    code, _ = rooms.open("harbour", PIECES)
    join = Act("1", "join", None, {"name": "Ann", "colour": "red", "entropy": "00ff"})
    seat = rooms.join(code, join, "phone")
    rooms.act(code, Act("2", "shuffle", seat, {"deck": "goods"}), host=False)
    rooms.act(code, Act("3", "draw", seat, {"deck": "goods", "count": 3}), host=False)
    rooms.act(code, Act("4", "roll", seat, {"die": "d6", "count": 5}), host=False)
    rooms.act(code, Act("5", "undo", seat, {"number": 4}), host=False)
    rooms.act(code, Act("6", "roll", seat, {"die": "d6", "count": 5}), host=False)
    if end:
        rooms.act(code, Act("7", "end", None, {}), host=True)
    room = rooms.room(code)
    assert room is not None
    return write_record(room, times)


def test_a_finished_table_proves_itself(rooms: Rooms, tmp_path: Path) -> None:
    """This test ensures that the command agrees with an honest record and exits 0."""
    file = tmp_path / "record.json"
    file.write_text(play(rooms, end=True), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0, result.output
    assert "follows from the promised secret" in result.output
    assert json.loads(file.read_text())["commitment"] in result.output


@pytest.mark.parametrize("what", ["faces", "left", "seed", "entropy", "drop"])
def test_a_forged_record_is_found_out(rooms: Rooms, tmp_path: Path, what: str) -> None:
    """This test ensures that no throw, shuffle, seed or joining can be changed afterwards."""
    record = json.loads(play(rooms, end=True))
    if what == "faces":
        record["events"][5]["result"]["faces"] = ["6"] * 5
    elif what == "left":
        record["events"][1]["result"]["left"].reverse()
    elif what == "seed":
        record["seed"] = "00" * 32
    elif what == "entropy":
        record["events"][0]["data"]["entropy"] = "00fe"
    else:
        del record["events"][3]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 1


def test_a_running_table_tells_nothing(rooms: Rooms) -> None:
    """This test ensures that a record made too early has no seed, no order and no hand in it."""
    record = json.loads(play(rooms, end=False))
    assert record["seed"] is None
    assert "left" not in json.dumps(record["events"])
    assert "cards" not in json.dumps(record["events"])
    assert check_record(json.dumps(record)) == [
        "the table has not ended, so its secret is not told yet"
    ]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "x"}', '{"format": 3}', "\0"])
def test_any_other_file(text: str) -> None:
    """This test ensures that a file that is no record is told so, without a traceback."""
    (sentence,) = check_record(text)
    assert sentence.startswith("this is not a")


def load_dice(record: dict[str, Any]) -> None:
    """Every face becomes another one, on the die and in every throw: chance itself still fits."""
    record["dice"]["d6"] = list(reversed(record["dice"]["d6"]))
    for event in record["events"]:
        if "faces" in event["result"]:
            event["result"]["faces"] = [str(7 - int(face)) for face in event["result"]["faces"]]


FORGERIES = {
    "result": lambda r: r["events"][-1]["result"]["outcome"]["players"][0].update(points=99),
    "winner's name": lambda r: r["events"][-1]["result"]["outcome"]["players"][0].update(name="Bo"),
    "told seed": lambda r: r["events"][-1]["result"].update(seed="00" * 32),
    "no end": lambda r: r["events"].pop(),
    "undone joining": lambda r: r["events"][4]["data"].update(number=1),
    "undone nothing": lambda r: r["events"][4]["data"].update(number=77),
    "undone words": lambda r: r["events"][4]["data"].update(number="four"),
    "same id": lambda r: r["events"][5].update(id="4"),
    "after the end": lambda r: r["events"].append({**r["events"][3], "number": 8, "id": "8"}),
    "other number": lambda r: r["events"][3].update(number=9),
    "unknown kind": lambda r: r["events"][3].update(kind="wish"),
    "no faces": lambda r: r["dice"].update(d6=[]),
    "loaded dice": load_dice,
    "another deck": lambda r: r["decks"].update(more=["x"]),
    "other rules": lambda r: r["facts"].update(score={}),
    "another game": lambda r: r.update(game="other"),
    "nobody's throw": lambda r: r["events"][3].update(seat="s9-9"),
    "unmarked throw": lambda r: r["events"][5]["result"].pop("again"),
    "hidden undoing": lambda r: r["events"].pop(4),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_every_forgery_is_found_out(rooms: Rooms, what: str) -> None:
    """This test ensures that results, undoing and ending are proven too, not only throws."""
    record = json.loads(play(rooms, end=True))
    assert check_record(json.dumps(record)) == []
    FORGERIES[what](record)
    assert check_record(json.dumps(record))


def test_all_checks_and_throws_are_told(rooms: Rooms) -> None:
    """This test ensures that whoever checks a record sees each check and all that chance gave."""
    text = play(rooms, end=True)
    examined = examine(text)
    assert len(examined.checks) == 4
    assert not examined.wrong
    assert [(t.number, t.kind, t.undone) for t in examined.throws] == [
        (2, "shuffle", False),
        (4, "roll", True),
        (6, "roll", False),
    ]
    assert examined.throws[0].what == tuple(json.loads(text)["events"][1]["result"]["left"])
    assert examined.throws[2].who == "Ann"


def test_a_chosen_finger_is_told(rooms: Rooms) -> None:
    """This test ensures that which finger chance chose is among what it decided."""
    code, _ = rooms.open("harbour", PIECES)
    event = rooms.act(code, Act("1", "finger", None, {"fingers": 4}), host=True)
    rooms.act(code, Act("2", "end"), host=True)
    room = rooms.room(code)
    assert room is not None
    (throw,) = examine(write_record(room)).throws
    assert throw.what == (str(event.result["finger"] + 1),)


def test_times_are_kept(rooms: Rooms) -> None:
    """This test ensures that a record says when its table was opened and ended, to the second."""
    times = Times(1_700_000_000.0, 1_700_003_600.0)
    assert read_record(play(rooms, end=True, times=times)).times == times
    assert read_record(play(rooms, end=True)).times is None


@pytest.mark.parametrize(
    ("opened", "ended"),
    [("yesterday", "today"), (1, 2), ("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z")],
)
def test_times_that_cannot_be(rooms: Rooms, opened: object, ended: object) -> None:
    """This test ensures that a record with impossible times is refused as not whole."""
    record = {**json.loads(play(rooms, end=True)), "opened": opened, "ended": ended}
    (sentence,) = check_record(json.dumps(record))
    assert sentence.startswith("this is not a whole record")


def test_endless_and_nested_files(rooms: Rooms) -> None:
    """This test ensures that files made to keep a server busy are refused before any work."""
    record = json.loads(play(rooms, end=True))
    record["events"] = [record["events"][0]] * (MOST_EVENTS + 1)
    assert "at most" in check_record(json.dumps(record))[0]
    assert check_record("[" * 100_000)
