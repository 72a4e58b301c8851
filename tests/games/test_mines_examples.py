"""The worked examples in the Mines booklet agree with the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import yaml

from companion.games.mines.dig import Dig, find_dig
from companion.games.mines.facts import read_facts
from companion.games.mines.hexes import joined
from companion.games.mines.mountain import gap, side_bits, tiles_by_cell, zones
from companion.games.mines.state import LaidTile
from companion.games.seats import Seat
from printgen.catalog.builtin import builtin_cards
from tests.games.booklet_figures import figure, figures
from tests.games.rules.mines_positions import FACTS, RULES, options, position

MINES = read_facts(FACTS)
SEATS = [Seat(colour, colour, colour) for colour in ("red", "blue", "green", "yellow")]


def laid(example: Mapping[str, Any]) -> list[LaidTile]:
    """The tiles of a figure, with the tokens that lie on them."""
    tokens = {(q, r): (owner, count) for owner, q, r, count in example["tokens"]}
    return [
        LaidTile(tile, (q, r), turn, *tokens.get((q, r), ("", 0)))
        for tile, q, r, turn in example["laid"]
    ]


def clashes(tiles: Sequence[LaidTile], new: LaidTile) -> int:
    """The sides of a new tile that do not match the mountain, one bit group a side."""
    return side_bits(MINES, new.tile, new.turn) & gap(MINES, tiles_by_cell(tiles), new.cell).barred


def fits(tiles: Sequence[LaidTile], new: LaidTile) -> bool:
    return not clashes(tiles, new)


def examples() -> list[Mapping[str, Any]]:
    found = figures("mines")
    names = ("figure-galleries", "figure-galleries-tall", "figure-turn", "figure-zones")
    return [example for name in names for example in found[name]]


def is_wrong(example: Mapping[str, Any]) -> bool:
    return any(not edge[3] for edge in example["edges"])


def test_all_tiles_in_the_figures_fit() -> None:
    """Every tile matches its neighbours, except the one that is shown as a mistake."""
    for example in examples():
        tiles = laid(example)
        for number, new in enumerate(tiles):
            around = tiles[:number] + tiles[number + 1 :]
            if not is_wrong(example):
                assert fits(around, new), example
    assert sum(map(is_wrong, examples())) == 1


def test_ticks_and_crosses_stand_at_the_right_sides() -> None:
    """A side is marked as matching exactly where the referee says so."""
    for example in (example for example in examples() if example["edges"]):
        *tiles, new = laid(example)
        bad = clashes(tiles, new)
        for q, r, side, good in example["edges"]:
            assert (q, r) == new.cell
            assert bool(bad >> (8 * side) & 255) is not bool(good)


@pytest.mark.parametrize(
    ("sides", "owner", "expected"),
    [
        (2, "red", Dig("build", 1, 2)),
        (4, "blue", Dig("build", 1, 4)),
        (3, "red", Dig("extend", 0, 3)),
        (4, "red", Dig("extend", 0, 4)),
        (5, "green", Dig("extend", 1, 5)),
        (6, "yellow", Dig("extend", 2, 7)),
        (2, "red", None),
    ],
)
def test_digging_brings_what_the_captions_say(sides: int, owner: str, expected: Dig | None) -> None:
    """Tokens and points of each example are those of the table."""
    (example,) = (
        example
        for example in examples()
        if example["new"][0] != "none"
        and len(example["laid"]) == sides + 1
        and not example["edges"]
        and bool(expected) == (owner in {token[0] for token in example["tokens"]})
        and "steps" not in example
    )
    *tiles, new = laid(example)
    assert list(example["new"]) == [new.tile, *new.cell, new.turn]
    state = position(tiles, seats=SEATS)
    player = next(player for player in state.players if player.id == owner)
    dug = find_dig(MINES, state, player, tiles_by_cell(tiles), new.cell)
    if expected is None:
        assert not isinstance(dug, Dig)
        return
    assert dug == expected
    assert new.tokens == expected.tokens
    assert not new.tokens or new.owner == owner


def test_the_whole_turn_is_legal() -> None:
    """Each tile fits when it is laid, all are connected in the end, and the last one builds."""
    _, example = figures("mines")["figure-turn"]
    tiles = laid(example)
    steps = [tuple(step) for step in example["steps"]]
    assert [tile.cell for tile in tiles[-3:]] == steps
    for number in range(len(tiles) - 3, len(tiles)):
        assert fits(tiles[:number], tiles[number])
        assert gap(MINES, tiles_by_cell(tiles[:number]), tiles[number].cell).sides
    assert not joined(steps[:2])
    assert joined(steps)
    state = position(tiles[:-1], seats=SEATS)
    dug = find_dig(MINES, state, state.players[0], tiles_by_cell(tiles[:-1]), tiles[-1].cell)
    assert dug == Dig("build", tiles[-1].tokens, example["points"])


def test_tiles_that_lie_apart_fit_but_are_not_joined() -> None:
    """Both tiles may lie where they are, but not as the only tiles of a turn."""
    example, _ = figures("mines")["figure-turn"]
    tiles = laid(example)
    steps = [tuple(step) for step in example["steps"]]
    assert [tile.cell for tile in tiles[-2:]] == steps
    for number in range(len(tiles) - 2, len(tiles)):
        assert fits(tiles[:number], tiles[number])
        assert gap(MINES, tiles_by_cell(tiles[:number]), tiles[number].cell).sides
    assert not joined(steps)


def test_zones_count_what_the_figure_says() -> None:
    """Foundations times tokens, zone by zone."""
    example = figure("mines", "figure-zones")
    land = tiles_by_cell(laid(example))
    for colour in ("red", "blue", "green"):
        shown = sorted((zone[3] for zone in example["zones"] if zone[0] == colour), reverse=True)
        assert [zone.points for zone in zones(land, colour)] == shown
    count = figure("mines", "figure-count")
    totals = {player[0]: player[2] for player in count["players"]}
    for colour, points in totals.items():
        assert sum(zone.points for zone in zones(land, colour)) == points


def test_the_last_count_names_the_winner() -> None:
    """Points on the board and zones add up, and the best zone breaks the tie."""
    example = figure("mines", "figure-count")
    land = tiles_by_cell(laid(figure("mines", "figure-zones")))
    sheets: dict[str, dict[str, Any]] = {}
    for colour, track, _, _ in example["players"]:
        own = [[zone.foundations, zone.tokens] for zone in zones(land, colour)]
        sheets[colour] = {"track": track, "zones": own}
    result = RULES.score(options(), sheets, SEATS[:3])
    totals = {total.seat: total.points for total in result.totals}
    assert totals == {player[0]: player[3] for player in example["players"]}
    assert result.ranking[0].seat == "green"
    best = [zones(land, player[0])[0].points for player in example["players"]]
    assert best == example["best"]


def test_figures_stand_in_the_middle() -> None:
    """The tiles of a figure have as much room to their left as to their right."""
    step, first = 16.72, 16.8
    for name in ("figure-galleries", "figure-galleries-tall", "figure-turn"):
        template = builtin_cards() / "mines" / "templates" / f"{name}.yaml"
        width = yaml.safe_load(template.read_text(encoding="utf-8"))["size"][0]
        for example in figures("mines")[name]:
            across = [q + r / 2 for _, q, r, _ in example["laid"]]
            middle = first + step * (example["start"][0] + (min(across) + max(across)) / 2)
            assert middle == pytest.approx(width / 2, abs=0.5), example
