"""Takes a table and a seat, gives what that seat may see. Nothing else ever leaves the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.table.kinds import KINDS
from companion.table.model import Event, Table


def view(table: Table, seat: str | None) -> dict[str, Any]:
    """The table for one phone: own hands with their cards, others' hands as numbers."""
    return {
        "game": table.game,
        "revision": table.revision,
        "commitment": table.commitment,
        "seed": table.seed,
        "ended": table.ended,
        "seats": [{"id": s.id, "name": s.name, "colour": s.colour} for s in table.seats],
        "rolls": [
            {
                "event": roll.event,
                "seat": roll.seat,
                "die": roll.die,
                "faces": list(roll.faces),
                "again": roll.again,
            }
            for roll in table.rolls
        ],
        "decks": {
            name: {
                "left": len(pile.left),
                "discard": list(pile.discard),
                "hands": {owner: len(cards) for owner, cards in pile.hands.items()},
                "own": list(pile.hands.get(seat, ())) if seat else [],
            }
            for name, pile in table.piles.items()
        },
        "counters": dict(table.counters),
        "note": table.notes.get("table", ""),
        "first": table.first,
    }


def log_view(log: Sequence[Event], table: Table, seat: str | None) -> list[dict[str, Any]]:
    """The history for one phone. Until the table ends, a private act's result is its owner's."""
    return [
        {
            "number": event.number,
            "kind": event.kind,
            "seat": event.seat,
            "data": dict(_public_data(event, table, seat)),
            "result": dict(_result(event, table, seat)),
            "undone": event.number in table.undone,
        }
        for event in log
    ]


def _public_data(event: Event, table: Table, seat: str | None) -> Mapping[str, Any]:
    """What was asked for. Which card went back into the deck is its owner's secret."""
    hidden = {"entropy"}
    if event.kind == "put-back" and not table.ended and event.seat != seat:
        hidden.add("card")
    return {key: value for key, value in event.data.items() if key not in hidden}


def _result(event: Event, table: Table, seat: str | None) -> Mapping[str, Any]:
    kind = KINDS.get(event.kind)
    if kind is None or not kind.private or table.ended:
        return event.result
    if event.kind == "deal":
        hands = event.result["hands"]
        return {"count": sum(map(len, hands.values())), "cards": hands.get(seat, [])}
    if seat is not None and event.result.get("seat") == seat:
        return event.result
    return {"count": len(event.result.get("cards", event.result.get("left", ())))}
