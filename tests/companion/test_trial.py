"""Trials: a record from anywhere is examined, and whatever is in it, the server goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.record import FORMAT, examine, write_record
from companion.store import Store
from companion.table.model import Refused, Table
from companion.table.promise import promise_of
from companion.trial import Trials
from tests.companion.evenings import Evening
from tests.companion.harbour import sample_facts

SEED = b"s" * 32


def forged(facts: Any, *events: dict[str, Any]) -> str:
    return json.dumps(
        {
            "format": FORMAT,
            "game": "harbour",
            "commitment": promise_of(Table("harbour", "", {}, {}, facts), SEED),
            "seed": SEED.hex(),
            "decks": {},
            "dice": {},
            "facts": facts,
            "events": [
                {"number": number, "id": f"e{number}", "seat": None, "result": {}, **event}
                for number, event in enumerate(events, 1)
            ],
        }
    )


def test_a_trial_says_what_examining_says(tmp_path: Path) -> None:
    """This test ensures that nothing of what is found gets lost between the processes."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    evening = Evening(store)
    room = evening.rooms.room(evening.play({"Ann": 9, "Ben": 4}))
    store.close()
    assert room is not None
    for text in (write_record(room), write_record(room).replace('"6"', '"5"'), "no record", ""):
        here, there = examine(text), Trials().examine(text)
        assert list(map(str, there.wrong)) == list(map(str, here.wrong))
        assert (there.record, there.throws) == (here.record, here.throws)


def test_a_record_that_asks_for_all_memory() -> None:
    """This test ensures that a forged game of ten thousand million pieces is a sentence."""
    facts = json.loads(json.dumps(sample_facts()))
    mix = next(part for part in facts["parts"] if part.get("pieces"))
    mix["pieces"][0]["copies"] = 10**10
    examined = Trials().examine(forged(facts, {"kind": "setup", "data": {"players": 2}}))
    assert examined.wrong
    assert examined.record is None or not examined.throws


def test_a_record_that_takes_for_ever() -> None:
    """This test ensures that checking ends, and says why."""
    (sentence,) = Trials(seconds=0.001).examine(forged(sample_facts())).wrong
    assert "more time or memory" in str(sentence)


def test_only_so_many_at_once() -> None:
    """This test ensures that a full house is said at once, and keeps no page waiting."""
    with pytest.raises(Refused, match="try again"):
        Trials(at_once=0).examine("")
    trials = Trials(at_once=1)
    assert trials.examine("").wrong == trials.examine("").wrong
