"""Imports: a record from another server becomes a game here, once, and only if it verifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.language.messages import Refused
from companion.results.finished_games import find_finished, read_finished_games
from companion.results.imports import import_record
from companion.rooms.examine import examine
from companion.rooms.records import write_record
from companion.storage.store import Store
from tests.companion.evenings import Evening

GAMES = frozenset({"harbour"})


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    """A record from another server."""
    return recorded(tmp_path)


def recorded(tmp_path: Path, day: int = 0) -> str:
    store = Store(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    evening = Evening(store)
    code = evening.play({"Ann": 9, "Ben": 4}, day=day, minutes=50)
    room, finished = evening.rooms.room(code), find_finished(store, code)
    assert room is not None
    assert finished is not None
    store.close()
    return write_record(room, finished.times)


def test_an_imported_game_is_unchanged(store: Store, elsewhere: str) -> None:
    """Players, points, times, code and proof are kept."""
    imported = import_record(store, examine(elsewhere), GAMES)
    (finished,) = read_finished_games(store)
    record = json.loads(elsewhere)
    assert finished.code == imported.code == record["code"]
    assert finished.minutes == 50
    assert [(p.name, p.points) for p in finished.ranking] == [("Ann", 9), ("Ben", 4)]
    evening = Evening(store)
    room = evening.rooms.room(imported.code)
    assert room is not None
    assert write_record(room, finished.times) == elsewhere
    assert imported.token is not None
    assert evening.rooms.is_host(room, imported.token)


def test_the_same_record_twice_is_one_game(store: Store, elsewhere: str) -> None:
    """Importing a record again leads to the existing game."""
    first = import_record(store, examine(elsewhere), GAMES)
    other_code = json.dumps({**json.loads(elsewhere), "code": "ZZZZZZ"})
    for text in (elsewhere, other_code):
        again = import_record(store, examine(text), GAMES)
        assert (again.code, again.token) == (first.code, None)
    assert len(read_finished_games(store)) == 1


def test_a_code_that_is_taken(store: Store, elsewhere: str) -> None:
    """A table of another game with that code is left alone."""
    here = Evening(store).play({"Cid": 1})
    text = json.dumps({**json.loads(elsewhere), "code": here})
    imported = import_record(store, examine(text), GAMES)
    assert imported.code != here
    assert {f.players[0].name for f in read_finished_games(store)} == {"Ann", "Cid"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "does not have the game chess"),
        ({"ended": "2999-01-01T00:00:00Z"}, "end time does not match"),
        ({"seed": None}, "not finished"),
        ({"commitment": "00"}, "not the ones fixed"),
        ({"events": []}, "its versions cannot be"),
        ({"seal": "00"}, "the history code does not match"),
        ({"format": "other"}, "not a game record"),
    ],
)
def test_invalid_records_are_refused(
    store: Store, elsewhere: str, change: dict[str, object], says: str
) -> None:
    """A refused import gives the reason and stores nothing."""
    with pytest.raises(Refused, match=says):
        import_record(store, examine(json.dumps({**json.loads(elsewhere), **change})), GAMES)
    assert read_finished_games(store) == []


def test_a_game_of_the_future_is_refused(store: Store, tmp_path: Path) -> None:
    """A record with events in the future is refused."""
    with pytest.raises(Refused, match="in the future"):
        import_record(store, examine(recorded(tmp_path, day=300_000)), GAMES)
    assert read_finished_games(store) == []
