"""Where a boat that met a shark may be towed."""

from __future__ import annotations

from companion.games.port_flower.course import apart
from companion.games.port_flower.sea import PORT, around
from companion.games.port_flower.state import Boat, State


def landings(state: State, boat: Boat) -> tuple[int, ...]:
    """The free spaces at the last buoy it reached, or the nearest free ones if all four are taken;
    before the first buoy, the port."""
    if not boat.reached:
        return (PORT,)
    buoy = state.sea.buoys[boat.reached - 1]
    taken = {*state.sharks, *(other.at for other in state.boats)}
    free = state.sea.open - taken
    beside = tuple(space for space in around(buoy) if space in free)
    if beside:
        return beside
    far = {space: min(apart(space, one) for one in around(buoy)) for space in free}
    nearest = min(far.values())
    return tuple(sorted(space for space in free if far[space] == nearest))
