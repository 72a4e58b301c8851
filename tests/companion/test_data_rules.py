"""A game defined by data alone is set up, scored and verified like any other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import rules_at
from companion.language.messages import Refused
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.game_rules import setup_of
from companion.table.history import extend, read_log
from companion.table.model import Act, Event, Table
from companion.table.score_sheets import fields_of, result_of
from tests.companion.harbour import sample_facts
from tests.verification import verify

SEED = bytes(32)


class Evening:
    """A table of the sample game; every event goes through JSON, as in a stored log."""

    def __init__(self) -> None:
        self.start = with_commitment(Table("harbour", "", {}, {}, sample_facts()), SEED)
        self.history = read_log(self.start, ())
        for name, colour in (("Ann", "red"), ("Ben", "blue")):
            self.act("join", name=name, colour=colour, entropy="00")
        self.seats = [seat.id for seat in self.history.table.seats]

    def act(self, kind: str, seat: str | None = None, **data: Any) -> Event:
        act = Act(f"act-{len(self.history.log)}", kind, seat, data)
        event = decide(self.history, act, SEED, host=True)
        event = msgspec.convert(msgspec.json.decode(msgspec.json.encode(event)), Event)
        self.history = extend(self.history, event)
        return event

    def enter(self, seat: int, **sheet: Any) -> Event:
        return self.act("score", self.seats[seat], sheet=sheet)


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_setup_is_the_same_for_everybody(evening: Evening) -> None:
    """A table's setup follows from its log alone."""
    evening.act("setup", players=2)
    table = evening.history.table
    assert table.setup is not None
    made = setup_of(rules_at(table.game, table.facts), table.setup)
    assert made == setup_of(rules_at(table.game, sample_facts()), table.setup)
    assert len(made.part("market").placements) == 6
    assert verify(evening.start, evening.history.log, SEED) == []


def test_a_setup_for_too_many_is_refused(evening: Evening) -> None:
    """A setup for too many players is refused."""
    with pytest.raises(Refused, match="players"):
        evening.act("setup", players=5)


def test_running_scores(evening: Evening) -> None:
    """Totals and places follow each entry."""
    evening.enter(0, coins=4, ships=1)
    evening.enter(1, coins=9)
    evening.enter(1, **{"goods.fish": 1, "goods.tea": 1})
    result = result_of(evening.history.table)
    assert [total.points for total in result.totals] == [4 + 3 + 4, 9 + 3]
    assert [rank.seat for rank in result.ranking] == [evening.seats[1], evening.seats[0]]


def test_impossible_entries_are_marked(evening: Evening) -> None:
    """An entry is kept and marked when the players together would have more than exist."""
    evening.enter(0, ships=2)
    evening.enter(1, ships=2)
    messages = {str(fault.message) for fault in result_of(evening.history.table).faults}
    assert messages == {"Ships: 4 in all, but there are only 3"}
    evening.enter(1, ships=1)
    assert result_of(evening.history.table).faults == ()


def test_a_sheet_takes_its_own_lines_only(evening: Evening) -> None:
    """Lines that the table's options leave out cannot be filled in."""
    assert "debts" not in [field.id for field in fields_of(evening.history.table)]
    with pytest.raises(Refused, match="no line"):
        evening.enter(0, debts=-3)
