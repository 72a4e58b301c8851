"""Records of finished tables verify without the server."""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import main
from companion.games.edition import EDITION
from companion.language.messages import say
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.examine import examine
from companion.rooms.records import Times, read_record, write_record
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.start import DICE
from companion.storage.rows import StoredTable
from companion.storage.store import Store
from companion.table.commitment import with_commitment
from companion.table.decide import MAX_EVENTS
from companion.table.history import read_log
from companion.table.migrations import VERSION, Written
from companion.table.model import Act, Start
from companion.table.replay import replay_without_rules
from tests.games.rules.bots import Play, facts_of, random_move
from tests.verification import check_record

STORED = Path(__file__).parents[1] / "stored"
PIECES = Start({"goods": tuple("abcdefgh")}, {"d6": tuple("123456")})


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield Rooms(store, Broadcaster())
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
    """The command accepts an honest record and exits with 0."""
    file = tmp_path / "record.json"
    file.write_text(play(rooms, end=True), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0, result.output
    assert "follows from the seed" in result.output
    assert json.loads(file.read_text())["commitment"] in result.output


@pytest.mark.parametrize("what", ["faces", "left", "seed", "entropy", "drop"])
def test_a_forged_record_is_found_out(rooms: Rooms, tmp_path: Path, what: str) -> None:
    """A changed roll, shuffle, seed or join is found."""
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


def test_the_record_of_a_running_table_has_no_secrets(rooms: Rooms) -> None:
    """A record of a running table has no seed, no order and no hand in it."""
    record = json.loads(play(rooms, end=False))
    assert record["seed"] is None
    assert "left" not in json.dumps(record["events"])
    assert "cards" not in json.dumps(record["events"])
    assert check_record(json.dumps(record)) == [
        "this game is not finished, so it cannot be verified yet"
    ]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "x"}', '{"format": 3}', "\0"])
def test_any_other_file(text: str) -> None:
    """A file that is not a record is reported without a traceback."""
    (sentence,) = check_record(text)
    assert sentence.startswith("this is not a")


@pytest.mark.parametrize("text", ["", "\0", '{"format": "pap', "no record"])
def test_a_file_that_is_not_json(text: str) -> None:
    """The reason is given in the reader's words, not in those of the parser."""
    sentence = "this is not a complete game record: the file is empty, cut off or not JSON"
    assert check_record(text) == [sentence]


def load_dice(record: dict[str, Any]) -> None:
    """Replace every face by another, on the die and in every roll, so that chance itself still
    fits."""
    record["dice"]["d6"] = list(reversed(record["dice"]["d6"]))
    for event in record["events"]:
        if "faces" in event["result"]:
            event["result"]["faces"] = [str(7 - int(face)) for face in event["result"]["faces"]]


FORGERIES: dict[str, Callable[[dict[str, Any]], object]] = {
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
    "roll without a seat": lambda r: r["events"][3].update(seat="s9-9"),
    "unmarked re-roll": lambda r: r["events"][5]["result"].pop("again"),
    "hidden undoing": lambda r: r["events"].pop(4),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_every_forgery_is_found_out(rooms: Rooms, what: str) -> None:
    """Results, undos and the end are verified too, not only rolls."""
    record = json.loads(play(rooms, end=True))
    assert check_record(json.dumps(record)) == []
    FORGERIES[what](record)
    assert check_record(json.dumps(record))


def test_all_checks_and_random_results_are_listed(rooms: Rooms) -> None:
    """Verification lists each check and everything that chance decided."""
    text = play(rooms, end=True)
    examined = examine(text)
    assert len(examined.checks) == 6
    assert not examined.wrong
    assert [(t.number, t.kind, t.undone) for t in examined.random_results] == [
        (2, "shuffle", False),
        (4, "roll", True),
        (6, "roll", False),
    ]
    assert examined.random_results[0].what == tuple(json.loads(text)["events"][1]["result"]["left"])
    assert examined.random_results[2].who == "Ann"


def test_a_chosen_finger_is_listed(rooms: Rooms) -> None:
    """The chosen finger is among what chance decided."""
    code, _ = rooms.open("harbour", PIECES)
    event = rooms.act(code, Act("1", "finger", None, {"fingers": 4}), host=True)
    rooms.act(code, Act("2", "end"), host=True)
    room = rooms.room(code)
    assert room is not None
    (result,) = examine(write_record(room)).random_results
    assert result.what == (str(event.result["finger"] + 1),)


def test_times_are_kept(rooms: Rooms) -> None:
    """A record has the times when its table was opened and ended, to the second."""
    times = Times(1_700_000_000.0, 1_700_003_600.0)
    assert read_record(play(rooms, end=True, times=times)).times == times
    assert read_record(play(rooms, end=True)).times is None


@pytest.mark.parametrize(
    ("opened", "ended"),
    [("yesterday", "today"), (1, 2), ("2026-01-02T00:00:00", "2026-01-03T00:00:00")],
)
def test_impossible_times(rooms: Rooms, opened: object, ended: object) -> None:
    """A record with impossible times is refused as incomplete."""
    record = {**json.loads(play(rooms, end=True)), "opened": opened, "ended": ended}
    (sentence,) = check_record(json.dumps(record))
    assert sentence.startswith("this is not a complete game record")


@pytest.mark.parametrize(
    ("opened", "ended", "times"),
    [
        (1_700_000_000.0, 1_600_000_000.0, Times(1_700_000_000.0, 1_700_000_000.0)),
        (0.0, 60.0, None),
        (1_700_000_000.0, 60.0, None),
    ],
)
def test_a_clock_makes_nothing_unfair(
    rooms: Rooms,
    monkeypatch: pytest.MonkeyPatch,
    opened: float,
    ended: float,
    times: Times | None,
) -> None:
    """A record verifies even if the server's clock jumped back or stood at 1970."""
    monkeypatch.setattr("companion.storage.store.time", SimpleNamespace(time=lambda: ended))
    text = play(rooms, end=True, times=Times(opened, ended))
    assert check_record(text) == []
    assert read_record(text).times == times


def test_endless_and_nested_files(rooms: Rooms) -> None:
    """Files made to keep a server busy are refused before any work."""
    record = json.loads(play(rooms, end=True))
    record["events"] = [record["events"][0]] * (MAX_EVENTS + 1)
    assert "at most" in check_record(json.dumps(record))[0]
    assert check_record("[" * 100_000)


def reword(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every sentence of Dragon River's rules another text."""
    for name, module in list(sys.modules.items()):
        if name.startswith("companion.games.dragon_river.") and hasattr(module, "say"):
            monkeypatch.setattr(module, "say", lambda text, **v: say(f"Ahoy! {text}", **v))


def raced(rules: int = EDITION) -> Room:
    """A finished race of bots, in which moves were undone."""
    slug = "dragon-river"
    play = Play(slug, 3, {}, 7)
    table = replace(play.history.start, facts={**facts_of(slug), "edition": rules})
    start = with_commitment(replace(table, dice=DICE), play.seed)
    play.history = read_log(start, play.history.log)
    play.act("roll", die="d6", count=3)
    pick = random.Random(1)
    for turn in range(12):
        seat = pick.choice(sorted(offers := play.offers()))
        move = play.move(seat, **random_move(offers[seat], pick))
        if turn % 4 == 3:
            play.act("undo", number=move.number)
    play.act("end")
    events = tuple(replace(event, at=1e9 + event.number) for event in play.history.log)
    begun = Start({}, DICE, start.facts, start.edition)
    stored = StoredTable("BCDFGH", slug, play.seed, "", msgspec.json.encode(begun).decode())
    written = Written(VERSION, ((1, VERSION),))
    return Room(stored, replace(play.history, log=events), "", events, written)


def test_a_record_holds_decisions_and_no_sentences() -> None:
    """Moves keep what was requested and the numbers that were drawn."""
    record = json.loads(write_record(raced()))
    results = [e["result"] for e in record["events"] if e["kind"] in ("begin", "play")]
    assert {key for result in results for key in result} <= {"words", "numbers", "again"}
    assert record["rules"] == EDITION


def test_another_wording_leaves_a_record_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records still verify when their moves and scores are worded differently today."""
    new = write_record(raced())
    old = gzip.decompress((STORED / "version-1.json.gz").read_bytes()).decode()
    assert json.loads(old)["game"] == "dragon-river"
    assert "say" in json.loads(old)["events"][-2]["result"]
    reword(monkeypatch)
    assert "Ahoy!" in repr(Play("dragon-river", 2, {}, 7).history.announcements(4))
    assert [str(sentence) for text in (new, old) for sentence in examine(text).wrong] == []


def test_a_record_of_other_rules_is_checked_in_part() -> None:
    """What does not depend on the rules is checked, and the rest is named."""
    record = json.loads(write_record(raced(EDITION + 1)))
    examined = examine(json.dumps(record))
    assert examined.wrong == ()
    assert f"version {EDITION + 1} of the rules" in str(examined.limits[0])
    assert "roll" in {result.kind for result in examined.random_results}


@pytest.mark.parametrize(
    ("kind", "forged"),
    [
        ("roll", {"faces": ["6", "6", "6"]}),
        ("end", {"seed": "00"}),
        ("end", {"outcome": {"players": []}}),
    ],
)
def test_a_forged_record_of_other_rules_is_found_out(kind: str, forged: dict[str, Any]) -> None:
    """A roll, the seed and the players are checked without the game's rules too"""
    room = raced(EDITION + 1)
    changed = [
        replace(event, result={**event.result, **forged}) if event.kind == kind else event
        for event in room.raw
    ]
    start, seed = room.history.start, room.stored.seed
    assert replay_without_rules(start, room.raw, seed)[1] == []
    assert replay_without_rules(start, changed, seed)[1] != []
