"""Scores from data alone: each kind of line, best sets, majorities, ranking and impossible
entries."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import is_playable, rules_at
from companion.games.data import DataRules
from companion.games.data.score import score_majority
from companion.games.data.sets import best_sets
from companion.games.score import Result
from companion.table.score_entries import check_entry
from printgen.catalog.play.model import LineInfo, MajorityLine
from tests.catalog.game_folder import GameFolder
from tests.companion.harbour import SEATS, facts_with, points, sample_facts, score

FACTS = sample_facts()


@pytest.fixture
def game_folder(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path)


def test_a_game_without_a_module_has_data_rules() -> None:
    """Any new folder is set up and scored without new code."""
    assert isinstance(rules_at("harbour", FACTS), DataRules)
    assert not is_playable("harbour")


def test_facts_are_json() -> None:
    """Facts survive JSON and give the same rules again."""
    assert json.loads(json.dumps(FACTS)) == FACTS
    assert FACTS["printed"]["goods"] == 13


KINDS = [
    ("Coins", {"coins": 7}, 7),
    ("Chest", {"chest": 14}, 4),
    ("Ships", {"ships": 2}, 6),
    ("Flagship", {"flag": 1}, 2),
    ("Cranes", {"cranes": 3}, -3),
    ("Temples", {"temples": 3}, 6),
    ("Temples", {"temples": 4}, 10),
    ("Temples", {"temples": 6}, 20),
    ("Goods", {"goods.fish": 1, "goods.rope": 1, "goods.salt": 1}, 6),
    ("Goods", {"goods.fish": 4}, 4),
    ("Goods", {"goods.fish": 2, "goods.rope": 2, "goods.salt": 1, "goods.tea": 1}, 12),
    ("Crates", {"crates.red": 2, "crates.blue": 2, "crates.green": 1}, 8),
    ("Waters", {"waters.sky": 1, "waters.blue": 1}, 2),
    ("Districts", {"districts": [[3], [2]]}, 13),
    ("Streets", {"streets": [[1], [3], [5]]}, 12),
    ("Most harbours", {"harbours": 1}, 5),
    ("Largest fleet", {"ships": 1}, 4),
    ("Docked last", {"last": True}, 2),
]


@pytest.mark.parametrize(("title", "sheet", "expected"), KINDS)
def test_each_kind_of_line(title: str, sheet: Mapping[str, Any], expected: int) -> None:
    """A line of each kind gives the points that its data says."""
    assert points(score(FACTS, sheet, {}), title) == [expected, 0]


def test_debts_count_against() -> None:
    """Negative numbers are subtracted if the option asks for them."""
    result = score(FACTS, {"debts": -4}, {}, options={"tide": "high"})
    assert points(result, "Debts") == [-4, 0]
    assert result.totals[0].points == -4
    assert points(score(FACTS, {"debts": -4}, {}), "Debts") == []


def test_the_tree_adds_up() -> None:
    """Every total is the sum of its lines, and every line the sum of its parts."""
    sheet = {"coins": 3, "goods.fish": 2, "goods.tea": 1, "districts": [[2], [4]], "last": True}
    total = score(FACTS, sheet, {}).totals[0]
    assert total.points == sum(line.points for line in total.lines) == 3 + 4 + 20 + 2
    goods = next(line for line in total.lines if str(line.title) == "Goods")
    assert [(str(part.title), part.points) for part in goods.parts] == [
        ("Fish and Tea", 3),
        ("Fish", 1),
    ]
    for line in total.lines:
        if line.parts:
            assert line.points == sum(part.points for part in line.parts)


def test_lines_explain_their_points() -> None:
    """A line explains its points."""
    lines = score(FACTS, {"ships": 2, "chest": 11, "temples": 2}, {"ships": 1}).totals[0].lines
    why = {str(line.title): str(line.why) for line in lines if line.why}
    assert why == {
        "Ships": "2 × 3",
        "Chest": "2 for every 5 of 11",
        "Temples": "for 2",
        "Largest fleet": "place 1 with 2",
    }


def test_sets_and_groups_explain_their_points() -> None:
    """Sets, groups and long ladders explain their points."""
    sheet = {
        "temples": 6,
        "districts": [[3]],
        "streets": [[2], [5]],
        "goods.fish": 2,
        "goods.rope": 2,
        "goods.salt": 1,
    }
    lines = {str(line.title): line for line in score(FACTS, sheet, {}).totals[0].lines}
    assert str(lines["Temples"].why) == "10 for 4, and 2 × 5"
    shown = {
        title: [(str(part.title), str(part.why), part.points) for part in lines[title].parts]
        for title in ("Districts", "Streets", "Goods")
    }
    assert shown == {
        "Districts": [("Group of 3", "3 × 3", 9)],
        "Streets": [("Group of 5", "5 for 3, and 2 × 1", 7), ("Group of 2", "for 2", 2)],
        "Goods": [("Fish, Rope, and Salt", "a set of 3", 6), ("Fish and Rope", "a set of 2", 3)],
    }


def test_ladders_that_end(game_folder: GameFolder) -> None:
    """A ladder that has reached its end says so."""
    facts = facts_with(
        game_folder, "score", "score: {lines: [{id: a, title: A, lookup: [0, 2, 5]}, "
        "{id: s, title: S, sets: [x, y], points: [1, 4]}]}"
    )  # fmt: skip
    ladder, sets = score(facts, {"a": 7, "s.x": 3, "s.y": 3}).totals[0].lines
    assert (str(ladder.why), ladder.points) == ("for 2 or more", 5)
    assert str(sets.parts[0].why) == "3 sets of 2, 4 each"


def test_nobody_is_compared_before_the_first_entry() -> None:
    """Empty sheets are not reported as tied."""
    assert all(rank.why is None for rank in score(FACTS, {}, {}).ranking)


def test_empty_sheets_score_nothing() -> None:
    """Entries that are missing or were cleared score nothing."""
    result = score(FACTS, {"coins": None, "districts": None, "last": None}, {})
    assert [total.points for total in result.totals] == [0, 0]
    assert result.faults == ()


# --- sets ----------------------------------------------------------------------------------------


def best_by_trying(counts: tuple[int, ...], worth: tuple[int, ...]) -> int:
    """The best total of all ways to take one more set or to stop."""

    @cache
    def best(left: tuple[int, ...]) -> int:
        most = 0
        for size in range(1, len(worth) + 1):
            for kinds in itertools.combinations(range(len(left)), size):
                if all(left[kind] for kind in kinds):
                    rest = tuple(n - (kind in kinds) for kind, n in enumerate(left))
                    most = max(most, worth[size - 1] + best(rest))
        return most

    return best(counts)


@settings(max_examples=120)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple),
    st.lists(st.integers(-1, 9), min_size=1, max_size=4).map(tuple),
)
def test_sets_are_the_best_there_are(counts: tuple[int, ...], worth: tuple[int, ...]) -> None:
    """No other sets are worth more than the chosen ones, which can be made."""
    made = best_sets(counts, worth)
    assert sum(worth[len(kinds) - 1] for kinds in made) == best_by_trying(counts, worth)
    for kind, count in enumerate(counts):
        assert sum(kind in kinds for kinds in made) <= count
    assert all(len(set(kinds)) == len(kinds) for kinds in made)


# --- majorities ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ties", "amounts", "expected"),
    [
        ("share", [4, 3, 1], [5, 2, 0]),
        ("share", [3, 3, 1], [3, 3, 0]),
        ("share", [4, 2, 2], [5, 1, 1]),
        ("share", [0, 0, 0], [0, 0, 0]),
        ("full", [3, 3, 1], [5, 5, 0]),
        ("full", [4, 2, 2], [5, 2, 2]),
        ("none", [3, 3, 1], [0, 0, 0]),
        ("none", [4, 2, 2], [5, 0, 0]),
        ("none", [4, 2, 0], [5, 2, 0]),
    ],
)
def test_majorities(ties: Any, amounts: list[int], expected: list[int]) -> None:
    """Tied players get what the line says about ties."""
    line = MajorityLine(LineInfo("most", "Most"), (5, 2), ties)
    by_seat = {seat.id: n for seat, n in zip(SEATS, amounts, strict=False)}
    assert [score_majority(line, by_seat, seat)[0] for seat in by_seat] == expected


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4), st.sampled_from(["share", "none"]))
def test_a_majority_gives_no_more_than_it_has(amounts: list[int], ties: Any) -> None:
    """Shared points never exceed the points of the line."""
    line = MajorityLine(LineInfo("most", "Most"), (7, 4, 2), ties)
    by_seat = {seat.id: n for seat, n in zip(SEATS, amounts, strict=False)}
    assert sum(score_majority(line, by_seat, seat)[0] for seat in by_seat) <= 13


# --- ranking -------------------------------------------------------------------------------------

RACE = """
score:
  lowest wins: {lowest}
  lines:
    - {{id: steps, title: Steps, number: 99}}
    - {{id: coins, title: Coins, number: {{least: -9, most: 99}}, points: 0}}
    - {{id: ships, title: Ships, count: 9, points: 0}}
  ties: [coins, {{fewest: ships}}]
"""


def ranked(facts: Mapping[str, Any], *sheets: Mapping[str, int]) -> list[tuple[str, int, str]]:
    ranking = score(facts, *sheets).ranking
    return [(rank.seat, rank.place, str(rank.why or "")) for rank in ranking]


def test_most_points_win(game_folder: GameFolder) -> None:
    """Places follow points, without a reason where none is needed."""
    facts = facts_with(game_folder, "score", RACE.format(lowest="false"))
    assert ranked(facts, {"steps": 3}, {"steps": 8}) == [("b", 1, ""), ("a", 2, "")]


def test_fewest_points_win(game_folder: GameFolder) -> None:
    """A game may be won by the lowest total."""
    facts = facts_with(game_folder, "score", RACE.format(lowest="true"))
    assert ranked(facts, {"steps": 3}, {"steps": 8}) == [("a", 1, ""), ("b", 2, "")]


def test_ties_are_broken_in_order(game_folder: GameFolder) -> None:
    """Each tie-break applies only after the one before, and is named."""
    facts = facts_with(game_folder, "score", RACE.format(lowest="false"))
    assert ranked(
        facts,
        {"steps": 5, "coins": 2, "ships": 3},
        {"steps": 5, "coins": 2, "ships": 1},
        {"steps": 5, "coins": 4, "ships": 4},
        {"steps": 1},
    ) == [
        ("c", 1, "tie won by Coins: 4 to 2"),
        ("b", 2, "tie won by Ships: 1 to 3"),
        ("a", 3, "tie lost by Ships: 3 to 1"),
        ("d", 4, ""),
    ]


def test_tie_breaks_below_nothing(game_folder: GameFolder) -> None:
    """Negative numbers are compared and shown as they are."""
    facts = facts_with(game_folder, "score", RACE.format(lowest="false"))
    assert ranked(facts, {"coins": -3}, {"coins": -1}) == [
        ("b", 1, "tie won by Coins: -1 to -3"),
        ("a", 2, "tie lost by Coins: -3 to -1"),
    ]


def test_equals_share_a_place(game_folder: GameFolder) -> None:
    """Players tied in everything share a place, and the next place is skipped."""
    facts = facts_with(game_folder, "score", RACE.format(lowest="false"))
    shared = "still tied, so they share the place"
    assert ranked(facts, {"steps": 4}, {"steps": 4}, {"steps": 2}) == [
        ("a", 1, shared),
        ("b", 1, shared),
        ("c", 3, ""),
    ]


def test_a_race_has_places_only(game_folder: GameFolder) -> None:
    """A race asks for places, and ranks players without one last."""
    facts = facts_with(game_folder, "score", "score: {race: places}")
    (field,) = DataRules(facts).fields({}, SEATS[:3])
    assert (field.id, field.least, field.most) == ("place", 1, 3)
    result = score(facts, {}, {"place": 2}, {"place": 1})
    assert result.ranking_only
    assert result.totals == ()
    assert [(rank.seat, rank.place) for rank in result.ranking] == [("c", 1), ("b", 2), ("a", 3)]
    shared = score(facts, {"place": 1}, {"place": 3}, {"place": 1}).ranking
    assert [(rank.seat, rank.place) for rank in shared] == [("a", 1), ("c", 1), ("b", 3)]
    (fault,) = score(facts, {"place": 5}, {}).faults
    assert (fault.seat, str(fault.message)) == ("a", "there are only 2 players")


def test_a_game_without_a_score(game_folder: GameFolder) -> None:
    """A game without a score section has no sheet and no ranking."""
    facts = facts_with(game_folder, "score", "")
    assert DataRules(facts).fields({}, SEATS) == ()
    assert score(facts, {}, {}) == Result((), ())


SHEETS = st.lists(
    st.fixed_dictionaries(
        {}, optional={name: st.integers(0, 3) for name in ("coins", "ships", "harbours", "temples")}
    ),
    min_size=2,
    max_size=4,
)


@given(SHEETS, st.randoms())
def test_order_does_not_matter(sheets: list[dict[str, int]], random: Any) -> None:
    """Neither the order of seats nor that of entries changes the score."""
    seats = SEATS[: len(sheets)]
    entered = {seat.id: sheet for seat, sheet in zip(seats, sheets, strict=True)}
    other_seats = list(seats)
    random.shuffle(other_seats)
    turned = {name: dict(reversed(sheet.items())) for name, sheet in reversed(entered.items())}
    one = DataRules(FACTS).score({}, entered, seats)
    other = DataRules(FACTS).score({}, turned, other_seats)
    assert {t.seat: t.points for t in one.totals} == {t.seat: t.points for t in other.totals}
    assert {r.seat: r.place for r in one.ranking} == {r.seat: r.place for r in other.ranking}


# --- fields and faults ---------------------------------------------------------------------------


def test_fields_follow_the_lines() -> None:
    """A sheet asks for each thing once, with limits from what is printed."""
    fields = {field.id: field for field in DataRules(FACTS).fields({}, SEATS[:2])}
    assert "fleet" not in fields
    assert "debts" not in fields
    assert (fields["ships"].least, fields["ships"].most) == (0, 3)
    assert (fields["goods.tea"].most, fields["goods.tea"].face) == (2, "goods/tea")
    assert fields["cranes"].most == 3
    assert fields["crates.red"].most == 20
    assert fields["waters.sky"].most == 6
    assert str(fields["goods.fish"].heading) == "Goods"
    assert fields["goods.rope"].heading is None
    assert [str(column) for column in fields["districts"].columns] == ["Size"]
    assert fields["last"].kind == "flag"
    assert str(fields["ships"].help) == "Sunk ships count as well."
    high = {field.id: field for field in DataRules(FACTS).fields({"tide": "high"}, SEATS[:2])}
    assert (high["debts"].least, high["debts"].most) == (-20, 0)


@given(st.data())
def test_what_fields_take_is_scored(data: st.DataObject) -> None:
    """Whatever a sheet accepts can be scored for one player."""
    sheet: dict[str, Any] = {}
    for field in DataRules(FACTS).fields({}, SEATS[:1]):
        number = st.integers(field.least, min(field.most, 12))
        rows = st.lists(number.map(lambda size: [size]), max_size=3)
        value = data.draw({"number": number, "flag": st.booleans(), "rows": rows}[field.kind])
        check_entry(field, value)
        sheet[field.id] = value
    result = score(FACTS, sheet)
    assert result.totals[0].points == sum(line.points for line in result.totals[0].lines)


@pytest.mark.parametrize(
    ("sheets", "expected"),
    [
        (({"ships": 2}, {"ships": 1}), []),
        (
            ({"ships": 2}, {"ships": 2}, {}),
            [
                ("a", "ships", "Ships: 4 in all, but there are only 3"),
                ("b", "ships", "Ships: 4 in all, but there are only 3"),
            ],
        ),
        (
            ({"goods.glass": 1}, {"goods.glass": 1}),
            [
                ("a", "goods.glass", "Glass: 2 in all, but there are only 1"),
                ("b", "goods.glass", "Glass: 2 in all, but there are only 1"),
            ],
        ),
        (
            ({"districts": [[6], [6]]}, {}),
            [("a", "districts", "Districts: 12 in all, but there are only 11")],
        ),
        (({"cranes": 4}, {}), [("a", "cranes", "Cranes must be from 0 to 3, not 4")]),
        (({"crates.red": 20}, {"crates.red": 20}), []),
    ],
)
def test_faults(sheets: tuple[dict[str, Any], ...], expected: list[tuple[str, str, str]]) -> None:
    """Entries beyond what exists are reported to the players who have some."""
    found = score(FACTS, *sheets).faults
    assert [(fault.seat, fault.field, str(fault.message)) for fault in found] == expected


def test_a_flag_for_one_player_only(game_folder: GameFolder) -> None:
    """Two players cannot both have what only one can have."""
    facts = facts_with(
        game_folder, "score", "score: {lines: [{id: last, title: Last, flag: 2, of: 1}]}"
    )
    assert score(facts, {"last": True}, {"last": False}).faults == ()
    faults = score(facts, {"last": True}, {"last": True}).faults
    assert [fault.seat for fault in faults] == ["a", "b"]
    assert str(faults[0].message) == "Last: 2 players, but only 1 can have it"
