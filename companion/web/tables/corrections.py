"""The page contexts for taking back, replacing and correcting what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from flask import request
from msgspec import Struct

from companion.games.moves import Move
from companion.games.offers import Offers, Step
from companion.games.taps import focus_of, next_taps
from companion.language.messages import Message, Refused
from companion.table.acts.corrections import BETWEEN
from companion.table.acts.game import Play
from companion.table.corrections import TableNumber, table_numbers
from companion.table.decide import MAX_EVENTS, why_not_undone
from companion.table.game_rules import referee_of
from companion.table.model import Event, Table
from companion.table.replacement import preview, replaceable
from companion.table.sentences import describe
from companion.table.undo import PLAY, REPLACE, owner_of
from companion.table.view import log_view
from companion.web.access import Visitor
from companion.web.query import parse_count

MOVES: Final = frozenset({PLAY, REPLACE})


class UndoableMove(Struct, frozen=True):
    """A move that this phone can undo; `owner` is the seat that made it, `earlier` is whether
    others have moved since."""

    number: int
    owner: str | None
    earlier: bool = False


def undoable_moves(visitor: Visitor) -> list[UndoableMove]:
    """The last move, if this phone may undo it, and the last one of its own seat, if others have
    moved since and nothing depends on it. The history offers earlier ones."""
    table, history = visitor.room.table, visitor.room.history
    standing = [e for e in visitor.room.log if e.kind in MOVES and e.number not in table.undone]
    if table.ended or not standing:
        return []
    last, found = standing[-1], []
    if not last.result.get("final") and (visitor.host or owner_of(last) in visitor.seats):
        found.append(UndoableMove(last.number, owner_of(last)))
    own = next((e for e in reversed(standing) if owner_of(e) == visitor.seat), None)
    if (
        own is not None
        and own is not last
        and why_not_undone(history, own.number, visitor.seat) is None
    ):
        found.append(UndoableMove(own.number, visitor.seat, earlier=True))
    return found


def number_choices(table: Table) -> list[tuple[str, list[tuple[str, TableNumber]]]]:
    """The numbers that the host can correct, by the name of their player; each with the value of
    its field in a form."""
    choices = [
        (BETWEEN.join((n.kind, n.seat.id if n.seat else "", n.number.id)), n)
        for n in table_numbers(table)
    ]
    order = {seat.id: place for place, seat in enumerate(table.seats)}

    def owner(choice: tuple[str, TableNumber]) -> int:
        seat = choice[1].seat
        return -1 if seat is None else order[seat.id]

    grouped = groupby(sorted(choices, key=owner), owner)
    return [(table.seats[n].name if n >= 0 else "", list(group)) for n, group in grouped]


def replace_context(visitor: Visitor, path: list[int]) -> dict[str, Any]:
    """The table before a move, with what its player could do instead.

    Once a move is chosen, the page shows what would be dropped. Raises Refused if the move cannot
    be replaced by this phone.
    """
    history, table = visitor.room.history, visitor.room.table
    number = parse_count(request.args.get("number"), MAX_EVENTS) or 0
    actor = _actor(visitor, number)
    event = Event(len(history.log) + 1, "", REPLACE, actor, {"number": number})
    target, before = replaceable(history, event, host=visitor.host)
    owner = str(owner_of(target))
    rules = referee_of(before)
    scene = rules.scene(before.play, owner if owner in visitor.seats else None)
    offers = Offers() if table.ended else rules.offers(before.play, owner)
    taps = next_taps(offers, path)
    chosen = _chosen_move(before) or taps.done
    zoom = request.args.get("zoom")
    data = {"number": number, "move": chosen}
    asked = Event(event.number, "", REPLACE, actor, data)
    dropped = preview(history, asked, host=visitor.host) if chosen else ()
    return {
        "replaced": target,
        "replaced_sentences": _sentences(visitor, [target.number])[target.number],
        "owner": owner,
        "actor": actor,
        "scene": scene,
        "taps": taps,
        "path": path,
        "focus": focus_of(scene, taps),
        "zoom": zoom if zoom in ("1", "2", "3") else "1",
        "chosen": chosen,
        "chosen_steps": _steps_of(offers, chosen) if chosen else (),
        "dropped": _sentences(visitor, dropped),
    }


def _actor(visitor: Visitor, number: int) -> str | None:
    """The seat that replaces a move: its own player, if this phone holds that seat."""
    log = visitor.room.log
    owner = (
        owner_of(log[number - 1])
        if 0 < number <= len(log) and log[number - 1].kind in MOVES
        else None
    )
    return owner if owner in visitor.seats else visitor.seat


def _chosen_move(table: Table) -> Move | None:
    """The move that a form of this page asks for."""
    if "move" not in request.args:
        return None
    fields = {name: request.args.getlist(name) for name in ("move", "key", "item")}
    move: Move = Play.from_form(fields, table, 0)["move"]
    if not isinstance(move, dict):
        raise Refused("'move' should be a JSON object")
    return move


def _steps_of(offers: Offers, move: Move) -> Sequence[Step]:
    """The steps of an offered move, or the pieces that were picked for it."""
    for choice in offers.choices:
        if choice.move == move:
            return choice.steps
    for pick in offers.picks:
        if {**pick.move, pick.key: move.get(pick.key)} == move:
            labels = dict(pick.items)
            return [labels[item] for item in move[pick.key] if item in labels]
    return ()


def _sentences(visitor: Visitor, numbers: Iterable[int]) -> Mapping[int, list[Message]]:
    """What events say, as this phone may read them."""
    entries = log_view(visitor.room.history, visitor.seat)
    names = visitor.room.table.names
    return {number: describe(entries[number - 1], names) for number in numbers}
