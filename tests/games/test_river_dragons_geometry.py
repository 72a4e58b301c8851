"""River Dragons: what is printed can be played. All numbers are read out of the drawn frames."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest

from printgen.build.game_build import label_for, make_run
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.papers import load_papers
from printgen.catalog.printers import Duplex, Profile
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from tests.games.river_dragons_board import (
    EXACT,
    ISLAND,
    LENGTHS,
    OVERLAP,
    PLANK_WIDTH,
    STONE,
    VILLAGE,
    VILLAGES_AT,
    board,
    board_matrices,
    discs,
    drawn,
    exact_supports,
    links,
    matched,
    on_page,
    open_game,
    printed_lengths,
    printed_supports,
    routes,
    smallest_plank,
)

COLOURS = ("pink", "green", "red", "black", "blue", "yellow")  # counter-clockwise from the right


def test_islands_and_villages_are_printed_where_they_were_found() -> None:
    """The printed circles are the 27 islands and six villages of the generators, to a hundredth
    of a micrometre."""
    printed, exact = printed_supports(), exact_supports()
    assert len(printed) == len(exact) == 27 + 6
    assert sum(support.is_village for support in printed) == 6
    nearest = matched(printed, exact)
    assert len(set(nearest)) == len(exact)
    for one, other in zip(nearest, exact, strict=True):
        assert math.dist(one.at, other.at) < EXACT


def test_villages_have_their_colours_and_look_across() -> None:
    """Villages have their colours in order, and each destination is opposite."""
    game, frame = open_game(), board()
    palette = game.theme.colours
    rows = {str(r.values["id"]): r.values for r in game.tables["villages"].records}
    for name, turn in zip(COLOURS, range(0, 360, 60), strict=True):
        at = on_page(VILLAGES_AT, turn, frame)
        (village,) = (d for d in discs(frame, VILLAGE) if math.dist(d.at, at) < EXACT)
        assert village.fill == palette[name].full
        destination = rows[name]["destination"]
        assert destination.values["id"] == COLOURS[(turn // 60 + 3) % 6]  # type: ignore[union-attr]


def test_villages_print_the_player_counts_of_their_colour() -> None:
    """Each number of players has its colours."""
    rows = open_game().tables["villages"].records
    playing = {
        count: {r.values["id"] for r in rows if count in r.values["players"]}  # type: ignore[operator]
        for count in range(2, 7)
    }
    assert playing == {
        2: {"pink", "black"},
        3: {"blue", "red", "pink"},
        4: {"blue", "green", "red", "yellow"},
        5: set(COLOURS) - {"pink"},
        6: set(COLOURS),
    }


def test_the_board_has_room_for_all_that_lies_on_it() -> None:
    """Circles lie on the board and apart, with room for stones."""
    frame, supports = board(), printed_supports()
    for support in supports:
        radius = VILLAGE if support.is_village else ISLAND
        assert radius < support.at[0] < frame.width - radius
        assert radius < support.at[1] < frame.height - radius
    islands = [s.at for s in supports if not s.is_village]
    assert min(math.dist(a, b) for a, b in combinations(islands, 2)) > 39
    _, stones = drawn("stones")
    assert {(face.front.width, face.front.height) for face in stones} == {(2 * STONE, 2 * STONE)}
    assert sum(face.copies for face in stones) == len(islands)


def test_the_expert_side_has_the_villages_only() -> None:
    """The other side is water with the same six villages."""
    expert = board("board-expert")
    assert discs(expert, ISLAND) == []
    assert discs(expert, VILLAGE) == discs(board(), VILLAGE)


@pytest.mark.parametrize("number", range(1, 7))
def test_planks_are_cut_to_length(number: int) -> None:
    """Each house has a plank of each true length, alike on both sides."""
    _, faces = drawn(f"plank-{number}")
    assert [face.copies for face in faces] == [1] * 6
    assert {face.record.values["number"] for face in faces} == {number}
    assert len({face.record.values["house"].values["id"] for face in faces}) == 6  # type: ignore[union-attr]
    for face in faces:
        assert (face.front.width, face.front.height) == (LENGTHS[number - 1], PLANK_WIDTH)
        assert face.record.values["length"] == face.front.width
        assert face.back is not None
        assert face.back.dump().split("\n")[1:] == face.front.dump().split("\n")[1:]


def test_every_gap_takes_the_plank_it_was_made_for() -> None:
    """For each pair of supports the shortest printed plank that reaches on the printed board is the
    one that the exact places ask for."""
    exact = exact_supports()
    printed, lengths = matched(printed_supports(), exact), printed_lengths()
    wrong = [
        (one, other)
        for (one, exact_one), (other, exact_other) in combinations(
            zip(printed, exact, strict=True), 2
        )
        if smallest_plank(one, other, lengths) != smallest_plank(exact_one, exact_other, LENGTHS)
    ]
    assert wrong == []


def test_a_board_printed_a_thousandth_too_small_is_seen() -> None:
    """The comparison above can fail: six gaps beside villages need 0.035 mm more than plank 2,
    and a print at 99.9 % closes them."""
    exact = exact_supports()
    small = [s._replace(at=(s.at[0] * 0.999, s.at[1] * 0.999)) for s in exact]
    changed = [
        (smallest_plank(exact[i], exact[j], LENGTHS), smallest_plank(small[i], small[j], LENGTHS))
        for i, j in combinations(range(len(exact)), 2)
    ]
    assert Counter(pair for pair in changed if pair[0] != pair[1])[3, 2] == 6


def test_places_in_whole_millimetres_are_seen() -> None:
    """Rounded places are not good enough: with them, two more links become free."""
    rounded = [
        s._replace(at=(float(round(s.at[0])), float(round(s.at[1])))) for s in exact_supports()
    ]
    made = links(rounded, LENGTHS, stones=True)
    counts = Counter(number for i, near in made.items() for j, number in near.items() if i < j)
    assert counts[6] == 14


def test_links_by_smallest_plank() -> None:
    """Every length of plank is useful: with a stone on each island, each makes the expected number
    of links that no stone or village blocks."""
    made = links(printed_supports(), printed_lengths(), stones=True)
    counts = Counter(number for i, near in made.items() for j, number in near.items() if i < j)
    assert [counts[number] for number in range(1, 7)] == [21, 18, 24, 15, 21, 12]


def test_villages_are_alike() -> None:
    """Each village has the same gaps around it, with bare islands and with stones on all of
    them."""
    supports, lengths = printed_supports(), printed_lengths()
    for stones, expected in ((False, [1, 2, 3, 5, 5, 6, 6]), (True, [1, 2, 3, 5])):
        made = links(supports, lengths, stones=stones)
        around = [sorted(made[i].values()) for i, s in enumerate(supports) if s.is_village]
        assert around == [expected] * 6


def test_every_village_can_be_reached() -> None:
    """One set of planks reaches the opposite village with four or five planks but not with three, a
    neighbour with two, and the next but one with three."""
    supports = exact_supports()
    made = links(matched(printed_supports(), supports), printed_lengths(), stones=False)
    villages = [i for i, support in enumerate(supports) if support.is_village]

    def count(place: int, away: int, planks: int) -> int:
        return routes(made, supports, villages[place], villages[(place + away) % 6], planks)

    for place in range(6):
        assert count(place, 3, 3) == 0
        assert count(place, 3, 4) >= 34
        assert count(place, 3, 5) >= 350
        assert count(place, 1, 2) >= 1
        assert count(place, 2, 3) >= 1


def test_the_measures_agree_with_the_print() -> None:
    """The companion judges by what players measure on the board and its pieces."""
    frame, tables = board(), open_game().tables
    rows = {str(row.values["id"]): row.values["millimetres"] for row in tables["measures"].records}
    assert (rows["width"], rows["height"]) == (frame.width, frame.height)
    assert (rows["island"], rows["stone"], rows["village"]) == (ISLAND, STONE, VILLAGE)
    assert (rows["plank"], rows["overlap"]) == (PLANK_WIDTH, OVERLAP)
    for table, radius in (("islands", ISLAND), ("villages", VILLAGE)):
        printed = [disc.at for disc in discs(frame, radius)]
        centres = [
            tuple(float(str(row.values[axis])) for axis in "xy") for row in tables[table].records
        ]
        assert len(centres) == len(printed)
        for centre in centres:
            assert min(math.dist(centre, at) for at in printed) < EXACT


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_pages_show_the_board_at_true_size(paper: str) -> None:
    """The poster's pages neither shrink nor stretch the board, and together they show every
    circle."""
    component, faces = drawn("board")
    run = make_run(open_game(), component, faces)
    papers = load_papers(builtin_templates())
    plan = arrange(run, papers[paper], Duplex.NONE, Profile())
    tiles = [
        page
        for page, side in zip(compose(plan, label_for(open_game())), plan.sides, strict=True)
        if side.tile is not None
    ]
    shown = 0
    for page in tiles:
        (window,) = page.bleed_boxes
        (face,) = board_matrices(page.frame.items)
        assert {round(abs(v), 9) for v in face[:4]} == {0.0, 1.0}
        x, y, width, height = window
        for support in printed_supports():
            at_x = face[0] * support.at[0] + face[2] * support.at[1] + face[4]
            at_y = face[1] * support.at[0] + face[3] * support.at[1] + face[5]
            shown += x <= at_x <= x + width and y <= at_y <= y + height
    assert shown >= 33
