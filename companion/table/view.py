"""Takes a table and a seat, gives what that seat may see. Nothing else ever leaves the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from companion.table.kinds import KINDS
from companion.table.model import Event, Table

# What an act says that only the one who made it may know: which card went back into the deck,
# and moves that the game's rules tell the others about in their own words.
SECRET_DATA: Final = {"put-back": "card", "play": "move"}


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
        "setup": to_builtins(table.setup),
        "sheets": {owner: dict(sheet) for owner, sheet in table.sheets.items()},
        "counters": dict(table.counters),
        "tracks": to_builtins(dict(table.tracks)),
        "timer": to_builtins(table.timer),
        "finger": table.finger,
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
            "can_undo": event.kind in KINDS and KINDS[event.kind].undoable,
        }
        for event in log
    ]


def _public_data(event: Event, table: Table, seat: str | None) -> Mapping[str, Any]:
    """What was asked for, without what is its owner's secret."""
    hidden = {"entropy"}
    if event.kind in SECRET_DATA and not table.ended and event.seat != seat:
        hidden.add(SECRET_DATA[event.kind])
    return {key: value for key, value in event.data.items() if key not in hidden}


def _may_hear(said: Mapping[str, Any], seat: str | None) -> bool:
    return not said["to"] or seat in said["to"]


def _result(event: Event, table: Table, seat: str | None) -> Mapping[str, Any]:
    kind = KINDS.get(event.kind)
    if kind is None or not kind.private or table.ended:
        return event.result
    marks = {key: event.result[key] for key in ("again",) if key in event.result}
    return {**_part_of_result(event, seat), **marks}


def _part_of_result(event: Event, seat: str | None) -> Mapping[str, Any]:
    """What that seat may know of a private act's result."""
    if event.kind in ("begin", "play"):
        return {"say": [said for said in event.result["say"] if _may_hear(said, seat)]}
    if event.kind == "deal":
        hands = event.result["hands"]
        return {"count": sum(map(len, hands.values())), "cards": hands.get(seat, [])}
    if seat is not None and event.result.get("seat") == seat:
        return event.result
    return {"count": len(event.result.get("cards", event.result.get("left", ())))}
