"""What one seat may see of a table and its history. Nothing else ever leaves the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from companion.games.seats import Seat
from companion.language.messages import Message, as_data
from companion.table.acts import ACTS
from companion.table.acts.base import LogEntry, TypedAct
from companion.table.history import History
from companion.table.model import Event, Roll, SetupRequest, Table, Timer, Track
from companion.table.undo import REDO, UNDO, can_undo, has_shown, is_settled, last_final

MARKS: Final = ("again", "by", "final", "shown")
"""What everybody may know of any result."""


class DeckView(Struct, frozen=True):
    """A deck or bag. Cards are named by their faces."""

    left: int
    """How many cards can still be drawn."""
    discard: tuple[str, ...]
    """The cards that lie open."""
    hands: dict[str, int]
    """How many cards each seat holds."""
    own: tuple[str, ...]
    """The cards that this seat holds."""


class TableView(Struct, frozen=True):
    """A table as one seat may see it; without a seat, as everybody may."""

    game: str
    """The slug of the game."""
    revision: int
    """The number of the last event."""
    commitment: str
    """A hash of the seed and of what the table began with, by which they can be checked at the
    end."""
    seed: str | None
    """The seed, which is revealed when the table ends."""
    ended: bool
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    empty: tuple[str, ...]
    """Seats that nobody holds."""
    latecomers: tuple[str, ...]
    """Seats that only watch: they were taken after the game began."""
    requests: Mapping[int, str]
    """The phones that ask to continue as a seat, by the number of their request."""
    rolls: tuple[Roll, ...]
    """The last rolls, the newest last."""
    decks: dict[str, DeckView]
    setup: SetupRequest | None
    sheets: Mapping[str, Mapping[str, Any]]
    """The entries of each seat's score sheet."""
    counters: Mapping[str, int]
    tracks: Mapping[str, Track]
    timer: Timer | None
    finger: int | None
    """The finger that chance chose, from 0."""
    note: str
    first: str | None
    """The seat of the player who starts."""


def view(table: Table, seat: str | None) -> TableView:
    return TableView(
        game=table.game,
        revision=table.revision,
        commitment=table.commitment,
        seed=table.seed,
        ended=table.ended,
        seats=table.seats,
        empty=tuple(sorted(table.empty)),
        latecomers=tuple(sorted(s.id for s in table.seats if not table.takes_part(s.id))),
        requests=table.requests,
        rolls=table.rolls,
        decks={
            name: DeckView(
                len(pile.left),
                pile.discard,
                {owner: len(cards) for owner, cards in pile.hands.items()},
                pile.hands.get(seat, ()) if seat else (),
            )
            for name, pile in table.piles.items()
        },
        setup=table.setup,
        sheets=table.sheets,
        counters=table.counters,
        tracks=table.tracks,
        timer=table.timer,
        finger=table.finger,
        note=table.notes.get("table", ""),
        first=table.first,
    )


def log_view(history: History, seat: str | None, after: int = 0) -> list[LogEntry]:
    """The history for one seat, from the event after a number on.

    Until the table ends, each seat sees only its part of a secret act.
    """

    def narrated(event: Event) -> Mapping[str, Any]:
        if not ACTS[event.kind].narrated:
            return event.result
        announced = history.announcements(event.number)
        sentences = [{**as_data(one.message), "to": list(one.to)} for one in announced]
        why = history.why_final(event.number)
        return {**event.result, "say": sentences, **({"final": as_data(why)} if why else {})}

    return _entries(history.log, history.table, seat, narrated, after)


def unread_log_view(log: Sequence[Event], table: Table) -> list[LogEntry]:
    """What everybody may see of a log that today's rules cannot follow, as it is stored."""
    return _entries(log, table, None, lambda event: event.result)


def _entries(
    log: Sequence[Event],
    table: Table,
    seat: str | None,
    result_of: Callable[[Event], Mapping[str, Any]],
    after: int = 0,
) -> list[LogEntry]:
    last = last_final(log, table.undone)
    final = last.number if last else 0
    return [
        LogEntry(
            event.number,
            event.kind,
            event.seat,
            _visible_data(event, table, seat),
            dict(_visible_result(event, result_of(event), table, seat)),
            undone=event.number in table.undone,
            can_undo=can_undo(event)
            and not is_settled(event, final)
            and not (event.number in table.undone and has_shown(event)),
            target=_target_noun(event, log),
        )
        for event in log[after:]
    ]


def _target_noun(event: Event, log: Sequence[Event]) -> Message | None:
    if event.kind not in (UNDO, REDO):
        return None
    number = event.data["number"]
    return ACTS[log[number - 1].kind].noun if 0 < number <= len(log) else TypedAct.noun


def _visible_data(event: Event, table: Table, seat: str | None) -> dict[str, Any]:
    act = ACTS[event.kind]
    secret = frozenset() if table.ended or event.seat == seat else act.secret
    hidden = act.hidden | secret
    return {key: value for key, value in event.data.items() if key not in hidden}


def _visible_result(
    event: Event, result: Mapping[str, Any], table: Table, seat: str | None
) -> Mapping[str, Any]:
    if table.ended:
        return result
    visible = ACTS[event.kind].visible_result(result, seat)
    if visible is result:
        return result
    return {**visible, **{key: result[key] for key in MARKS if key in result}}
