"""Imports: a record of another server becomes a game here, once, and only if it proves itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.record import examine, write_record
from companion.results.history import find_finished, read_history
from companion.results.imports import import_record
from companion.store import Store
from companion.table.model import Refused
from tests.companion.evenings import Evening

GAMES = frozenset({"harbour"})


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    """A record of another server."""
    store = Store(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    evening = Evening(store)
    code = evening.play({"Ann": 9, "Ben": 4}, minutes=50)
    room, finished = evening.rooms.room(code), find_finished(store, code)
    assert room is not None
    assert finished is not None
    store.close()
    return write_record(room, finished.times)


def test_a_record_comes_in_as_it_was(store: Store, elsewhere: str) -> None:
    """This test ensures that players, points, times, code and proof are the same here."""
    imported = import_record(store, examine(elsewhere), GAMES)
    (finished,) = read_history(store)
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
    """This test ensures that bringing it again leads to the game that is here."""
    first = import_record(store, examine(elsewhere), GAMES)
    other_code = json.dumps({**json.loads(elsewhere), "code": "ZZZZZZ"})
    for text in (elsewhere, other_code):
        again = import_record(store, examine(text), GAMES)
        assert (again.code, again.token) == (first.code, None)
    assert len(read_history(store)) == 1


def test_a_code_that_is_taken(store: Store, elsewhere: str) -> None:
    """This test ensures that a table of another game with that code is left alone."""
    here = Evening(store).play({"Cid": 1})
    text = json.dumps({**json.loads(elsewhere), "code": here})
    imported = import_record(store, examine(text), GAMES)
    assert imported.code != here
    assert {f.players[0].name for f in read_history(store)} == {"Ann", "Cid"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "does not have the game chess"),
        ({"ended": "2999-01-01T00:00:00Z"}, "in the future"),
        ({"seed": None}, "has not ended"),
        ({"commitment": "00"}, "not what was promised"),
        ({"events": []}, "before the table ended"),
        ({"format": "other"}, "not a record of the kind"),
    ],
)
def test_what_is_not_taken(
    store: Store, elsewhere: str, change: dict[str, object], says: str
) -> None:
    """This test ensures that a refusal says why, and that nothing is kept."""
    with pytest.raises(Refused, match=says):
        import_record(store, examine(json.dumps({**json.loads(elsewhere), **change})), GAMES)
    assert read_history(store) == []
