"""Setups from data alone: printed pieces, layout rules, secrets and conditions."""

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

from companion.games import rules_at
from companion.games.data import DataRules, collect_facts
from companion.games.setup import Part, Setup
from companion.language.messages import Refused
from companion.table.game_rules import full_options, setup_of
from companion.table.model import SetupRequest
from printgen.catalog.play.model import Play, ShufflePart
from tests.catalog.game_folder import GameFolder
from tests.catalog.test_read_play import example
from tests.companion.harbour import chances, facts_with, sample_facts, through_json

FACTS = sample_facts()
PLAY = convert(FACTS, Play)
WORDS = st.integers(0, 10**6).map(str)


@pytest.fixture
def game_folder(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path)


def setup(players: int, words: str = "jade-otter-41", **options: str) -> Setup:
    return DataRules(FACTS).setup(players, options, chances(words))


def sound_facts(game_folder: GameFolder) -> Mapping[str, Any]:
    return through_json(collect_facts(game_folder.sound()))


def sentences(part: Part) -> list[str]:
    return [str(line) for line in part.lines]


def test_only_for_its_players() -> None:
    """A game cannot be set up for a number of players that it does not allow."""
    with pytest.raises(Refused, match="is for"):
        setup(5)
    with pytest.raises(Refused) as refused:
        setup(1)
    assert str(refused.value) == "this game is for 2 to 4 players, not 1"


@settings(max_examples=40)
@given(WORDS, st.integers(2, 4), st.sampled_from(["calm", "high"]))
def test_setups_use_what_is_printed(words: str, players: int, tide: str) -> None:
    """A setup uses only printed pieces, and accounts for all of them."""
    made = setup(players, words, tide=tide)
    mixes = {part.id: part for part in PLAY.parts if isinstance(part, ShufflePart)}
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
    """The sample's rules hold in every layout."""
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
    """Pieces lie on their spaces, side by side where two share one."""
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


def pawns(game_folder: GameFolder, count: str) -> Mapping[str, Any]:
    """The sample with folded pawns, one for each row of its seas."""
    game_folder.edit(
        "game.yaml",
        "  - id: board\n",
        "  - {id: pawns, title: Pawns, craft: pawn, rows: seas}\n  - id: board\n",
    )
    return facts_with(game_folder, "setup", PAWNS.replace("COUNT", count))


def test_folded_pieces_are_tokens(game_folder: GameFolder) -> None:
    """A piece without a single face is a token in its colour with its own letter, and an ordered
    layout is the same every time."""
    facts = pawns(game_folder, "3")
    made = DataRules(facts).setup(2, {}, chances("any"))
    (part,) = made.parts
    assert not part.random
    assert part == DataRules(facts).setup(2, {}, chances("other")).parts[0]
    assert part.placements == ()
    tokens = [(t.x, t.y, str(t.label), t.colour, t.mark, t.width) for t in part.tokens]
    assert tokens == [
        (50, 60, "open", "#56b4e9", "O", 12),
        (100, 60, "open", "#56b4e9", "O", 12),
        (150, 60, "open", "#56b4e9", "O", 12),
    ]
    assert sentences(part)[-1] == "Left over: 8"


def test_spaces_by_players(game_folder: GameFolder) -> None:
    """The number of spaces follows the number of players."""
    facts = pawns(game_folder, "{2 players: 2, 3-4 players: 4}")
    used = {n: DataRules(facts).setup(n, {}, chances("a")).parts[0].tokens for n in (2, 3, 4)}
    assert {n: len(tokens) for n, tokens in used.items()} == {2: 2, 3: 4, 4: 4}


def test_rules_hold_on_the_spaces_that_are_used(game_folder: GameFolder) -> None:
    """Layout rules hold on the spaces that are used."""
    game_folder.edit(
        "game.yaml", "{kind: stall}, width: 30}", "{kind: stall}, width: 30, count: 4}"
    )
    facts = sound_facts(game_folder)
    for words in map(str, range(20)):
        market = DataRules(facts).setup(2, {}, chances(words)).part("market")
        laid = {place.space: place.face for place in market.placements}
        assert set(laid) == {"s1", "s2", "s3", "s4"}
        assert laid["s1"] != laid["s2"] != laid["s3"]
        assert laid["s1"] != laid["s4"]


def test_secrets_stay_secret() -> None:
    """Pieces dealt face down are counted but never named."""
    market = setup(3).part("market")
    assert "For each player, face down: 1" in sentences(market)
    assert market.values["dealt"] == [1, 1, 1]
    assert not any(line.startswith("Player") for line in sentences(market))
    assert setup(2).part("market").values["out"] == 2
    assert "Back in the box, face down: 2" in sentences(setup(2).part("market"))


def test_open_deals_are_listed() -> None:
    """Pieces dealt face up are listed for each player."""
    purses = setup(3).part("purses")
    assert [line.split(":")[0] for line in sentences(purses)] == [
        "Back in the box",
        "Player 1",
        "Player 2",
        "Player 3",
        "Face-down pile",
    ]
    assert [len(hand) for hand in purses.values["dealt"]] == [3, 3, 3]


def test_numbers_follow_the_players() -> None:
    """Amounts follow the number of players."""
    drawn = [len(setup(players).part("sea").values["drawn"]) for players in (2, 3, 4)]
    assert drawn == [5, 6, 7]


def test_conditions() -> None:
    """Parts appear only with the options they depend on."""
    assert "bays" not in [part.id for part in setup(3).parts]
    assert "bays" in [part.id for part in setup(3, tide="high").parts]
    assert "moorings" in [part.id for part in setup(2).parts]
    assert "moorings" not in [part.id for part in setup(3).parts]


def test_random_choices_and_texts() -> None:
    """Chance chooses a player or a word, and texts stay as written."""
    made = setup(4)
    first, wind, told_part = made.part("first"), made.part("wind"), made.part("round")
    assert sentences(first) == [f"Player {first.values['player']}"]
    assert {setup(4, str(n)).part("first").values["player"] for n in range(60)} == {1, 2, 3, 4}
    assert sentences(wind) == [wind.values["chosen"]]
    assert sentences(told_part) == ["Nobody sails in the first round."]
    assert [part.id for part in made.parts if not part.random] == ["round"]


def test_rerolling_one_part_keeps_the_others() -> None:
    """Re-rolling one part changes that part alone."""
    before = setup_of(rules_at("harbour", FACTS), SetupRequest(3, {}, "jade-otter-41"))
    after = setup_of(
        rules_at("harbour", FACTS), SetupRequest(3, {}, "jade-otter-41", {"sea": 1, "market": 2})
    )
    changed = [one.id for one, other in zip(before.parts, after.parts, strict=True) if one != other]
    assert set(changed) <= {"sea", "market"}
    assert "market" in changed


def test_options_of_the_data() -> None:
    """A game's own options are offered with their default and reason."""
    rules = DataRules(FACTS)
    (tide,) = rules.options
    assert (tide.id, str(tide.title), tide.default) == ("tide", "Tide", "calm")
    assert {name: str(title) for name, title in tide.choices.items()} == {
        "calm": "Calm",
        "high": "High water",
    }
    assert str(tide.why).startswith("The sample says nothing")
    assert not tide.rare
    assert full_options(rules, {}) == {"tide": "calm"}
    with pytest.raises(Refused, match="no choice"):
        full_options(rules, {"tide": "low"})


def test_the_documented_setup_can_be_laid_out(game_folder: GameFolder) -> None:
    """The README's example works for every number of players."""
    facts = facts_with(game_folder, "setup", example("Setup"))
    for players in (2, 3, 4):
        made = DataRules(facts).setup(players, {}, chances("coral-carp-12"))
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


def ring(game_folder: GameFolder, spaces: int, goods: str, rules: str) -> Mapping[str, Any]:
    """Spaces in a circle, each next to the following one."""
    rows = [
        f"{n},{n},0,{(n + 1) % spaces},{'even' if n % 2 == 0 else 'odd'}" for n in range(spaces)
    ]
    game_folder.write("ring.csv", "\n".join(["id,x,y,neighbours,half", *rows]))
    columns = "{id: text, x: number, y: number, neighbours: {list of: text}, half: text}"
    line = f"tables:\n  ring: {{file: ring.csv, columns: {columns}}}\n"
    game_folder.edit("game.yaml", "tables:\n", line)
    return facts_with(game_folder, "setup", RING.format(goods=goods, rules=rules))


def with_copies(facts: Mapping[str, Any], **copies: int) -> Mapping[str, Any]:
    """The facts with other numbers of printed pieces for the ring."""
    changed: dict[str, Any] = to_builtins(convert(facts, Play))
    for piece in changed["parts"][0]["pieces"]:
        piece["copies"] = copies[piece["id"]]
    return changed


def test_a_layout_that_shuffles_do_not_find(game_folder: GameFolder) -> None:
    """A layout that only 2 of 12,870 orders satisfy is found."""
    facts = ring(game_folder, 6, "fish, rope", "never beside: {same: id}")
    facts = with_copies(_longer(facts, 16), fish=8, rope=8)
    for words in "abc":
        made = DataRules(facts).setup(2, {}, chances(words)).part("ring")
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


def test_an_impossible_layout_is_refused(game_folder: GameFolder) -> None:
    """Layout rules that cannot be satisfied are refused, not tried forever."""
    facts = ring(game_folder, 5, "fish, rope", "never beside: {same: id}")
    with pytest.raises(Refused) as refused:
        DataRules(facts).setup(2, {}, chances("x"))
    assert str(refused.value) == "Ring: no layout follows the setup rules"


def test_at_most_is_kept_when_it_is_tight(game_folder: GameFolder) -> None:
    """A limit for each zone holds even if only few layouts satisfy it."""
    rules = "at most: {per: half, where: {kind: dry}, count: 1}"
    facts = ring(game_folder, 6, "fish, rope", rules)
    facts = with_copies(facts, fish=4, rope=2)
    made = DataRules(facts).setup(2, {}, chances("y")).part("ring")
    ropes = [int(place.space) % 2 for place in made.placements if place.face.endswith("rope")]
    assert sorted(ropes) == [0, 1]


def test_too_few_pieces_are_refused(game_folder: GameFolder) -> None:
    """Facts that need more pieces than are printed are refused with a reason."""
    facts = with_copies(
        ring(game_folder, 6, "fish, rope", "never beside: {same: id}"), fish=1, rope=1
    )
    with pytest.raises(Refused) as refused:
        DataRules(facts).setup(2, {}, chances("z"))
    assert str(refused.value) == "Ring needs 6 pieces for 2 players, but there are only 2"
