"""Takes what the source of Dragon Boats leaves open, gives proof that each option decides it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.base import Setup
from companion.games.dragon_boats import RULES
from companion.games.dragon_boats.explore import prompt, setting_off
from companion.games.dragon_boats.state import State
from companion.table.entries import check_entry
from companion.table.model import Refused
from companion.table.plays import full_options, options_of
from tests.games.rules.bots import CARDS, Play, facts_of
from tests.games.rules.dragon_boats_players import (
    DEFAULTS,
    KNOWN,
    SEATS,
    SLUG,
    aboard,
    act,
    bidding,
    chances,
    exploring,
    fresh,
    give,
    hold,
    moves,
    offers,
    told,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn, walk

GAPS = {
    "well_read": "others",
    "card_points": "one",
    "deck_cards": "open",
    "road_cards": "deck",
    "private_actions": "3",
    "money_track": "endless",
    "round_gains": "same",
    "neutral": "lot",
    "ports": "closed",
    "found_food": "later",
}
"""What the source leaves open, decided otherwise than we print it."""


def setup(players: int = 4, words: str = "test", **options: str) -> Setup:
    return RULES.setup(facts_of(SLUG), players, {**DEFAULTS, **options}, chances(words))


def points(sheet: dict[str, Any], **options: str) -> int:
    result = RULES.score(facts_of(SLUG), {**DEFAULTS, **options}, {"s1": sheet}, SEATS[:2])
    return result.totals[0].points


def panel_lines(state: State, seat: str, title: str) -> list[str]:
    panels = RULES.scene(facts_of(SLUG), state, seat).panels
    (panel,) = (panel for panel in panels if str(panel.title) == title)
    return [str(line) for line in panel.lines]


def setup_lines(made: Setup, part: str) -> list[str]:
    return [str(line) for line in made.part(part).lines]


def ashore(landing: str, food: int, **options: str) -> State:
    """Ann is about to go ashore there, with so much food, from a boat that carries her twice."""
    boat = landing.partition("-")[2]
    state = give(toppers(bidding(**options), **{boat: "boat-11"}), "s1", food=food)
    return act(exploring(aboard(state, **{boat: "11-"})), "s1", "land", landing=landing)


# --- all of them ----------------------------------------------------------------------------------


def test_every_gap_says_so() -> None:
    """This test ensures that each gap of the source is an option that says so beside it, and that
    what was decided otherwise is asked for in these tests."""
    whys = {option.id: str(option.why) for option in RULES.options if option.rare}
    assert set(GAPS) <= set(whys)
    assert all("source" in why for why in whys.values())
    assert all(GAPS[name] != DEFAULTS[name] for name in GAPS)


def test_reference_names_every_gap() -> None:
    """This test ensures that the answer to a question of the table names the option for it."""
    text = (CARDS / SLUG / "reference.yaml").read_text(encoding="utf-8")
    missing = [str(o.title) for o in RULES.options if o.rare and f"“{o.title}”" not in text]
    assert missing == []


def test_options_of_older_tables() -> None:
    """This test ensures that a table that was set up before these options were offered is played as
    it was: what it does not name is as printed."""
    older = {"interactive": "on", "short": "no", "stall_v": "free", "paths": "one"}
    assert full_options(RULES, older) == {**DEFAULTS, "stall_v": "free"}
    play = Play(SLUG, 3, older, 1)
    assert options_of(play.table) == {**DEFAULTS, "stall_v": "free"}
    assert play.table.play.options == {**DEFAULTS, "stall_v": "free"}


# --- round cards, money, private actions ----------------------------------------------------------


@pytest.mark.parametrize(("choice", "money"), [("printed", 2), ("1", 1), ("3", 3)])
def test_private_actions(choice: str, money: int) -> None:
    """This test ensures that a private action gives what the table decided, as it is offered."""
    state = give(bidding(private_actions=choice), "s1", money=1)
    (home,) = (c for c in offers(state, "s1").choices if c.move["do"] == "private")
    assert str(home.steps[0].hint) == f"take {money} money"
    assert act(state, "s1", "private").player("s1").money == 1 + money
    told_of = any("private action" in line for line in setup_lines(_of(state), "estates"))
    assert told_of == (choice != "printed")


def _of(state: State) -> Setup:
    return setup(len(state.players), **state.options)


def test_money_without_a_limit() -> None:
    """This test ensures that without a limit nothing is lost: at home, at a stall, in storage, in
    what is shown and on the score sheet."""
    state = give(bidding(money_track="endless"), "s1", money=6)
    assert panel_lines(state, "s1", "Your goods")[0] == "6 money, 0 food, 0 treasure"
    assert act(state, "s1", "private").player("s1").money == 8
    leaving = give(paying(bidding(4, money_track="endless"), I="2"), "s2", money=9)
    assert act(leaving, "s2", "leave").player("s2").money == 10
    storing = exploring(give(state, "s1", goods=("tea",), treasure=1))
    assert storing.phase == "store"
    sold = act(storing, "s1", "store", sell=["tea-1", "treasure-1"])
    assert sold.player("s1").money == 9
    assert "no limit" in " ".join(setup_lines(_of(state), "estates"))


def test_money_on_the_score_sheet() -> None:
    """This test ensures that a sheet takes money beyond the track only where there is no limit."""
    for choice, most in (("printed", 6), ("endless", 999)):
        fields = RULES.fields(facts_of(SLUG), {**DEFAULTS, "money_track": choice}, SEATS)
        (money,) = (field for field in fields if field.id == "money")
        check_entry(money, most)
        with pytest.raises(Refused):
            check_entry(money, most + 1)
    assert points({"money": 21, "wisdom-O": True}, money_track="endless") == 10


def test_round_cards_bring_the_same() -> None:
    """This test ensures that every round card can bring the same, in the middle of what is printed,
    and that setup, offer and gain agree on it."""
    state = replace(fresh(3, round_gains="same"), first=0, active=0)
    hints = {str(choice.steps[0].hint) for choice in offers(state, "s1").choices}
    assert hints == {"3 money, 2 offerings"}
    for number in "2345":
        player = act(state, "s1", "track", round=number).player("s1")
        assert (player.money, len(player.goods), player.food, player.treasure) == (3, 2, 0, 0)
    assert setup_lines(_of(state), "rounds")[1:] == [
        "A disc on any of them, whatever it shows: 3 money, 2 offerings"
    ]
    for number in ("1", "6"):
        with pytest.raises(Refused):
            act(state, "s1", "track", round=number)


# --- discs of nobody ------------------------------------------------------------------------------


def test_neutral_discs_by_lot() -> None:
    """This test ensures that three players draw two of the four stalls, each pair now and then,
    which can be rolled again; with two players all four have one, with four none."""
    seen = {tuple(_neutral(3, str(number))) for number in range(60)}
    assert seen == set(combinations(("I", "II", "III", "IV"), 2))
    assert _neutral(2) == ["I", "II", "III", "IV"]
    assert _neutral(4) == []
    rolled = {n: setup(n, neutral="lot").part("neutral").random for n in (2, 3, 4)}
    assert rolled == {2: False, 3: True, 4: False}
    assert not setup(3).part("neutral").random


def _neutral(players: int, words: str = "test") -> list[str]:
    stalls: list[str] = setup(players, words, neutral="lot").part("neutral").values["stalls"]
    return stalls


@pytest.mark.parametrize("choice", ["printed", "lot", "none"])
def test_neutral_discs_make_dearer(choice: str) -> None:
    """This test ensures that a stall is dearer just where the setup puts a disc of nobody."""
    state = fresh(3, "lots", neutral=choice)
    part = setup(3, "lots", neutral=choice).part("neutral")
    stalls = part.values["stalls"]
    assert [stall for stall, count in state.neutral.items() if count] == stalls
    assert len(part.tokens) == len(stalls) == (0 if choice == "none" else 2)
    assert all(state.price(stall) == (stall in stalls) for stall in state.stacks)


# --- cards ----------------------------------------------------------------------------------------


def test_points_of_cards() -> None:
    """This test ensures that cards count as printed, one each or nothing, and that what Well Read
    adds comes on top, whichever it is."""
    sheet = {"card-A": True, "card-E": True, "card-L": True}
    for choice, alone in (("printed", 2 + 1 + 0), ("one", 3), ("none", 0)):
        assert points(sheet, card_points=choice) == alone + 3
    result = RULES.score(
        facts_of(SLUG), {**DEFAULTS, "card_points": "one"}, {"s1": sheet}, SEATS[:2]
    )
    (cards,) = (line for line in result.totals[0].lines if str(line.title) == "Cards")
    assert {str(line.why) for line in cards.parts} == {"1 for each card"}


def test_well_read_counts_only_others() -> None:
    """This test ensures that the card may leave itself out, while the wisdom hex, which is no
    card, counts it; and that of two that count once the better one does."""
    sheet = {"card-A": True, "card-E": True, "card-L": True}
    assert points(sheet, well_read="others") == 3 + 2
    both = {**sheet, "wisdom-L": True}
    assert points(both) == 3 + 3 + 3
    assert points(both, well_read="others") == 3 + 2 + 3
    assert points(both, well_read="others", twins="once") == 3 + 3
    assert points({"card-A": True, "wisdom-L": True}, well_read="others") == 2 + 1


def test_cards_of_the_deck_lie_open() -> None:
    """This test ensures that a card from the deck may lie open for all, who are told so before."""
    state = give(paying(bidding(4, deck_cards="open"), V="2"), "s2", treasure=1)
    letter = next(x for x in state.deck if KNOWN.cards[x].type == "one-time")
    state = replace(state, deck=(letter, *(x for x in state.deck if x != letter)))
    hints = {str(c.steps[1].hint) for c in offers(state, "s2").choices if c.move["do"] == "learn"}
    assert hints == {"None", "Everybody sees it."}
    after, says = told(state, "s2", "learn", card="deck")
    assert after.player("s2").cards[0].open
    title = KNOWN.cards[letter].title
    assert [one.to for one in says if title in str(one.message)] == [()]
    assert any(title in line for line in panel_lines(after, "s1", "Open cards"))


def test_card_sign_gives_the_top_of_the_deck() -> None:
    """This test ensures that the card sign of a road may give the deck's top card only, and what
    is on display when the deck is empty."""
    state = walk(ashore("N-nw", 2, road_cards="deck"), "N-road-5", "N-road-4", "N-road-3")
    assert [move["card"] for move in moves(state, "s1", "take")] == ["deck"]
    with pytest.raises(Refused):
        act(state, "s1", "take", card=state.display[0])
    assert len(act(state, "s1", "take", card="deck").player("s1").cards) == 1
    empty = replace(state, deck=())
    assert [move["card"] for move in moves(empty, "s1", "take")] == list(state.display)
    assert act(empty, "s1", "take", card=state.display[0]).display == state.display[1:]


# --- walks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "beyond"), [("open", True), ("closed", False)])
def test_the_other_port(choice: str, beyond: bool) -> None:
    """This test ensures that a walk leads over the other port of an island, unless it is barred."""
    state = ashore("S-sw", 9, ports=choice)
    road = [f"S-road-{number}" for number in range(1, 6)]
    state = walk(state, *road[:3])
    state = walk(act(state, "s1", "take", card=state.display[0]), *road[3:])
    targets = {move["to"] for move in moves(state, "s1", "walk")}
    assert targets == {"S2", "S5"} | ({"S-se"} if beyond else set())
    if not beyond:
        with pytest.raises(Refused):
            walk(state, "S-se")


def test_found_food_is_for_the_next_walk() -> None:
    """This test ensures that food of the road may have to wait for the next walk of its house."""
    west = ["W-nw", "W-road-1", "W-road-2", "W-road-3", "W-road-4"]
    assert KNOWN.spaces[west[4]].icon == "food"
    for choice, goes_on in (("now", True), ("later", False)):
        state = walk(ashore("W-nw", 2, found_food=choice), *west[1:4])
        state = walk(act(state, "s1", "take", card=state.display[0]), west[4])
        assert state.player("s1").food == 1
        assert (state.walker is not None) == goes_on
        if not goes_on:
            assert turn(state) == "s1"
            later = prompt(KNOWN, state)
            assert later is not None
            assert setting_off(KNOWN, state, later).pack == 1


def test_food_of_a_card_is_for_the_next_walk() -> None:
    """This test ensures that One of Each feeds no walk that has begun, but one that has not."""
    state = hold(ashore("W-nw", 0, found_food="later"), "s1", "P")
    assert walk(state, "W-road-1", "W-road-2").walker is None
    fed = walk(act(state, "s1", "P"), "W-road-1", "W-road-2")
    assert {move["to"] for move in moves(fed, "s1", "walk")} >= {"W4", "W-road-3"}
    begun = act(walk(state, "W-road-1"), "s1", "P")
    assert walk(begun, "W-road-2").walker is None
