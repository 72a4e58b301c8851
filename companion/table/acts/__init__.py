"""Every kind of act in one place: its fields, its rules, its sentences, its secrets and its form.

Must not use a clock, files, the network or Flask, as the whole table must not.
"""

from __future__ import annotations

from typing import Final

from companion.language.messages import Refused
from companion.table.acts.base import TableAct, TypedAct
from companion.table.acts.corrections import Correct
from companion.table.acts.counters import AddTrack, Count, MoveOnTrack
from companion.table.acts.decks import Deal, Discard, Draw, Peek, PutBack, Shuffle, TurnUp
from companion.table.acts.dice import RollDice
from companion.table.acts.game import Begin, Play
from companion.table.acts.notes import StartTimer, WriteNote
from companion.table.acts.score import EnterScore, EnterScores
from companion.table.acts.seat_changes import (
    ChangeColour,
    LeaveSeat,
    MoveSeat,
    RemoveSeat,
    RenameSeat,
)
from companion.table.acts.seats import AddEntropy, PickFinger, PickFirst, TakeSeat
from companion.table.acts.setup import SetUp
from companion.table.acts.takeover import (
    AskForSeat,
    BecomeHost,
    DeclineRequest,
    HandOverHost,
    TakeOverSeat,
)
from companion.table.acts.undo import End, Redo, Replace, Undo

ACTS: Final[dict[str, type[TypedAct]]] = {
    act.kind(): act
    for act in (
        *(TakeSeat, AddEntropy, PickFirst, PickFinger, RollDice),
        *(Shuffle, Draw, TurnUp, Deal, Peek, Discard, PutBack),
        *(Count, AddTrack, MoveOnTrack, Correct, WriteNote, StartTimer),
        *(RenameSeat, ChangeColour, MoveSeat, LeaveSeat, RemoveSeat),
        *(AskForSeat, TakeOverSeat, DeclineRequest, HandOverHost, BecomeHost),
        *(SetUp, Begin, Play, EnterScore, EnterScores, Undo, Redo, Replace, End),
    )
}
"""By the name of the kind, as events and requests have it."""
TABLE_ACTS: Final[dict[str, type[TableAct]]] = {
    kind: act for kind, act in ACTS.items() if issubclass(act, TableAct)
}
"""Those that change the table itself."""


def act_type(kind: str) -> type[TypedAct]:
    """Raises Refused if there is no such kind."""
    if kind not in ACTS:
        raise Refused("there is no action '{act}'", act=kind)
    return ACTS[kind]
