"""No combination of undo, redo, replacements and corrections buys knowledge or an unmarked re-roll.

Bots play all five games, use dice and decks, and try to undo, redo and replace everything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats.state import State
from companion.language.messages import Refused
from companion.table.acts import ACTS
from companion.table.commitment import with_commitment
from companion.table.history import History, read_log
from companion.table.model import Event, Pile, Table
from companion.table.replacement import preview
from companion.table.undo import REPLACE, is_by_chance, owner_of
from companion.table.view import log_view
from tests.games.rules.bots import Play, check_log, facts_of, first_batches, random_move
from tests.games.rules.dragon_boats_players import (
    SEATS,
    aboard,
    bidding,
    exploring,
    hold,
    keen_move,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying
from tests.games.rules.test_rules_contract import SLUGS

ACTS_PER_GAME = 60
MAX_ACTS = 300
WANTED = ("play", "undo", "replace", "re-rolls", "shown taken back")
"""A game goes on until each of these has happened."""
FEW = 8
"""The order of so few pieces may come up again by chance."""
GOODS = tuple(f"g{number:02}" for number in range(30))


class Cheats(Play):
    """A game whose players use dice and a deck too, and take back whatever they can."""

    def __init__(self, slug: str, seed: int) -> None:
        super().__init__(slug, 3, {}, seed)
        start = replace(self.history.start, pieces={"goods": GOODS}, dice={"d6": tuple("123456")})
        self.history = read_log(with_commitment(start, self.seed), self.history.log)
        self.pick = random.Random(f"{slug} {seed}")
        self.seats = [seat.id for seat in self.table.seats]
        self.known: set[tuple[str, tuple[str, ...]]] = set()
        """Orders of hidden pieces from which somebody has seen one."""
        self.frozen: dict[int, bool] = {}
        """Whether each event up to the last final one was undone when that one was made."""
        self.tried: Counter[str] = Counter()
        self.act("shuffle", self.seats[0], deck="goods")

    def orders(self) -> set[tuple[str, tuple[str, ...]]]:
        play = self.table.play
        stacks = {} if play is None else dict(self.rules.unseen(play))
        stacks["goods"] = self.table.piles.get("goods", Pile()).left
        return {(name, stack) for name, stack in stacks.items() if len(stack) > FEW}

    def do(self, kind: str, seat: str | None, data: Mapping[str, Any]) -> None:
        """Try an act, and check everything that it may not do."""
        kept, orders = self.history, self.orders()
        try:
            event = self.act(kind, seat, **data)
        except Refused:
            return
        self.tried[kind] += 1
        if kind in ("undo", "replace"):
            taken = self.history.undo_state.undone - kept.undo_state.undone
            if any(_has_shown(self.history.log[number - 1]) for number in taken):
                self.tried["shown taken back"] += 1
        if kind in ("undo", "redo", "replace"):
            assert not (self.orders() - orders) & self.known, (kind, data)
        if kind == "put-back":  # its owner knows where it lies, and everybody sees that
            self.known = {(name, stack) for name, stack in self.known if name != "goods"}
        if _has_shown(event):
            self.known |= orders - self.orders()
        if is_by_chance(event):
            undone = was_undone(self.history, event)
            self.tried["re-rolls"] += undone
            assert bool(event.result.get("again")) >= undone, event
        self.check_final(event)
        self.check_secrets()

    def check_final(self, event: Event) -> None:
        """What was revealed stays, with all that led to it."""
        undone = self.history.undo_state.undone
        assert all((number in undone) == was for number, was in self.frozen.items())
        if event.result.get("final"):
            self.tried["final"] += 1
            log = self.history.log
            self.frozen = {e.number: e.number in undone for e in log if ACTS[e.kind].in_game}

    def check_secrets(self) -> None:
        """No history shows how hidden pieces were mixed."""
        for seat in (*self.seats, None):
            entry = repr(log_view(self.history, seat, len(self.history.log) - 1))
            for key in ("mix", "remix"):
                mix = self.history.log[-1].result.get(key)
                assert mix is None or mix["key"] not in entry

    def cheat(self) -> None:
        log = self.history.log
        seat = self.pick.choice((*self.seats, None))
        target = self.pick.choice(log[-12:])
        gone = [e for e in log[-20:] if e.number in self.table.undone or e.kind == "undo"]
        kind = self.pick.choice(("undo", "undo", "to here", "redo", "redo", "replace", "replace"))
        if kind == "replace":
            self.do("replace", owner_of(target), self.replacing(target))
        elif kind == "to here":
            self.do("undo", None, {"number": target.number, "to_here": True})
        elif kind == "redo":
            self.do("redo", seat, {"number": self.pick.choice(gone or log).number})
        else:
            self.do("undo", seat, {"number": target.number})

    def replacing(self, target: Event) -> dict[str, Any]:
        place = self.history.undo_state.place_of(target.number)
        play, move = self.history.after(place - 1).play, {}
        if play is not None:
            offers = self.rules.offers(play, str(owner_of(target)))
            if offers.choices or offers.picks:
                move = random_move(offers, self.pick)
        return {"number": target.number, "move": move}

    def use_tools(self) -> None:
        seat, pile = self.pick.choice(self.seats), self.table.piles.get("goods", Pile())
        tools: list[tuple[str, dict[str, Any]]] = [
            ("roll", {"die": self.pick.choice(("d6", "d6", " d6", "d8"))}),
            ("shuffle", {"deck": "goods"}),
            ("draw", {"deck": "goods", "count": 2}),
            ("draw", {"deck": "goods", "where": "bottom"}),
            ("turn-up", {"deck": "goods"}),
            ("deal", {"deck": "goods"}),
        ]
        for card in pile.hands.get(seat, ())[:1]:
            tools.append(("put-back", {"deck": "goods", "card": card, "where": "bottom"}))
            tools.append(("discard", {"deck": "goods", "card": card}))
        play = self.table.play
        for number in self.rules.correctables(play, seat) if play else ():
            value = self.pick.randint(number.least, min(number.most, number.value + 2))
            tools.append(("correct", {"who": seat, "number": number.id, "value": value}))
        kind, data = self.pick.choice(tools)
        self.do(kind, seat, data)

    def play_on(self) -> None:
        if self.table.play is None:
            return self.do("begin", None, {})
        if not (offers := self.offers()):
            return None
        seat = self.pick.choice(sorted(offers))
        choose = keen_move if self.table.game == "dragon-boats" else random_move
        return self.do("play", seat, {"move": choose(offers[seat], self.pick)})


def _has_shown(event: Event) -> bool:
    return bool(event.result.get("shown")) or event.kind in ("draw", "turn-up", "deal")


def was_undone(history: History, event: Event) -> bool:
    """Whether chance had decided the same thing, and that was undone since it last stood."""
    same = [e for e in history.log if is_by_chance(e) and _thing(e) == _thing(event) and e != event]
    return bool(same) and same[-1].number in history.undo_state.undone


def _thing(event: Event) -> tuple[object, ...]:
    if event.kind in ("play", REPLACE):
        return ("play", owner_of(event))
    kind = "draw" if event.kind in ("draw", "deal", "turn-up") else event.kind
    return (kind, event.data.get("die", "").strip(), event.data.get("deck"))


@pytest.mark.parametrize("seed", first_batches(12, 1))
@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_gained_by_taking_back(slug: str, seed: int) -> None:
    """However bots undo, redo, replace and correct: an order of pieces from which somebody has
    seen one never comes back, what chance decides again is marked, what was revealed stays, and
    the record proves it all."""
    play = Cheats(slug, seed)
    while len(play.history.log) < ACTS_PER_GAME or not all(play.tried[kind] for kind in WANTED):
        assert len(play.history.log) < MAX_ACTS, play.tried
        play.pick.choices((play.play_on, play.cheat, play.use_tools), (5, 4, 1))[0]()
    check_log(play)


def test_a_replacement_hides_what_was_drawn_after_an_undo() -> None:
    """Undo, see the next piece, then replace a move from before the undo: it used to lie on top
    again, because the undo shuffled as it had done before."""
    found = 0
    for play, event, stacks in draws_after_an_undo():
        for target in play.history.log[: event.number - 3]:
            kept = play.history
            for move in other_moves(play, target):
                with suppress(Refused):
                    play.act("replace", target.seat, number=target.number, move=move)
                    found += 1
                    after = play.rules.unseen(play.table.play)
                    assert not any(len(s) > FEW and after[name] == s for name, s in stacks.items())
                play.history = kept
    assert found > 20


def draws_after_an_undo() -> Iterator[tuple[Play, Event, Mapping[str, tuple[str, ...]]]]:
    """Games of Mines after a move, an undo and a move that shows a tile."""
    for seed in range(6):
        pick, play = random.Random(seed), Play("mines", 3, {"starter": "chance"}, seed)
        while len(play.history.log) < 15:
            (seat, offers), *_ = sorted(play.offers().items())
            event = play.move(seat, **random_move(offers, pick))
        play.act("undo", None, number=event.number)
        stacks = play.rules.unseen(play.table.play)
        event = play.move(seat, **random_move(offers, pick))
        if event.result.get("shown"):
            yield play, event, stacks


def other_moves(play: Play, target: Event) -> Iterator[dict[str, Any]]:
    if target.kind == "play":
        before = play.history.after(target.number - 1)
        for choice in play.rules.offers(before.play, str(target.seat)).choices[:5]:
            if choice.move != target.data["move"]:
                yield dict(choice.move)


def test_a_move_and_its_replacement_never_both_count() -> None:
    """Redoing an undo that took a replacement is refused once the original move is back."""
    play, pick = Play("river-dragons", 3, {}, 1), random.Random(1)
    (seat, offers), *_ = sorted(play.offers().items())
    if play.table.play.phase == "youngest":
        play.move(seat, **random_move(offers, pick))
        offers = play.offers()[seat]
    made = None
    while made is None:
        with suppress(Refused):  # two dragons
            made = play.move(seat, **random_move(offers, pick))
    other = None
    while other is None:
        with suppress(Refused):
            other = play.act("replace", seat, number=made.number, move=random_move(offers, pick))
    undo = play.act("undo", None, number=other.number, to_here=True)
    play.act("redo", None, number=made.number)
    for number in (undo.number, other.number):
        with pytest.raises(Refused, match="was replaced"):
            play.act("redo", None, number=number)
    check_log(play)


# --- secret decisions in Dragon Boats -------------------------------------------------------------


def table_of(state: State) -> Play:
    """A table at which this state has been reached."""
    play = Play.__new__(Play)
    play.seed = bytes(32)
    seats = SEATS[: len(state.players)]
    facts = facts_of("dragon-boats")
    play.history = read_log(Table("dragon-boats", "", {}, {}, facts, seats=seats, play=state), ())
    return play


def asked_for_d() -> Play:
    """Ann and Ben have a hidden card, and all discs are placed."""
    state = hold(bidding(3, pauses="ask"), "s1", "D", is_open=False)
    return table_of(paying(hold(state, "s2", "O", is_open=False), I="12"))


@pytest.mark.parametrize("reply", ["card", "pass"])
def test_the_last_answer_of_a_pause_stays(reply: str) -> None:
    """Whoever answers last learns what the others answered, so that answer cannot be undone."""
    play = asked_for_d()
    first = play.move("s1", do="answer", reply=reply)
    play.act("undo", "s1", number=first.number)
    first = play.move("s1", do="answer", reply=reply)
    last = play.move("s2", do="answer", reply="pass")
    assert last.result["final"]
    for seat, event in (("s1", first), ("s2", last)):
        with pytest.raises(Refused, match="all answers are in"):
            play.act("undo", seat, number=event.number)
        data = {"number": event.number, "move": {"do": "answer", "reply": "pass"}}
        with pytest.raises(Refused, match="all answers are in"):
            play.act("replace", seat, **data)


def test_the_answer_of_the_only_player_who_is_asked_can_be_undone() -> None:
    """Nobody else's secret is revealed by it."""
    state = hold(bidding(3, pauses="ask"), "s1", "D", is_open=False)
    play = table_of(paying(state, I="12"))
    event = play.move("s1", do="answer", reply="pass")
    assert not event.result.get("final")
    play.act("undo", "s1", number=event.number)


def test_replacing_a_move_does_not_tell_what_was_answered() -> None:
    """The steps that a replacement drops are the same, whatever another player has answered."""
    dropped = []
    for reply in ("card", "pass", "round"):
        state = hold(bidding(3, pauses="ask"), "s1", "D", is_open=False)
        state = hold(state, "s2", "O", is_open=False)
        stacks = {**state.stacks, "I": ("s1",), "II": ("s1", "s3")}
        players = tuple(replace(p, discs=int(p.seat == "s2")) for p in state.players)
        play = table_of(replace(state, stacks=stacks, players=players, active=1))
        bid = play.move("s2", do="bid", stall="III")
        play.move("s1", do="answer", reply=reply)
        data = {"number": bid.number, "move": {"do": "bid", "stall": "I"}}
        asked = Event(len(play.history.log) + 1, "", "replace", "s2", data)
        dropped.append(preview(play.history, asked, host=False))
    assert dropped == [(2,)] * 3


def test_a_purchase_that_others_had_planned_stays() -> None:
    """The last disc lets the market begin, which reveals what others placed their discs for."""
    state = bidding(3)
    good = state.stalls["I"][0]
    players = tuple(replace(p, discs=int(p.seat != "s3"), money=9) for p in state.players)
    play = table_of(replace(state, players=players, active=0))
    first = play.move("s1", do="bid-for", stall="I", good=good)
    assert not first.result.get("final")
    last = play.move("s2", do="bid", stall="V")
    assert good in play.table.play.player("s1").goods
    assert last.result["final"]
    with pytest.raises(Refused, match="planned purchase"):
        play.act("undo", None, number=last.number)


def test_ones_own_planned_purchase_can_be_undone() -> None:
    """It reveals nothing that the player did not know."""
    state = bidding(3)
    good = state.stalls["I"][0]
    players = tuple(replace(p, discs=int(p.seat == "s1"), money=9) for p in state.players)
    play = table_of(replace(state, players=players, active=0))
    event = play.move("s1", do="bid-for", stall="I", good=good)
    assert good in play.table.play.player("s1").goods
    assert not event.result.get("final")
    play.act("undo", "s1", number=event.number)


def use_of_card(*, is_open: bool) -> tuple[Play, Event]:
    """Ann uses a bonus card on her turn."""
    play = table_of(hold(bidding(3), "s1", "P", is_open=is_open))
    return play, play.move("s1", do="P")


def test_the_use_of_a_hidden_card_stays() -> None:
    """It shows everybody a card that only its player knew: neither the host nor the player takes
    it back, and nobody replaces it or a move before it."""
    play, used = use_of_card(is_open=False)
    for seat, data in ((None, {}), ("s1", {}), (None, {"to_here": True})):
        with pytest.raises(Refused, match="a hidden card was used"):
            play.act("undo", seat, number=used.number, **data)
    asked = {"number": used.number, "move": {"do": "bid", "stall": "I"}}
    with pytest.raises(Refused, match="a hidden card was used"):
        play.act("replace", "s1", **asked)


def test_the_use_of_an_open_card_can_be_undone() -> None:
    """It shows nothing that was not known before."""
    play, used = use_of_card(is_open=True)
    play.act("undo", "s1", number=used.number)
    assert not any(card.used for card in play.table.play.player("s1").cards)


def last_step(*, is_open: bool) -> tuple[Play, Event]:
    """The last member of the last round goes home, which ends the game; Ben has a bonus card."""
    state = aboard(toppers(bidding(3), nw="boat-01"), nw="1--")
    state = hold(replace(state, turn=len(state.rounds) - 1), "s2", "O", is_open=is_open)
    play = table_of(exploring(state))
    if not is_open:
        play.move("s2", do="done")
    play.move("s1", do="land", landing="N-nw")
    event = play.move("s1", do="home")
    assert play.over
    return play, event


def test_the_end_stays_once_it_has_shown_hidden_cards() -> None:
    """At its end a game of Dragon Boats shows everybody's cards, and nobody goes back to play on
    with that knowledge."""
    play, last = last_step(is_open=False)
    for data in ({"number": last.number}, {"number": 1, "to_here": True}):
        with pytest.raises(Refused, match="hidden cards were shown"):
            play.act("undo", None, **data)


def test_the_end_can_be_undone_if_it_has_shown_nothing() -> None:
    """A slip in the last move can be undone as long as no card was hidden."""
    play, last = last_step(is_open=True)
    play.act("undo", None, number=last.number)
    assert not play.over


def test_spaces_around_a_name_do_not_hide_a_re_roll() -> None:
    """An undone roll of “d6” used to be repeated as “ d6” without a mark."""
    play = Play("dragon-river", 2, {}, 1)
    seat = play.table.seats[0].id
    rolled = play.act("roll", seat, die="d6")
    play.act("undo", seat, number=rolled.number)
    assert play.act("roll", seat, die=" d6").result["again"] == 1
