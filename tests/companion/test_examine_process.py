"""RecordExaminer: no uploaded record can harm the server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.language.messages import Refused
from companion.rooms.examine import examine
from companion.rooms.examine_process import RecordExaminer
from companion.rooms.records import FORMAT, write_record
from companion.storage.store import Store
from companion.table.commitment import commitment_of
from companion.table.model import Table
from tests.companion.evenings import Evening
from tests.companion.harbour import sample_facts

SEED = b"s" * 32


def forged(facts: Any, *events: dict[str, Any]) -> str:
    return json.dumps(
        {
            "format": FORMAT,
            "game": "harbour",
            "commitment": commitment_of(Table("harbour", "", {}, {}, facts), SEED),
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


def test_another_process_gives_the_same_result(tmp_path: Path) -> None:
    """Examining in another process gives the same result."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    evening = Evening(store)
    room = evening.rooms.room(evening.play({"Ann": 9, "Ben": 4}))
    store.close()
    assert room is not None
    for text in (write_record(room), write_record(room).replace('"6"', '"5"'), "no record", ""):
        here, there = examine(text), RecordExaminer().examine(text)
        assert list(map(str, there.wrong)) == list(map(str, here.wrong))
        assert (there.record, there.random_results) == (here.record, here.random_results)


def test_a_record_that_asks_for_all_memory() -> None:
    """A forged game with ten thousand million pieces is refused with a message."""
    facts = json.loads(json.dumps(sample_facts()))
    mix = next(part for part in facts["parts"] if part.get("pieces"))
    mix["pieces"][0]["copies"] = 10**10
    examined = RecordExaminer().examine(forged(facts, {"kind": "setup", "data": {"players": 2}}))
    assert examined.wrong
    assert examined.record is None or not examined.random_results


def test_a_record_that_takes_for_ever() -> None:
    """Examining is stopped after a time limit, with the reason."""
    (sentence,) = RecordExaminer(seconds=0.001).examine(forged(sample_facts())).wrong
    assert "too much time or memory" in str(sentence)


def test_only_so_many_at_once() -> None:
    """With too many examinations at once, another is refused immediately."""
    with pytest.raises(Refused, match="try again"):
        RecordExaminer(at_once=0).examine("")
    examiner = RecordExaminer(at_once=1)
    assert examiner.examine("").wrong == examiner.examine("").wrong
