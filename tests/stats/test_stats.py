"""The numbers of decks, and what game.yaml expects of them."""

from __future__ import annotations

import csv
import io
import json
import random
import statistics
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.build.preflight import preflight
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.model import Game
from printgen.cli.stats import stats_text
from printgen.errors import CallError, Findings
from printgen.stats.alike import find_alike
from printgen.stats.chances import chance_of_at_least
from printgen.stats.deck import decks, describe_numbers
from tests.support import open_sampler, write_game

TEMPLATE = 'size: [30, 30]\nelements:\n  - text: "{name}"\n    box: [4, 4, 22, 22]\n'
COLUMNS = "{id: text, name: text, cost: integer?, kind: text?, rules: text?, copies: integer}"
ROWS = (
    "id,name,cost,kind,rules,copies\n"
    "axe,Axe,2,tool,Pay [box] and take one relic of your choice.,3\n"
    "saw,Saw,2,tool,Pay [box] and take two relics of your choice.,1\n"
    "idol,Idol,5,relic,Worth four points for each [box] and each [box] that you have.,2\n"
    "mask,Mask,4,relic,Nobody may look at this before the end.,2\n"
    "none,Nothing,,,,0\n"
)


def sampler(folder: Path, more: str = "") -> Game:
    cards = write_game(folder, TEMPLATE, ROWS, COLUMNS, more)
    findings = Findings()
    game = open_sampler(cards, findings)
    findings.raise_errors()
    return game


@given(st.integers(1, 9), st.data())
@settings(max_examples=60)
def test_chances_are_those_of_all_draws(deck: int, data: st.DataObject) -> None:
    """The formula gives what counting every possible draw gives."""
    good = data.draw(st.integers(0, deck))
    drawn = data.draw(st.integers(0, deck))
    wanted = data.draw(st.integers(-1, deck + 1))
    draws = [sum(card < good for card in draw) for draw in combinations(range(deck), drawn)]
    expected = Fraction(sum(hits >= wanted for hits in draws), len(draws))
    assert chance_of_at_least(wanted, good=good, deck=deck, drawn=drawn) == expected


def test_a_chance_that_is_no_chance() -> None:
    with pytest.raises(ValueError, match="no more good or drawn cards than cards"):
        chance_of_at_least(1, good=5, deck=4, drawn=1)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 4)), min_size=1))
def test_numbers_are_those_of_every_copy(cells: list[tuple[int, int]]) -> None:
    """Mean and deviation are what the standard library gives for a list of all pieces."""
    pieces = [value for value, copies in cells for _ in range(copies)]
    column = describe_numbers("cost", cells)
    assert column is not None
    assert column.mean == pytest.approx(statistics.fmean(pieces))
    assert column.deviation == pytest.approx(statistics.pstdev(pieces), abs=1e-9)
    assert (column.smallest, column.largest) == (min(pieces), max(pieces))
    assert dict(column.counts) == {value: pieces.count(value) for value in set(pieces)}


def test_columns_are_told_apart(tmp_path: Path) -> None:
    """Numbers, kinds, names and sentences each have numbers of their own; empty cells and rows
    that are not printed do not count."""
    (deck,) = decks(sampler(tmp_path))
    assert (deck.pieces, deck.different) == (8, 4)
    (cost,) = deck.numbers
    assert (cost.name, cost.counts, cost.mean) == ("cost", ((2, 4), (4, 2), (5, 2)), 3.25)
    (kind,) = deck.values
    assert kind.counts == (("relic", 4), ("tool", 4))
    (rules,) = deck.texts
    assert (rules.longest, rules.most_words) == ("idol", 10)
    (icons,) = deck.icons
    assert icons.icons == ("box",)
    assert icons.rows == ((2, (1.0,)), (4, (0.0,)), (5, (2.0,)))
    assert [(one.first, one.second) for one in deck.alike] == [("axe", "saw")]


def test_texts_that_are_alike() -> None:
    texts = [("a", "Take a  Card"), ("b", "take a card"), ("c", "take a cart"), ("d", "Sell it")]
    found = [(one.first, one.second, one.likeness == 1) for one in find_alike("text", texts)]
    assert found == [("a", "b", True), ("a", "c", False), ("b", "c", False)]
    rng = random.Random(4)
    letters = [("x" + str(n), "".join(rng.choices("abcdefgh", k=30))) for n in range(60)]
    assert list(find_alike("text", letters)) == []


def test_the_same_numbers_in_every_format(tmp_path: Path) -> None:
    game = sampler(tmp_path)
    text = stats_text([game], (), 3, "text")
    assert "Things [things]: 8 pieces, 4 different" in text
    assert "cost: mean 3.25, deviation 1.3, 2 to 5, sum 26" in text
    assert "relic  4       92.9%" in text  # 1 - C(4,3) / C(8,3)
    rows = list(csv.DictReader(io.StringIO(stats_text([game], (), 3, "csv"))))
    relics = {"component": "things", "column": "kind", "value": "relic", "pieces": "4"}
    assert relics in rows
    page = stats_text([game], (), 3, "html")
    assert "<th>relic<td>4" in page
    (deck,) = json.loads(stats_text([game], (), 3, "json"))
    assert deck["numbers"][0]["mean"] == 3.25
    with pytest.raises(CallError, match=r"no component .thing. .did you mean .things."):
        stats_text([game], ("thing",), 3, "text")


@pytest.mark.parametrize(
    ("expect", "found"),
    [
        ("{cost: {mean: 3-3.5, min: 2, max: 5, sum: 26}, kind: {relic: 4, tool: 3-5}}", []),
        ("{cost: {mean: 2-3}}", ["the mean of 'cost' is 3.25, not 2 to 3"]),
        (
            "{kind: {relics: 8}}",
            [
                "the number of pieces with kind 'relics' is 0, not 8 (did you mean 'relic'?)",
            ],
        ),
        ("{cost: {'2': 5}}", ["the number of pieces with cost '2' is 4, not 5"]),
        ("{cots: {mean: 2}}", ["unknown column 'cots' (did you mean 'cost'?)"]),
        ("{cost: {maen: 2}}", ["'maen' is not a measure of numbers (did you mean 'mean'?)"]),
        ("{cost: {mean: low}}", ["'low' must be a number or a range, like 2-3"]),
    ],
)
def test_expectations(tmp_path: Path, expect: str, found: list[str]) -> None:
    """`printgen check` reports what does not hold, with its place in game.yaml."""
    cards = write_game(tmp_path, TEMPLATE, ROWS, COLUMNS, f"expect: {expect}")
    findings = preflight(cards, builtin_templates(), ["sampler"], ["a4"], ["full"])
    told = [f for f in findings if f.place.file.endswith("game.yaml")]
    assert [one.message for one in told] == found
    assert all(one.is_error and one.place.row for one in told)
