"""Seats: rename, recolour, reorder, leave, take over, and who takes part in a game."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import is_playable
from companion.language.messages import Refused
from companion.rooms.examine import examine
from companion.rooms.records import write_record
from companion.rooms.rooms import Rooms
from companion.storage.store import Store
from companion.table.acts import TABLE_ACTS
from companion.table.decide import decide
from companion.table.history import extend, read_log
from companion.table.model import LATECOMERS_WATCH, Act, Event, Table
from companion.table.outcome import outcome_of
from companion.table.score_sheets import result_of
from companion.table.sentences import describe
from companion.table.view import log_view
from printgen.catalog.builtin import builtin_cards
from printgen.catalog.load import list_games
from tests.companion.evenings import Evening
from tests.games.rules.bots import facts_of
from tests.verification import verify

SEED = b"s" * 32
NAMES = (("Ann", "red"), ("Ben", "blue"), ("Cid", "green"))


class Sitting:
    """A table of Dragon River, or of another game, at which Ann, Ben and Cid sit."""

    def __init__(self, game: str = "dragon-river", edition: int = LATECOMERS_WATCH) -> None:
        facts = {} if game == "harbour" else facts_of(game)
        facts = {**facts, "seats": 5}
        start = Table(game, "", {"goods": tuple("abcdef")}, {"d6": tuple("123456")}, facts)
        self.history = read_log(msgspec.structs.replace(start, edition=edition), ())
        for name, colour in NAMES:
            self.act("join", name=name, colour=colour)
        self.ann, self.ben, self.cid = (seat.id for seat in self.table.seats)

    @property
    def table(self) -> Table:
        return self.history.table

    def act(self, kind: str, seat: str | None = None, by: str | None = None, **data: Any) -> Event:
        act = Act(f"act-{len(self.history.log)}", kind, seat, data, by)
        event = decide(self.history, act, SEED, host=True)
        self.history = extend(self.history, event)
        return event

    def names(self) -> list[str]:
        return [seat.name for seat in self.table.seats]

    def says(self) -> list[str]:
        entry = log_view(self.history, None)[-1]
        return [str(sentence) for sentence in describe(entry, self.table.names)]


@pytest.fixture
def sitting() -> Sitting:
    return Sitting()


def test_a_seat_is_renamed_recoloured_and_moved(sitting: Sitting) -> None:
    """Before the game begins, a player changes name, colour and place; the history says so."""
    sitting.act("rename", sitting.ben, name=" Benno ")
    assert sitting.says() == ["Ben is now called Benno"]
    sitting.act("recolour", sitting.ben, colour="pink")
    sitting.act("move-seat", sitting.ben, to="up")
    assert sitting.names() == ["Benno", "Ann", "Cid"]
    assert sitting.table.seats[0].colour == "pink"


@pytest.mark.parametrize(
    ("kind", "data", "reason"),
    [
        ("rename", {"name": "ann"}, "that name is taken"),
        ("rename", {"name": "\u200b"}, "a name has 1 to 24 readable characters"),
        ("recolour", {"colour": "red"}, "red is taken"),
        ("recolour", {"colour": "gold"}, "there is no colour 'gold'"),
        ("move-seat", {"to": "left"}, "a seat moves up or down"),
        ("remove", {"who": "s9-9"}, "that seat doesn’t exist"),
        ("take-over", {"who": "s2-2", "request": 2}, "that request has already been settled"),
        ("take-over", {"who": "s2-2", "since": 1}, "this code was used already"),
        ("decline", {"who": "s2-2", "request": 1}, "that request has already been settled"),
    ],
)
def test_what_a_seat_cannot_do(
    sitting: Sitting, kind: str, data: dict[str, Any], reason: str
) -> None:
    """Names and colours stay apart, and missing seats and requests cannot be used."""
    with pytest.raises(Refused, match=reason):
        sitting.act(kind, sitting.ben, **data)


def test_a_running_game_keeps_order_and_colours(sitting: Sitting) -> None:
    """In a refereed game a seat can be renamed, and the game uses the new name; its colour and the
    turn order stay, and the refusal says why."""
    sitting.act("begin")
    with pytest.raises(Refused, match="the game has started, so the turn order is fixed"):
        sitting.act("move-seat", sitting.ben, to="up")
    with pytest.raises(Refused, match="your pieces have your colour"):
        sitting.act("recolour", sitting.ben, colour="pink")
    sitting.act("rename", sitting.ben, name="Benno")
    assert "Benno" in [racer.name for racer in sitting.table.play.racers]


@pytest.mark.parametrize("game", [g for g in list_games(builtin_cards()) if is_playable(g)])
def test_every_game_knows_the_new_name(game: str) -> None:
    """Scenes of a renamed player say the new name and no longer the old one."""
    from companion.games import PlayableRules, rules_at

    sitting = Sitting(game)
    sitting.act("begin")
    sitting.act("rename", sitting.ben, name="Zoe")
    rules = rules_at(game, sitting.table.facts)
    assert isinstance(rules, PlayableRules)
    shown = str(msgspec.to_builtins(rules.scene(sitting.table.play, None)))
    assert "Zoe" in shown
    assert "Ben" not in shown


def test_leaving_before_the_game_frees_the_seat(sitting: Sitting) -> None:
    """A seat that leaves before the game begins disappears, its name is free, and the history
    still knows who it was."""
    sitting.act("roll", sitting.ben, die="d6")
    sitting.act("leave", sitting.ben)
    assert sitting.names() == ["Ann", "Cid"]
    assert sitting.says() == ["Ben leaves the table"]
    sitting.act("join", name="Ben", colour="blue")
    assert len({seat.id for seat in sitting.table.seats}) == 3


@pytest.mark.parametrize("kind", ["leave", "remove"])
def test_leaving_a_game_keeps_the_seat(sitting: Sitting, kind: str) -> None:
    """In a running game the seat stays, empty, with its name and place, until it is taken over."""
    sitting.act("begin")
    gone = {"leave": lambda: sitting.act("leave", sitting.ben)}
    gone["remove"] = lambda: sitting.act("remove", sitting.ann, who=sitting.ben)
    gone[kind]()
    assert sitting.names() == ["Ann", "Ben", "Cid"]
    assert sitting.table.empty == {sitting.ben}
    assert sitting.says()[-1] == "The seat waits for somebody to take it over."
    with pytest.raises(Refused, match="is empty already"):
        gone[kind]()
    asked = sitting.act("ask-seat", who=sitting.ben).number
    sitting.act("take-over", sitting.ann, who=sitting.ben, request=asked)
    assert not sitting.table.empty
    assert not sitting.table.requests


def test_cards_and_scores_keep_a_seat(sitting: Sitting) -> None:
    """A seat that holds cards stays when its player leaves, and keeps the hand."""
    sitting.act("shuffle", deck="goods")
    sitting.act("draw", sitting.cid, deck="goods")
    hand = sitting.table.piles["goods"].hands[sitting.cid]
    sitting.act("leave", sitting.cid)
    assert sitting.table.empty == {sitting.cid}
    assert sitting.table.piles["goods"].hands[sitting.cid] == hand


def test_a_game_does_not_begin_with_an_empty_seat(sitting: Sitting) -> None:
    """If the beginning is undone after somebody left, the empty seat is removed first."""
    begun = sitting.act("begin")
    sitting.act("leave", sitting.ben)
    sitting.act("undo", number=begun.number)
    with pytest.raises(Refused, match="nobody sits in the seat of Ben"):
        sitting.act("begin")
    sitting.act("remove", who=sitting.ben)
    sitting.act("begin")
    assert [racer.name for racer in sitting.table.play.racers] == ["Ann", "Cid"]
    with pytest.raises(Refused, match="only the new result counts"):
        sitting.act("redo", number=begun.number)


def test_the_table_has_as_many_seats_as_can_play(sitting: Sitting) -> None:
    """The sixth person at a game for five is refused, also while a seat is empty; a table without
    that fact keeps twelve seats."""
    sitting.act("join", name="Dot", colour="pink")
    sitting.act("begin")
    sitting.act("leave", sitting.ben)
    sitting.act("join", name="Eve", colour="yellow")
    with pytest.raises(Refused, match="all 5 seats are taken"):
        sitting.act("join", name="Fay", colour="black")


def test_people_who_sit_down_at_once_get_different_colours(sitting: Sitting) -> None:
    """Who names no colour gets the first that is free then, and the record proves it."""
    for name in ("Dot", "Eve"):
        sitting.act("join", name=name, colour="")
    assert [seat.colour for seat in sitting.table.seats[3:]] == ["yellow", "purple"]
    start, log = sitting.history.start, sitting.history.log
    assert verify(start, log, SEED)[1:] == []
    forged = msgspec.structs.replace(log[-1], result={**log[-1].result, "colour": "pink"})
    assert verify(start, (*log[:-1], forged), SEED)[1:] != []


def test_a_latecomer_is_not_in_the_ranking(sitting: Sitting) -> None:
    """Somebody who sits down after the game began has no line in ranking, result or progress, and
    no score sheet."""
    sitting.act("begin")
    late = str(sitting.act("join", name="Dot", colour="pink").result["seat"])
    assert late in sitting.table.latecomers
    assert late not in {rank.seat for rank in result_of(sitting.table).ranking}
    outcome = outcome_of(sitting.table, sitting.history.score_progress())
    assert [player["name"] for player in outcome["players"]] == ["Ann", "Ben", "Cid"]
    with pytest.raises(Refused, match="Dot joined after the start and can only watch"):
        sitting.act("score", late, sheet={})


def test_a_latecomer_of_an_earlier_table_stays_in_its_result() -> None:
    """Tables that were opened before this rule keep the one they were opened with, so that their
    records still prove themselves."""
    sitting = Sitting(edition=LATECOMERS_WATCH - 1)
    sitting.act("begin")
    late = sitting.act("join", name="Dot", colour="pink").result["seat"]
    assert late in {seat.id for seat in sitting.table.players}


def test_who_sits_down_before_a_new_beginning_takes_part(sitting: Sitting) -> None:
    """A beginning that is undone and done again has everybody who sits there by then."""
    begun = sitting.act("begin")
    late = sitting.act("join", name="Dot", colour="pink").result["seat"]
    sitting.act("undo", number=begun.number)
    sitting.act("begin")
    assert sitting.table.takes_part(str(late))
    assert len(sitting.table.play.racers) == 4


def test_without_a_referee_an_entry_of_ones_own_counts(store: Store) -> None:
    """After the first entry on a score sheet a newcomer has no line, until something is entered for
    them: they may have played from the start and only joined to write the score."""
    evening = Evening(store)
    code, (ann, ben) = evening.open("Ann", "Ben")
    evening.act(code, "score", ann, {"sheet": {"coins": 3}})
    cid = evening.sit(code, "Cid", "green")

    def ranked() -> set[str]:
        room = evening.rooms.room(code)
        assert room is not None
        return {rank.seat for rank in result_of(room.table).ranking}

    assert ranked() == {ann, ben}
    evening.act(code, "score", cid, {"sheet": {"coins": 5}})
    assert ranked() == {ann, ben, cid}


def test_the_host_marks_a_move_for_another(sitting: Sitting) -> None:
    """A move that the host makes for a seat is the seat's own move, and the history marks it."""
    from companion.games import PlayableRules, rules_at

    sitting.act("begin")
    rules = rules_at("dragon-river", sitting.table.facts)
    assert isinstance(rules, PlayableRules)
    mover = rules.scene(sitting.table.play, None).turn[0]
    host = next(seat.id for seat in sitting.table.seats if seat.id != mover)
    move = rules.offers(sitting.table.play, mover).choices[0].move
    event = sitting.act("play", mover, by=host, move=move)
    assert event.result["by"] == host
    names = sitting.table.names
    assert sitting.says()[-1] == f"{names[host]} (host) for {names[mover]}"
    start = sitting.history.start
    assert verify(start, sitting.history.log, SEED)[1:] == []
    forged = msgspec.structs.replace(event, result={**event.result, "by": "s9-9"})
    log = (*sitting.history.log[:-1], forged)
    assert verify(start, log, SEED)[1:] != []


def test_a_record_with_all_seat_acts_proves_itself(store: Store) -> None:
    """A record in which seats were renamed, moved, left, removed and taken over is checked whole,
    and one that hides that a seat stayed is found out."""
    evening = Evening(store)
    code, (ann, ben, cid) = evening.open("Ann", "Ben", "Cid")
    evening.act(code, "rename", ben, {"name": "Benno"})
    evening.act(code, "recolour", ben, {"colour": "pink"})
    evening.act(code, "move-seat", ben, {"to": "up"})
    evening.act(code, "score", ben, {"sheet": {"coins": 2}})
    asked = evening.rooms.ask(code, Act("ask-000001", "ask-seat", None, {"who": ben}), "new phone")
    evening.act(code, "take-over", ann, {"who": ben, "request": asked})
    evening.act(code, "hand-host", ann, {"who": ben})
    evening.act(code, "leave", ben)
    evening.act(code, "remove", ann, {"who": cid})
    evening.act(code, "end")
    room = evening.rooms.room(code)
    assert room is not None
    text = write_record(room)
    assert [str(sentence) for sentence in examine(text).wrong] == []
    assert any(json.loads(text)["events"][n]["kind"] == "take-over" for n in range(len(room.log)))
    forged = tuple(
        msgspec.structs.replace(event, result={}) if event.kind == "leave" else event
        for event in room.log
    )
    assert verify(room.history.start, forged, room.stored.seed) != []


def test_deleting_a_player_also_deletes_earlier_names(store: Store) -> None:
    """A name that a player had before or after renaming is replaced, and the record still fits."""
    from companion.results.erase import delete_player

    evening = Evening(store)
    code, (_, ben) = evening.open("Ann", "Ben")
    evening.act(code, "rename", ben, {"name": "Benno"})
    for name in ("Ben", "Benno"):
        delete_player(evening.rooms, store, name)
    evening.act(code, "end")
    room = Rooms(store, evening.rooms.broadcaster).room(code)
    assert room is not None
    stored = msgspec.json.encode(room.log).decode()
    assert "Ben" not in stored
    assert verify(room.history.start, room.log, room.stored.seed) == []


SEAT_KINDS = sorted(
    kind for kind, act in TABLE_ACTS.items() if "seat" in act.__module__ or "take" in act.__module__
)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*SEAT_KINDS, "begin", "undo", "draw", "shuffle"]),
            st.integers(0, 4),
            st.integers(0, 4),
            st.integers(1, 30),
        ),
        max_size=25,
    )
)
def test_any_course_of_seat_acts_makes_sense(steps: list[tuple[str, int, int, int]]) -> None:
    """Whatever people do with seats: names and colours stay apart, no seat of the game is lost, and
    reading the log again gives the same table."""
    sitting = Sitting()
    for kind, one, other, number in steps:
        seats = [seat.id for seat in sitting.table.seats]
        pick = {0: seats[one % len(seats)] if seats else None}
        who = seats[other % len(seats)] if seats else "s0-0"
        fields: dict[str, dict[str, Any]] = {
            "join": {"name": f"N{number}", "colour": ("pink", "black", "yellow")[other % 3]},
            "rename": {"name": f"N{number}"},
            "recolour": {"colour": ("pink", "orange", "red")[other % 3]},
            "move-seat": {"to": "up" if other % 2 else "down"},
            "remove": {"who": who},
            "ask-seat": {"who": who},
            "take-over": {"who": who, "request": number},
            "decline": {"who": who, "request": number},
            "hand-host": {"who": who},
            "finger": {"fingers": 2},
            "undo": {"number": number},
            "draw": {"deck": "goods"},
            "shuffle": {"deck": "goods"},
        }
        data = fields.get(kind, {})
        playing = {seat.id for seat in sitting.table.players} if sitting.table.play else set()
        try:
            sitting.act(kind, pick[0], **data)
        except Refused:
            continue
        table = sitting.table
        assert len({seat.name for seat in table.seats}) == len(table.seats)
        assert len({seat.colour for seat in table.seats}) == len(table.seats)
        assert table.empty <= {seat.id for seat in table.seats}
        assert set(table.requests.values()) <= {seat.id for seat in table.seats}
        if table.play is not None and playing:
            assert playing <= {seat.id for seat in table.seats}
    again = read_log(sitting.history.start, sitting.history.log).table
    assert again == sitting.table
