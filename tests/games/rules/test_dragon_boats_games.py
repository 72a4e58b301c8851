"""Whole games of Dragon Boats keep the rules and end."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest
import yaml
from msgspec import to_builtins
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.dragon_boats.explore import next_prompt, starting_walker
from companion.games.dragon_boats.names import translated_name
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.setup import card_pool
from companion.games.dragon_boats.state import State, members_at_home
from companion.games.dragon_boats.travel import number_goods
from companion.games.dragon_boats.turns import actor
from companion.games.dragon_boats.walking import HEXES
from companion.language.messages import Refused, from_data
from companion.language.reference import reference_entries, search
from companion.table.model import Table
from companion.table.score_entries import check_entry
from companion.table.score_sheets import fields_of, result_of
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.errors import Findings
from tests.games.rules.bots import CARDS, check_log, first_batches, play_out, playable, transcript
from tests.games.rules.dragon_boats_players import (
    DEFAULTS,
    KNOWN,
    RULES,
    SLUG,
    act,
    chances,
    keen_game,
    offers,
    rich_game,
)

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"interactive": "off"},
    {"stall_v": "free", "paths": "many"},
    {"alt_sets": "on", "twins": "once"},
    {"money_track": "endless", "private_actions": "3", "deck_cards": "open", "neutral": "none"},
    {
        "found_food": "later",
        "ports": "closed",
        "road_cards": "deck",
        "neutral": "lot",
        "round_gains": "same",
        "private_actions": "1",
        "card_points": "one",
        "well_read": "others",
    },
    {"card_points": "none", "found_food": "later", "deck_cards": "open", "money_track": "endless"},
    {"pauses": "off"},
)
CALLING_OUT = len(OPTIONS) - 1
SHORT = ({"short": "random"}, {"short": "1456"})


def check_pieces(state: State) -> None:
    """Every printed piece is in exactly one place."""
    goods = Counter(state.bag)
    for tiles in state.stalls.values():
        goods.update(tiles)
    for player in state.players:
        goods.update(player.goods)
    assert goods == Counter(KNOWN.offerings)
    for kind in ("food", "treasure"):
        held = sum(getattr(player, kind) for player in state.players)
        assert held + state.supplies[kind] == KNOWN.supplies[kind]
        assert state.supplies[kind] >= 0
    cards = [card.letter for player in state.players for card in player.cards]
    assert sorted([*cards, *state.display, *state.deck]) == sorted(card_pool(KNOWN, state.options))
    toppers = [boat.topper for boat in state.boats]
    assert sorted([*toppers, *state.toppers, *state.worn]) == sorted(KNOWN.toppers)


def check_players(state: State) -> None:
    """Nothing is negative, nobody has too much, and every hex taken has its farmer."""
    most = apply_options(KNOWN, state.options).most_money
    for player in state.players:
        assert player.money >= 0
        assert most is None or player.money <= most
        assert player.food >= 0 <= player.treasure
        assert 0 <= members_at_home(KNOWN, state, player.seat) <= 10
        if state.walker and state.walker.seat == player.seat:
            assert 0 <= state.walker.pack <= player.food
        lying = sum(stack.count(player.seat) for stack in state.stacks.values())
        assert player.discs + lying + player.private + bool(player.locked) <= 4
        assert 0 <= player.private <= 2
    taken = [tile for player in state.players for tile in (*player.farms, *player.wisdom)]
    assert sorted(taken) == sorted(state.land[hex_] for hex_ in state.farmers)
    landings = [boat.landing for boat in state.boats if boat.landing]
    assert len(set(landings)) == len(landings)


def check_turn(state: State) -> None:
    """Someone is to act until the game is over."""
    assert (actor(KNOWN, state) == "") == (state.phase == "over")


def check_state(state: State) -> None:
    check_pieces(state)
    check_players(state)
    check_turn(state)


def check_table(table: Table) -> None:
    state = table.play
    assert isinstance(state, State)
    check_state(state)


# --- bots -----------------------------------------------------------------------------------------

PLAIN = [
    *[(2, o) for o in OPTIONS * 2],
    *[(3, o) for o in OPTIONS[1::2]],
    *[(4, o) for o in SHORT],
]


@pytest.mark.parametrize("batch", first_batches(12, 2))
def test_games_at_random(batch: int) -> None:
    """Games by bots that choose at random keep every piece, and end."""
    for number, (players, options) in enumerate(PLAIN):
        play_out(SLUG, players, options, 100 * batch + number, check_table)


@pytest.mark.parametrize("batch", range(4))
def test_games_of_keen_players(batch: int) -> None:
    """Games by bots that try to score keep every piece, and end."""
    for number, options in enumerate(OPTIONS):
        keen_game(2 + (number + batch) % 3, options, batch, check_table)


@pytest.mark.parametrize("batch", range(4))
def test_games_full_of_cards(batch: int) -> None:
    """Games with many cards keep every piece, and end."""
    for number, options in enumerate(OPTIONS[::2] + OPTIONS[3::2]):
        rich_game(10 * batch + number, 2 + number % 3, check_state, **options)


def test_log_is_proved() -> None:
    """Replaying a game's log gives the same game and verifies its chance."""
    check_log(play_out(SLUG, 2, {}, 7))


def test_golden_game(golden: Callable[[str, str], None]) -> None:
    """The transcript of a whole game has not changed."""
    golden("play/dragon-boats", transcript(keen_game(3, {}, 23)))


def test_final_sheets() -> None:
    """A finished game fills in sheets without faults, and they give its score."""
    play = keen_game(4, {}, 2)
    table = play.table
    fields = {field.id: field for field in fields_of(table)}
    for sheet in playable("dragon-boats", table.facts).sheets(table.play).values():
        for name, value in sheet.items():
            check_entry(fields[name], value)
    result = result_of(table)
    scene = playable("dragon-boats", table.facts).scene(table.play, None)
    assert not result.faults
    assert scene.over
    assert {total.seat: total.points for total in result.totals} == scene.standing
    assert scene.winners == tuple(rank.seat for rank in result.ranking if rank.place == 1)
    assert all(not play.offers() for _ in table.seats)
    with pytest.raises(Refused):
        play.move(table.seats[0].id, do="done")


# --- what is legal --------------------------------------------------------------------------------


@cache
def rich_positions(seed: int, players: int, options: int = 0) -> tuple[State, ...]:
    """Every position of a game full of cards."""
    seen: list[State] = []
    rich_game(seed, players, seen.append, **OPTIONS[options])
    return tuple(seen)


def sampled(seed: int, players: int, count: int, options: int = 0) -> list[State]:
    """Positions of a game full of cards, of every phase."""
    seen = rich_positions(seed, players, options)
    pick = random.Random(seed)
    phases = sorted({state.phase for state in seen} - {"over"})
    return [
        pick.choice([state for state in seen if state.phase == phases[number % len(phases)]])
        for number in range(count)
    ]


def holding(letters: str, phase: str, seeds: range, options: int = 0) -> list[tuple[State, str]]:
    """Positions of games full of cards in this phase, with the seat that holds one of the cards."""
    return [
        (state, player.seat)
        for seed in seeds
        for state in rich_positions(seed, 3, options)
        for player in state.players
        if state.phase == phase and any(map(player.has, letters))
    ]


def every_move(state: State) -> Iterator[dict[str, Any]]:
    """Every move that could be written, legal or not, except picks."""
    goods, boats, seats = list(KNOWN.goods), list(KNOWN.boats), ["front", "middle", "rear"]
    landings = [space.id for space in KNOWN.of_kind("landing")]
    people = [player.seat for player in state.players]
    hexes = [space.id for space in KNOWN.of_kind("farm", "wisdom")]
    cards = [*KNOWN.cards, "deck"]
    threes = combinations_with_replacement(goods, 3)
    domains: dict[str, dict[str, list[Any]]] = {
        "track": {"round": list(KNOWN.rounds)},
        "bid": {"stall": ["I", "II", "III", "IV", "V"]},
        "bid-for": {"stall": ["I", "II", "III", "IV", "V"], "good": goods},
        "private": {},
        "keep-discs": {},
        "sell-later": {},
        "buy": {"good": goods},
        "leave": {},
        "trade": {"good": goods},
        "learn": {"card": cards},
        "done": {},
        "answer": {"reply": ["card", "pass", "round", "quiet", "maybe"]},
        "board": {"boat": boats, "place": seats, "spare": ["", *goods]},
        "climb": {"path": ["A", "B", "C"], "pay": [names_of(p) for p in threes]},
        "land": {"landing": landings},
        "walk": {"to": list(KNOWN.spaces)},
        "home": {},
        "take": {"card": cards},
        "A": {"boat": boats, "landing": landings},
        "B": {"boat": boats, "seats": [list(s) for s in product(["", *people], repeat=3)]},
        "C": {"boat": boats},
        "F": {"rival": people, "get": goods, "give": goods},
        "G": {"boat": boats, "place": seats, "to": boats, "there": seats},
        "H": {"boat": boats},
        "I": {"boat": boats, "place": seats, "other": boats, "there": seats},
        "P": {},
        "R": {"boat": boats},
        "S": {"one": hexes, "other": hexes},
    }
    for do, keys in domains.items():
        # A card nobody holds is refused whatever else is said: one try is enough.
        held = len(do) > 1 or any(player.has(do) for player in state.players)
        for values in product(*keys.values()):
            move = {"do": do, **dict(zip(keys, values, strict=True))}
            yield move
            if len(do) == 1:
                yield {"do": "call", "card": move}
            if not held:
                break
    yield {"do": "store", "sell": []}
    yield from settling(state)


def settling(state: State) -> Iterator[dict[str, Any]]:
    """Every way to a hex of up to eight steps that could be written."""
    due = next_prompt(KNOWN, state) if state.phase == "explore" else None
    if due is None or due.kind in ("sail", "gift"):
        return
    ways: list[tuple[str, ...]] = [(starting_walker(KNOWN, state, due).way[-1],)]
    for way in ways:
        if KNOWN.spaces[way[-1]].kind in HEXES:
            yield {"do": "settle", "way": list(way[1:])}
        elif len(way) <= 8:
            ways += [(*way, name) for name in KNOWN.spaces[way[-1]].neighbours if name not in way]


def has_shortcut(move: dict[str, Any], offered: list[dict[str, Any]]) -> bool:
    """Whether a move is not offered because another one makes it with fewer taps: a step onto a
    hex to which there is a better way, or the wish to use a card that can be named at once."""
    if move == {"do": "answer", "reply": "card"}:
        return any(other["do"] == "call" for other in offered) and move not in offered
    return move["do"] == "walk" and any(
        other["do"] == "settle" and other["way"][-1] == move["to"] for other in offered
    )


def names_of(goods: tuple[str, ...]) -> list[str]:
    return [name for name, _ in number_goods(goods)]


def accepted(state: State, seat: str, move: dict[str, Any]) -> bool:
    try:
        act(state, seat, **move)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("seed", "players", "options"), [(1, 2, 0), (2, 3, 0), (3, 2, 5)])
def test_offers_by_brute_force(seed: int, players: int, options: int) -> None:
    """The rules accept exactly the choices that are offered, for every seat, and those for which a
    shortcut is offered."""
    for state in sampled(seed, players, 6, options):
        for player in state.players:
            offered = [to_builtins(dict(c.move)) for c in offers(state, player.seat).choices]
            keys = {str(sorted(move.items())) for move in offered}
            assert len(keys) == len(offered)
            legal = {
                str(sorted(move.items()))
                for move in every_move(state)
                if accepted(state, player.seat, move) and not has_shortcut(move, offered)
            }
            assert legal == keys


def test_picks_by_brute_force() -> None:
    """Every order of a stack is accepted except the present one."""
    tried = 0
    for state, seat in holding("D", "bid", range(6)):
        for pick in offers(state, seat).picks:
            if pick.move["do"] != "D" or len(pick.items) > 4:
                continue
            stack = state.stacks[pick.move["stall"]]
            for order in permutations(name for name, _ in pick.items):
                changed = tuple(stack[int(n) - 1] for n in order) != stack
                assert accepted(state, seat, {**pick.move, pick.key: list(order)}) == changed
                tried += 1
    assert tried


def test_same_chance_for_same_move() -> None:
    """A move in a position draws the same chances each time."""
    for state in sampled(5, 3, 12):
        seat = actor(KNOWN, state)
        for choice in offers(state, seat).choices[:10]:
            turns = [RULES.act(state, seat, choice.move, chance_from_words("x")) for _ in range(2)]
            assert turns[0] == turns[1]


# --- what is secret -------------------------------------------------------------------------------


def with_other_secrets(state: State, owner: str, pick: random.Random) -> State:
    """The same position with different hidden pieces, as seen by the other players."""
    player = state.player(owner)
    hidden = [card for card in player.cards if not card.open]
    pool = [x for x in state.deck if KNOWN.cards[x].type != "permanent"]
    fresh = pick.sample(pool, min(len(pool), len(hidden)))
    swap = {old.letter: new for old, new in zip(hidden, fresh, strict=False)}
    back = {new: old for old, new in swap.items()}
    cards = tuple(replace(c, letter=swap.get(c.letter, c.letter)) for c in player.cards)
    deck = [back.get(letter, letter) for letter in state.deck]
    return replace(
        state,
        players=tuple(replace(p, cards=cards) if p.seat == owner else p for p in state.players),
        deck=tuple(pick.sample(deck, len(deck))),
        bag=tuple(pick.sample(state.bag, len(state.bag))),
        toppers=tuple(pick.sample(state.toppers, len(state.toppers))),
    )


def test_no_secret_in_scenes() -> None:
    """What a seat sees and is offered does not depend on what is hidden from it: others' cards,
    the deck, the bag and the toppers."""
    pick, different = random.Random(1), 0
    for seed in range(6):
        for state in sampled(seed, 3, 6, seed):
            for owner in state.players:
                other = with_other_secrets(state, owner.seat, pick)
                different += other.player(owner.seat) != owner
                for seat in (None, *(p.seat for p in state.players if p != owner)):
                    assert RULES.scene(state, seat) == RULES.scene(other, seat)
                    if seat:
                        assert offers(state, seat) == offers(other, seat)
                assert RULES.sheets(state) == RULES.sheets(other)
    assert different


def test_own_cards_are_seen() -> None:
    """Players see their own hidden cards in a panel of their own."""
    for state in sampled(3, 2, 4):
        for player in state.players:
            scene = RULES.scene(state, player.seat)
            faces = [face for panel in scene.panels if panel.own for face in panel.faces]
            for card in player.cards:
                assert card.used or f"bonus-cards/{card.letter}" in faces


def test_only_callers_out_of_turn() -> None:
    """Out of turn, a player can use only cards about boats while they sail, and the restacking
    card until the first disc is used."""
    callers, stackers = 0, 0
    for phase in ("bid", "pay", "muster", "explore", "store"):
        for state, seat in holding("ABCDFGHIPRS", phase, range(3), CALLING_OUT):
            if seat != actor(KNOWN, state):
                found = offers(state, seat)
                assert {choice.move["do"] for choice in found.choices} <= set("ABCGHIR")
                assert not found.choices or phase == "explore"
                assert {pick.move["do"] for pick in found.picks} <= {"D"}
                assert not found.picks or phase == "bid" or (phase == "pay" and not state.paid)
                callers += len(found.choices)
                stackers += len(found.picks)
    assert callers
    assert stackers


# --- what is shown --------------------------------------------------------------------------------


def printed_faces() -> set[str]:
    findings = Findings()
    game = load_game(SLUG, CARDS, builtin_templates(), findings)
    assert game is not None
    return {
        f"{component.id}/{record.values['id']}"
        for component in game.components
        for record in component.table.records
    }


def test_faces_are_printed() -> None:
    """Every picture that is shown, offered or referred to is printed."""
    faces = {entry.get("face", "") for entry in reference()}
    full = {**DEFAULTS, "interactive": "on"}
    for players in (2, 3, 4):
        made = RULES.setup(players, full, chances("faces"))
        faces |= {placed.face for part in made.parts for placed in part.placements}
    faces |= {field.face for field in RULES.fields(full, ())}
    for state in sampled(1, 3, 12):
        for player in state.players:
            scene = RULES.scene(state, player.seat)
            faces |= {token.face for token in scene.tokens} | {scene.board}
            faces |= {face for panel in scene.panels for face in panel.faces}
            found = offers(state, player.seat)
            faces |= {step.face for choice in found.choices for step in choice.steps}
            faces |= {step.face for pick in found.picks for _, step in pick.items}
    assert len(faces) > 50
    assert faces - {""} <= printed_faces()


def reference() -> list[dict[str, Any]]:
    text = (CARDS / SLUG / "reference.yaml").read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = yaml.safe_load(text)
    return entries


def test_reference_answers_questions() -> None:
    """The reference asks every question once and answers it."""
    questions = [entry["question"] for entry in reference()]
    assert len(set(questions)) == len(questions) >= 15
    assert all(question.endswith("?") for question in questions)
    assert all(entry["answer"].strip() for entry in reference())


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("tie", "Who wins a tie?"),
        ("farmers score", "How do groups of farmers score?"),
        ("wisdom hexes", "What do wisdom hexes do?"),
        ("neutral", "What are neutral discs for?"),
        ("private action", "What does a private action give?"),
        ("mountain path", "What does a mountain path cost?"),
        ("boat land", "Where can a boat land?"),
        ("food walk", "What does food do on a walk?"),
        ("next round", "Who chooses a round card first, and who starts the next round?"),
        ("treasure worth", "What are goods, treasure, money and food worth at the end?"),
    ],
)
def test_questions_are_found(words: str, question: str) -> None:
    """A search finds questions by the words that players would use."""
    game = load_game(SLUG, CARDS, builtin_templates(), Findings())
    assert game is not None
    assert question in [entry.question for entry in search(reference_entries(game), words)]


def test_every_message_can_be_said() -> None:
    """Every message has a value for each placeholder."""
    for state in sampled(2, 3, 12):
        for player in state.players:
            scene = RULES.scene(state, player.seat)
            texts = [scene.headline, *(token.label for token in scene.tokens)]
            texts += [line for panel in scene.panels for line in (panel.title, *panel.lines)]
            found = offers(state, player.seat)
            texts += [step.label for choice in found.choices for step in choice.steps]
            assert all("{" not in str(message) and str(message) for message in texts)


RAW = re.compile(r"\b([NESWC]\d+|s\d+(-\d+)?|boat-\w+|\w+-road-\d|[AB]\d)\b")
"""The ids of spaces, seats and boats."""


def test_names_are_said_in_any_language() -> None:
    """Goods, farms, islands, ports and houses can be translated, and a folder may rename them."""
    names = [*KNOWN.goods.values(), *KNOWN.islands.values()]
    names += [farm.name for farm in KNOWN.farms.values()]
    names += [house.name for house in KNOWN.houses.values()]
    names += [boat.removeprefix("home-").upper() for boat in KNOWN.boats.values()]
    assert [translated_name(name).text for name in names] == names
    assert str(translated_name("Amber")) == "Amber"


def test_no_names_of_programs() -> None:
    """No text on the screen calls a hex, seat or boat by its id."""
    texts: list[object] = []
    for state in [state for seed in range(3) for state in rich_positions(seed, 3)[::3]]:
        seat = actor(KNOWN, state)
        found = offers(state, seat)
        scene = RULES.scene(state, seat)
        texts.extend([scene.headline, *(token.label for token in scene.tokens)])
        texts.extend(line for panel in scene.panels for line in panel.lines)
        steps = [step for choice in found.choices for step in choice.steps]
        texts.extend(text for step in steps for text in (step.label, step.hint) if text)
    play = keen_game(3, {}, 23)
    texts.extend(from_data(one) for event in play.history.log for one in play.sentences(event))
    for part in RULES.setup(2, DEFAULTS, chances("x")).parts:
        texts.extend([*part.lines, *(token.label for token in part.tokens)])
    assert len(texts) > 1000
    assert [text for text in sorted(set(map(str, texts))) if RAW.search(text)] == []


def test_default_options_are_offered() -> None:
    """Every default is one of its option's choices."""
    assert all(DEFAULTS[option.id] in option.choices for option in RULES.options)
