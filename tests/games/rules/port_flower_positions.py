"""Helpers for rule tests on races of Port Flower."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chance.provable import Chance, chance_from_words
from companion.games.edition import ONLY_MOVES
from companion.games.offers import Choice
from companion.games.port_flower.facts import read_facts
from companion.games.port_flower.move_types import space_id
from companion.games.port_flower.plans import legal_motions, with_dice
from companion.games.port_flower.sea import (
    cell,
    make_sea,
)
from companion.games.port_flower.state import BOAT, State
from companion.games.seats import Seat
from companion.games.setup import Setup
from printgen.catalog.ppn.layouts import read_ppn
from printgen.catalog.ppn.pieces import PpnPiece
from printgen.errors import Findings
from tests.games.rules.bots import facts_of, playable

FACTS = facts_of("port-flower")
RULES = playable("port-flower", FACTS)
EARLIER = playable("port-flower", {**FACTS, "edition": ONLY_MOVES - 1})
"""Rules with which players answer even where only one answer is possible."""
KNOWN = read_facts(FACTS)
COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
SEATS = tuple(
    Seat(f"s{number}", name, colour)
    for number, (name, colour) in enumerate(
        zip(("Ann", "Ben", "Cid", "Dot", "Eve", "Fay"), COLOURS, strict=True), start=1
    )
)
NOTHING = chance_from_words("no-chance-1")


def setup(players: int, words: str = "jade-otter-41", **options: str) -> Setup:
    """A setup; suits are drawn by lot unless the test says otherwise."""
    options = {"suits": "lot", **options}
    return RULES.setup(players, options, lambda part: chance_from_words(f"{words}/{part}"))


def race(players: int = 2, **options: str) -> State:
    """A race about to begin, with the first seat's turn; suits by lot unless the test says."""
    options = {"suits": "lot", **options}
    state: State = RULES.begin(SEATS[:players], options, setup(players, **options), NOTHING).state
    return replace(state, turn=0, first=0)


def at_sea(
    places: dict[int, tuple[int, int]],
    dice: tuple[int, ...] = (0, 0, 0, 0),
    reached: tuple[int, ...] = (),
    sharks: tuple[tuple[int, int], ...] = (),
    islands: tuple[tuple[int, int], ...] | None = None,
    players: int = 2,
    **options: str,
) -> State:
    """A race under way: boats by number; dice are north, south, west, east, if any are rolled."""
    state = race(players, **options)
    boats = list(state.boats)
    for number, (x, y) in places.items():
        boats[number] = replace(boats[number], at=cell(x, y))
    for number, count in enumerate(reached):
        boats[number] = replace(boats[number], reached=count)
    course = state.course
    if islands is not None:
        course = replace(course, islands=tuple(cell(*place) for place in islands))
    state = replace(
        state,
        boats=tuple(boats),
        course=course,
        sea=make_sea(state.board, course, open_corners=state.variants.open_corners),
        sharks=tuple(cell(*place) for place in sharks) or state.sharks,
    )
    return with_dice(KNOWN, state, dice) if dice else state


def moves(state: State, seat: str = "s1", **wanted: Any) -> list[dict[str, Any]]:
    found = [dict(choice.move) for choice in RULES.offers(state, seat).choices]
    return [move for move in found if all(move.get(key) == it for key, it in wanted.items())]


def ends(state: State, mover: str = "boat") -> set[str]:
    return {move["to"] for move in moves(state, mover=mover)}


def boat_ends(state: State, boat: str) -> set[str]:
    """Where the boat can go with just these dice."""
    return {
        space_id(motion.end)
        for motion in legal_motions(KNOWN, state)
        if motion.mover == BOAT
        and any("+".join(plan.division.boat) == boat for plan in motion.plans)
    }


def divisions(state: State) -> set[str]:
    """The divisions that a throw or what was moved since leaves, boat before shark."""
    return {
        " | ".join("+".join(dice) for dice in (plan.division.boat, *plan.division.sharks))
        for motion in legal_motions(KNOWN, state)
        for plan in motion.plans
    }


def act(state: State, seat: str = "s1", chance: Chance = NOTHING, **move: Any) -> State:
    after: State = RULES.act(state, seat, move, chance).state
    return after


def offered(state: State, seat: str = "s1") -> tuple[Choice, ...]:
    return RULES.offers(state, seat).choices


def with_any_dice(state: State) -> list[Choice]:
    """What is offered to those who do not divide the dice first."""
    return [choice for choice in offered(state) if "boat" not in choice.move]


def sail(state: State, to: str, variant: int = 0) -> State:
    return act(state, do="go", mover="boat", to=to, variant=variant)


def swim(state: State, to: str, shark: int = 1) -> State:
    return act(state, do="go", mover=f"shark-{shark}", to=to, variant=0)


def announced(state: State, seat: str = "s1", **move: Any) -> list[str]:
    return [str(one.message) for one in RULES.act(state, seat, move, NOTHING).announcements]


def pieces(text: str | None) -> list[PpnPiece]:
    """The pieces of a PPN text, which must be there and without mistakes."""
    assert text is not None
    findings = Findings()
    placed = read_ppn(text, "course.ppn", findings)
    assert list(findings) == []
    return [one.piece for one in placed]
