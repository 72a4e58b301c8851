"""Whole races of Port Flower as PPN: read back, they are the race that was sailed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.played import PlayedStep
from companion.games.port_flower.facts import read_facts
from companion.games.port_flower.ppn import position_ppn
from companion.table.played_steps import played_steps
from printgen.catalog.ppn.games import PpnGame, read_games
from printgen.catalog.ppn.setups import builtin_setups
from printgen.catalog.ppn.table import Pieces
from printgen.errors import Findings
from tests.games.rules.port_flower_races import KNOWN, NINE_TILES, Race, by_lot

RACES = (
    (2, {"suits": "lot"}),
    (3, {"suits": "choose"}),
    (4, {"suits": "lot", "course": "own"}),
    (6, {"suits": "lot", "sixth": "on", "sharks": "3"}),
    (4, {"suits": "choose", "repellent": "one"}),
    (3, {"suits": "lot", "repellent": "tiles"}),
)
ACTS = 120


def read(text: str) -> PpnGame:
    findings = Findings()
    (game,) = read_games(text, "race.ppn", builtin_setups(), findings)
    assert [str(finding) for finding in findings] == []
    return game


def lying(pieces: Pieces) -> Counter[tuple[str, int, int, str, float, float]]:
    """What lies on the table, without the dice."""
    return Counter(
        (p.kind.piece_side, p.kind.suit, p.kind.rank, p.kind.cfg, p.x, p.y)
        for p in pieces
        if p.kind.piece != "die"
    )


@pytest.mark.parametrize(("players", "options"), RACES)
def test_a_race_is_read_back_as_it_was_sailed(players: int, options: dict[str, str]) -> None:
    """After every step the table is the position that was exported then, the dice show what was
    thrown last, and what was undone is left out."""
    race, pick = Race(players, options, 5, NINE_TILES), random.Random(players)
    for number in range(ACTS):
        if race.state.winner is not None:
            break
        boat = race.state.to_act
        assert boat is not None
        race.move(boat.seat, **by_lot(race, pick))
        if number == ACTS // 2:
            race.act("undo", number=race.history.log[-1].number)
    steps = played_steps(race.history)
    game = read(race.rules.game_ppn(steps, for_viewers=False) or "")
    facts = read_facts(race.table.facts)
    assert len(game.moves) == len(steps)
    for step, move in zip(steps, game.moves, strict=True):
        position = read(position_ppn(facts, step.state)).tables[-1]
        assert lying(move.pieces) == lying(position)
        assert _dice(move.pieces) == _last_throw(steps, step)
    assert any(_last_throw(steps, step) != _last_throw(steps, steps[0]) for step in steps)


def _dice(pieces: Pieces) -> list[int]:
    return [piece.kind.rank - 1 for piece in pieces if piece.kind.piece == "die"]


def _last_throw(steps: tuple[PlayedStep, ...], upto: PlayedStep) -> list[int]:
    thrown = [0, 0, 0, 0]
    for step in steps[: steps.index(upto) + 1]:
        if step.move.get("do") == "roll":
            thrown = [
                die.faces[face] for die, face in zip(KNOWN.dice, step.numbers[:4], strict=True)
            ]
    return thrown


def test_a_race_for_other_viewers() -> None:
    """The export for other programs has no set that they cannot draw, and as many pieces."""
    race = Race(5, {"suits": "lot"}, 1)
    steps = played_steps(race.history)
    ours, theirs = (
        read(race.rules.game_ppn(steps, for_viewers=viewers) or "").tables[-1]
        for viewers in (False, True)
    )
    assert {piece.kind.cfg for piece in ours} == {"piecepack", "four_seasons_expansion"}
    assert {piece.kind.cfg for piece in theirs} == {"piecepack", "playing_cards_expansion"}
    assert [(p.x, p.y, p.kind.suit, p.kind.rank) for p in ours] == [
        (p.x, p.y, p.kind.suit, p.kind.rank) for p in theirs
    ]


@pytest.mark.parametrize(("repellent", "pieces"), [("one", "coin_face"), ("tiles", "tile_back")])
def test_repellents_lie_on_the_table(repellent: str, pieces: str) -> None:
    """A player's repellents are pieces of the race: one that is used leaves the table."""
    race = Race(3, {"suits": "lot", "repellent": repellent}, 5, NINE_TILES)
    facts = read_facts(race.table.facts)
    first, *rest = race.state.boats
    used = replace(first, repellents=first.repellents - 1)
    before, after = (
        lying(read(position_ppn(facts, replace(race.state, boats=(boat, *rest)))).tables[-1])
        for boat in (first, used)
    )
    assert [piece[0] for piece in (before - after).elements()] == [pieces]
    assert not after - before


def test_players_names_cannot_break_the_notation() -> None:
    """A name with braces is a comment like any other."""
    race = Race(2, {"suits": "lot"}, 1)
    (step, *_) = played_steps(race.history)
    text = race.rules.game_ppn([PlayedStep(step.state, ("{Ann}  }; *a1 . {",))], for_viewers=False)
    assert read(text or "").moves[0].comment == "(Ann) ); *a1 . ("
