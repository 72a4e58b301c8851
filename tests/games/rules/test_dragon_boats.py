"""Setups and score sheets of Dragon Boats."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dragon_boats.board_names import hex_names
from companion.games.dragon_boats.fairness import fairness_of
from companion.games.dragon_boats.score import groups_of, set_points
from companion.games.score import Result, Subtotal
from companion.games.setup import Setup
from companion.language.messages import Refused, listing
from companion.table.score_entries import check_entry
from tests.games.rules.bots import facts_of, playable
from tests.games.rules.dragon_boats_players import DEFAULTS, KNOWN, RULES, SEATS, SLUG, chances

HEXES = [space.id for space in KNOWN.of_kind("farm", "wisdom")]
WORDS = st.integers(0, 10**6).map(str)


def setup(players: int = 4, words: str = "test", **options: str) -> Setup:
    return RULES.setup(players, {**DEFAULTS, **options}, chances(words))


def score(*sheets: dict[str, Any], **options: str) -> Result:
    seats = SEATS[: max(2, len(sheets))]
    entered = {seat.id: sheet for seat, sheet in zip(seats, sheets, strict=False)}
    return RULES.score({**DEFAULTS, **options}, entered, seats)


def points(sheet: dict[str, Any], **options: str) -> int:
    return score(sheet, **options).totals[0].points


# --- facts and setup ------------------------------------------------------------------------------


def test_facts_are_json() -> None:
    """Facts stay the same when they are stored as JSON."""
    facts = facts_of(SLUG)
    assert msgspec.json.decode(msgspec.json.encode(facts)) == facts
    assert sum(KNOWN.offerings.values()) == 80
    assert len(KNOWN.of_kind("landing")) == 8


@settings(max_examples=40)
@given(WORDS, st.sampled_from([2, 3, 4]), st.sampled_from(["on", "off"]))
def test_setup_uses_what_is_printed(words: str, players: int, interactive: str) -> None:
    """Every setup uses the right spaces and no piece twice."""
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
    """Rolling one part again leaves all others unchanged."""
    before = setup(words="one")

    def mixed(part: str) -> Any:
        return chances("two" if part == "stalls" else "one")(part)

    after = RULES.setup(4, DEFAULTS, mixed)
    changed = {a.id for a, b in zip(before.parts, after.parts, strict=True) if a != b}
    assert changed == {"stalls"}


@pytest.mark.parametrize(("players", "stalls"), [(2, "I II III IV"), (3, "I III"), (4, "")])
def test_neutral_discs(players: int, stalls: str) -> None:
    """Neutral discs lie on the stalls marked for the number of players."""
    part = setup(players).part("neutral")
    assert part.values["stalls"] == stalls.split()
    lying = [(KNOWN.spaces[stall].x, KNOWN.spaces[stall].y) for stall in stalls.split()]
    assert [(token.x, token.y) for token in part.tokens] == lying
    colours = {token.colour for token in part.tokens}
    assert colours.isdisjoint(house.colour for house in KNOWN.houses.values())


def test_hexes_are_listed_row_by_row() -> None:
    """Hexes are listed in rows, so that the list is enough to lay them out."""
    made = setup()
    farms = made.part("farms").values
    rows = (("N7", "N6"), ("N5", "N4", "N3"), ("N2", "N1"))
    named = " / ".join(
        str(listing(KNOWN.farms[farms[space]].name for space in row)) for row in rows
    )
    assert f"North: {named}" in map(str, made.part("farms").lines)
    wisdom = made.part("wisdom").values
    second = [f"{wisdom[s]} {KNOWN.cards[wisdom[s]].title}" for s in ("C2", "C3")]
    assert f"Row 2: {listing(second)}" in map(str, made.part("wisdom").lines)


def test_hexes_have_names_of_their_own() -> None:
    """Each hex has a unique name that says where it is."""
    names = {name: str(place) for name, place in hex_names(KNOWN).items()}
    assert set(names) == set(HEXES)
    assert len(set(names.values())) == len(HEXES)
    assert (names["N7"], names["W3"]) == ("North, upper left", "West, top")
    assert (names["C1"], names["C10"]) == ("Mountain, middle 1", "Mountain, middle 4")


def test_short_games() -> None:
    """The shorter game keeps four rounds, including the first and the last."""
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
    """A setup lists what a disc on each round card gives."""
    assert [str(line) for line in setup(short="1456").part("rounds").lines] == [
        "Lay out the round cards 1, 4, 5, and 6, in this order.",
        "A disc on round 4: 4 coins, 1 food, and 2 offerings",
        "A disc on round 5: 4 coins, 1 food, 1 treasure, and 2 offerings",
    ]
    assert len(setup().part("rounds").lines) == 5


@pytest.mark.parametrize(("players", "short"), [(1, "no"), (5, "no"), (3, "random"), (2, "1456")])
def test_not_for_so_many(players: int, short: str) -> None:
    """A setup for too few or too many players is refused."""
    with pytest.raises(Refused):
        setup(players, short=short)


def test_fairness_ends() -> None:
    """The balance is 100 for an even spread and low for a crowded one."""
    fields = [space.id for space in KNOWN.of_kind("farm")]
    kinds = ["poultry", "fish", "pork", "rice", "soy", "poultry", "fish"]
    even = {name: kinds[number % 7] for number, name in enumerate(fields)}
    assert fairness_of(KNOWN, even).figure == 100
    crowded = {name: kinds[number // 7] for number, name in enumerate(fields)}
    assert fairness_of(KNOWN, crowded).figure < 50
    assert "7 of the 7" in str(fairness_of(KNOWN, crowded).reason)


def test_fairness_tells_of_a_lack() -> None:
    """The reason names an island without a kind if no island has too many."""
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
    """Every balance is between 0 and 100, and only 100 is called even."""
    fairness = setup(words=words).fairness
    assert fairness is not None
    assert 0 <= fairness.figure <= 100
    assert ("evenly" in str(fairness.reason)) == (fairness.figure == 100)


# --- worked examples ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["soy", "rice"])
@pytest.mark.parametrize(("count", "worth"), [(1, 1), (2, 4), (3, 9), (4, 10), (5, 13), (6, 18)])
def test_example_soy_or_rice(kind: str, count: int, worth: int) -> None:
    """Crops score in sets of three."""
    assert points({f"farm-{kind}": count}) == worth


@pytest.mark.parametrize("kind", ["poultry", "fish", "pork"])
@pytest.mark.parametrize(("count", "worth"), [(1, 1), (2, 4), (3, 9), (4, 16)])
def test_example_animals(kind: str, count: int, worth: int) -> None:
    """Animals score in sets of four."""
    assert points({f"farm-{kind}": count}) == worth


@pytest.mark.parametrize(("kind", "letter"), [("pork", "V"), ("fish", "W"), ("poultry", "X")])
def test_example_animal_four_and_its_card(kind: str, letter: str) -> None:
    """A full set and the extra farm score 17, by card or by wisdom."""
    assert points({f"farm-{kind}": 4, f"wisdom-{letter}": True}) == 17
    assert points({f"farm-{kind}": 4, f"card-{letter}": True}) == 17 + 1


def test_example_farmer_groups() -> None:
    """Groups of three, two and one score 9, 4 and 1."""
    result = score({"farmers": ["S3", "S4", "S6", "N1", "N2"]}, {"farmers": ["E1"]})
    assert [total.points for total in result.totals] == [9 + 4, 1]


def test_example_single_farmer_with_n() -> None:
    """A single farmer is worth 2 with N."""
    assert points({"farmers": ["E1"], "wisdom-N": True}) == 2


def test_example_money_food_treasure() -> None:
    """O, Q and T score 5 coins, 6 food and 6 treasures as in the rulebook."""
    assert points({"money": 5, "wisdom-O": True}) == 2
    assert points({"food": 6, "wisdom-Q": True}) == 8
    assert points({"treasure": 6, "wisdom-T": True}) == 10


def test_example_four_rice_with_z() -> None:
    """Z adds one for each rice hex."""
    assert points({"farm-rice": 4, "wisdom-Z": True}) == 14
    assert points({"farm-soy": 4, "wisdom-Y": True}) == 14


def test_central_farmers_group() -> None:
    """Farmers on the mountain are neighbours too."""
    assert points({"farmers": ["C1", "C4", "C7"]}) == 9


# --- score ----------------------------------------------------------------------------------------


def test_cards_and_l() -> None:
    """Printed points count, and L adds one for each card, including itself."""
    assert points({"card-A": True, "card-E": True}) == 3
    assert points({"card-A": True, "card-E": True, "card-L": True}) == 3 + 0 + 3
    assert points({"card-A": True, "card-E": True, "wisdom-L": True}) == 3 + 2


def test_stores() -> None:
    """Goods and treasures score one each; money and food score nothing."""
    assert points({"offerings": 3, "treasure": 2, "food": 4, "money": 6}) == 5


def test_a_card_and_a_hex_of_one_letter_add_up() -> None:
    """A card and a hex with the same letter count twice, or once if the table chose that."""
    sheet = {"money": 6, "card-O": True, "wisdom-O": True}
    assert points(sheet) == 1 + 3 + 3
    assert points(sheet, twins="once") == 1 + 3
    pigs = {"farm-pork": 3, "card-V": True, "wisdom-V": True}
    assert points(pigs) == 1 + 17
    assert points(pigs, twins="once") == 1 + 16


def test_the_limits_of_n_and_t_count_once() -> None:
    """With the card and the hex, 4 treasures score 8 and a single farmer 2, plus the card's star;
    the table may let them add up."""
    hall = {"treasure": 4, "card-T": True, "wisdom-T": True}
    assert points(hall) == 1 + 8
    assert points(hall, twins="both") == 1 + 12
    assert points({**hall, "treasure": 6}) == 1 + 8 + 2
    alone = {"farmers": ["E1"], "card-N": True, "wisdom-N": True}
    assert points(alone) == 1 + 2
    assert points(alone, twins="both") == 1 + 3


def test_a_limit_that_counts_once_says_so() -> None:
    """The effect of a card and a hex that count once is one line that names both."""
    result = score({"treasure": 4, "card-T": True, "wisdom-T": True})
    (effects,) = (line for line in result.totals[0].lines if "effects" in str(line.title))
    (line,) = effects.parts
    assert str(line.title) == "Card and wisdom T, Treasure Hall (counts once)"
    assert line.points == 4


def test_a_table_of_the_first_edition_keeps_its_score() -> None:
    """A table opened before N and T were limits scores as it did then."""
    earlier = {key: value for key, value in facts_of(SLUG).items() if key != "edition"}
    sheet = {"s1": {"treasure": 4, "card-T": True, "wisdom-T": True}}
    result = playable("dragon-boats", earlier).score(DEFAULTS, sheet, SEATS[:2])
    assert result.totals[0].points == 1 + 12


def test_alt_sets() -> None:
    """The other reading has animal sets of three, which the card raises to four."""
    assert points({"farm-pork": 4}, alt_sets="on") == 10
    assert points({"farm-pork": 4, "wisdom-V": True}, alt_sets="on") == 16
    assert points({"farm-rice": 4}, alt_sets="on") == 10


def test_tie_by_money() -> None:
    """Money breaks a tie and is named as the reason."""
    result = score({"treasure": 3, "money": 2}, {"treasure": 3, "money": 5}, {"treasure": 1})
    assert [(rank.seat, rank.place) for rank in result.ranking] == [("s2", 1), ("s1", 2), ("s3", 3)]
    assert "money" in str(result.ranking[0].why)
    assert result.ranking[2].why is None


def test_shared_place() -> None:
    """Players with equal points and money share a place."""
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
    """Two players cannot have more than there is; both sheets show the fault."""
    assert [(f.seat, f.field) for f in score(one, other).faults] == [("s1", field), ("s2", field)]


def test_fault_names_hex_and_others() -> None:
    """The fault of a hex entered twice names the hex and all players."""
    faults = score({"farmers": ["N4"]}, {"farmers": ["N4"]}, {"farmers": ["N4"]}).faults
    assert {str(fault.message) for fault in faults} == {
        "North, centre is entered for Ann, Ben, and Cid, but only one of you can have it"
    }


def test_faults_of_one() -> None:
    """Too many goods, farmers or hexes on one sheet are faults."""
    assert [f.field for f in score({"offerings": 4}).faults] == ["offerings"]
    assert not score({"offerings": 4, "card-E": True}).faults
    assert [f.field for f in score({"farmers": HEXES[:11]}).faults] == ["farmers"]
    assert not score({"farm-pork": 6, "wisdom-L": True, "farm-rice": 3}).faults
    eleven = score({"farm-pork": 6, "wisdom-L": True, "farm-rice": 4}).faults
    assert [(f.field, str(f.message)) for f in eleven] == [
        ("farm-pork", "10 members can take only 10 hexes")
    ]


def test_fault_of_hexes_without_farmers() -> None:
    """More hexes than farmers are a fault, unless no farmer is entered."""
    faults = score({"farmers": ["N1", "C1"], "farm-pork": 2, "wisdom-L": True}).faults
    assert [(f.field, str(f.message)) for f in faults] == [
        ("farmers", "3 hexes, but only 2 farmers: every hex you took has one")
    ]
    assert not score({"farmers": ["N1", "C1", "E2"], "farm-pork": 2, "wisdom-L": True}).faults
    assert not score({"farmers": ["N1", "C1"], "farm-pork": 1}).faults
    assert not score({"farm-pork": 2}).faults


def test_faults_of_all() -> None:
    """All players together cannot have more farm hexes than are on the board."""
    rich = {"farm-poultry": 2, "farm-fish": 2, "farm-pork": 2, "farm-rice": 1}
    assert not score(rich, rich, rich, rich).faults
    faults = score({**rich, "farm-soy": 1}, rich, rich, rich).faults
    assert [(f.seat, f.field) for f in faults] == [(f"s{n}", "farm-poultry") for n in (1, 2, 3, 4)]
    assert "28" in str(faults[0].message)


def test_empty_sheets() -> None:
    """Empty sheets score nothing."""
    result = score()
    assert [total.points for total in result.totals] == [0, 0]
    assert [rank.why for rank in result.ranking] == [None, None]
    assert not result.faults


def test_fields_take_what_states_give() -> None:
    """Field ids are unique, and without take-that cards there are six fields fewer."""
    fields = RULES.fields(DEFAULTS, SEATS)
    assert len({field.id for field in fields}) == len(fields)
    fewer = RULES.fields({**DEFAULTS, "interactive": "off"}, SEATS)
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
    """The points of a sheet, added up as the rules describe it."""
    worth = [0, 1, 4, 9, 16]
    times = {
        letter: sheet[f"card-{letter}"] + sheet.get(f"wisdom-{letter}", False)
        for letter in KNOWN.cards
    }
    once = {"limits": "NT", "once": "".join(times), "both": ""}[options["twins"]]
    times = {letter: min(1, count) if letter in once else count for letter, count in times.items()}
    cards = [letter for letter in KNOWN.cards if sheet[f"card-{letter}"]]
    stars = {"one": 1, "none": 0}
    total: int = sum(stars.get(options["card_points"], KNOWN.cards[x].points) for x in cards)
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
    """A sheet scores what adding up by hand gives, with every option."""
    assert points(sheet, **options) == counted_by_hand(sheet, options)


def leaves(lines: tuple[Subtotal, ...]) -> int:
    return sum(leaves(line.parts) if line.parts else line.points for line in lines)


@settings(max_examples=60)
@given(SHEETS, st.randoms(use_true_random=False), READINGS)
def test_order_of_entry(sheet: dict[str, Any], pick: Any, options: dict[str, str]) -> None:
    """Points do not depend on the order of entries, and the lines add up to the total."""
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
    """Groups are the same as those found by joining neighbours one by one."""
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
    """Set points are the same as for hexes dealt out one by one."""
    sizes, total = [0], 0
    for _ in range(count):
        if sizes[-1] == cap:
            sizes.append(0)
        sizes[-1] += 1
    total = sum(size**2 for size in sizes)
    assert set_points(count, cap) == total


def test_neighbours_are_mutual() -> None:
    """If one hex lists another as a neighbour, the other lists it too."""
    for name in HEXES:
        for near in KNOWN.spaces[name].neighbours:
            assert name in KNOWN.spaces[near].neighbours
