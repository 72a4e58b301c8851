"""Numbers of Port Flower that the host can correct."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.corrections import BUOYS as REACHED
from companion.games.corrections import REPELLENTS, Correctable
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.state import BUOYS, State, with_boat


def list_correctables(
    facts: PortFlowerFacts,
    state: State,
    seat: str,
) -> tuple[Correctable, ...]:
    """Before the dice are rolled: what they allow depends on these numbers."""
    boat = state.boat(seat)
    if boat is None or boat.home or state.to_act is None or state.dice or state.to_lay:
        return ()
    buoys = Correctable("buoys", REACHED, boat.reached, 0, BUOYS)
    repellents = Correctable("repellents", REPELLENTS, boat.repellents, 0, state.supply)
    return (buoys, repellents) if state.supply else (buoys,)


def correct_number(
    facts: PortFlowerFacts,
    state: State,
    seat: str,
    name: str,
    value: int,
    chance: Chance,
) -> State:
    boat = next(boat for boat in state.boats if boat.seat == seat)
    if name == "buoys":
        return with_boat(state, replace(boat, reached=value))
    return with_boat(state, replace(boat, repellents=value))
