"""Mines of the Sacred Dragon: facts, setup and score."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.chance.provable import chance_from_words
from companion.games import facts_of, is_playable
from companion.games.mines.facts import read_facts
from companion.games.mines.hexes import groups
from companion.games.mines.mountain import tiles_by_cell, zones
from companion.games.mines.state import LaidTile
from companion.games.score import Result
from companion.games.seats import Seat
from companion.games.setup import Chances, Setup
from companion.language.messages import Refused
from companion.table.score_entries import check_entry
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.errors import Findings
from tests.games.rules.bots import CARDS
from tests.games.rules.mines_positions import (
    ANN,
    BEN,
    CID,
    FACTS,
    RULES,
    SEATS,
    TILES,
    near,
    options,
)

CELLS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
ZONES = st.lists(
    st.integers(1, 3).flatmap(
        lambda count: st.tuples(st.just(count), st.integers(count, 3 * count)).map(list)
    ),
    max_size=3,
)


def setup(players: int, words: str = "one", **chosen: str) -> Setup:
    return RULES.setup(
        players, options(**chosen), lambda part: chance_from_words(f"{words}/{part}")
    )


def result(sheets: Mapping[str, Any], *seats: Seat, **chosen: str) -> Result:
    return RULES.score(options(**chosen), sheets, seats or (ANN, BEN, CID))


def places(found: Result) -> dict[str, int]:
    return {rank.seat: rank.place for rank in found.ranking}


# --- facts ---------------------------------------------------------------------------------------


def test_the_game_has_its_own_referee() -> None:
    """The game's name leads to these rules."""
    assert is_playable("mines")


def test_facts_are_json() -> None:
    """A table can keep the facts: JSON gives the same ones back."""
    findings = Findings()
    game = load_game("mines", CARDS, builtin_templates(), findings)
    assert game is not None
    facts = facts_of(game)
    assert msgspec.json.decode(msgspec.json.encode(facts)) == facts


def test_facts_are_what_is_printed() -> None:
    """The facts have all printed tiles and tokens, and all lines of the table."""
    facts = read_facts(FACTS)
    assert len(facts.tile_set("tiles")) == len(facts.tile_set("gray-tiles")) == 80
    assert len({tile.sides for tile in facts.tiles.values()}) == 160
    assert [kind.copies for kind in facts.tokens] == [10] * 5
    assert facts.usable == 9
    assert facts.lap == 60
    assert [cost.sides for cost in facts.dig_costs] == [2, 3, 4, 5, 6]
    assert [name for name, side in facts.sides.items() if not side.bit] == ["G"]


def test_the_default_for_six_sides_is_the_printed_one() -> None:
    """Extending with six sides brings what the printed table says."""
    assert options()["extend6"] == str(FACTS["lines"][-1]["extend_points"]) == "7"


def test_every_option_has_its_default_among_its_choices() -> None:
    """Every option has a default among its choices, and says why it is asked."""
    for option in RULES.options:
        assert option.default in option.choices
        assert option.why is not None


# --- setup ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "left"), [(2, 71), (3, 67), (4, 63), (5, 59)])
def test_draw_pile(players: int, left: int) -> None:
    """The pile is what is left after the first tile and the hands."""
    values = setup(players).part("tiles").values
    assert values == {"hand": 4, "pile": left, "tiles": 80}


def test_draw_pile_alone() -> None:
    """A solo game has 20 tiles in all, or all tiles if the option says so."""
    assert setup(1).part("tiles").values == {"hand": 4, "pile": 15, "tiles": 20}
    assert setup(1, solo="all").part("tiles").values == {"hand": 4, "pile": 75, "tiles": 80}


@pytest.mark.parametrize("players", [0, 6])
def test_no_table_for_so_many(players: int) -> None:
    """Only one to five players can set up."""
    with pytest.raises(Refused, match="players"):
        setup(players)


@given(st.integers(1, 5), st.text("abc", min_size=1, max_size=5), st.sampled_from(["some", "all"]))
@settings(max_examples=40)
def test_any_setup_uses_printed_pieces(players: int, words: str, solo: str) -> None:
    """A setup names printed pieces only, each once, on the board."""
    made = setup(players, words, solo=solo, starter="chance")
    assert made.part("centre").values["tile"] in TILES
    assert 0 <= made.part("start").values["first"] < players
    board, *markers = made.part("tokens").placements
    assert board.face == "score-board/board"
    faces = [one.face for one in markers]
    assert faces == [f"mine-tokens/{kind['id']}" for kind in FACTS["tokens"][:players]]
    spots = {(one.x, one.y) for one in markers}
    assert len(spots) == players
    assert all(dist(spot, FACTS["start"]) < 5 for spot in spots)
    used = made.part("tiles").values
    assert 1 + used["hand"] * players + used["pile"] == used["tiles"]


def test_the_first_tile_is_drawn_beside_the_score_board() -> None:
    """The picture shows the tile to look for, whole and off the track."""
    made = setup(5)
    (tile,) = made.part("centre").placements
    assert tile.face == f"tiles/{made.part('centre').values['tile']}"
    wide, high = FACTS["board"]
    assert made.view is not None
    left, top, width, height = made.view
    assert (left, top, width) == (0, 0, wide)
    assert high < tile.y - FACTS["tile_height"] / 2
    assert tile.y + FACTS["tile_height"] / 2 < height
    board = made.part("tokens").placements[0]
    assert (board.x, board.y) == (wide / 2, high / 2)


def chances_of_start(again: int) -> Chances:
    """Chance that differs between rolls only for the part `start`."""
    return lambda part: chance_from_words(f"x/{part}/{again if part == 'start' else 0}")


def test_parts_are_rolled_on_their_own() -> None:
    """The first tile stays when the starter is rolled again."""
    seen: dict[str, set[int | str]] = {"start": set(), "centre": set()}
    for again in range(30):
        made = RULES.setup(
            4,
            options(starter="chance"),
            chances_of_start(again),
        )
        seen["start"].add(made.part("start").values["first"])
        seen["centre"].add(made.part("centre").values["tile"])
    assert seen["start"] == {0, 1, 2, 3}
    assert len(seen["centre"]) == 1


def test_the_first_seat_may_start() -> None:
    """If the first seat starts, nothing about the starter is random."""
    part = setup(4, starter="youngest").part("start")
    assert part.values == {"first": 0}
    assert not part.random


# --- score: the worked examples ------------------------------------------------------------------


def test_red_two_lone_mines_bring_2() -> None:
    """{1×1, 1×1} is 2."""
    assert result({"a": {"zones": [[1, 1], [1, 1]]}}).totals[0].points == 2


def test_blue_a_lone_mine_with_two_tokens_brings_3_in_all() -> None:
    """{1×1, 1×2} is 3: a lone mine is worth its tokens."""
    assert result({"a": {"zones": [[1, 1], [1, 2]]}}).totals[0].points == 3


def test_green_two_joined_mines_bring_7_in_all() -> None:
    """{1×1, 2×3} is 7."""
    assert result({"a": {"zones": [[1, 1], [2, 3]]}}).totals[0].points == 7


def test_the_examples_as_a_mountain() -> None:
    """Red, blue and green have the same zones when read from tiles."""
    tiles = iter(TILES)
    mines = [
        *(((0, 0), "red", 1), ((2, 0), "red", 1)),
        *(((0, 2), "blue", 1), ((2, 2), "blue", 2)),
        *(((0, 4), "green", 1), ((2, 4), "green", 2), ((3, 4), "green", 1)),
    ]
    laid = [LaidTile(next(tiles), cell, 0, owner, tokens) for cell, owner, tokens in mines]
    bare = [LaidTile(next(tiles), (1, row), 0) for row in (0, 2, 4)]
    land = tiles_by_cell([*laid, *bare])
    points = {
        owner: [zone.points for zone in zones(land, owner)] for owner in ("red", "blue", "green")
    }
    assert points == {"red": [1, 1], "blue": [2, 1], "green": [6, 1]}


# --- score: sheets -------------------------------------------------------------------------------


def test_track_and_zones_are_added() -> None:
    """The total is the points of the track and of the zones, and each has its line."""
    total = result({"a": {"track": 31, "zones": [[1, 2], [3, 4]]}}).totals[0]
    track, zoned = total.lines
    assert (total.points, track.points, zoned.points) == (45, 31, 14)
    assert [part.points for part in zoned.parts] == [12, 2]
    assert str(zoned.parts[0].why) == "3 foundations × 4 tokens"
    assert str(zoned.parts[1].why) == "1 foundation × 2 tokens"


def test_unfinished_sheets_count_what_is_there() -> None:
    """Empty, cleared and missing entries count as nothing."""
    found = result({"a": {"track": None, "zones": None}, "b": {"track": 4}})
    assert [total.points for total in found.totals] == [0, 4, 0]
    assert found.faults == ()


def test_lone_mines_are_counted_at_once() -> None:
    """Lone mines have one line, however they were entered."""
    counted = result({"a": {"track": 9, "lone": 3, "zones": [[2, 3]]}})
    written = result({"a": {"track": 9, "zones": [[1, 1], [2, 3], [1, 1], [1, 1]]}})
    assert counted == written
    zoned = counted.totals[0].lines[1]
    assert zoned.points == 9
    assert [(str(part.title), part.points, str(part.why)) for part in zoned.parts] == [
        ("Zone 1", 6, "2 foundations × 3 tokens"),
        ("Lone mines", 3, "3 mines with 1 token each"),
    ]
    (single,) = result({"a": {"lone": 1}}).totals[0].lines[1].parts
    assert (str(single.title), str(single.why)) == ("Lone mines", "1 mine with 1 token")


@given(st.lists(st.tuples(st.integers(0, 90), ZONES), min_size=3, max_size=3), st.randoms())
@settings(max_examples=60)
def test_order_of_entry_does_not_matter(rows: list[tuple[int, list[Any]]], mix: Any) -> None:
    """Neither the order of rows, entries nor players changes the score."""
    sheets: dict[str, dict[str, Any]] = {
        seat.id: {"track": track, "zones": found}
        for seat, (track, found) in zip((ANN, BEN, CID), rows, strict=True)
    }
    mixed = {}
    for name in mix.sample(sorted(sheets), 3):
        entries = list(sheets[name]["zones"])
        mix.shuffle(entries)
        mixed[name] = {"zones": entries, "track": sheets[name]["track"]}
    assert result(mixed) == result(sheets)
    seats = [ANN, BEN, CID]
    mix.shuffle(seats)
    assert places(result(sheets, *seats)) == places(result(sheets))


@given(st.lists(st.tuples(st.integers(0, 30), ZONES), min_size=1, max_size=5))
@settings(max_examples=60)
def test_places_follow_points(rows: list[tuple[int, list[Any]]]) -> None:
    """Nobody with fewer points is ahead, and places count rightly."""
    seats = SEATS[: len(rows)]
    sheets = {
        seat.id: {"track": track, "zones": found}
        for seat, (track, found) in zip(seats, rows, strict=True)
    }
    found = result(sheets, *seats)
    points = {total.seat: total.points for total in found.totals}
    place = places(found)
    for one in seats:
        for other in seats:
            if points[one.id] > points[other.id]:
                assert place[one.id] < place[other.id]
        assert place[one.id] == 1 + sum(place[other.id] < place[one.id] for other in seats)


# Everybody has 12 points in all.
TIED = {
    "a": {"track": 6, "zones": [[2, 3]], "turn": 1},
    "b": {"track": 4, "zones": [[1, 3], [1, 3], [1, 2]], "turn": 3},
    "c": {"track": 3, "zones": [[3, 3]], "turn": 2},
}


@pytest.mark.parametrize(
    ("tiebreak", "order", "why"),
    [
        ("zone-score", ["c", "a", "b"], "tie broken by best zone: 9 points"),
        ("largest-set", ["c", "a", "b"], "tie broken by largest zone: 3 foundations"),
        ("later-player", ["b", "c", "a"], "tie broken by turn order: number 3"),
    ],
)
def test_tiebreaks(tiebreak: str, order: list[str], why: str) -> None:
    """Each way to break a tie decides, and says so."""
    found = result(TIED, tiebreak=tiebreak)
    assert {total.points for total in found.totals} == {12}
    assert [rank.seat for rank in found.ranking] == order
    assert [rank.place for rank in found.ranking] == [1, 2, 3]
    assert str(found.ranking[0].why) == why


def test_best_zone_and_largest_zone_can_differ() -> None:
    """One tie-break looks at points, the other at foundations."""
    sheets = {"a": {"track": 21, "zones": [[2, 5]]}, "b": {"track": 22, "zones": [[3, 3]]}}
    assert places(result(sheets, ANN, BEN)) == {"a": 1, "b": 2}
    assert places(result(sheets, ANN, BEN, tiebreak="largest-set")) == {"a": 2, "b": 1}


def test_equal_zones_share_the_victory() -> None:
    """Players whom no tie-break separates share their place, and the next place is skipped."""
    sheets = {"a": {"track": 5, "zones": [[1, 1]]}, "b": {"track": 5, "zones": [[1, 1]]}}
    found = result(sheets)
    assert places(found) == {"a": 1, "b": 1, "c": 3}
    assert str(found.ranking[0].why) == "tied, also on the best zone (1 point)"
    assert found.ranking[2].why is None


def test_an_empty_sheet_gives_no_reason() -> None:
    """A sheet gives the reason for its place only once something is entered."""
    assert {rank.why for rank in result({}).ranking} == {None}
    nothing, *_ = result({"a": {"track": 0}}).ranking
    assert str(nothing.why) == "tied, also on the best zone (0 points)"


def test_later_player_unknown_is_shared() -> None:
    """Without entered turns, a tie that turn order would break is shared."""
    sheets = {"a": {"track": 5}, "b": {"track": 5}}
    assert places(result(sheets, ANN, BEN, tiebreak="later-player")) == {"a": 1, "b": 1}


def test_a_turn_that_is_not_entered_has_no_number() -> None:
    """A player whose turn is not entered is asked for it; no turn 0 is named."""
    sheets = {"a": {"track": 5, "turn": 1}, "b": {"track": 5}}
    first, second = result(sheets, ANN, BEN, tiebreak="later-player").ranking
    assert (first.seat, str(first.why)) == ("a", "tie broken by turn order: number 1")
    assert str(second.why) == "tied; enter the turn order to break the tie"


@pytest.mark.parametrize(
    ("sheet", "field", "reason"),
    [
        ({"lone": 7, "zones": [[3, 3]]}, "zones", "9 tokens to dig with, not 10"),
        ({"track": 17, "lone": 9}, "track", "at least 18 points"),
        ({"zones": [[3, 4], [3, 6]]}, "zones", "9 tokens to dig with, not 10"),
        ({"zones": [[3, 2]]}, "zones", "3 foundations cannot have 2 tokens"),
        ({"zones": [[1, 4]]}, "zones", "at most 3 tokens"),
        ({"zones": [[2, 6]]}, "zones", "2 foundations have at most 5 tokens"),
        ({"zones": [[3, 9]]}, "zones", "3 foundations have at most 8 tokens"),
        ({"track": 8, "zones": [[1, 1], [2, 2]]}, "track", "at least 9 points"),
        ({"track": 10, "zones": [[1, 2], [1, 3]]}, "track", "at least 11 points"),
        ({"track": 20, "zones": [[3, 3], [1, 3], [1, 3]]}, "track", "at least 21 points"),
    ],
)
def test_faults(sheet: Mapping[str, Any], field: str, reason: str) -> None:
    """An impossible entry is named with the reason."""
    (fault,) = result({"b": sheet}).faults
    assert (fault.seat, fault.field) == ("b", field)
    assert reason in str(fault.message)


def test_all_nine_tokens_are_no_fault() -> None:
    """The most a player can have is accepted, with the least it brings: 9 for two mines that an
    extension joins, 6 for each mine with three tokens."""
    sheets = {"a": {"track": 21, "zones": [[3, 3], [1, 3], [1, 3]]}, "b": {"track": 4}}
    assert result(sheets).faults == ()


@pytest.mark.parametrize("zone", [[1, 3], [2, 5], [3, 8], [4, 9]])
def test_the_most_tokens_of_a_zone_are_no_fault(zone: list[int]) -> None:
    """Three tokens on a built mine and two on an extension pass."""
    assert result({"a": {"track": 60, "zones": [zone]}}).faults == ()


def test_a_turn_taken_twice_is_a_fault() -> None:
    """Two players cannot both be the second of the round."""
    sheets = {"a": {"turn": 2}, "b": {"turn": 2}, "c": {"turn": 1}}
    found = result(sheets, tiebreak="later-player").faults
    assert [(fault.seat, fault.field) for fault in found] == [("a", "turn"), ("b", "turn")]


def test_the_sheet_asks_little() -> None:
    """The turn is asked for only where it can break a tie."""
    ids = [field.id for field in RULES.fields(options(), (ANN, BEN))]
    assert ids == ["track", "lone", "zones"]
    later = options(tiebreak="later-player")
    assert [field.id for field in RULES.fields(later, (ANN, BEN))] == [*ids, "turn"]
    assert [field.id for field in RULES.fields(later, (ANN,))] == ids


def test_fields_take_what_is_possible() -> None:
    """Rows of zones pass the table's check, and impossible ones do not."""
    track, lone, zoned = RULES.fields(options(), (ANN, BEN))
    check_entry(track, 131)
    check_entry(lone, 9)
    with pytest.raises(Refused):
        check_entry(lone, 10)
    check_entry(zoned, [[9, 9], [1, 3]])
    with pytest.raises(Refused):
        check_entry(zoned, [[0, 1]])
    with pytest.raises(Refused):
        check_entry(zoned, [[1, 10]])


# --- zones ---------------------------------------------------------------------------------------


@given(st.sets(CELLS, max_size=18))
@settings(max_examples=80)
def test_groups_equal_brute_force(cells: set[tuple[int, int]]) -> None:
    """Groups are what merging neighbours pair by pair gives."""
    label = {cell: number for number, cell in enumerate(sorted(cells))}
    for _ in cells:
        for one in cells:
            for other in cells:
                if near(one, other):
                    label[one] = label[other] = min(label[one], label[other])
    expected = {
        frozenset(cell for cell in cells if label[cell] == value) for value in label.values()
    }
    assert set(groups(cells)) == expected


@given(
    st.dictionaries(
        CELLS, st.tuples(st.sampled_from(["a", "b", ""]), st.integers(1, 3)), max_size=18
    )
)
@settings(max_examples=60)
def test_zones_hold_own_foundations_only(cells: dict[Any, tuple[str, int]]) -> None:
    """Bare tiles and others' foundations neither count nor join."""
    land = tiles_by_cell(
        LaidTile(tile, cell, 0, owner, tokens if owner else 0)
        for tile, (cell, (owner, tokens)) in zip(TILES, cells.items(), strict=False)
    )
    for who in ("a", "b"):
        own = {cell: tokens for cell, (owner, tokens) in cells.items() if owner == who}
        expected = sorted(len(g) * sum(own[c] for c in g) for g in groups(own))
        assert sorted(zone.points for zone in zones(land, who)) == expected


# --- reference -----------------------------------------------------------------------------------


def test_reference_answers_questions() -> None:
    """Each entry has a question, an answer, and shows printed faces only."""
    entries = yaml.safe_load((CARDS / "mines" / "reference.yaml").read_text(encoding="utf-8"))
    findings = Findings()
    game = load_game("mines", CARDS, builtin_templates(), findings)
    assert game is not None
    faces = {
        f"{component.id}/{record.values['id']}"
        for component in game.components
        for record in component.table.records
    }
    assert 15 <= len(entries) <= 35
    assert len({entry["question"] for entry in entries}) == len(entries)
    for entry in entries:
        assert set(entry) <= {"question", "answer", "tags", "face"}
        assert entry["question"]
        assert entry["answer"]
        assert entry.get("face", "tiles/GABCAD") in faces
