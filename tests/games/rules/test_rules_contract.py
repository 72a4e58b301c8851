"""What the rules of every game promise to the table, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import chain
from typing import Any

import msgspec
import pytest
import yaml

from companion.games import facts_of as collect_facts
from companion.games import is_playable, rules_at, rules_for
from companion.games.offers import Offers, Step
from companion.games.scene import Scene
from companion.games.score import Sheet
from companion.games.seats import COLOURS, Seat
from companion.games.setup import Part, Setup
from companion.language.messages import Message, Refused
from companion.language.reference import entries_about
from companion.pictures.library import open_printed_game
from companion.table.game_rules import full_options, setup_of
from companion.table.model import SetupRequest
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Game
from printgen.errors import Findings
from printgen.frame import Frame
from tests.games.rules.bots import CARDS, NAMES, Play, facts_of, random_move

SLUGS = [
    file.parent.name
    for file in sorted(CARDS.glob("*/game.yaml"))
    if find_spec(f"companion.games.{file.parent.name.replace('-', '_')}")
]
MIN_QUESTIONS = 15
ACTS = 80
"""How far into a game offers and scenes are looked at."""

pytestmark = pytest.mark.parametrize("slug", SLUGS)


@cache
def game_of(slug: str) -> Game:
    findings = Findings()
    game = load_game(slug, CARDS, builtin_templates(), findings)
    findings.raise_errors()
    assert game is not None
    return game


@cache
def faces_of(slug: str) -> dict[str, Frame]:
    """Every printed face by the name rules call it."""
    parts = open_printed_game(slug, CARDS, builtin_templates()).parts
    return {f"{part.id}/{name}": face for part in parts for name, face in part.faces.items()}


def player_counts(slug: str) -> range:
    fewest, most = game_of(slug).players or (1, 1)
    return range(fewest, most + 1)


def option_sets(slug: str) -> list[dict[str, str]]:
    """The defaults, and every other value of each option once."""
    options = rules_at(slug, facts_of(slug)).options
    return [{}] + [
        {option.id: value}
        for option in options
        for value in option.choices
        if value != option.default
    ]


@cache
def requests(slug: str) -> tuple[SetupRequest, ...]:
    """A setup for each number of players with each set of options. An option may be for some
    numbers of players only: those that the rules refuse are left out."""
    found = []
    for players in player_counts(slug):
        for options in option_sets(slug):
            request = SetupRequest(players, options, "jade-otter-41")
            try:
                made(slug, request)
            except Refused:
                continue
            found.append(request)
    return tuple(found)


def made(slug: str, request: SetupRequest) -> Setup:
    return setup_of(rules_at(slug, facts_of(slug)), request)


def setups(slug: str) -> Iterator[Setup]:
    return (made(slug, request) for request in requests(slug))


def seats_of(players: int) -> list[Seat]:
    named = zip(NAMES[:players], COLOURS, strict=False)
    return [Seat(name.lower(), name, colour) for name, colour in named]


def messages_in(value: Any) -> Iterator[Message]:
    """Every message anywhere in a frozen value."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from messages_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from messages_in(each)


def as_lists(value: Any) -> Any:
    """The value with its tuples as lists, as JSON has them; anything else stays what it is."""
    if isinstance(value, Mapping):
        return {key: as_lists(each) for key, each in value.items()}
    return [as_lists(each) for each in value] if isinstance(value, tuple | list) else value


def test_facts_are_json(slug: str) -> None:
    """A table can keep a game's facts as JSON and loses nothing."""
    facts = collect_facts(game_of(slug))
    assert msgspec.json.decode(msgspec.json.encode(facts)) == as_lists(facts)


def test_options_offer_their_default(slug: str) -> None:
    """Every option has a name of its own and choices, one of which is its default."""
    options = rules_at(slug, facts_of(slug)).options
    assert len({option.id for option in options}) == len(options)
    for option in options:
        assert option.default in option.choices, option.id
        assert len(option.choices) > 1, option.id
        assert all(str(message) for message in messages_in(option))
        assert all(str(title) for title in option.choices.values())


def test_every_number_of_players_and_every_option_has_a_setup(slug: str) -> None:
    """Whatever is offered can be set up, for one number of players or one choice of options at
    least."""
    found = requests(slug)
    assert {request.players for request in found} == set(player_counts(slug))
    assert all(any(request.options == chosen for request in found) for chosen in option_sets(slug))


def test_every_setup_can_be_laid_out(slug: str) -> None:
    """Setups of any size and option name printed faces, lie on the board and say in words what
    to do."""
    faces = faces_of(slug)
    for setup in setups(slug):
        assert setup.parts
        assert not setup.board or setup.board in faces
        assert len({part.id for part in setup.parts}) == len(setup.parts)
        for part in setup.parts:
            assert part.lines or part.placements, part.id
            for placement in part.placements:
                assert placement.face in faces, placement
                if setup.board:
                    board = faces[setup.board]
                    assert 0 <= placement.x <= board.width, placement
                    assert 0 <= placement.y <= board.height, placement
            for token in part.tokens:
                assert token.colour or token.face in faces, token
                if setup.board:
                    board = faces[setup.board]
                    assert 0 <= token.x <= board.width, token
                    assert 0 <= token.y <= board.height, token
        assert all(str(message) for message in messages_in(setup))


def test_setups_survive_json(slug: str) -> None:
    """The values of a part can be kept as JSON."""
    for setup in setups(slug):
        for part in setup.parts:
            values = dict(part.values)
            assert msgspec.json.decode(msgspec.json.encode(values)) == msgspec.to_builtins(values)


def test_the_same_words_give_the_same_setup(slug: str) -> None:
    """A setup code stands for one setup."""
    assert list(setups(slug)) == list(setups(slug))


def test_rolling_a_part_again_leaves_the_others(slug: str) -> None:
    """A part can be rolled again while all others stay as they are."""
    for request in requests(slug):
        before = made(slug, request)
        for part in before.parts:
            after = made(slug, msgspec.structs.replace(request, rerolls={part.id: 1}))
            assert [each.id for each in after.parts] == [each.id for each in before.parts]
            for one, other in zip(before.parts, after.parts, strict=True):
                assert one.id == part.id or one == other, f"{part.id} changed {one.id}"


def test_random_parts_vary_and_others_do_not(slug: str) -> None:
    """A part is called random if chance can change it, and only then."""
    for request in {request.players: request for request in reversed(requests(slug))}.values():
        found: dict[str, list[Part]] = {}
        for number in range(24):
            other = msgspec.structs.replace(request, words=f"words-{number}")
            for part in made(slug, other).parts:
                found.setdefault(part.id, []).append(part)
        for name, parts in found.items():
            varies = any(part != parts[0] for part in parts)
            assert varies == parts[0].random, f"{name} with {request.players} players"


def test_other_numbers_of_players_are_refused(slug: str) -> None:
    """Setups for too few or too many players are refused."""
    counts = player_counts(slug)
    for players in (counts[0] - 1, counts[-1] + 1):
        with pytest.raises(Refused):
            made(slug, SetupRequest(players, {}, "jade-otter-41"))


def test_rules_are_bound_once_to_their_facts(slug: str) -> None:
    """Facts are converted once; a table with other facts, even equal ones, has its own rules."""
    rules = rules_at(slug, facts_of(slug))
    assert rules_at(slug, facts_of(slug)) is rules
    assert rules_at(slug, dict(facts_of(slug))) is not rules
    assert rules_for(game_of(slug)) is rules_for(game_of(slug))


def test_an_empty_sheet_scores_without_faults(slug: str) -> None:
    """A score sheet can be looked at before anything is entered."""
    rules = rules_at(slug, facts_of(slug))
    options = full_options(rules, {})
    for players in player_counts(slug):
        seats = seats_of(players)
        fields = rules.fields(options, seats)
        assert len({field.id for field in fields}) == len(fields)
        for field in fields:
            assert field.least <= field.most
            assert (field.kind == "choice") == bool(field.choices), field.id
            assert field.kind != "rows" or field.columns, field.id
            assert not field.face or field.face in faces_of(slug), field.face
            assert not field.board or field.board in faces_of(slug), field.board
        empty: dict[str, Sheet] = {seat.id: {} for seat in seats}
        for sheets in ({}, empty):
            result = rules.score(options, sheets, seats)
            assert result.faults == ()
            ranked = [rank.seat for rank in result.ranking]
            assert len(set(ranked)) == len(ranked)
            assert set(ranked) <= {seat.id for seat in seats}


def test_the_reference_is_well_formed(slug: str) -> None:
    """Every question of the reference is unique and has an answer."""
    entries = yaml.safe_load((CARDS / slug / "reference.yaml").read_text(encoding="utf-8"))
    assert len(entries) >= MIN_QUESTIONS
    assert len({entry["question"] for entry in entries}) == len(entries)
    for entry in entries:
        assert set(entry) <= {"question", "answer", "tags", "face"}, entry
        assert entry["question"].strip(), entry
        assert entry["answer"].strip(), entry
        assert entry["answer"].count("**") % 2 == 0, entry["question"]
        assert all(isinstance(tag, str) for tag in entry.get("tags", []))
        assert "face" not in entry or entry["face"] in faces_of(slug), entry["face"]


def test_faces_shown_in_play_are_printed(slug: str) -> None:
    """Offers and scenes show only printed faces, and every message in them has its values. The
    reference answers questions about every phase, and the standing is that of the scene."""
    assert is_playable(slug), "a game whose play is data needs no module of its own"
    faces = faces_of(slug)
    pick = random.Random(slug)
    last = requests(slug)[-1]
    play = Play(slug, last.players, last.options, 1)
    for _ in range(ACTS):
        if play.over:
            break
        offers = play.offers()
        for seat in (None, *(seat.id for seat in play.table.seats)):
            scene = play.rules.scene(play.table.play, seat)
            assert scene.standing == play.rules.standing(play.table.play)
            assert faces_in_scene(scene) <= set(faces)
            assert all(str(message) for message in messages_in(scene))
            for topic in scene.topics or ("no topic",):
                assert entries_about(game_of(slug), (topic,)), (topic, str(scene.headline))
        for offered in offers.values():
            assert {step.face for step in steps_in(offered) if step.face} <= set(faces)
            assert all(str(message) for message in messages_in(offered))
        mover = pick.choice(sorted(offers))
        try:
            play.move(mover, **random_move(offers[mover], pick))
        except Refused:
            continue


def faces_in_scene(scene: Scene) -> set[str]:
    named = chain(
        [scene.board],
        (token.face for token in scene.tokens),
        (face for panel in scene.panels for face in panel.faces),
    )
    return {face for face in named if face}


def steps_in(offers: Offers) -> Iterator[Step]:
    for choice in offers.choices:
        yield from choice.steps
    for pick in offers.picks:
        yield from (step for _, step in pick.items)
