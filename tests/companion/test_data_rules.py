"""A game that is data alone, at a table: set up, scored and verified like any other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.table.entries import fields_of, result_of
from companion.table.fold import decide, extend, read_story, verify
from companion.table.model import Act, Event, Refused, Table
from companion.table.plays import setup_of
from companion.table.promise import promised
from tests.companion.harbour import sample_facts

SEED = bytes(32)


class Evening:
    """A table of the sample game; every event goes through JSON, as a log keeps it."""

    def __init__(self) -> None:
        self.start = promised(Table("harbour", "", {}, {}, sample_facts()), SEED)
        self.story = read_story(self.start, ())
        for name, colour in (("Ann", "red"), ("Ben", "blue")):
            self.act("join", name=name, colour=colour, entropy="00")
        self.seats = [seat.id for seat in self.story.table.seats]

    def act(self, kind: str, seat: str | None = None, **data: Any) -> Event:
        act = Act(f"act-{len(self.story.log)}", kind, seat, data)
        event = decide(self.story, act, SEED, host=True)
        event = msgspec.convert(msgspec.json.decode(msgspec.json.encode(event)), Event)
        self.story = extend(self.story, event)
        return event

    def enter(self, seat: int, **sheet: Any) -> Event:
        return self.act("score", self.seats[seat], sheet=sheet)


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_setup_is_the_same_for_everybody(evening: Evening) -> None:
    """This test ensures that a table's setup follows from its log alone."""
    evening.act("setup", players=2)
    table = evening.story.table
    assert table.setup is not None
    made = setup_of(table.game, table.facts, table.setup)
    assert made == setup_of(table.game, sample_facts(), table.setup)
    assert len(made.part("market").placements) == 6
    assert verify(evening.start, evening.story.log, SEED) == []


def test_a_setup_for_too_many_is_refused(evening: Evening) -> None:
    """This test ensures that nobody sets up a game that cannot be played."""
    with pytest.raises(Refused, match="players"):
        evening.act("setup", players=5)


def test_running_scores(evening: Evening) -> None:
    """This test ensures that totals and places follow each entry."""
    evening.enter(0, coins=4, ships=1)
    evening.enter(1, coins=9)
    evening.enter(1, **{"goods.fish": 1, "goods.tea": 1})
    result = result_of(evening.story.table)
    assert [total.points for total in result.totals] == [4 + 3 + 4, 9 + 3]
    assert [rank.seat for rank in result.ranking] == [evening.seats[1], evening.seats[0]]


def test_impossible_entries_are_refused(evening: Evening) -> None:
    """This test ensures that an entry is refused when both players then have more than exist."""
    evening.enter(0, ships=2)
    with pytest.raises(Refused) as refused:
        evening.enter(1, ships=2)
    assert str(refused.value) == "Ships: 4 in all, but there are only 3"
    evening.enter(1, ships=1)
    assert result_of(evening.story.table).faults == ()


def test_a_sheet_takes_its_own_lines_only(evening: Evening) -> None:
    """This test ensures that lines which the table's choices leave out cannot be filled in."""
    assert "debts" not in [field.id for field in fields_of(evening.story.table)]
    with pytest.raises(Refused, match="no line"):
        evening.enter(0, debts=-3)
