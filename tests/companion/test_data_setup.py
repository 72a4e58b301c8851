"""Setups from data alone: printed pieces, rules of layouts, secrets and conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert, to_builtins

from companion.games.base import Part, Setup
from companion.games.data import DATA_RULES
from companion.table.model import Refused, SetupRequest
from companion.table.plays import full_options, setup_of
from printgen.catalog.play.model import Mix, Play
from tests.catalog.test_read_play import example
from tests.catalog.workshop import Workshop
from tests.companion.harbour import chances, facts_with, sample_facts, through_json

FACTS = sample_facts()
PLAY = convert(FACTS, Play)
WORDS = st.integers(0, 10**6).map(str)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def setup(players: int, words: str = "jade-otter-41", **options: str) -> Setup:
    return DATA_RULES.setup(FACTS, players, options, chances(words))


def sound_facts(workshop: Workshop) -> Mapping[str, Any]:
    return through_json(DATA_RULES.facts(workshop.sound()))


def told(part: Part) -> list[str]:
    return [str(line) for line in part.lines]


def test_only_for_its_players() -> None:
    """This test ensures that a game is not set up for more or fewer than can play."""
    with pytest.raises(Refused, match="is for"):
        setup(5)
    with pytest.raises(Refused) as refused:
        setup(1)
    assert str(refused.value) == "this game is for 2 to 4 players, not 1"


@settings(max_examples=40)
@given(WORDS, st.integers(2, 4), st.sampled_from(["calm", "high"]))
def test_setups_use_what_is_printed(words: str, players: int, tide: str) -> None:
    """This test ensures that no setup needs a piece more than there is, and none is lost."""
    made = setup(players, words, tide=tide)
    mixes = {part.id: part for part in PLAY.parts if isinstance(part, Mix)}
    for part in made.parts:
        if part.id not in mixes:
            continue
        printed = Counter({piece.id: piece.copies for piece in mixes[part.id].pieces})
        values = part.values
        seen = Counter(
            [*values["drawn"], *(name for names in values["placed"].values() for name in names)]
        )
        unseen = values["left"]
        for hidden in (values["out"], *values["dealt"]):
            if isinstance(hidden, int):
                unseen += hidden
            else:
                seen.update(hidden)
        assert not seen - printed
        assert seen.total() + unseen == printed.total()


@settings(max_examples=60)
@given(WORDS, st.integers(2, 4))
def test_layouts_keep_to_their_rules(words: str, players: int) -> None:
    """This test ensures that the sample's rules hold in any layout."""
    market = setup(players, words).part("market")
    laid = {place.space: place.face.split("/")[1] for place in market.placements}
    kinds = {"fish": "fresh", "rope": "dry", "salt": "dry", "tea": "fine", "glass": "fine"}
    beside = ["s1 s2", "s2 s3", "s4 s5", "s5 s6", "s1 s4", "s2 s5", "s3 s6"]
    for one, other in map(str.split, beside):
        assert laid[one] != laid[other]
        assert not {laid[one], laid[other]} <= {"tea", "glass"}
    for quay in ("s1 s2 s4", "s3 s5 s6"):
        counted = Counter(kinds[laid[space]] for space in quay.split())
        assert max(counted.values()) <= 2


def test_places_are_those_of_the_table() -> None:
    """This test ensures that pieces lie where the spaces are, side by side where two share one."""
    made = setup(2)
    assert made.board == "board/harbour"
    market = {place.space: place for place in made.part("market").placements}
    assert (market["s5"].x, market["s5"].y, market["s5"].width) == (100, 120, 30)
    first, second = made.part("moorings").placements
    assert first.space == second.space == "p1"
    assert (first.x + second.x) / 2 == 300
    assert first.x < second.x


PAWNS = """setup:
  board: board/harbour
  parts:
    - {id: pawns, title: Pawns, lay: pawns, place: {spaces: berths, width: 12, count: COUNT}}
"""


def pawns(workshop: Workshop, count: str) -> Mapping[str, Any]:
    """The sample with pawns to fold, one for each row of its seas."""
    workshop.edit(
        "game.yaml",
        "  - id: board\n",
        "  - {id: pawns, title: Pawns, craft: pawn, rows: seas}\n  - id: board\n",
    )
    return facts_with(workshop, "setup", PAWNS.replace("COUNT", count))


def test_folded_pieces_are_tokens(workshop: Workshop) -> None:
    """This test ensures that what has no single face stands on the board in its colour, with a
    letter of its own, and that what is laid in order is the same every time."""
    facts = pawns(workshop, "3")
    made = DATA_RULES.setup(facts, 2, {}, chances("any"))
    (part,) = made.parts
    assert not part.random
    assert part == DATA_RULES.setup(facts, 2, {}, chances("other")).parts[0]
    assert part.placements == ()
    tokens = [(t.x, t.y, str(t.label), t.colour, t.mark, t.width) for t in part.tokens]
    assert tokens == [
        (50, 60, "open", "#56b4e9", "O", 12),
        (100, 60, "open", "#56b4e9", "O", 12),
        (150, 60, "open", "#56b4e9", "O", 12),
    ]
    assert told(part)[-1] == "Left over: 8"


def test_spaces_by_players(workshop: Workshop) -> None:
    """This test ensures that as many spaces are used as the number of players says."""
    facts = pawns(workshop, "{2 players: 2, 3-4 players: 4}")
    used = {n: DATA_RULES.setup(facts, n, {}, chances("a")).parts[0].tokens for n in (2, 3, 4)}
    assert {n: len(tokens) for n, tokens in used.items()} == {2: 2, 3: 4, 4: 4}


def test_rules_hold_on_the_spaces_that_are_used(workshop: Workshop) -> None:
    """This test ensures that a layout on some of its spaces keeps to its rules there."""
    workshop.edit("game.yaml", "{kind: stall}, width: 30}", "{kind: stall}, width: 30, count: 4}")
    facts = sound_facts(workshop)
    for words in map(str, range(20)):
        market = DATA_RULES.setup(facts, 2, {}, chances(words)).part("market")
        laid = {place.space: place.face for place in market.placements}
        assert set(laid) == {"s1", "s2", "s3", "s4"}
        assert laid["s1"] != laid["s2"] != laid["s3"]
        assert laid["s1"] != laid["s4"]


def test_secrets_stay_secret() -> None:
    """This test ensures that what is dealt face down is counted and never named."""
    market = setup(3).part("market")
    assert "For each player, face down: 1" in told(market)
    assert market.values["dealt"] == [1, 1, 1]
    assert not any(line.startswith("Player") for line in told(market))
    assert setup(2).part("market").values["out"] == 2
    assert "Back in the box, unseen: 2" in told(setup(2).part("market"))


def test_open_deals_are_told() -> None:
    """This test ensures that what is dealt face up is listed for each player."""
    purses = setup(3).part("purses")
    assert [line.split(":")[0] for line in told(purses)] == [
        "Back in the box",
        "Player 1",
        "Player 2",
        "Player 3",
        "A pile, face down",
    ]
    assert [len(hand) for hand in purses.values["dealt"]] == [3, 3, 3]


def test_numbers_follow_the_players() -> None:
    """This test ensures that amounts are those for as many as play."""
    drawn = [len(setup(players).part("sea").values["drawn"]) for players in (2, 3, 4)]
    assert drawn == [5, 6, 7]


def test_conditions() -> None:
    """This test ensures that parts appear only for what the table has chosen."""
    assert "bays" not in [part.id for part in setup(3).parts]
    assert "bays" in [part.id for part in setup(3, tide="high").parts]
    assert "moorings" in [part.id for part in setup(2).parts]
    assert "moorings" not in [part.id for part in setup(3).parts]


def test_choosing_and_telling() -> None:
    """This test ensures that chance names a player or a word, and texts stay as they are."""
    made = setup(4)
    first, wind, told_part = made.part("first"), made.part("wind"), made.part("round")
    assert told(first) == [f"Player {first.values['player']}"]
    assert {setup(4, str(n)).part("first").values["player"] for n in range(60)} == {1, 2, 3, 4}
    assert told(wind) == [wind.values["chosen"]]
    assert told(told_part) == ["Nobody sails in the first round."]
    assert [part.id for part in made.parts if not part.random] == ["round"]


def test_one_part_again_leaves_the_others() -> None:
    """This test ensures that rolling one part again changes that part alone."""
    before = setup_of("harbour", FACTS, SetupRequest(3, {}, "jade-otter-41"))
    after = setup_of(
        "harbour", FACTS, SetupRequest(3, {}, "jade-otter-41", {"sea": 1, "market": 2})
    )
    changed = [one.id for one, other in zip(before.parts, after.parts, strict=True) if one != other]
    assert set(changed) <= {"sea", "market"}
    assert "market" in changed


def test_options_of_the_data() -> None:
    """This test ensures that a game's own options are offered with default and reason."""
    rules = DATA_RULES.at(FACTS)
    (tide,) = rules.options
    assert (tide.id, str(tide.title), tide.default) == ("tide", "Tide", "calm")
    assert {name: str(title) for name, title in tide.choices.items()} == {
        "calm": "Calm",
        "high": "High water",
    }
    assert str(tide.why).startswith("The sample says nothing")
    assert not tide.rare
    assert full_options(rules, {}) == {"tide": "calm"}
    with pytest.raises(Refused, match="cannot be"):
        full_options(rules, {"tide": "low"})


def test_the_documented_setup_can_be_laid_out(workshop: Workshop) -> None:
    """This test ensures that the README's example works for every number of players."""
    facts = facts_with(workshop, "setup", example("Setup"))
    for players in (2, 3, 4):
        made = DATA_RULES.setup(facts, players, {}, chances("coral-carp-12"))
        assert len(made.part("market").placements) == 6


# --- hard layouts --------------------------------------------------------------------------------

RING = """
setup:
  board: board/harbour
  parts:
    - id: ring
      title: Ring
      shuffle: goods
      where: {{id: [{goods}]}}
      place: {{spaces: ring}}
      rules: [{rules}]
"""


def ring(workshop: Workshop, spaces: int, goods: str, rules: str) -> Mapping[str, Any]:
    """Spaces in a circle, each beside the next one."""
    rows = [
        f"{n},{n},0,{(n + 1) % spaces},{'even' if n % 2 == 0 else 'odd'}" for n in range(spaces)
    ]
    workshop.write("ring.csv", "\n".join(["id,x,y,neighbours,half", *rows]))
    columns = "{id: text, x: number, y: number, neighbours: {list of: text}, half: text}"
    line = f"tables:\n  ring: {{file: ring.csv, columns: {columns}}}\n"
    workshop.edit("game.yaml", "tables:\n", line)
    return facts_with(workshop, "setup", RING.format(goods=goods, rules=rules))


def with_copies(facts: Mapping[str, Any], **copies: int) -> Mapping[str, Any]:
    """The facts as if other numbers of the ring's pieces were printed."""
    changed: dict[str, Any] = to_builtins(convert(facts, Play))
    for piece in changed["parts"][0]["pieces"]:
        piece["copies"] = copies[piece["id"]]
    return changed


def test_a_layout_that_shuffles_do_not_find(workshop: Workshop) -> None:
    """This test ensures that a layout which is two of 12,870 orders is found."""
    facts = ring(workshop, 6, "fish, rope", "never beside: {same: id}")
    facts = with_copies(_longer(facts, 16), fish=8, rope=8)
    for words in "abc":
        made = DATA_RULES.setup(facts, 2, {}, chances(words)).part("ring")
        faces = [place.face for place in made.placements]
        assert len(faces) == 16
        assert all(one != other for one, other in pairwise(faces))


def _longer(facts: Mapping[str, Any], spaces: int) -> Mapping[str, Any]:
    """The ring with more spaces than the sample has pieces for."""
    changed: dict[str, Any] = to_builtins(convert(facts, Play))
    changed["parts"][0]["layout"]["spots"] = [
        {"id": str(n), "title": str(n), "x": n, "y": 0, "neighbours": [str((n + 1) % spaces)]}
        for n in range(spaces)
    ]
    return changed


def test_an_impossible_layout_is_refused(workshop: Workshop) -> None:
    """This test ensures that rules which nothing can keep are told, not tried for ever."""
    facts = ring(workshop, 5, "fish, rope", "never beside: {same: id}")
    with pytest.raises(Refused) as refused:
        DATA_RULES.setup(facts, 2, {}, chances("x"))
    assert str(refused.value) == "no layout of Ring keeps to its rules"


def test_at_most_is_kept_when_it_is_tight(workshop: Workshop) -> None:
    """This test ensures that a limit for each zone holds where only few layouts keep it."""
    rules = "at most: {per: half, where: {kind: dry}, count: 1}"
    facts = ring(workshop, 6, "fish, rope", rules)
    facts = with_copies(facts, fish=4, rope=2)
    made = DATA_RULES.setup(facts, 2, {}, chances("y")).part("ring")
    ropes = [int(place.space) % 2 for place in made.placements if place.face.endswith("rope")]
    assert sorted(ropes) == [0, 1]


def test_too_few_pieces_are_refused(workshop: Workshop) -> None:
    """This test ensures that facts which ask for more than is printed are refused in words."""
    facts = with_copies(ring(workshop, 6, "fish, rope", "never beside: {same: id}"), fish=1, rope=1)
    with pytest.raises(Refused) as refused:
        DATA_RULES.setup(facts, 2, {}, chances("z"))
    assert str(refused.value) == "Ring needs 6 pieces for 2 players, and there are 2"
