"""Takes setups and score sheets of Dragon Boats of the Four Seas, gives proof of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base import Line, Result, Setup
from companion.games.dragon_boats import RULES
from companion.games.dragon_boats.fairness import fairness_of
from companion.games.dragon_boats.places import hex_names
from companion.games.dragon_boats.score import groups_of, set_points
from companion.table.entries import check_entry
from companion.table.model import Refused
from tests.games.rules.bots import facts_of
from tests.games.rules.dragon_boats_players import DEFAULTS, KNOWN, SEATS, SLUG, chances

HEXES = [space.id for space in KNOWN.of_kind("farm", "wisdom")]
WORDS = st.integers(0, 10**6).map(str)


def setup(players: int = 4, words: str = "test", **options: str) -> Setup:
    return RULES.setup(facts_of(SLUG), players, {**DEFAULTS, **options}, chances(words))


def score(*sheets: dict[str, Any], **options: str) -> Result:
    seats = SEATS[: max(2, len(sheets))]
    entered = {seat.id: sheet for seat, sheet in zip(seats, sheets, strict=False)}
    return RULES.score(facts_of(SLUG), {**DEFAULTS, **options}, entered, seats)


def points(sheet: dict[str, Any], **options: str) -> int:
    return score(sheet, **options).totals[0].points


# --- facts and setup ------------------------------------------------------------------------------


def test_facts_are_json() -> None:
    """This test ensures that facts survive the way through JSON unchanged."""
    facts = facts_of(SLUG)
    assert msgspec.json.decode(msgspec.json.encode(facts)) == facts
    assert sum(KNOWN.offerings.values()) == 80
    assert len(KNOWN.of_kind("landing")) == 8


@settings(max_examples=40)
@given(WORDS, st.sampled_from([2, 3, 4]), st.sampled_from(["on", "off"]))
def test_setup_uses_what_is_printed(words: str, players: int, interactive: str) -> None:
    """This test ensures that every setup lies on the right spaces and needs no piece twice."""
    made = setup(players, words, interactive=interactive)
    farms = made.part("farms").values
    assert set(farms) == {space.id for space in KNOWN.of_kind("farm")}
    for kind, count in Counter(farms.values()).items():
        assert count <= KNOWN.farms[kind].copies
    wisdom = made.part("wisdom").values
    assert sorted(wisdom.values()) == sorted(KNOWN.wisdom)
    assert set(wisdom) == {space.id for space in KNOWN.of_kind("wisdom")}
    goods = [good for tiles in made.part("stalls").values.values() for good in tiles]
    assert len(goods) == 12
    assert all(count <= KNOWN.offerings[good] for good, count in Counter(goods).items())
    boats = made.part("boats").values
    assert len(set(boats.values())) == 4
    assert set(boats.values()) <= set(KNOWN.toppers)
    shown = made.part("cards").values["display"]
    assert len(set(shown)) == 2
    assert interactive == "on" or not any(KNOWN.cards[card].interactive for card in shown)
    assert 0 <= made.part("first").values["first"] < players
    for part in made.parts:
        for placed in part.placements:
            space = KNOWN.spaces[placed.space]
            assert (placed.x, placed.y) == (space.x, space.y)


def test_parts_have_their_own_chance() -> None:
    """This test ensures that rolling one part again leaves all others as they lie."""
    before = setup(words="one")

    def mixed(part: str) -> Any:
        return chances("two" if part == "stalls" else "one")(part)

    after = RULES.setup(facts_of(SLUG), 4, DEFAULTS, mixed)
    changed = {a.id for a, b in zip(before.parts, after.parts, strict=True) if a != b}
    assert changed == {"stalls"}


@pytest.mark.parametrize(("players", "stalls"), [(2, "I II III IV"), (3, "I III"), (4, "")])
def test_neutral_discs(players: int, stalls: str) -> None:
    """This test ensures that discs of nobody lie on the stalls marked for the number of players."""
    part = setup(players).part("neutral")
    assert part.values["stalls"] == stalls.split()
    lying = [(KNOWN.spaces[stall].x, KNOWN.spaces[stall].y) for stall in stalls.split()]
    assert [(token.x, token.y) for token in part.tokens] == lying
    colours = {token.colour for token in part.tokens}
    assert colours.isdisjoint(house.colour for house in KNOWN.houses.values())


def test_hexes_are_listed_row_by_row() -> None:
    """This test ensures that hexes are listed as they lie on the board, so that a list is enough
    to lay them out."""
    made = setup()
    farms = made.part("farms").values
    rows = (("N7", "N6"), ("N5", "N4", "N3"), ("N2", "N1"))
    named = " / ".join(", ".join(KNOWN.farms[farms[s]].name for s in row) for row in rows)
    assert f"North: {named}" in map(str, made.part("farms").lines)
    wisdom = made.part("wisdom").values
    second = [f"{wisdom[s]} {KNOWN.cards[wisdom[s]].title}" for s in ("C2", "C3")]
    assert f"2: {', '.join(second)}" in map(str, made.part("wisdom").lines)


def test_hexes_have_names_of_their_own() -> None:
    """This test ensures that each hex has a name that no other has, and says where it lies."""
    names = {name: str(place) for name, place in hex_names(KNOWN).items()}
    assert set(names) == set(HEXES)
    assert len(set(names.values())) == len(HEXES)
    assert (names["N7"], names["W3"]) == ("North, upper left", "West, top")
    assert (names["C1"], names["C10"]) == ("Mountain, middle 1", "Mountain, middle 4")


def test_short_games() -> None:
    """This test ensures that the shorter game keeps four rounds, the first and last among them."""
    assert setup(short="1456").part("rounds").values["rounds"] == ["1", "4", "5", "6"]
    seen = {
        tuple(setup(words=str(n), short="random").part("rounds").values["rounds"])
        for n in range(60)
    }
    assert len(seen) == 6
    assert all(rounds[0] == "1" and rounds[-1] == "6" and len(rounds) == 4 for rounds in seen)
    assert ("1", "2", "4", "6") in seen
    assert len(setup().part("rounds").values["rounds"]) == 6


def test_round_cards_tell_what_they_bring() -> None:
    """This test ensures that a setup lists what a disc on each round card brings."""
    assert [str(line) for line in setup(short="1456").part("rounds").lines] == [
        "Lay out the round cards 1, 4, 5, 6, in this order.",
        "A disc on round 4: 4 money, 1 food, 2 offerings",
        "A disc on round 5: 4 money, 1 food, 1 treasure, 2 offerings",
    ]
    assert len(setup().part("rounds").lines) == 5


@pytest.mark.parametrize(("players", "short"), [(1, "no"), (5, "no"), (3, "random"), (2, "1456")])
def test_not_for_so_many(players: int, short: str) -> None:
    """This test ensures that a setup for too few or too many players is refused."""
    with pytest.raises(Refused):
        setup(players, short=short)


def test_fairness_ends() -> None:
    """This test ensures that the figure is 100 for an even spread and low for a crowded one."""
    fields = [space.id for space in KNOWN.of_kind("farm")]
    kinds = ["poultry", "fish", "pork", "rice", "soy", "poultry", "fish"]
    even = {name: kinds[number % 7] for number, name in enumerate(fields)}
    assert fairness_of(KNOWN, even).figure == 100
    crowded = {name: kinds[number // 7] for number, name in enumerate(fields)}
    assert fairness_of(KNOWN, crowded).figure < 50
    assert "7 of the 7" in str(fairness_of(KNOWN, crowded).reason)


def test_fairness_tells_of_a_lack() -> None:
    """This test ensures that an island without a kind is named if no island has too many."""
    kinds = {
        "N": ["rice", "rice", "poultry", "poultry", "fish", "fish", "pork"],
        "E": ["rice", "rice", "poultry", "poultry", "fish", "fish", "pork"],
        "S": ["rice", "rice", "poultry", "poultry", "fish", "fish", "pork"],
        "W": ["pork", "pork", "poultry", "poultry", "fish", "fish", "pork"],
    }
    lying = {f"{island}{n}": kind for island in kinds for n, kind in enumerate(kinds[island], 1)}
    lying["W1"] = lying["W2"] = "soy"
    fairness = fairness_of(KNOWN, lying)
    assert fairness.figure < 100
    assert str(fairness.reason) == "West has none of the 6 Rice hexes."


@settings(max_examples=100)
@given(WORDS)
def test_fairness_is_a_percentage(words: str) -> None:
    """This test ensures that every setup has a figure between 0 and 100, and that only one that
    is even is called so."""
    fairness = setup(words=words).fairness
    assert fairness is not None
    assert 0 <= fairness.figure <= 100
    assert ("evenly" in str(fairness.reason)) == (fairness.figure == 100)


# --- worked examples ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["soy", "rice"])
@pytest.mark.parametrize(("count", "worth"), [(1, 1), (2, 4), (3, 9), (4, 10), (5, 13), (6, 18)])
def test_example_soy_or_rice(kind: str, count: int, worth: int) -> None:
    """This test ensures that crops score in sets of three."""
    assert points({f"farm-{kind}": count}) == worth


@pytest.mark.parametrize("kind", ["poultry", "fish", "pork"])
@pytest.mark.parametrize(("count", "worth"), [(1, 1), (2, 4), (3, 9), (4, 16)])
def test_example_animals(kind: str, count: int, worth: int) -> None:
    """This test ensures that animals score in sets of four."""
    assert points({f"farm-{kind}": count}) == worth


@pytest.mark.parametrize(("kind", "letter"), [("pork", "V"), ("fish", "W"), ("poultry", "X")])
def test_example_animal_four_and_its_card(kind: str, letter: str) -> None:
    """This test ensures that a full set and the extra farm score 17, by card or by wisdom."""
    assert points({f"farm-{kind}": 4, f"wisdom-{letter}": True}) == 17
    assert points({f"farm-{kind}": 4, f"card-{letter}": True}) == 17 + 1


def test_example_farmer_groups() -> None:
    """This test ensures that groups of three, two and one score 9, 4 and 1."""
    result = score({"farmers": ["S3", "S4", "S6", "N1", "N2"]}, {"farmers": ["E1"]})
    assert [total.points for total in result.totals] == [9 + 4, 1]


def test_example_single_farmer_with_n() -> None:
    """This test ensures that a farmer alone is worth 2 with N."""
    assert points({"farmers": ["E1"], "wisdom-N": True}) == 2


def test_example_money_food_treasure() -> None:
    """This test ensures that O, Q and T count 5 money, 6 food and 6 treasures as told."""
    assert points({"money": 5, "wisdom-O": True}) == 2
    assert points({"food": 6, "wisdom-Q": True}) == 8
    assert points({"treasure": 6, "wisdom-T": True}) == 10


def test_example_four_rice_with_z() -> None:
    """This test ensures that Z adds one for each rice hex."""
    assert points({"farm-rice": 4, "wisdom-Z": True}) == 14
    assert points({"farm-soy": 4, "wisdom-Y": True}) == 14


def test_central_farmers_group() -> None:
    """This test ensures that farmers on the mountain are neighbours too."""
    assert points({"farmers": ["C1", "C4", "C7"]}) == 9


# --- score ----------------------------------------------------------------------------------------


def test_cards_and_l() -> None:
    """This test ensures that printed points count, and L adds one for each card, itself too."""
    assert points({"card-A": True, "card-E": True}) == 3
    assert points({"card-A": True, "card-E": True, "card-L": True}) == 3 + 0 + 3
    assert points({"card-A": True, "card-E": True, "wisdom-L": True}) == 3 + 2


def test_stores() -> None:
    """This test ensures that goods and treasures count one each; money and food nothing."""
    assert points({"offerings": 3, "treasure": 2, "food": 4, "money": 6}) == 5


def test_twins() -> None:
    """This test ensures that card and hex alike count twice, or once if the table says so."""
    sheet = {"money": 6, "card-O": True, "wisdom-O": True}
    assert points(sheet) == 1 + 3 + 3
    assert points(sheet, twins="once") == 1 + 3
    pigs = {"farm-pork": 3, "card-V": True, "wisdom-V": True}
    assert points(pigs) == 1 + 17
    assert points(pigs, twins="once") == 1 + 16


def test_alt_sets() -> None:
    """This test ensures that the other reading counts animals in threes and the card lifts that."""
    assert points({"farm-pork": 4}, alt_sets="on") == 10
    assert points({"farm-pork": 4, "wisdom-V": True}, alt_sets="on") == 16
    assert points({"farm-rice": 4}, alt_sets="on") == 10


def test_tie_by_money() -> None:
    """This test ensures that money decides between equals, and is named as the reason."""
    result = score({"treasure": 3, "money": 2}, {"treasure": 3, "money": 5}, {"treasure": 1})
    assert [(rank.seat, rank.place) for rank in result.ranking] == [("s2", 1), ("s1", 2), ("s3", 3)]
    assert "money" in str(result.ranking[0].why)
    assert result.ranking[2].why is None


def test_shared_place() -> None:
    """This test ensures that equals in points and money share a place."""
    result = score({"treasure": 3}, {"treasure": 3}, {"treasure": 1})
    assert [rank.place for rank in result.ranking] == [1, 1, 3]
    assert [bool(rank.why) for rank in result.ranking] == [True, True, False]


@pytest.mark.parametrize(
    ("one", "other", "field"),
    [
        ({"farmers": ["S1"]}, {"farmers": ["S1"]}, "farmers"),
        ({"card-A": True}, {"card-A": True}, "card-A"),
        ({"wisdom-L": True}, {"wisdom-L": True}, "wisdom-L"),
        ({"farm-rice": 4}, {"farm-rice": 3}, "farm-rice"),
        ({"treasure": 7}, {"treasure": 6}, "treasure"),
        ({"food": 7}, {"food": 6}, "food"),
    ],
)
def test_faults_of_two(one: dict[str, Any], other: dict[str, Any], field: str) -> None:
    """This test ensures that two players cannot hold more than there is; both are told."""
    assert [(f.seat, f.field) for f in score(one, other).faults] == [("s1", field), ("s2", field)]


def test_fault_names_hex_and_others() -> None:
    """This test ensures that a hex of two players is told by its place, with the names of all."""
    faults = score({"farmers": ["N4"]}, {"farmers": ["N4"]}, {"farmers": ["N4"]}).faults
    assert {str(fault.message) for fault in faults} == {
        "North, centre: entered for Ann, Ben, Cid; only one has it"
    }


def test_faults_of_one() -> None:
    """This test ensures that too many goods, farmers or hexes in one hand are faults."""
    assert [f.field for f in score({"offerings": 4}).faults] == ["offerings"]
    assert not score({"offerings": 4, "card-E": True}).faults
    assert [f.field for f in score({"farmers": HEXES[:11]}).faults] == ["farmers"]
    assert not score({"farm-pork": 6, "wisdom-L": True, "farm-rice": 3}).faults
    eleven = score({"farm-pork": 6, "wisdom-L": True, "farm-rice": 4}).faults
    assert [(f.field, str(f.message)) for f in eleven] == [
        ("farm-pork", "10 members take no more than 10 hexes")
    ]


def test_fault_of_hexes_without_farmers() -> None:
    """This test ensures that more hexes than farmers are a fault, unless no farmer is entered."""
    faults = score({"farmers": ["N1", "C1"], "farm-pork": 2, "wisdom-L": True}).faults
    assert [(f.field, str(f.message)) for f in faults] == [
        ("farmers", "3 hexes, but 2 farmers: whoever takes a hex stays there")
    ]
    assert not score({"farmers": ["N1", "C1", "E2"], "farm-pork": 2, "wisdom-L": True}).faults
    assert not score({"farmers": ["N1", "C1"], "farm-pork": 1}).faults
    assert not score({"farm-pork": 2}).faults


def test_faults_of_all() -> None:
    """This test ensures that all together cannot have more farm hexes than lie on the board."""
    rich = {"farm-poultry": 2, "farm-fish": 2, "farm-pork": 2, "farm-rice": 1}
    assert not score(rich, rich, rich, rich).faults
    faults = score({**rich, "farm-soy": 1}, rich, rich, rich).faults
    assert [(f.seat, f.field) for f in faults] == [(f"s{n}", "farm-poultry") for n in (1, 2, 3, 4)]
    assert "28" in str(faults[0].message)


def test_empty_sheets() -> None:
    """This test ensures that sheets nobody has begun give a running total of nothing."""
    result = score()
    assert [total.points for total in result.totals] == [0, 0]
    assert [rank.why for rank in result.ranking] == [None, None]
    assert not result.faults


def test_fields_take_what_states_give() -> None:
    """This test ensures that every field has an id of its own, and off means six cards fewer."""
    fields = RULES.fields(facts_of(SLUG), DEFAULTS, SEATS)
    assert len({field.id for field in fields}) == len(fields)
    fewer = RULES.fields(facts_of(SLUG), {**DEFAULTS, "interactive": "off"}, SEATS)
    assert len(fields) - len(fewer) == 6
    farmers = fields[0]
    check_entry(farmers, ["S1", "C1"])
    with pytest.raises(Refused):
        check_entry(farmers, ["S-road-1"])


SHEETS = st.fixed_dictionaries(
    {
        "farmers": st.lists(st.sampled_from(HEXES), unique=True, max_size=10),
        "offerings": st.integers(0, 3),
        "treasure": st.integers(0, 12),
        "food": st.integers(0, 12),
        "money": st.integers(0, 6),
        **{f"farm-{kind}": st.integers(0, farm.copies) for kind, farm in KNOWN.farms.items()},
        **{f"wisdom-{letter}": st.booleans() for letter in KNOWN.wisdom},
        **{f"card-{letter}": st.booleans() for letter in KNOWN.cards},
    }
)


def counted_by_hand(sheet: dict[str, Any], options: dict[str, str]) -> int:
    """The points of a sheet, added up as the rule text tells it."""
    worth = [0, 1, 4, 9, 16]
    times = {
        letter: sheet[f"card-{letter}"] + sheet.get(f"wisdom-{letter}", False)
        for letter in KNOWN.cards
    }
    if options["twins"] == "once":
        times = {letter: min(1, count) for letter, count in times.items()}
    cards = [letter for letter in KNOWN.cards if sheet[f"card-{letter}"]]
    stars = {"one": 1, "none": 0}
    total = sum(stars.get(options["card_points"], KNOWN.cards[x].points) for x in cards)
    read = [len(cards)] if sheet["wisdom-L"] else []
    if sheet["card-L"]:
        read.append(len(cards) - (options["well_read"] == "others"))
    total += sum(sorted(read, reverse=True)[: times["L"]])
    for kind, letter in (("pork", "V"), ("fish", "W"), ("poultry", "X"), ("rice", ""), ("soy", "")):
        count, full = sheet[f"farm-{kind}"], 4 if letter else 3
        if letter and options["alt_sets"] == "on":
            full = 4 if times[letter] else 3
        elif letter:
            count += times[letter]
        while count >= full:
            total, count = total + worth[full], count - full
        total += worth[count]
    total += times["Y"] * sheet["farm-soy"] + times["Z"] * sheet["farm-rice"]
    for hex_ in sheet["farmers"]:
        near, reached = [hex_], {hex_}
        for one in near:
            more = set(KNOWN.spaces[one].neighbours) & set(sheet["farmers"]) - reached
            reached |= more
            near += more
        total += len(reached) + (times["N"] if len(reached) == 1 else 0)
    total += sheet["offerings"] + sheet["treasure"] + times["T"] * min(4, sheet["treasure"])
    total += times["O"] * (sheet["money"] // 2) + times["Q"] * min(8, 2 * sheet["food"])
    return total


READINGS = st.fixed_dictionaries(
    {
        option.id: st.sampled_from(sorted(option.choices))
        for option in RULES.options
        if option.id in {"alt_sets", "twins", "card_points", "well_read"}
    }
)


@settings(max_examples=120)
@given(SHEETS, READINGS)
def test_points_by_brute_force(sheet: dict[str, Any], options: dict[str, str]) -> None:
    """This test ensures that a whole sheet is worth what adding up by hand gives, in every
    reading of the rules."""
    assert points(sheet, **options) == counted_by_hand(sheet, options)


def leaves(lines: tuple[Line, ...]) -> int:
    return sum(leaves(line.parts) if line.parts else line.points for line in lines)


@settings(max_examples=60)
@given(SHEETS, st.randoms(use_true_random=False), READINGS)
def test_order_of_entry(sheet: dict[str, Any], pick: Any, options: dict[str, str]) -> None:
    """This test ensures that points do not depend on the order of entries, and that every point
    of a total is in a line of its own."""
    entries = list(sheet.items())
    pick.shuffle(entries)
    other = {key: pick.sample(v, len(v)) if key == "farmers" else v for key, v in entries}
    one, two = score(sheet, **options), score(other, **options)
    assert one == two
    total = one.totals[0]
    assert leaves(total.lines) == total.points


@settings(max_examples=60)
@given(st.lists(st.sampled_from(HEXES), unique=True, max_size=20))
def test_groups_by_brute_force(hexes: list[str]) -> None:
    """This test ensures that groups are what joining neighbour by neighbour gives."""
    group = {name: name for name in hexes}
    for _ in hexes:
        for one in hexes:
            for other in hexes:
                if other in KNOWN.spaces[one].neighbours:
                    low = min(group[one], group[other])
                    group[one] = group[other] = low
    expected = sorted(Counter(group.values()).values(), reverse=True)
    assert [len(found) for found in groups_of(KNOWN, hexes)] == expected


@given(st.integers(0, 40), st.integers(1, 5))
def test_sets_by_brute_force(count: int, cap: int) -> None:
    """This test ensures that set points are those of dealing hexes out one by one."""
    sizes, total = [0], 0
    for _ in range(count):
        if sizes[-1] == cap:
            sizes.append(0)
        sizes[-1] += 1
    total = sum(size**2 for size in sizes)
    assert set_points(count, cap) == total


def test_neighbours_are_mutual() -> None:
    """This test ensures that hexes that touch know of each other."""
    for name in HEXES:
        for near in KNOWN.spaces[name].neighbours:
            assert name in KNOWN.spaces[near].neighbours
