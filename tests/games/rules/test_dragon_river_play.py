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

from companion.chance import chance_from_words
from companion.gallery import open_shelf
from companion.games.base import Offers
from companion.games.dragon_river import RULES
from companion.games.dragon_river.state import Race, targets
from companion.table.entries import result_of
from companion.table.model import Seat, Table
from printgen.catalog.places import builtin_templates
from tests.games.rules.bots import CARDS, check_log, play_out, transcript
from tests.games.rules.dragon_river_races import (
    FACTS,
    NAMES,
    PLAIN,
    RIVER,
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
LOTS = 20
BOARD = open_shelf("dragon-river", CARDS, builtin_templates()).part("river-board").faces["river"]


def check(table: Table) -> None:
    """What is true of every race at every moment."""
    race: Race = table.play
    held = [racer.space for racer in race.racers if 0 < racer.space < RIVER.finish]
    assert len(set(held)) == len(held), "two racers share a space"
    assert sum(racer.space == RIVER.finish for racer in race.racers) == (race.phase == "over")
    for racer in race.racers:
        section = RIVER.spaces[racer.space].dice
        assert 0 <= racer.space <= RIVER.finish
        assert racer.dice == section if race.ways.sections else 3 <= racer.dice <= section
    assert len({racer.piece for racer in race.racers}) == len(table.seats)
    assert race.phase in ("roll", "first") or not race.mover.stranded
    acting = RULES.scene(FACTS, race, None).turn
    for seat in table.seats:
        offers = RULES.offers(FACTS, race, seat.id)
        assert bool(offers.choices or offers.picks) == (seat.id in acting)


@pytest.mark.parametrize("lot", range(len(GAMES) // LOTS))
def test_races_of_bots_end_and_keep_the_rules(lot: int) -> None:
    """This test ensures that races of any size and in any way end with one winner, that no
    two racers ever share a space, and that racers have the dice of their section or fewer."""
    for players, ways, seed in GAMES[lot * LOTS : (lot + 1) * LOTS]:
        play = play_out("dragon-river", players, ways, seed, check)
        scene = RULES.scene(FACTS, play.table.play, None)
        result = result_of(play.table)
        assert [rank.seat for rank in result.ranking if rank.place == 1] == list(scene.winners)
        assert result.faults == ()


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_races_equal_a_plain_reference(way: int) -> None:
    """This test ensures that whatever racers do at random, in every way to play, what they may do
    and where it leaves everybody are as the rules say when they are followed word by word."""
    options = {**WAYS[way], "first": "random"}
    for players in (2, 5):
        pick = random.Random(f"{way} {players}")
        seats = [Seat(str(n), name, "black") for n, name in enumerate(NAMES[:players])]
        setup = RULES.setup(FACTS, players, options, lambda part: chance_from_words(part))
        race: Race = RULES.begin(FACTS, seats, options, setup, chance_from_words("")).state
        plain = PlainRace(
            players, race.turn, options["roll"], options["positional"], options["tipping"]
        )
        while race.phase != "over":
            seat = race.mover.seat
            offered = list(offered_moves(race, seat))
            legal = [{**m, "who": str(m["who"])} if "who" in m else m for m in plain.legal()]
            assert all(move in legal for move in offered)
            assert all(move in offered for move in legal)
            number = pick.randrange(len(legal))
            words = str(pick.random())
            race = RULES.act(FACTS, race, seat, legal[number], chance_from_words(words)).state
            plain.act(plain.legal()[number], chance_from_words(words))
            assert [racer.space for racer in race.racers] == plain.space
            assert [racer.dice for racer in race.racers] == plain.dice
            assert [racer.stranded for racer in race.racers] == plain.stuck
            assert race.turn == plain.who
        assert plain.doing == "over"


def every_pair(offers: Offers, race: Race) -> dict[str, Any]:
    """The keep of people who think no further than the pairs that lie there."""
    alike = [str(n) for n, die in enumerate(race.dice, start=1) if race.dice.count(die) > 1]
    return {"do": "keep", "dice": alike}


def as_advised(offers: Offers, race: Race) -> dict[str, Any]:
    return dict(offers.choices[0].move)


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
    keep: Callable[[Offers, Race], dict[str, Any]], tipping: bool, least: float, most: float
) -> None:
    """This test ensures that whoever keeps every pair needs as many turns as we know from
    elsewhere, and that whoever follows the advice needs fewer."""
    turns = [turns_of_winner(keep, tipping=tipping, seed=seed) for seed in range(80)]
    assert least < mean(turns) < most


def turns_of_winner(
    keep: Callable[[Offers, Race], dict[str, Any]], *, tipping: bool, seed: int
) -> int:
    """In a race of three who fight only if they must, and tip whoever leads."""
    chance = chance_from_words(str(seed))
    race = race_at(0, 0, 0, ways=TIPPING if tipping else PLAIN)
    turns = dict.fromkeys((racer.seat for racer in race.racers), 0)
    while race.phase != "over":
        seat = race.mover.seat
        offers = RULES.offers(FACTS, race, seat)
        move = dict(offers.choices[0].move)
        if race.phase == "keep":
            move = keep(offers, race)
        elif race.phase == "move":
            calm = [c for c in offers.choices if "a fight with" not in str(c.steps[0].hint)]
            wins = [c for c in offers.choices if "you win" in str(c.steps[0].hint)]
            move = dict((wins or calm or offers.choices)[0].move)
        elif race.phase == "tip":
            move = {"do": "tip", "who": max(targets(race), key=lambda racer: racer.space).seat}
        turns[seat] += race.phase == "roll"
        race = RULES.act(FACTS, race, seat, move, chance).state
    return turns[race.mover.seat]


def test_log_of_a_race_tells_it_again() -> None:
    """This test ensures that a race can be told again from its log, and its chance proven."""
    check_log(play_out("dragon-river", 3, {"tipping": "yes"}, 7))


def test_dice_never_come_back_once_lost() -> None:
    """This test ensures that without the option nobody ever has more dice than before."""
    before: dict[str, int] = {}

    def fewer(table: Table) -> None:
        for racer in table.play.racers:
            assert racer.dice <= before.get(racer.seat, 5)
            before[racer.seat] = racer.dice

    play_out("dragon-river", 5, {"tipping": "yes"}, 3, fewer, undo=False)
    assert min(before.values()) == 3


def test_state_survives_json() -> None:
    """This test ensures that a race can be kept as JSON and read again."""

    def same(table: Table) -> None:
        text = msgspec.json.encode(table.play)
        assert msgspec.json.decode(text, type=Race) == table.play

    play_out("dragon-river", 4, {"tipping": "yes", "first": "random"}, 5, same, undo=False)


def test_racers_never_cover_one_another() -> None:
    """This test ensures that all racers can be seen on the board, also while they share a pearl."""

    def apart(table: Table) -> None:
        tokens = RULES.scene(FACTS, table.play, None).tokens
        assert len({token.mark for token in tokens}) == len(tokens)
        for one, other in combinations(tokens, 2):
            between = hypot(one.x - other.x, one.y - other.y)
            assert between >= ((one.width or 0) + (other.width or 0)) / 2

    play_out("dragon-river", 5, {}, 2, apart, undo=False)


def test_whoever_chooses_a_space_sees_it_close_up() -> None:
    """This test ensures that a closer view lies on the board and holds every place to be tapped,
    with the racer that moves, and that there is one in most turns."""
    close, far = [], []

    def held(table: Table) -> None:
        race: Race = table.play
        if race.phase not in ("move", "tip"):
            return
        view = RULES.scene(FACTS, race, race.mover.seat).view
        (far if view is None else close).append(race)
        if view is None:
            return
        x, y, width, height = view
        assert 0 <= x <= BOARD.width - width
        assert 0 <= y <= BOARD.height - height
        choices = RULES.offers(FACTS, race, race.mover.seat).choices
        here = RIVER.spaces[race.mover.space]
        places = [choice.steps[0].at for choice in choices if choice.steps[0].at]
        for left, top in [*places, (here.x, here.y)]:
            assert x < left < x + width
            assert y < top < y + height

    play_out("dragon-river", 4, {"tipping": "yes"}, 9, held, undo=False)
    assert len(close) > len(far)


def test_everybody_sees_the_same_board() -> None:
    """This test ensures that seats differ only in the panels that are marked as their own, and in
    how close whoever is to choose a space sees the board."""

    def alike(table: Table) -> None:
        everybody = RULES.scene(FACTS, table.play, None)
        assert not any(panel.own for panel in everybody.panels)
        for seat in table.seats:
            own = RULES.scene(FACTS, table.play, seat.id)
            shared = tuple(panel for panel in own.panels if not panel.own)
            assert msgspec.structs.replace(own, panels=shared, view=None) == everybody

    play_out("dragon-river", 3, {}, 11, alike, undo=False)


def test_a_race_as_players_read_it(golden: Callable[[str, str], None]) -> None:
    """This test ensures that what a race tells its players stays as it was read and judged."""
    play = play_out("dragon-river", 3, {"tipping": "yes", "first": "random"}, 4, undo=False)
    golden("play/dragon-river", transcript(play))
