"""Pauses for cards in Dragon Boats: when the game asks, whom, and what stays secret."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.dragon_boats.bonus_cards import take_card
from companion.games.dragon_boats.pauses import caller
from companion.games.dragon_boats.state import Draft, HeldCard, State
from companion.games.dragon_boats.turns import actors
from companion.language.messages import Refused
from tests.games.rules.bots import facts_of, playable
from tests.games.rules.dragon_boats_players import (
    KNOWN,
    RULES,
    SEATS,
    SLUG,
    aboard,
    act,
    bidding,
    chances,
    exploring,
    hold,
    moves,
    offers,
    rich_game,
    settled,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn


def asking(players: int = 3) -> State:
    """A first round at a table that pauses for cards."""
    return bidding(players, pauses="ask")


def hides(state: State, **letters: str) -> State:
    """Players by seat with hidden cards."""
    for seat, held in letters.items():
        state = hold(state, seat, held, is_open=False)
    return state


def before_sailing(**letters: str) -> State:
    """Boats NW and NE are ready, and one passenger waits at SE."""
    state = toppers(asking(), nw="boat-11", ne="boat-20", se="boat-05", sw="boat-06")
    state = aboard(state, nw="12-", ne="33-", se="2--")
    return exploring(hides(state, **letters))


def answer(state: State, seat: str, reply: str = "pass") -> State:
    return act(state, seat, "answer", reply=reply)


def replies(state: State, seat: str) -> list[str]:
    return [move["reply"] for move in moves(state, seat, "answer")]


# --- when and whom --------------------------------------------------------------------------------


def test_card_d_has_its_moment_after_the_last_disc() -> None:
    """When all discs are placed, players who might hold D are asked before the first is used."""
    state = paying(hides(asking(), s1="D", s2="O"), I="12")
    assert (state.phase, state.window, state.asked) == ("pause", "discs", ("s1", "s2"))
    assert str(RULES.scene(state, None).headline) == "Round 1: any cards before the market?"
    assert str(RULES.scene(state, "s1").headline) == "Your turn: use a card before the market?"
    state = answer(answer(state, "s2"), "s1", "card")
    assert actors(KNOWN, state) == ("s1",)
    state = act(state, "s1", "D", stall="I", order=["2", "1"])
    assert (state.phase, state.stacks["I"], turn(state)) == ("pay", ("s2", "s1"), "s1")


def test_nobody_is_asked_in_vain() -> None:
    """There is no pause without a hidden card, without a stack to change, or if everyone knows
    where the card is."""
    assert paying(asking(), I="12").phase == "pay"
    assert paying(hides(asking(), s2="O"), I="11").phase == "pay"
    shown = hides(asking(), s2="O")
    shown = replace(shown, display=("D", "A"), deck=tuple(x for x in shown.deck if x not in "DA"))
    assert paying(shown, I="12").phase == "pay"
    used = hides(asking(), s2="O")
    ann = used.player("s1")
    spent = replace(ann, cards=(HeldCard("D", open=True, used=True),))
    used = replace(used, players=(spent, *used.players[1:]))
    assert paying(used, I="12").phase == "pay"
    peaceful = hides(bidding(3, pauses="ask", interactive="off"), s2="O")
    assert paying(peaceful, I="12").phase == "pay", "D is in the box"


def test_an_open_card_is_asked_for_too() -> None:
    """A player with a face-up card for the moment is asked, and nobody else is."""
    state = paying(hold(asking(), "s3", "D"), I="12")
    assert state.asked == ("s3",)


def test_each_landing_pauses_before_anybody_goes_ashore() -> None:
    """G, A, C, I and R can be used after a landing, before passengers leave the boat."""
    state = before_sailing(s1="G")
    assert (state.phase, state.window, state.asked) == ("pause", "muster", ("s1",))
    state = answer(state, "s1")
    state = act(state, "s3", "land", landing="N-ne")
    assert (state.phase, state.window, state.asked) == ("pause", "landed", ("s1",))
    state = answer(state, "s1", "card")
    state = act(state, "s1", "G", boat="boat-nw", place="front", to="boat-ne", there="rear")
    assert state.boat("boat-ne").seats == ("s3", "s3", "s1")
    assert state.phase == "explore"


def test_g_can_be_used_after_the_last_passenger_has_settled() -> None:
    """Before storage, a passenger in a home port may still move to a landed boat and goes
    ashore there."""
    state = toppers(asking(), nw="boat-11", ne="boat-20", se="boat-05", sw="boat-06")
    state = exploring(hides(aboard(state, ne="33-", se="1--"), s1="G"))
    state = answer(state, "s1")
    state = answer(act(state, "s3", "land", landing="N-ne"), "s1")
    state = act(act(state, "s3", "home"), "s3", "home")
    assert (state.phase, state.window, state.asked) == ("pause", "store", ("s1",))
    state = answer(state, "s1", "card")
    state = act(state, "s1", "G", boat="boat-se", place="front", to="boat-ne", there="front")
    assert (state.phase, turn(state)) == ("explore", "s1")
    state = act(state, "s1", "home")
    assert state.turn == 1, "nobody has anything to store: the next round begins"


def test_r_and_i_have_their_moment_after_a_landing() -> None:
    """After a landing, a boat with one passenger can still be sent, and passengers can be
    swapped."""
    for letter in "RI":
        state = answer(before_sailing(s1=letter), "s1")
        state = act(state, "s3", "land", landing="N-ne")
        called = [move["card"] for move in moves(state, "s1", "call")]
        assert {card["do"] for card in called} == {letter}
        state = answer(state, "s1", "card")
        assert moves(state, "s1", letter) == called


def test_a_round_can_be_passed() -> None:
    """A player who passes for the round is not asked again until it is over."""
    state = before_sailing(s1="G", s2="O")
    state = answer(answer(state, "s1", "round"), "s2")
    state = act(state, "s3", "land", landing="N-ne")
    assert state.asked == ("s2",)
    assert state.passed == ("s1",)


def test_a_new_hidden_card_is_asked_for() -> None:
    """A player who passed the round and then draws a card from the deck is asked again."""
    state = replace(before_sailing(), passed=("s1", "s3"))
    for kind, still in (("one-time", ("s1",)), ("permanent", ("s1", "s3"))):
        letter = next(x for x in state.deck if KNOWN.cards[x].type == kind)
        deck = (letter, *(x for x in state.deck if x != letter))
        flow = Draft(KNOWN, replace(state, deck=deck), chance_from_words("draw"))
        take_card(flow, "s3", "deck")
        assert flow.state.passed == still


def test_no_race_of_taps() -> None:
    """Players who want to use a card do so clockwise, in any order of answers; nobody can use
    one out of turn outside a pause."""
    for order in (("s1", "s2"), ("s2", "s1")):
        state = before_sailing(s1="G", s2="I")
        for seat in order:
            with pytest.raises(Refused):
                act(state, "s2", "I", boat="boat-nw", place="front", other="boat-ne", there="front")
            state = answer(state, seat, "card")
        assert caller(state) == "s1"
        state = act(state, "s1", "G", boat="boat-nw", place="front", to="boat-ne", there="rear")
        assert caller(state) == "s2"
    walking = answer(before_sailing(s1="G"), "s1")
    assert (walking.phase, turn(walking)) == ("explore", "s3")
    assert moves(walking, "s1", "G") == []


def test_others_may_answer_a_card_with_one_of_theirs() -> None:
    """After a card is used, everyone who might hold another is asked again."""
    state = before_sailing(s1="G", s2="I")
    state = answer(answer(state, "s1", "card"), "s2")
    state = act(state, "s1", "G", boat="boat-nw", place="front", to="boat-ne", there="rear")
    assert (state.phase, state.asked) == ("pause", ("s2",))


def test_a_call_can_be_taken_back() -> None:
    """A player who wanted to use a card can decide not to."""
    state = answer(before_sailing(s1="G"), "s1", "card")
    after = answer(state, "s1")
    assert after.phase == "explore"
    assert after.player("s1").has("G")


def test_what_is_refused_in_a_pause() -> None:
    """Only players who are asked can answer, once, and only with a card they have."""
    state = before_sailing(s1="O", s2="O")
    for seat, move in (
        ("s3", {"do": "answer", "reply": "pass"}),
        ("s1", {"do": "answer", "reply": "card"}),
        ("s1", {"do": "answer", "reply": "maybe"}),
        ("s1", {"do": "done"}),
        ("s1", {"do": "G", "boat": "boat-nw", "place": "front", "to": "boat-ne", "there": "rear"}),
    ):
        with pytest.raises(Refused):
            act(state, seat, **move)
    once = answer(state, "s1")
    with pytest.raises(Refused, match="not being asked"):
        answer(once, "s1")


def test_a_table_may_do_without_pauses() -> None:
    """Without pauses, and at tables of the first edition, the fastest player uses a card first."""
    state = paying(hides(bidding(3, pauses="off"), s1="D"), I="12")
    assert state.phase == "pay"
    assert offers(state, "s1").picks
    earlier = {key: value for key, value in facts_of(SLUG).items() if key != "edition"}
    options = {option.id: option.default for option in RULES.options}
    setup = playable("dragon-boats", earlier).setup(2, options, chances("x"))
    begun = (
        playable("dragon-boats", earlier)
        .begin(SEATS[:2], options, setup, chance_from_words("begin"))
        .state
    )
    assert begun.options["pauses"] == "off"


# --- secrets --------------------------------------------------------------------------------------


def seen(state: State, seat: str | None) -> tuple[Any, ...]:
    """Everything that a seat sees and can do."""
    return RULES.scene(state, seat), offers(state, seat) if seat else None


def test_who_is_asked_does_not_tell_what_they_hold() -> None:
    """Everyone with a hidden card gets the same question, whatever the card is."""
    for letter in "GDAOQV":
        state = before_sailing(s1=letter, s2="Z")
        assert state.asked == ("s1", "s2")
        assert seen(state, "s3") == seen(before_sailing(s1="O", s2="Z"), "s3")


def test_an_answer_stays_hidden_until_all_are_in() -> None:
    """All answers look the same to the other players and are announced in the same way."""
    state = before_sailing(s1="G", s2="O")
    views, announced = set(), set()
    for reply in ("pass", "round", "card"):
        after = answer(state, "s1", reply)
        views.add(str([seen(after, seat) for seat in (None, "s2", "s3")]))
        turn_ = RULES.act(
            state,
            "s1",
            {"do": "answer", "reply": reply},
            chance_from_words("answer"),
        )
        announced.add(str(turn_.announcements))
    assert len(views) == 1
    assert len(announced) == 1


def hidden_swapped(state: State, seat: str, pick: random.Random) -> State:
    """The same position with different hidden cards in that hand, taken from the deck."""
    player = state.player(seat)
    deck = pick.sample(state.deck, len(state.deck))
    cards = []
    for card in player.cards:
        if card.open or not deck:
            cards.append(card)
        else:
            deck.append(card.letter)
            cards.append(HeldCard(deck.pop(0), open=False))
    players = tuple(replace(p, cards=tuple(cards)) if p.seat == seat else p for p in state.players)
    return replace(state, players=players, deck=tuple(deck))


def test_pauses_come_whatever_is_hidden() -> None:
    """Whether a pause comes, whom it asks and what others see does not depend on hidden cards."""
    pick, pauses = random.Random(5), 0
    positions: list[State] = []
    for seed in range(4):
        rich_game(seed, 3, positions.append)
    for state in (one for one in positions if one.phase == "pause"):
        pauses += 1
        for owner in state.players:
            other = hidden_swapped(state, owner.seat, pick)
            for seat in (None, *(p.seat for p in state.players if p != owner)):
                assert seen(state, seat) == seen(other, seat)
            reopened = [
                settled(replace(one, asked=(), calls=(), played=True)) for one in (state, other)
            ]
            assert reopened[0].asked == reopened[1].asked
    assert pauses
