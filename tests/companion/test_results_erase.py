"""Deletion: deleted data is gone, and what remains still verifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import event, select

from companion.language.messages import Refused
from companion.results.erase import delete_game, delete_player, renamed
from companion.results.finished_games import find_finished, read_finished_games
from companion.rooms.records import write_record
from companion.storage.schema import events, phones, tables
from companion.storage.store import Store
from companion.table.history import read_log
from companion.table.model import Event
from tests.companion.evenings import Evening
from tests.games.rules.bots import play_out
from tests.verification import check_record, verify


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def everything(store: Store) -> str:
    with store.engine.connect() as connection:
        return repr([connection.execute(select(t)).all() for t in (tables, events, phones)])


def record(evening: Evening, code: str) -> str:
    room = evening.rooms.room(code)
    assert room is not None
    return write_record(room)


def test_a_deleted_game_is_nowhere(evening: Evening) -> None:
    """Deleting a game removes its table, events and phones, and no other game."""
    gone = evening.play({"Ann": 9, "Ben": 4})
    kept = evening.play({"Ann": 1, "Ben": 4})
    delete_game(evening.rooms, evening.store, gone)
    assert gone not in everything(evening.store)
    assert evening.rooms.room(gone) is None
    assert find_finished(evening.store, kept) is not None


def test_a_deleted_player_is_nowhere(evening: Evening) -> None:
    """Deleting a player removes the name from all tables, and records still verify."""
    first = evening.play({"Annabel": 9, "Ben": 4})
    second = evening.play({"annabel": 1, "Cid": 2}, day=1)
    running, (seat, _) = evening.open("Annabel", "Dot")
    evening.act(running, "note", seat, {"text": "Annabel owes Dot a tea, said ANNABEL"})
    evening.act(running, "count", seat, {"counter": "Annabel's gold", "by": 3})
    evening.act(running, "track", seat, {"track": "Annabel's way", "most": 9})
    evening.act(running, "step", seat, {"track": "Annabel's way", "of": seat, "by": 2})
    evening.act(running, "timer", seat, {"until": 1, "label": "Annabel thinks"})
    assert delete_player(evening.rooms, evening.store, "Annabel") == ("Guest 1", 3)
    assert "annabel" not in everything(evening.store).lower()
    room = evening.rooms.room(running)
    assert room is not None
    assert room.table.seats[0].name == "Guest 1"
    assert room.table.notes["table"] == "Guest 1 owes Dot a tea, said Guest 1"
    assert room.table.counters == {"Guest 1's gold": 3}
    assert room.table.tracks["Guest 1's way"].steps == {seat: 2}
    evening.act(running, "end")
    for code in (first, second, running):
        assert check_record(record(evening, code)) == []
    names = {p.name: p.points for f in read_finished_games(evening.store) for p in f.players}
    assert names == {"Guest 1": 9, "Ben": 4, "Cid": 2, "Dot": None}


def test_a_longer_name_fits_where_it_stood(evening: Evening) -> None:
    """A record verifies even if the replacement name had to be cut to fit."""
    code, (seat,) = evening.open("Al")
    evening.act(code, "note", seat, {"text": "Al " * 166})
    evening.act(code, "track", seat, {"track": "Al " * 13, "most": 9})
    evening.act(code, "step", seat, {"track": "Al " * 13, "of": seat, "by": 2})
    evening.act(code, "end")
    delete_player(evening.rooms, evening.store, "Al")
    assert check_record(record(evening, code)) == []


def test_deleted_players_get_different_names(evening: Evening) -> None:
    """Each deleted player gets a different number."""
    code = evening.play({"Ann": 9, "Ben": 4, "guest 4": 2})
    assert delete_player(evening.rooms, evening.store, "Ann")[0] == "Guest 5"
    assert delete_player(evening.rooms, evening.store, "ben")[0] == "Guest 6"
    assert check_record(record(evening, code)) == []
    with pytest.raises(Refused, match="there is no player called Ann"):
        delete_player(evening.rooms, evening.store, "Ann")


@pytest.mark.parametrize("name", ["red", "d6", "coins", "s1-1", "end"])
def test_a_name_that_is_also_something_else(evening: Evening, name: str) -> None:
    """Only the name is replaced, not an equal colour, die, entry or seat."""
    code = evening.play({name: 9, "Ben": 4})
    delete_player(evening.rooms, evening.store, name)
    assert check_record(record(evening, code)) == []
    (finished,) = read_finished_games(evening.store)
    assert finished.ranking[0].name == "Guest 1"
    assert finished.ranking[0].colour == "red"


def test_names_in_announcements_are_replaced() -> None:
    """The history of a refereed game has the new name throughout."""
    play = play_out("dragon-river", 3, seed=4)
    play.act("end")
    log = renamed(play.history.log, "Ann", "Guest 1")
    assert '"Ann"' in json.dumps([event.result for event in play.history.log])
    assert '"Ann"' not in json.dumps([(event.data, event.result) for event in log])
    assert verify(play.history.start, log, play.seed) == []
    reread = read_log(play.history.start, log)
    named = [
        str(announced.message) for event in log for announced in reread.announcements(event.number)
    ]
    assert any("Guest 1" in sentence for sentence in named)
    assert not any("Ann" in sentence for sentence in named)
    assert renamed(log, "Guest 1", "Ann") == list(play.history.log)


def test_a_log_of_other_rules_keeps_its_decisions() -> None:
    """Names also change in sentences that an earlier version stored, and nothing else does."""
    play = play_out("dragon-river", 2, seed=4)
    reread = {
        "say": [{"text": "{who} won {what}", "values": {"who": "Ann", "what": "x"}, "to": []}]
    }
    odd = Event(len(play.history.log) + 1, "odd-one", "roll", None, {"die": "lost"}, reread)
    log = renamed([*play.history.log, odd], "Ann", "Guest 1")
    assert log[-1].result["say"][0]["values"] == {"who": "Guest 1", "what": "x"}
    before = [event.result.get("numbers") for event in play.history.log]
    assert [event.result.get("numbers") for event in log[:-1]] == before


def test_rolls_of_a_deleted_player_stay(evening: Evening) -> None:
    """A log that does not follow from its seed stays as it is."""
    code = evening.play({"Ann": 9, "Ben": 4})
    room = evening.rooms.room(code)
    assert room is not None
    faces = ["6", "6", "6", "6"]
    log = [
        Event(
            e.number,
            e.id,
            e.kind,
            e.seat,
            e.data,
            {"faces": faces} if e.kind == "roll" else e.result,
        )
        for e in room.log
    ]
    after = renamed(log, "Ann", "Guest 1")
    assert [e.result["faces"] for e in after if e.kind == "roll"] == [faces, faces]
    assert after[0].data["name"] == "Guest 1"
    assert after[-1].result["outcome"]["players"][0]["name"] == "Guest 1"


@pytest.mark.parametrize("what", ["player", "game"])
def test_nothing_is_left_in_the_file(tmp_path: Path, what: str) -> None:
    """Deleted text is not even in unused parts of a SQLite file."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    # Some builds of SQLite overwrite what is deleted by themselves; others must be as safe.
    off = "PRAGMA secure_delete=OFF"
    event.listen(store.engine, "connect", lambda c, _: c.execute(off), insert=True)
    store.engine.dispose()
    evening = Evening(store)
    code, (seat, _) = evening.open("Annabel", "Ben")
    for number in range(40):
        evening.act(code, "note", seat, {"text": f"Annabel {number} " * 30})
    evening.act(code, "end")
    assert any(b"Annabel" in file.read_bytes() for file in tmp_path.iterdir())
    if what == "player":
        delete_player(evening.rooms, store, "Annabel")
    else:
        delete_game(evening.rooms, store, code)
    for file in tmp_path.iterdir():
        assert b"annabel" not in file.read_bytes().lower()
    store.close()
