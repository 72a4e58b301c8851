"""A table follows from its events: any order of valid acts, undo and replay agree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.messages import Refused
from companion.table.acts.counters import MAX_COUNTERS
from companion.table.acts.dice import MAX_ROLLS
from companion.table.commitment import with_commitment
from companion.table.decide import MAX_BYTES, MAX_EVENTS, decide
from companion.table.history import History, extend, read_log
from companion.table.model import Act, Event, Table
from companion.table.sentences import describe
from companion.table.view import log_view, view
from tests.verification import verify

SEED = b"s" * 32
GOODS = {"goods": tuple(f"g{i}" for i in range(10))}
START = with_commitment(Table("harbour", "", GOODS, {"d6": ("1", "2", "3", "4", "5", "6")}), SEED)


class Play:
    """A table being played: acts become events, and refusals change nothing."""

    def __init__(self) -> None:
        self.history: History = read_log(START, ())

    def act(self, kind: str, seat: str | None = None, *, host: bool = False, **data: Any) -> Event:
        act = Act(f"a{len(self.log)}-{kind}-{seat}", kind, seat, data)
        event = decide(self.history, act, SEED, host=host)
        self.history = extend(self.history, event)
        return event

    @property
    def log(self) -> tuple[Event, ...]:
        return self.history.log

    @property
    def table(self) -> Table:
        return self.history.table


@pytest.fixture
def play() -> Play:
    made = Play()
    made.act("join", name="Ann", colour="red", entropy="00ff")
    made.act("join", name="Ben", colour="blue", entropy="abcd")
    return made


def seats(play: Play) -> tuple[str, str]:
    ann, ben = play.table.seats
    return ann.id, ben.id


def test_a_retry_is_not_a_second_act(play: Play) -> None:
    """The same id gives the same event, not another roll."""
    act = Act("same", "roll", None, {"die": "d6", "count": 3})
    first = decide(play.history, act, SEED, host=False)
    history = extend(play.history, first)
    assert decide(history, act, SEED, host=False) is first


def test_an_id_belongs_to_one_act(play: Play) -> None:
    """An id belongs to one act: neither another kind of act nor another seat gets its event."""
    ann, ben = seats(play)
    made = play.act("roll", ann, die="d6")
    for other in (Act(made.id, "first", ann), Act(made.id, "roll", ben, {"die": "d6"})):
        with pytest.raises(Refused, match="another action has this id"):
            decide(play.history, other, SEED, host=False)


def test_a_full_history_can_still_end() -> None:
    """A log never exceeds the length of a record, and can always be ended."""
    notes = (Event(n, f"n{n}", "note", None, {"text": ""}) for n in range(1, MAX_EVENTS))
    history = read_log(START, notes)
    with pytest.raises(Refused, match="history is full"):
        decide(history, Act("more", "note", None, {"text": ""}), SEED, host=True)
    with pytest.raises(Refused, match="history is full"):
        decide(history, Act("back", "undo", None, {"number": 1}), SEED, host=True)
    assert decide(history, Act("end", "end"), SEED, host=True).number == MAX_EVENTS


def test_a_table_shows_the_last_rolls(play: Play) -> None:
    """A table keeps only the last rolls; its log keeps all."""
    for _ in range(MAX_ROLLS + 3):
        last = play.act("roll", die="d6")
    assert len(play.table.rolls) == MAX_ROLLS
    assert play.table.rolls[-1].event == last.number


def test_counters_have_an_end(play: Play) -> None:
    """The number of counters is limited, and each of them keeps counting."""
    for number in range(MAX_COUNTERS):
        play.act("count", counter=f"n{number}", by=1)
    with pytest.raises(Refused, match="at most"):
        play.act("count", counter="one more", by=1)
    play.act("count", counter="n0", by=1)
    assert play.table.counters["n0"] == 2


def test_marks_stay_on_their_track(play: Play) -> None:
    """Neither an undo nor a shorter track leaves a mark beyond its end."""
    ann, _ = seats(play)
    play.act("track", ann, track="river", most=10)
    forth = play.act("step", ann, track="river", of=ann, by=10)
    with pytest.raises(Refused, match="from 0 to 5"):
        play.act("track", ann, track="river", most=5)
    play.act("step", ann, track="river", of=ann, by=-10)
    with pytest.raises(Refused, match="undo step"):
        play.act("undo", ann, number=forth.number)
    assert play.table.tracks["river"].steps == {ann: 0}


def test_a_repeated_shuffle_is_marked(play: Play) -> None:
    """A deck shuffled again after an undo is marked for everybody, and another deck is not."""
    start = Table("harbour", START.commitment, {"a": ("1", "2"), "b": ("1", "2")}, {})
    play.history = read_log(start, ())
    first = play.act("shuffle", deck="a")
    play.act("undo", number=first.number)
    play.act("shuffle", deck="b")
    play.act("shuffle", deck="a")
    listed = log_view(play.history, None)
    assert [entry.result.get("again") for entry in listed[2:]] == [None, 1]


def test_undo_and_roll_again_is_marked(play: Play) -> None:
    """A new roll after an undo is marked."""
    ann, _ = seats(play)
    roll = play.act("roll", ann, die="d6", count=5)
    play.act("undo", ann, number=roll.number)
    undone = play.table
    assert undone.rolls == ()
    play.act("roll", ann, die="d6", count=5)
    (shown,) = play.table.rolls
    assert shown.rerolls == 1


def test_a_reroll_from_another_seat_is_marked(play: Play) -> None:
    """Re-rolling with another seat of the phone, or as the host, is marked too."""
    ann, ben = seats(play)
    first = play.act("roll", ann, die="d6")
    play.act("undo", ann, number=first.number)
    assert play.act("roll", ben, die="d6").result["again"] == 1
    shuffled = play.act("shuffle", ann, deck="goods")
    play.act("undo", ann, number=shuffled.number)
    assert play.act("shuffle", deck="goods", host=True).result["again"] == 1


def test_nobody_chooses_between_two_rolls(play: Play) -> None:
    """A roll that was made again cannot be redone."""
    ann, _ = seats(play)
    first = play.act("roll", ann, die="d6")
    undone = play.act("undo", ann, number=first.number)
    play.act("redo", ann, number=first.number)
    undone = play.act("undo", host=True, number=first.number, to_here=True)
    second = play.act("roll", ann, die="d6")
    play.act("undo", ann, number=second.number)
    for number, host in ((first.number, False), (undone.number, True)):
        with pytest.raises(Refused, match="repeated since"):
            play.act("redo", ann, host=host, number=number)
    play.act("redo", ann, number=second.number)


def test_nobody_acts_with_a_seat_that_is_not_there(play: Play) -> None:
    """An act with an unknown seat is refused."""
    seats(play)
    with pytest.raises(Refused, match="take a seat"):
        play.act("roll", "s9-9", die="d6")


def test_any_numbered_die(play: Play) -> None:
    """A die with any number of sides can be thrown."""
    faces = play.act("roll", die="d7", count=20).result["faces"]
    assert {int(face) for face in faces} <= set(range(1, 8))


def test_going_back_to_a_moment(play: Play) -> None:
    """The host can undo everything since a moment at once, except joins, and redo all of it."""
    ann, ben = seats(play)
    first = play.act("count", ann, counter="gold", by=1)
    play.act("count", ben, counter="gold", by=2)
    play.act("join", name="Cid", colour="green")
    with pytest.raises(Refused, match="only the host"):
        play.act("undo", ann, number=first.number, to_here=True)
    before = play.table
    gone = play.act("undo", host=True, number=first.number, to_here=True)
    assert play.table.counters == {}
    assert len(play.table.seats) == 3
    play.act("redo", host=True, number=gone.number)
    assert play.table.counters == before.counters


def test_kept_dice_stay(play: Play) -> None:
    """Dice kept from the last roll are part of the next one."""
    ann, _ = seats(play)
    first = play.act("roll", ann, die="d6", count=5).result["faces"]
    keep = first[:2]
    assert play.act("roll", ann, die="d6", count=5, keep=keep).result["faces"][:2] == keep
    with pytest.raises(Refused, match="only keep dice"):
        play.act("roll", ann, die="d6", count=5, keep=["1"] * 6)
    with pytest.raises(Refused, match="only keep dice"):
        play.act("roll", ann, die="d6", count=1, keep=keep)


def test_hands_are_secret(play: Play) -> None:
    """A hand is shown to its owner only, not to another seat and not in the log."""
    ann, ben = seats(play)
    play.act("shuffle", deck="goods")
    drawn = play.act("draw", ann, deck="goods", count=3).result["cards"]
    assert list(view(play.table, ann).decks["goods"].own) == drawn
    for other in (ben, None):
        seen = repr((view(play.table, other), log_view(play.history, other)))
        assert not any(f"'{card}'" in seen for card in START.pieces["goods"])
    assert "00ff" not in repr(log_view(play.history, ann))


def test_dealt_peeked_and_returned_cards_are_secret(play: Play) -> None:
    """For deals, peeks and returned cards, others see only the number."""
    ann, ben = seats(play)
    play.act("shuffle", deck="goods")
    dealt = play.act("deal", deck="goods", count=2).result["hands"]
    peeked = play.act("peek", ann, deck="goods", count=2).result["cards"]
    play.act("put-back", ann, deck="goods", card=dealt[ann][0], where="bottom")
    for_ann = repr((view(play.table, ann), log_view(play.history, ann)))
    for_ben = repr((view(play.table, ben), log_view(play.history, ben)))
    for card in (*dealt[ann], *peeked):
        assert f"'{card}'" in for_ann
        assert f"'{card}'" not in for_ben
    assert play.table.piles["goods"].left[-1] == dealt[ann][0]


def test_a_deck_has_two_ends(play: Play) -> None:
    """Cards can be peeked at and drawn from the bottom, the lowest first, and others see which end
    it was."""
    ann, ben = seats(play)
    mixed = play.act("shuffle", deck="goods").result["left"]
    peeked = play.act("peek", ann, deck="goods", count=2, where="bottom")
    drawn = play.act("draw", ann, deck="goods", count=2, where="bottom")
    assert peeked.result["cards"] == drawn.result["cards"] == mixed[:-3:-1]
    assert play.table.piles["goods"].left == tuple(mixed[:-2])
    (sentence,) = describe(log_view(play.history, ben)[-1], {ann: "Ann"})
    assert str(sentence) == "Ann draws 2 from the bottom of goods"
    play.act("undo", ann, number=drawn.number)
    assert sorted(play.table.piles["goods"].left) == sorted(mixed)
    with pytest.raises(Refused, match="top or bottom"):
        play.act("draw", ann, deck="goods", where="middle")


def test_a_deal_before_a_shuffle_stays(play: Play) -> None:
    """A deal cannot be undone after a shuffle that did not include its cards: they would be
    lost."""
    play.act("shuffle", deck="goods")
    dealt = play.act("deal", deck="goods", count=1)
    play.act("shuffle", deck="goods")
    with pytest.raises(Refused, match="undo step"):
        play.act("undo", host=True, number=dealt.number)


def test_undo_is_refused_where_later_acts_depend_on_it(play: Play) -> None:
    """An act that later acts depend on cannot be undone."""
    ann, ben = seats(play)
    shuffled = play.act("shuffle", ann, deck="goods")
    play.act("draw", ben, deck="goods")
    with pytest.raises(Refused, match="undo step"):
        play.act("undo", ann, number=shuffled.number)
    with pytest.raises(Refused, match="only the host"):
        play.act("undo", ann, number=play.log[-1].number)
    play.act("undo", host=True, number=play.log[-1].number)


def test_the_end_reveals_and_verifies(play: Play) -> None:
    """A finished log verifies, and a forged one does not."""
    ann, _ = seats(play)
    play.act("shuffle", deck="goods")
    play.act("draw", ann, deck="goods", count=2)
    play.act("roll", ann, die="d6", count=5)
    play.act("end", host=True)
    assert verify(START, play.log, SEED) == []
    with pytest.raises(Refused, match="is finished"):
        play.act("roll", ann, die="d6")
    roll = play.log[4]
    forged = Event(roll.number, roll.id, roll.kind, roll.seat, roll.data, {"faces": ["6"] * 5})
    assert verify(START, [*play.log[:4], forged, *play.log[5:]], SEED)
    assert verify(START, play.log, b"t" * 32)[0].startswith("the seed does not match")


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        ("join", {"name": "ann", "colour": "green"}, "name is taken"),
        ("join", {"name": "Cid", "colour": "red"}, "is taken"),
        ("join", {"name": "", "colour": "green"}, "should be text"),
        ("roll", {"die": "d1"}, "no die"),
        ("roll", {"die": "d1001"}, "no die"),
        ("roll", {"die": "d6", "count": 99}, "from 1 to 20"),
        ("draw", {"deck": "goods"}, "take a seat"),
        ("fly", {}, "no action 'fly'"),
        ("end", {}, "only the host"),
        ("undo", {"number": 77}, "nothing to undo"),
        ("undo", {"number": 1}, "cannot be undone"),
        ("undo", {"number": True}, "nothing to undo"),
        ("count", {"counter": "x", "by": "many"}, "whole number"),
        ("roll", {"die": "d6", "more": "x" * MAX_BYTES}, "has at most"),
        ("timer", {"until": 1, "label": ["x"]}, "a label has"),
        ("note", {"text": "x", "more": nested(20)}, "invalid data"),
        ("note", {"text": "x", "more": nested(900)}, "invalid data"),
    ],
)
def test_what_cannot_be_done(play: Play, kind: str, data: dict[str, Any], says: str) -> None:
    """A refusal gives a reason and leaves the table as it was."""
    before = play.table
    with pytest.raises(Refused, match=says):
        play.act(kind, **data)
    assert play.table == before


ACTS = st.one_of(
    st.tuples(st.just("deal"), st.integers(0, 1), st.just({"deck": "goods", "count": 1})),
    st.tuples(st.just("peek"), st.integers(0, 1), st.just({"deck": "goods", "count": 2})),
    st.tuples(st.just("first"), st.integers(0, 1), st.just({})),
    st.tuples(
        st.just("put-back"),
        st.integers(0, 1),
        st.builds(
            lambda n, where: {"deck": "goods", "card": f"g{n}", "where": where},
            st.integers(0, 9),
            st.sampled_from(["top", "bottom"]),
        ),
    ),
    st.tuples(st.just("roll"), st.integers(0, 1), st.just({"die": "d6", "count": 2})),
    st.tuples(st.just("shuffle"), st.integers(0, 1), st.just({"deck": "goods"})),
    st.tuples(
        st.just("draw"),
        st.integers(0, 1),
        st.builds(lambda n: {"deck": "goods", "count": n}, st.integers(1, 4)),
    ),
    st.tuples(
        st.just("discard"),
        st.integers(0, 1),
        st.builds(lambda n: {"deck": "goods", "card": f"g{n}"}, st.integers(0, 9)),
    ),
    st.tuples(
        st.just("count"),
        st.integers(0, 1),
        st.builds(lambda n: {"counter": "gold", "by": n}, st.integers(-5, 5)),
    ),
    st.tuples(
        st.sampled_from(["undo", "redo"]),
        st.integers(0, 1),
        st.builds(
            lambda n, to_here: {"number": n, "to_here": to_here}, st.integers(1, 25), st.booleans()
        ),
    ),
)


@given(st.lists(ACTS, max_size=25))
def test_any_play_folds_verifies_and_keeps_its_pieces(
    acts: list[tuple[str, int, dict[str, Any]]],
) -> None:
    """After any acts, the log replays and verifies, and no piece is lost or duplicated."""
    play = Play()
    play.act("join", name="Ann", colour="red", entropy="00")
    play.act("join", name="Ben", colour="blue", entropy="01")
    names = seats(play)
    for kind, who, data in acts:
        try:
            play.act(kind, names[who], host=True, **data)
        except Refused:
            continue
        table = play.table
        assert table.revision == len(play.log)
        for name, pile in table.piles.items():
            held = [card for hand in pile.hands.values() for card in hand]
            assert sorted([*pile.left, *pile.discard, *held]) == sorted(START.pieces[name])
    assert read_log(START, list(play.log)).table == play.table
    assert verify(START, play.log, SEED) == []
