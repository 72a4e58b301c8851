"""Deletion: what is deleted is gone, and what stays still proves itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import event, select

from companion.record import check_record, write_record
from companion.results.erase import delete_game, delete_player, renamed
from companion.results.history import find_finished, read_history
from companion.store import Store, events, phones, tables
from companion.table.model import Event, Refused
from tests.companion.evenings import Evening
from tests.games.rules.bots import play_out


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
    """This test ensures that table, events and phones go, and other games stay."""
    gone = evening.play({"Ann": 9, "Ben": 4})
    kept = evening.play({"Ann": 1, "Ben": 4})
    delete_game(evening.rooms, evening.store, gone)
    assert gone not in everything(evening.store)
    assert evening.rooms.room(gone) is None
    assert find_finished(evening.store, kept) is not None


def test_a_deleted_player_is_nowhere(evening: Evening) -> None:
    """This test ensures that a name goes from all tables, and records still verify."""
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
    names = {p.name: p.points for f in read_history(evening.store) for p in f.players}
    assert names == {"Guest 1": 9, "Ben": 4, "Cid": 2, "Dot": None}


def test_a_longer_name_fits_where_it_stood(evening: Evening) -> None:
    """This test ensures that a record proves itself also where a text was as long as may be."""
    code, (seat,) = evening.open("Al")
    evening.act(code, "note", seat, {"text": "Al " * 166})
    evening.act(code, "track", seat, {"track": "Al " * 13, "most": 9})
    evening.act(code, "step", seat, {"track": "Al " * 13, "of": seat, "by": 2})
    evening.act(code, "end")
    delete_player(evening.rooms, evening.store, "Al")
    assert check_record(record(evening, code)) == []


def test_two_who_are_deleted_stay_two(evening: Evening) -> None:
    """This test ensures that each deleted player gets a number of their own."""
    code = evening.play({"Ann": 9, "Ben": 4, "guest 4": 2})
    assert delete_player(evening.rooms, evening.store, "Ann")[0] == "Guest 5"
    assert delete_player(evening.rooms, evening.store, "ben")[0] == "Guest 6"
    assert check_record(record(evening, code)) == []
    with pytest.raises(Refused, match="nobody here is called Ann"):
        delete_player(evening.rooms, evening.store, "Ann")


@pytest.mark.parametrize("name", ["red", "d6", "coins", "s1-1", "end"])
def test_a_name_that_is_also_something_else(evening: Evening, name: str) -> None:
    """This test ensures that only the name changes: not a colour, a die, an entry or a seat."""
    code = evening.play({name: 9, "Ben": 4})
    delete_player(evening.rooms, evening.store, name)
    assert check_record(record(evening, code)) == []
    (finished,) = read_history(evening.store)
    assert finished.ranking[0].name == "Guest 1"
    assert finished.ranking[0].colour == "red"


def test_names_in_what_a_referee_told() -> None:
    """This test ensures that a whole game by its own rules tells its story with the new name."""
    play = play_out("dragon-river", 3, seed=4)
    play.act("end")
    log = renamed(play.story.start, play.story.log, play.seed, "Ann", "Guest 1")
    assert '"Ann"' in json.dumps([event.result for event in play.story.log])
    assert '"Ann"' not in json.dumps([(event.data, event.result) for event in log])
    again = renamed(play.story.start, log, play.seed, "Guest 1", "Ann")
    assert again == list(play.story.log)


def test_a_log_of_other_rules_keeps_its_decisions() -> None:
    """This test ensures that what today's rules would decide otherwise is not decided anew."""
    play = play_out("dragon-river", 2, seed=4)
    told = {"say": [{"text": "{who} won {what}", "values": {"who": "Ann", "what": "x"}, "to": []}]}
    odd = Event(len(play.story.log) + 1, "odd-one", "roll", None, {"die": "lost"}, told)
    log = renamed(play.story.start, [*play.story.log, odd], play.seed, "Ann", "Guest 1")
    assert log[-1].result["say"][0]["values"] == {"who": "Guest 1", "what": "x"}
    before = [event.result.get("numbers") for event in play.story.log]
    assert [event.result.get("numbers") for event in log[:-1]] == before


def test_only_names_change_in_what_was_told() -> None:
    """This test ensures that a player called like one of the game's own words takes none away."""
    play = play_out("dragon-river", 3, seed=4)
    play.act("end")
    names = {seat.name for seat in play.table.seats}
    word = next(
        value
        for event in play.story.log
        for said in event.result.get("say", ())
        for value in said["values"].values()
        if isinstance(value, str) and value not in names
    )
    start, seed = play.story.start, play.seed
    called_so = renamed(start, play.story.log, seed, "Ann", word)
    assert renamed(start, called_so, seed, word, "Ann") == list(play.story.log)


def test_what_was_thrown_stays_thrown(evening: Evening) -> None:
    """This test ensures that a log that does not follow from its seed is not made to follow."""
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
    after = renamed(room.story.start, log, room.stored.seed, "Ann", "Guest 1")
    assert [e.result["faces"] for e in after if e.kind == "roll"] == [faces, faces]
    assert after[0].data["name"] == "Guest 1"
    assert after[-1].result["outcome"]["players"][0]["name"] == "Guest 1"


@pytest.mark.parametrize("what", ["player", "game"])
def test_nothing_is_left_in_the_file(tmp_path: Path, what: str) -> None:
    """This test ensures that deleted words are not even in unused parts of an SQLite file."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    # Some builds of SQLite overwrite what is deleted by themselves; others must be as safe.
    event.listen(store.engine, "connect", lambda c, _: c.execute("PRAGMA secure_delete=OFF"))
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
