"""What undo may reveal: one rule for every kind of act and every game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from companion.language.messages import Refused
from companion.table.acts import TABLE_ACTS
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.history import extend, read_log
from companion.table.model import FIRST_EDITION, Act, Event, Table
from companion.table.sentences import describe
from companion.table.undo import is_by_chance
from companion.table.view import log_view
from tests.games.rules.bots import Play, check_log, random_move
from tests.games.rules.test_rules_contract import SLUGS
from tests.verification import verify

SEED = b"s" * 32
DECKS = {"goods": tuple(f"g{i:02}" for i in range(40)), "cards": tuple("abcdefgh")}
DICE = {"d6": tuple("123456"), "coin": ("heads", "tails")}
START = with_commitment(Table("harbour", "", DECKS, DICE), SEED)


class Tools:
    """A table without a referee, at which Ann, Ben and Cid sit."""

    def __init__(self, start: Table = START) -> None:
        self.history = read_log(start, ())
        for name, colour in (("Ann", "red"), ("Ben", "blue"), ("Cid", "green")):
            self.act("join", name=name, colour=colour)
        self.ann, self.ben, self.cid = (seat.id for seat in self.table.seats)

    @property
    def table(self) -> Table:
        return self.history.table

    def act(self, kind: str, seat: str | None = None, *, host: bool = True, **data: Any) -> Event:
        act = Act(f"act-{len(self.history.log)}", kind, seat, data)
        event = decide(self.history, act, SEED, host=host)
        self.history = extend(self.history, event)
        return event

    def undo(self, event: Event, **more: Any) -> Event:
        return self.act("undo", number=event.number, **more)

    def again(self, kind: str, seat: str | None = None, **data: Any) -> int:
        return int(self.act(kind, seat, **data).result.get("again", 0))


@pytest.fixture
def tools() -> Tools:
    return Tools()


# --- chance decides again, and it stays marked ---------------------------------------------------


def test_an_undone_roll_stays_marked_after_a_coin(tools: Tools) -> None:
    """An undone d6 is marked as rolled again even if a coin was flipped in between."""
    tools.undo(tools.act("roll", tools.ann, die="d6"))
    assert tools.again("roll", tools.ann, die="coin") == 0
    assert tools.again("roll", tools.ann, die="d6") == 1
    assert tools.again("roll", tools.ann, die="d6") == 0


def between(tools: Tools) -> Mapping[str, Callable[[], object]]:
    ann, ben = tools.ann, tools.ben
    return {
        "another die": lambda: tools.act("roll", ann, die="d8"),
        "a coin": lambda: tools.act("roll", ann, die="coin", count=3),
        "another seat's roll": lambda: tools.act("roll", ben, die="d6", count=2),
        "the host's roll": lambda: tools.act("roll", None, die="d6"),
        "who starts": lambda: tools.act("first", ann),
        "a finger": lambda: tools.act("finger", ann, fingers=3),
        "a shuffle": lambda: tools.act("shuffle", ann, deck="goods"),
        "a note": lambda: tools.act("note", ann, text="hello"),
        "another undone roll": lambda: tools.undo(tools.act("roll", ben, die="d6")),
        "a redone coin": lambda: redone(tools, tools.act("roll", ann, die="coin")),
    }


def redone(tools: Tools, event: Event) -> None:
    tools.undo(event)
    tools.act("redo", number=event.number)


@pytest.mark.parametrize("what", between(Tools()))
def test_nothing_in_between_clears_the_mark(tools: Tools, what: str) -> None:
    """Other dice, counts, seats and acts in between never clear the mark of an undone roll."""
    tools.undo(tools.act("roll", tools.ann, die="d6", count=2))
    between(tools)[what]()
    assert tools.again("roll", tools.ann, die="d6") >= 1


def test_kept_dice_and_other_counts_do_not_clear_the_mark(tools: Tools) -> None:
    """An undone roll with kept dice is marked when it is rolled with other dice kept."""
    faces = tools.act("roll", tools.ann, die="d6", count=5).result["faces"]
    tools.undo(tools.act("roll", tools.ann, die="d6", count=5, keep=faces[:3]))
    assert tools.again("roll", tools.ann, die="d6", count=4, keep=faces[:1]) == 1


def repeats(tools: Tools) -> Mapping[str, tuple[str | None, dict[str, Any]]]:
    """Every kind of act that chance decides, ready to be done."""
    return {
        "roll": (tools.ann, {"die": "d6"}),
        "first": (tools.ann, {}),
        "finger": (tools.ann, {"fingers": 4}),
        "shuffle": (tools.ann, {"deck": "cards"}),
        "draw": (tools.ann, {"deck": "goods", "count": 2}),
        "deal": (None, {"deck": "goods"}),
        "turn-up": (None, {"deck": "goods"}),
        "setup": (None, {"players": 3}),
    }


CHANCE_KINDS = tuple(repeats(Tools()))


@pytest.mark.parametrize("kind", CHANCE_KINDS)
def test_what_chance_decides_is_marked_when_it_is_decided_again(tools: Tools, kind: str) -> None:
    """An act of chance can be undone, is counted when it is done again, and loses its mark once it
    stands."""
    tools.act("shuffle", None, deck="goods")
    seat, data = repeats(tools)[kind]
    for undone in range(3):
        event = tools.act(kind, seat, **data)
        assert is_by_chance(event)
        assert event.result.get("again", 0) == undone
        tools.undo(event)
        tools.act("count", tools.ben, counter="gold", by=1)
    assert tools.again(kind, seat, **data) == 3
    assert tools.again(kind, seat, **data) == 0
    assert verify(START, tools.history.log, SEED) == []


# --- what was seen is shuffled back in -----------------------------------------------------------


def test_a_third_player_cannot_peek_at_an_undone_draw() -> None:
    """After the host undoes Ben's draw, Cid finds Ben's card on top only by chance."""
    found = 0
    for number in range(40):
        tools = Tools()
        for _ in range(number):
            tools.act("note", text="on")
        tools.act("shuffle", deck="goods")
        drawn = tools.act("draw", tools.ben, deck="goods")
        tools.undo(drawn)
        peeked = tools.act("peek", tools.cid, deck="goods")
        assert sorted(tools.table.piles["goods"].left) == sorted(DECKS["goods"])
        found += peeked.result["cards"] == drawn.result["cards"]
    assert found <= 5  # one in forty is expected; five or more has a chance of 0.4 %


@pytest.mark.parametrize("kind", ["draw", "deal"])
def test_what_was_drawn_cannot_be_redone(tools: Tools, kind: str) -> None:
    """An undone draw, alone or with others, cannot be redone, and no page offers it."""
    tools.act("shuffle", deck="goods")
    before = tools.act("note", text="before")
    drawn = tools.act(kind, tools.ann, deck="goods")
    gone = tools.undo(before, to_here=True)
    for number in (drawn.number, gone.number):
        with pytest.raises(Refused, match="shuffled back in"):
            tools.act("redo", number=number)
    tools.act("redo", number=before.number)
    entries = log_view(tools.history, tools.ann)
    assert not entries[drawn.number - 1].can_undo


def test_a_shuffle_that_is_redone_keeps_what_was_seen_hidden(tools: Tools) -> None:
    """Undoing a shuffle with the draw after it, and redoing the shuffle, does not restore the order
    in which the card was seen."""
    shuffled = tools.act("shuffle", deck="goods")
    tools.act("draw", tools.ann, deck="goods", count=20)
    tools.undo(shuffled, to_here=True)
    tools.act("redo", number=shuffled.number)
    left = tools.table.piles["goods"].left
    assert sorted(left) == sorted(DECKS["goods"])
    assert list(left) != shuffled.result["left"]


def test_the_new_order_is_secret_until_the_end(tools: Tools) -> None:
    """The key of the shuffle after an undo is in no history before the end, but everybody sees that
    something was shuffled."""
    tools.act("shuffle", deck="goods")
    undo = tools.undo(tools.act("draw", tools.ann, deck="goods"))
    for seat in (tools.ann, tools.ben, None):
        entries = log_view(tools.history, seat)
        assert undo.result["mix"]["key"] not in repr(entries)
        sentences = [str(sentence) for sentence in describe(entries[-1], {})]
        assert sentences[-1] == "Everything hidden was reshuffled."
    tools.act("end")
    assert log_view(tools.history, None)[undo.number - 1].result == undo.result


def test_an_undo_of_an_earlier_version_shuffles_nothing(tools: Tools) -> None:
    """An undo without a key, from an earlier version, shuffles nothing."""
    mixed = tools.act("shuffle", deck="goods").result["left"]
    undo = tools.undo(tools.act("draw", tools.ann, deck="goods"))
    log = [*tools.history.log[:-1], msgspec.structs.replace(undo, result={})]
    assert list(read_log(START, log).table.piles["goods"].left) == mixed


def test_a_log_of_the_first_edition_is_still_verified() -> None:
    """A table of the first edition keeps its redone draw, keys and marks and still verifies; new
    undos at it shuffle."""
    start = with_commitment(Table("harbour", "", DECKS, DICE, edition=FIRST_EDITION), SEED)
    tools = Tools(start)
    shuffled = tools.act("shuffle", deck="goods")
    drawn = tools.act("draw", tools.ann, deck="goods")
    log = [
        *tools.history.log,
        Event(6, "old-undo", "undo", None, {"number": drawn.number}),
        Event(7, "old-redo", "redo", None, {"number": drawn.number}),
        Event(8, "old-note", "note", None, {"text": "hello", "more": "kept"}),
    ]
    tools.history = read_log(start, log)
    assert list(tools.table.piles["goods"].left) == shuffled.result["left"][1:]
    rolled = tools.act("roll", tools.ann, die="d6")
    assert tools.undo(drawn).result["mix"]["decks"] == ["goods"]
    assert verify(start, tools.history.log, SEED) == []
    forged = msgspec.structs.replace(rolled, result={"faces": ["7"]})
    assert verify(start, [*tools.history.log[:8], forged, *tools.history.log[9:]], SEED)


# --- every kind of act ---------------------------------------------------------------------------


def plain_acts(tools: Tools) -> Mapping[str, tuple[str | None, dict[str, Any]]]:
    """Every kind of act without chance."""
    tools.act("shuffle", deck="cards")
    (card,) = tools.act("draw", tools.ann, deck="cards").result["cards"]
    tools.act("track", track="wind", most=9)
    return {
        "correct": (None, {"of": "track", "name": "wind", "who": tools.ben, "value": 3}),
        "count": (tools.ann, {"counter": "gold", "by": 3}),
        "discard": (tools.ann, {"deck": "cards", "card": card}),
        "note": (tools.ann, {"text": "hello"}),
        "put-back": (tools.ann, {"deck": "cards", "card": card, "where": "bottom"}),
        "score": (tools.ann, {"sheet": {}}),
        "scores": (tools.ann, {"sheets": {tools.ann: {}}}),
        "step": (tools.ann, {"track": "wind", "of": tools.ben, "by": 2}),
        "timer": (tools.ann, {"until": 5}),
        "track": (tools.ann, {"track": "rain", "most": 4}),
    }


PLAIN_KINDS = tuple(plain_acts(Tools()))


def shown(table: Table) -> Table:
    """The table without values that only tell how it came about."""
    return msgspec.structs.replace(table, revision=0, undone=frozenset())


@pytest.mark.parametrize("kind", PLAIN_KINDS)
def test_plain_acts_are_undone_and_redone(tools: Tools, kind: str) -> None:
    """An act without chance and secrets is undone and redone without marks or shuffling."""
    seat, data = plain_acts(tools)[kind]
    before = tools.table
    event = tools.act(kind, seat, **data)
    after = tools.table
    assert tools.undo(event).result == {}
    assert shown(tools.table) == shown(before)
    tools.act("redo", number=event.number)
    assert shown(tools.table) == shown(after)
    tools.undo(event)
    assert tools.again(kind, seat, **data) == 0


def test_every_kind_of_act_is_covered() -> None:
    """Every kind of act is covered by these tests."""
    seats = {"join", "rename", "recolour", "move-seat", "leave", "remove"}
    seats |= {"ask-seat", "take-over", "decline", "hand-host", "claim-host"}
    apart = {*seats, "entropy", "peek"}  # cannot be undone
    games = {"begin", "play"}  # below, for each game
    assert set(CHANCE_KINDS) | set(PLAIN_KINDS) | apart | games == set(TABLE_ACTS)
    assert {kind for kind, act in TABLE_ACTS.items() if not act.undoable} == apart


# --- the games -----------------------------------------------------------------------------------


def unseen_in(play: Play) -> Mapping[str, tuple[str, ...]]:
    return play.rules.unseen(play.table.play)


def scenes(play: Play) -> list[Any]:
    table = play.table
    return [play.rules.scene(table.play, seat.id) for seat in table.seats]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_bot_gains_by_undoing(slug: str) -> None:
    """Undoing a move is refused if it is final; otherwise everybody sees what they saw before,
    unseen pieces are the same, a seen piece comes next only by chance, and a repeated move is
    marked if chance decides it."""
    pick = random.Random(slug)
    play = Play(slug, 3, {}, 5)
    finals = draws = known = 0
    for _ in range(150):
        if play.over:
            break
        seat = pick.choice(sorted(offers := play.offers()))
        move = random_move(offers[seat], pick)
        before, stacks = scenes(play), unseen_in(play)
        try:
            event = play.move(seat, **move)
        except Refused:
            continue
        if event.result.get("final"):
            finals += 1
            earlier = [e for e in play.history.log if e.kind in ("setup", "begin", "play")]
            for target in {event.number, pick.choice(earlier).number}:
                for more in ({}, {"to_here": True}):
                    with pytest.raises(Refused, match=f"step {event.number} and|already"):
                        play.act("undo", None, number=target, **more)
            entries = log_view(play.history, None)
            assert not any(entries[e.number - 1].can_undo for e in earlier)
            continue
        play.act("undo", number=event.number)
        assert scenes(play) == before
        after = unseen_in(play)
        assert {name: sorted(stack) for name, stack in after.items()} == {
            name: sorted(stack) for name, stack in stacks.items()
        }
        if event.result.get("shown"):
            draws += 1
            known += sum(after[name] == stacks[name] for name in stacks if len(stacks[name]) > 5)
            with pytest.raises(Refused, match="shuffled back in"):
                play.act("redo", number=event.number)
        again = play.act("play", seat, move=move)
        assert bool(again.result.get("again")) == is_by_chance(again) == is_by_chance(event)
    assert known == 0
    assert bool(draws) == play.rules.has_unseen
    assert bool(finals) == (slug in ("dragon-boats", "river-dragons")) or slug == "mines"
    check_log(play)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_begun_game_is_begun_again_by_fresh_chance(slug: str) -> None:
    """A game undone from its beginning begins again with a mark, and nothing seen of the first one
    comes back."""
    play = Play(slug, 3, {}, 9)
    begun = play.history.log[-1]
    play.act("undo", number=begun.number)
    play.act("redo", number=begun.number)
    play.act("undo", number=begun.number)
    assert play.act("begin").result["again"] == 1
    with pytest.raises(Refused, match="repeated since"):
        play.act("redo", number=begun.number)
    check_log(play)


def test_reorganising_in_mines_tells_nothing_of_the_next_tile() -> None:
    """After reorganising, seeing the new tile and undoing, the next tile is the same only by
    chance."""
    same = 0
    for seed in range(30):
        play = play_out_of_opening(seed)
        seat = sorted(play.offers())[0]
        tile = play.table.play.acting.hand[0]
        top = play.table.play.pile[0]
        event = play.move(seat, do="reorganise", tile=tile)
        play.act("undo", number=event.number)
        same += play.table.play.pile[0] == top
    assert same <= 4


def play_out_of_opening(seed: int) -> Play:
    pick = random.Random(seed)
    play = Play("mines", 3, {"starter": "chance"}, seed)
    while play.table.play.phase == "opening":
        seat, offers = next(iter(play.offers().items()))
        play.move(seat, **random_move(offers, pick))
    return play


def test_no_plan_is_undone_once_it_is_turned_over() -> None:
    """Revealed plans and planks of River Dragons stay, whether one act or everything is undone."""
    pick = random.Random(1)
    play = Play("river-dragons", 3, {}, 4)
    while len(play.history.log) < 100:
        seat = pick.choice(sorted(offers := play.offers()))
        with suppress(Refused):  # a wild plan
            play.move(seat, **random_move(offers[seat], pick))
    last = max(e.number for e in play.history.log if e.result.get("final"))
    tried = 0
    for event in play.history.log:
        if event.kind == "play" and event.number <= last:
            for more in ({}, {"to_here": True}):
                tried += 1
                with pytest.raises(Refused, match=f"step {last} and"):
                    play.act("undo", None, number=event.number, **more)
    assert tried > 100
