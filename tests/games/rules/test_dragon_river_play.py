"""Whole races of Dragon River by bots."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, cycle, product
from math import hypot
from statistics import mean
from typing import Any

import msgspec
import pytest

from companion.chance.provable import chance_from_words
from companion.games.dragon_river.state import State, targets
from companion.games.offers import Offers
from companion.games.seats import Seat
from companion.pictures.library import open_printed_game
from companion.table.model import Table
from companion.table.score_sheets import result_of
from printgen.catalog.builtin import builtin_templates
from tests.games.rules.bots import CARDS, check_log, first_batches, play_out, transcript
from tests.games.rules.dragon_river_races import (
    NAMES,
    PLAIN,
    RIVER,
    RULES,
    TIPPING,
    offered_moves,
    race_at,
)
from tests.games.rules.dragon_river_reference import PlainRace

WAYS = [
    {"roll": roll, "positional": positional, "tipping": tipping, "first": first}
    for (roll, positional, tipping), first in zip(
        product(("again", "once", "sum"), ("no", "yes"), ("no", "yes")),
        cycle(("oldest", "random")),
        strict=False,
    )
]
GAMES = [
    (players, WAYS[(number + players) % len(WAYS)], number)
    for players in (2, 3, 4, 5)
    for number in range(50)
]
LOTS = 10
"""Each lot has races of two to five players, and most of the ways."""
BOARD = (
    open_printed_game("dragon-river", CARDS, builtin_templates()).part("river-board").faces["river"]
)


def check(table: Table) -> None:
    """Check what holds in every race at any time."""
    race: State = table.play
    held = [racer.space for racer in race.racers if 0 < racer.space < RIVER.finish]
    assert len(set(held)) == len(held), "two racers share a space"
    assert sum(racer.space == RIVER.finish for racer in race.racers) == (race.phase == "over")
    for racer in race.racers:
        section = RIVER.spaces[racer.space].dice
        assert 0 <= racer.space <= RIVER.finish
        assert racer.dice == section if race.variants.sections else 3 <= racer.dice <= section
    assert len({racer.piece for racer in race.racers}) == len(table.seats)
    assert race.phase in ("roll", "first") or not race.acting.stranded
    acting = RULES.scene(race, None).turn
    for seat in table.seats:
        offers = RULES.offers(race, seat.id)
        assert bool(offers.choices or offers.picks) == (seat.id in acting)


@pytest.mark.parametrize("lot", first_batches(LOTS, 3))
def test_races_of_bots_end_and_keep_the_rules(lot: int) -> None:
    """Races with any options end with one winner; no two racers share a space, and none has
    more dice than its section allows."""
    for players, ways, seed in GAMES[lot::LOTS]:
        play = play_out("dragon-river", players, ways, seed, check)
        scene = RULES.scene(play.table.play, None)
        result = result_of(play.table)
        assert [rank.seat for rank in result.ranking if rank.place == 1] == list(scene.winners)
        assert result.faults == ()


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_races_equal_a_plain_reference(way: int) -> None:
    """Random races with every option offer the same moves and lead to the same positions as the
    reference implementation."""
    options = {**WAYS[way], "first": "random"}
    for players in (2, 5):
        pick = random.Random(f"{way} {players}")
        seats = [Seat(str(n), name, "black") for n, name in enumerate(NAMES[:players])]
        setup = RULES.setup(players, options, lambda part: chance_from_words(part))
        race: State = RULES.begin(seats, options, setup, chance_from_words("")).state
        plain = PlainRace(
            players, race.turn, options["roll"], options["positional"], options["tipping"]
        )
        while race.phase != "over":
            seat = race.acting.seat
            offered = list(offered_moves(race, seat))
            legal = [{**m, "who": str(m["who"])} if "who" in m else m for m in plain.legal()]
            assert all(move in legal for move in offered)
            assert all(move in offered for move in legal)
            number = pick.randrange(len(legal))
            words = str(pick.random())
            race = RULES.act(race, seat, legal[number], chance_from_words(words)).state
            plain.act(plain.legal()[number], chance_from_words(words))
            assert [racer.space for racer in race.racers] == plain.space
            assert [racer.dice for racer in race.racers] == plain.dice
            assert [racer.stranded for racer in race.racers] == plain.stuck
            assert race.turn == plain.who
        assert plain.doing == "over"


def every_pair(offers: Offers, race: State) -> dict[str, Any]:
    """The dice that a player keeps who simply keeps every pair."""
    alike = [str(n) for n, die in enumerate(race.dice, start=1) if race.dice.count(die) > 1]
    return {"do": "keep", "dice": alike}


def as_advised(offers: Offers, race: State) -> dict[str, Any]:
    return dict(offers.advice[0].move)


@pytest.mark.parametrize(
    ("keep", "tipping", "least", "most"),
    [
        (every_pair, False, 14, 16.5),
        (every_pair, True, 19, 24),
        (as_advised, False, 11, 13),
        (as_advised, True, 13.5, 15.5),
    ],
)
def test_a_race_is_as_long_as_the_reference_says(
    keep: Callable[[Offers, State], dict[str, Any]], tipping: bool, least: float, most: float
) -> None:
    """Keeping every pair takes the known number of turns, and following the advice takes fewer."""
    turns = [turns_of_winner(keep, tipping=tipping, seed=seed) for seed in range(80)]
    assert least < mean(turns) < most


def turns_of_winner(
    keep: Callable[[Offers, State], dict[str, Any]], *, tipping: bool, seed: int
) -> int:
    """The turns of the winner in a race of three who avoid fights and tip the leader."""
    chance = chance_from_words(str(seed))
    race = race_at(0, 0, 0, variants=TIPPING if tipping else PLAIN)
    turns = dict.fromkeys((racer.seat for racer in race.racers), 0)
    while race.phase != "over":
        seat = race.acting.seat
        offers = RULES.offers(race, seat)
        move: dict[str, Any] = {"do": "roll"}
        if race.phase == "keep":
            move = keep(offers, race)
        elif race.phase == "move":
            calm = [c for c in offers.choices if "fight with" not in str(c.steps[0].hint)]
            wins = [c for c in offers.choices if "you win" in str(c.steps[0].hint)]
            move = dict((wins or calm or offers.choices)[0].move)
        elif race.phase == "tip":
            move = {"do": "tip", "who": max(targets(race), key=lambda racer: racer.space).seat}
        turns[seat] += race.phase == "roll"
        race = RULES.act(race, seat, move, chance).state
    return turns[race.acting.seat]


def test_a_race_can_be_replayed_from_its_log() -> None:
    """A race can be replayed from its log, and its chance verified."""
    check_log(play_out("dragon-river", 3, {"tipping": "yes"}, 7))


def test_dice_never_come_back_once_lost() -> None:
    """Without the option nobody ever has more dice than before."""
    before: dict[str, int] = {}

    def fewer(table: Table) -> None:
        for racer in table.play.racers:
            assert racer.dice <= before.get(racer.seat, 5)
            before[racer.seat] = racer.dice

    play_out("dragon-river", 5, {"tipping": "yes"}, 3, fewer, undo=False)
    assert min(before.values()) == 3


def test_state_survives_json() -> None:
    """A race stays the same when it is stored as JSON."""

    def same(table: Table) -> None:
        text = msgspec.json.encode(table.play)
        assert msgspec.json.decode(text, type=State) == table.play

    play_out("dragon-river", 4, {"tipping": "yes", "first": "random"}, 5, same, undo=False)


def test_racers_never_cover_one_another() -> None:
    """All racers are visible on the board, even when they share a pearl."""

    def apart(table: Table) -> None:
        tokens = RULES.scene(table.play, None).tokens
        assert len({token.seat for token in tokens}) == len(tokens)
        for one, other in combinations(tokens, 2):
            between = hypot(one.x - other.x, one.y - other.y)
            assert between >= ((one.width or 0) + (other.width or 0)) / 2

    play_out("dragon-river", 5, {}, 2, apart, undo=False)


def test_whoever_chooses_a_space_sees_it_close_up() -> None:
    """A close view lies on the board and shows the racer and every place to tap, in most turns."""
    close, far = list[State](), list[State]()

    def held(table: Table) -> None:
        race: State = table.play
        if race.phase not in ("move", "tip"):
            return
        view = RULES.scene(race, race.acting.seat).view
        (far if view is None else close).append(race)
        if view is None:
            return
        x, y, width, height = view
        assert 0 <= x <= BOARD.width - width
        assert 0 <= y <= BOARD.height - height
        choices = RULES.offers(race, race.acting.seat).choices
        here = RIVER.spaces[race.acting.space]
        places = [choice.steps[0].at for choice in choices if choice.steps[0].at]
        for left, top in [*places, (here.x, here.y)]:
            assert x < left < x + width
            assert y < top < y + height

    play_out("dragon-river", 4, {"tipping": "yes"}, 9, held, undo=False)
    assert len(close) > len(far)


def test_everybody_sees_the_same_board() -> None:
    """Seats differ only in their headlines, their own lines and panels, and what the player to act
    sees: the close view, and the dice to pick instead of those on the table."""

    def alike(table: Table) -> None:
        everybody = RULES.scene(table.play, None)
        assert not any(panel.own for panel in everybody.panels)
        for seat in table.seats:
            own = RULES.scene(table.play, seat.id)
            shared = tuple(panel for panel in own.panels if not panel.own)
            race: State = table.play
            picks_dice = race.phase == "keep" and seat.id == race.acting.seat
            assert own.dice == (() if picks_dice else everybody.dice)
            assert own.lead[: len(everybody.lead)] == everybody.lead
            common = msgspec.structs.replace(
                own,
                headline=everybody.headline,
                lead=everybody.lead,
                dice=everybody.dice,
                panels=shared,
                view=None,
            )
            assert common == everybody

    play_out("dragon-river", 3, {}, 11, alike, undo=False)


def test_a_race_as_players_read_it(golden: Callable[[str, str], None]) -> None:
    """The transcript of a whole race has not changed."""
    play = play_out("dragon-river", 3, {"tipping": "yes", "first": "random"}, 4, undo=False)
    golden("play/dragon-river", transcript(play))
