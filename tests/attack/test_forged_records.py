"""Forged records: mutations of recorded games of all five games, none of which is accepted."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from companion.language.messages import Refused
from companion.rooms.examine import Examined, examine
from companion.rooms.records import FORMAT, write_record
from companion.rooms.room import Room
from companion.storage.rows import StoredTable
from companion.table.chain import chain, short_code
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.history import read_log
from companion.table.migrations import VERSION, Written
from companion.table.model import END, Act, Event, Start, Table
from tests.games.rules.bots import Play, facts_of, random_move
from tests.games.rules.test_rules_contract import SLUGS

NIGHT: Final = 1_750_000_000.0
MOVES: Final = 16
EACH: Final = 3
"""How often each kind of forgery is tried on each game, at different places."""
MIN_MUTATIONS: Final = 90
"""How many records of each game are forged at least."""

Record = dict[str, Any]


class Refereed(Play):
    """A game by bots at a table that has a deck and dice too."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug, 3, {}, 7)
        decks = {"goods": tuple("abcdefghij")}
        start = Table(slug, "", decks, {"d6": tuple("123456")}, facts_of(slug))
        self.history = read_log(with_commitment(start, self.seed), self.history.log)

    def act(self, kind: str, seat: str | None = None, **data: Any) -> Event:
        """Cid's phone adds its random bytes later."""
        if data.get("name") == "Cid":
            del data["entropy"]
        return super().act(kind, seat, **data)


@cache
def recorded(slug: str) -> str:
    """A finished table where bots also use notes, counters, dice, decks and undo."""
    play, pick = Refereed(slug), random.Random(slug)
    ann, ben, cid = (seat.id for seat in play.table.seats)
    play.act("entropy", cid, entropy="00ff")
    play.act("note", ann, text="no cheating")
    play.act("count", ben, counter="gold", by=2)
    play.act("roll", ann, die="d6", count=3)
    play.act("undo", ann, number=len(play.history.log))
    play.act("roll", ann, die="d6", count=3)
    play.act("shuffle", cid, deck="goods")
    play.act("draw", ben, deck="goods", count=2)
    seat, other = replaceable(play)
    play.act("replace", seat, number=len(play.history.log), move=other)
    while play.table.revision < 17 + MOVES and not play.over:
        seat = pick.choice(sorted(offers := play.offers()))
        with suppress(Refused):
            play.move(seat, **random_move(offers[seat], pick))
    play.act("correct", None, of="counter", name="gold", value=7)
    number = next(iter(play.rules.correctables(play.table.play, ann)), None)
    if number is not None:
        play.act("correct", ben, who=ann, number=number.id, value=number.least)
    play.act("note", ben, text="well played")
    play.act("count", ann, counter="gold", by=3)
    play.act(END)
    events = tuple(msgspec.structs.replace(e, at=NIGHT + 10.5 * e.number) for e in play.history.log)
    first = play.history.start
    start = Start(first.pieces, first.dice, first.facts, first.edition)
    stored = StoredTable("BCDFGH", slug, play.seed, "", msgspec.json.encode(start).decode())
    written = Written(VERSION, ((1, VERSION),))
    return write_record(Room(stored, read_log(first, events), "", events, written))


def replaceable(play: Play) -> tuple[str, dict[str, Any]]:
    """Makes one more move, which can still be replaced; its seat, and another move for it."""
    for seat, offers in sorted(play.offers().items()):
        kept = play.history
        moves = [dict(choice.move) for choice in offers.choices]
        moves += [random_move(offers, random.Random(number)) for number in range(9)]
        for move in moves:
            play.history = kept
            with suppress(Refused):
                if not play.move(seat, **move).result.get("final"):
                    return seat, move
    raise AssertionError("every move is final")


def record_of(slug: str) -> Record:
    record: Record = json.loads(recorded(slug))
    return record


def accepted(record: Record) -> bool:
    return not examine(json.dumps(record)).wrong


def sealed_again(record: Record) -> Record:
    """The record with a recomputed chain that fits its events."""
    events = [
        msgspec.convert({key: value for key, value in event.items() if key != "hash"}, Event)
        for event in record["events"]
    ]
    written = msgspec.convert(record["written"], Written)
    hashes = list(chain(bytes.fromhex(record["seed"]), record["commitment"], events, written))
    for event, made in zip(record["events"], hashes, strict=True):
        event["hash"] = made
    record["seal"] = hashes[-1]
    return record


def outcome_again(record: Record) -> None:
    """Makes the end what the table gives by then, as a careful forger would."""
    events = record["events"]
    start = Table(
        record["game"],
        record["commitment"],
        {name: tuple(deck) for name, deck in record["decks"].items()},
        {name: tuple(die) for name, die in record["dice"].items()},
        record["facts"],
        edition=record["edition"],
    )
    with suppress(Exception):  # what does not even fold is found out without it
        history = read_log(start, [msgspec.convert(event, Event) for event in events[:-1]])
        end = decide(history, Act("the-end", END), bytes.fromhex(record["seed"]), host=True)
        events[-1]["result"] = msgspec.json.decode(msgspec.json.encode(end.result))


def of_kind(record: Record, *kinds: str) -> list[Record]:
    return [event for event in record["events"] if event["kind"] in kinds]


def renumber(record: Record) -> None:
    for number, event in enumerate(record["events"], 1):
        event["number"] = number


# --- forgeries -----------------------------------------------------------------------------------


def other_actor(record: Record, pick: random.Random) -> None:
    event = pick.choice([e for e in record["events"] if e["seat"] is not None])
    seats = [e["result"]["seat"] for e in of_kind(record, "join")]
    event["seat"] = pick.choice([seat for seat in seats if seat != event["seat"]])


def host_as_actor(record: Record, pick: random.Random) -> None:
    pick.choice([e for e in record["events"] if e["seat"] is not None])["seat"] = None


def other_note(record: Record, pick: random.Random) -> None:
    pick.choice(of_kind(record, "note"))["data"]["text"] = "Ann owes me a beer"


def other_counter(record: Record, pick: random.Random) -> None:
    pick.choice(of_kind(record, "count"))["data"]["by"] += pick.choice((1, 50))


def other_correction(record: Record, pick: random.Random) -> None:
    event = pick.choice(of_kind(record, "correct"))
    event["data"]["value"] += pick.choice((1, 2))
    outcome_again(record)


def other_value_before(record: Record, pick: random.Random) -> None:
    pick.choice(of_kind(record, "correct"))["result"]["was"] += 1


def other_replaced(record: Record, pick: random.Random) -> None:
    event = pick.choice(of_kind(record, "replace"))
    event["data"]["number"] -= pick.choice((1, 3))
    outcome_again(record)


def more_dropped(record: Record, pick: random.Random) -> None:
    """A replacement is made to drop the moves that somebody regrets."""
    event = pick.choice(of_kind(record, "replace"))
    event["result"]["dropped"] = [event["data"]["number"] - 1]
    outcome_again(record)


def other_mix(record: Record, pick: random.Random) -> None:
    """Hidden pieces are shuffled into an order that suits somebody."""
    mixed = [e for e in of_kind(record, "replace", "undo") if "mix" in e["result"]]
    for event in mixed[:1]:
        name = pick.choice([key for key in ("mix", "remix") if key in event["result"]])
        event["result"][name]["key"] = "00" * 16


def no_remix(record: Record, pick: random.Random) -> None:
    for event in of_kind(record, "replace"):
        event["result"].pop("remix", None)
    outcome_again(record)


def other_numbers(record: Record, pick: random.Random) -> None:
    """What chance decided in a move, a replacement or a correction."""
    drawn = [e for e in record["events"] if e["result"].get("numbers")]
    if drawn:  # River Dragons has no chance
        numbers = pick.choice(drawn)["result"]["numbers"]
        numbers[0] = 1 - numbers[0] if numbers[0] in (0, 1) else 0


def other_entropy(record: Record, pick: random.Random) -> None:
    """Random bytes that a phone is said to have added, before dice are rolled."""
    pick.choice(of_kind(record, "entropy"))["data"]["entropy"] = "abcd"


def entropy_twice(record: Record, pick: random.Random) -> None:
    event = pick.choice(of_kind(record, "entropy"))
    place = record["events"].index(event)
    record["events"].insert(place, {**copy.deepcopy(event), "id": "more-bytes"})
    renumber(record)


def other_owner(record: Record, pick: random.Random) -> None:
    event = pick.choice(of_kind(record, "replace"))
    seats = [e["result"]["seat"] for e in of_kind(record, "join")]
    event["result"]["of"] = pick.choice([s for s in seats if s != event["result"]["of"]])


def undo_as_note(record: Record, pick: random.Random) -> None:
    undo = pick.choice(of_kind(record, "undo"))
    undo.update(kind="note", data={"text": "well"}, result={})


def other_undo(record: Record, pick: random.Random) -> None:
    pick.choice(of_kind(record, "undo"))["data"]["number"] = pick.randrange(5, 8)


def other_outcome(record: Record, pick: random.Random) -> None:
    player = pick.choice(record["events"][-1]["result"]["outcome"]["players"])
    player["points"], player["place"] = 99, 1


def other_score(record: Record, pick: random.Random) -> None:
    """A sheet is slipped in, with the outcome that it gives."""
    seat = pick.choice(of_kind(record, "join"))["result"]["seat"]
    sheet = {**record["events"][-2], "id": "slip", "kind": "score", "seat": seat}
    sheet.update(data={"sheet": {}}, result={})
    record["events"].insert(-1, sheet)
    renumber(record)
    outcome_again(record)


def cut_off(record: Record, pick: random.Random) -> None:
    del record["events"][-1 - pick.randrange(1, 8) : -1]
    renumber(record)
    outcome_again(record)


def left_out(record: Record, pick: random.Random) -> None:
    del record["events"][pick.randrange(5, len(record["events"]) - 1)]
    renumber(record)
    outcome_again(record)


def appended(record: Record, pick: random.Random) -> None:
    record["events"].append({**pick.choice(of_kind(record, "note", "count")), "id": "late"})
    renumber(record)


def inserted(record: Record, pick: random.Random) -> None:
    event = {**pick.choice(of_kind(record, "note", "count")), "id": "slipped"}
    record["events"].insert(-1, event)
    renumber(record)
    outcome_again(record)


def duplicated(record: Record, pick: random.Random) -> None:
    place = pick.randrange(4, len(record["events"]) - 1)
    twin = copy.deepcopy(record["events"][place])
    twin["id"] = f"{twin['id']}-again"
    record["events"].insert(place, twin)
    renumber(record)
    outcome_again(record)


def swapped(record: Record, pick: random.Random) -> None:
    events, place = record["events"], pick.randrange(5, len(record["events"]) - 2)
    events[place], events[place + 1] = events[place + 1], events[place]
    renumber(record)


def other_time(record: Record, pick: random.Random) -> None:
    pick.choice(record["events"])["at"] += pick.choice((-3600, 0.5, 60))


def other_id(record: Record, pick: random.Random) -> None:
    pick.choice(record["events"])["id"] = "forged-id"


def other_chance(record: Record, pick: random.Random) -> None:
    pick.choice(of_kind(record, "roll"))["result"]["faces"] = ["6", "6", "6"]


def other_name(record: Record, pick: random.Random) -> None:
    pick.choice(of_kind(record, "join"))["data"]["name"] = "Zoe"
    outcome_again(record)


def more_said(record: Record, pick: random.Random) -> None:
    pick.choice(record["events"])["data"]["more"] = "hidden"


def more_in_event(record: Record, pick: random.Random) -> None:
    pick.choice(record["events"])["more"] = "hidden"


def other_hash(record: Record, pick: random.Random) -> None:
    pick.choice(record["events"])["hash"] = "0" * 64


def other_seal(record: Record, pick: random.Random) -> None:
    record["seal"] = pick.choice(record["events"][:-1])["hash"]


def earlier_edition(record: Record, pick: random.Random) -> None:
    """As if it had been made before marks were checked, and a mark goes."""
    record["edition"] = 1
    for event in of_kind(record, "roll"):
        event["result"].pop("again", None)
    if pick.random() < 0.7:
        record["format"] = "paperboat-table-2"


def other_versions(record: Record, pick: random.Random) -> None:
    """As if other versions of the program had written it."""
    earlier = pick.randrange(VERSION)
    record["written"] = pick.choice(
        (
            {"start": earlier, "events": [[1, VERSION]]},
            {"start": VERSION, "events": [[1, earlier]]},
            {"start": VERSION, "events": [[1, earlier], [pick.randrange(2, 20), VERSION]]},
            {"start": VERSION, "events": [[1, VERSION], [len(record["events"]), earlier]]},
            {"start": VERSION, "events": []},
        )
    )


def more_in_versions(record: Record, pick: random.Random) -> None:
    record["written"]["more"] = "hidden"


Forge = Callable[[Record, random.Random], None]
FORGERIES: Final[tuple[Forge, ...]] = (
    other_actor,
    host_as_actor,
    other_note,
    other_counter,
    other_correction,
    other_value_before,
    other_replaced,
    more_dropped,
    other_mix,
    no_remix,
    other_numbers,
    other_entropy,
    entropy_twice,
    other_owner,
    undo_as_note,
    other_undo,
    other_outcome,
    other_score,
    cut_off,
    left_out,
    appended,
    inserted,
    duplicated,
    swapped,
    other_time,
    other_id,
    other_chance,
    other_name,
    more_said,
    more_in_event,
    other_hash,
    other_seal,
    earlier_edition,
    other_versions,
    more_in_versions,
)
UNREADABLE: Final = frozenset({more_in_versions})
"""Nothing reads such a record, so it cannot be sealed again either."""
IMPOSSIBLE: Final[tuple[Forge, ...]] = (
    other_value_before,
    more_dropped,
    other_mix,
    no_remix,
    other_numbers,
    other_entropy,
    entropy_twice,
    other_owner,
    undo_as_note,
    other_undo,
    other_outcome,
    appended,
    other_chance,
    more_said,
    more_in_event,
    earlier_edition,
)
"""What no table could have done: it is found out even with a chain that fits."""


def mutations(slug: str, forgeries: tuple[Forge, ...]) -> Iterator[tuple[str, Record]]:
    honest = record_of(slug)
    for forge in forgeries:
        for number in range(EACH):
            record = record_of(slug)
            forge(record, random.Random(f"{slug} {forge.__name__} {number}"))
            if record != honest:
                yield f"{forge.__name__} {number}", record


@pytest.mark.parametrize("slug", SLUGS)
def test_no_forged_record_is_accepted(slug: str) -> None:
    """A genuine record of each game is verified, and none of its mutations, of which there are
    many."""
    honest = examine(recorded(slug))
    assert not honest.wrong
    assert not honest.limits
    found = [(name, accepted(record)) for name, record in mutations(slug, FORGERIES)]
    assert [name for name, is_accepted in found if is_accepted] == []
    assert len(found) >= MIN_MUTATIONS


@pytest.mark.parametrize("slug", SLUGS)
def test_what_no_table_could_have_done_is_found_with_a_new_seal(slug: str) -> None:
    """A forger who recomputes the chain is still caught where rules or chance were broken."""
    fooled = [
        name
        for name, record in mutations(slug, IMPOSSIBLE)
        if accepted(record if "more_in_event" in name else sealed_again(record))
    ]
    assert fooled == []


@pytest.mark.parametrize("slug", SLUGS)
def test_phones_tell_a_new_seal_from_theirs(slug: str) -> None:
    """A forged record whose chain was recomputed has other codes from the first changed event on
    than those that the phones kept."""
    honest, codes = record_of(slug), examine(recorded(slug)).codes
    reported = 0
    readable = tuple(forge for forge in FORGERIES if forge not in UNREADABLE)
    for _, record in mutations(slug, readable):
        if sealed_again(record) == honest or record["format"] != FORMAT:
            continue
        forged: Examined = examine(json.dumps(record))
        if not forged.wrong:
            reported += 1
            assert forged.codes != codes
            assert forged.codes[-1] != codes[-1]
    assert reported


def test_records_of_earlier_versions_are_checked_as_far_as_possible() -> None:
    """A record without a chain is proven in what it holds, and says what it cannot show."""
    record = record_of("dragon-river")
    seed = bytes.fromhex(record["seed"])
    old = {key: record[key] for key in ("game", "code", "seed", "decks", "dice", "facts")}
    start = Table(
        old["game"],
        "",
        {name: tuple(deck) for name, deck in old["decks"].items()},
        {name: tuple(die) for name, die in old["dice"].items()},
        old["facts"],
        edition=1,
    )
    marks = ("again", "final", "mix", "shown")
    events = [
        {
            **{key: event[key] for key in ("number", "id", "kind", "seat", "data")},
            "result": {k: v for k, v in event["result"].items() if k not in marks},
        }
        for event in record["events"]
    ]
    promise = with_commitment(start, seed).commitment
    old.update(format="paperboat-table-2", commitment=promise, events=events)
    examined = examine(json.dumps(old))
    assert examined.wrong == ()
    (limit,) = examined.limits
    assert str(limit).startswith("from an earlier version: without a history code")
    next(e for e in events if e["kind"] == "roll")["result"]["faces"] = ["6", "6", "6"]
    assert examine(json.dumps(old)).wrong


def test_codes_are_short_and_readable() -> None:
    """A code has four groups of four letters and digits, and differs for another hash."""
    code = short_code("00" * 31 + "ff")
    assert code == "0000-0000-0000-0000"
    assert short_code("f" * 64) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ"
