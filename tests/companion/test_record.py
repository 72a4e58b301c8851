"""Records: a finished table proves itself without the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.live import Live
from companion.record import check_record, write_record
from companion.room import Pieces, Rooms
from companion.store import Store
from companion.table.model import Act

PIECES = Pieces({"goods": tuple("abcdefgh")}, {"d6": tuple("123456")})


@pytest.fixture
def rooms(store: Store) -> Rooms:
    return Rooms(store, Live())


def play(rooms: Rooms, *, end: bool) -> str:
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
    return write_record(room)


def test_a_finished_table_proves_itself(rooms: Rooms, tmp_path: Path) -> None:
    """This test ensures that the command agrees with an honest record and exits 0."""
    file = tmp_path / "record.json"
    file.write_text(play(rooms, end=True), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0, result.output
    assert "follows from the promised secret" in result.output


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
