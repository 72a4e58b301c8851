"""Takes a table, gives how the game came out: what a history of games needs to know of it."""

from __future__ import annotations

from typing import Any

from companion.table.entries import result_of
from companion.table.model import Table


def outcome_of(table: Table) -> dict[str, Any]:
    """JSON values. A player who was not scored has neither points nor place."""
    result = result_of(table)
    points = {total.seat: total.points for total in result.totals}
    places = {rank.seat: rank.place for rank in result.ranking}
    scored = bool(table.sheets) or table.play is not None
    return {
        "pointless": result.pointless,
        "options": dict(table.setup.options) if table.setup else {},
        "players": [
            {
                "seat": seat.id,
                "name": seat.name,
                "colour": seat.colour,
                "points": points.get(seat.id) if scored and not result.pointless else None,
                "place": places.get(seat.id) if scored else None,
                "first": seat.id == table.first,
            }
            for seat in table.seats
        ],
    }
