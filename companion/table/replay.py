"""Verify a log: decide every event again and compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.language.messages import Message, Refused, say
from companion.table.acts import TABLE_ACTS, act_type
from companion.table.acts.game import Begin
from companion.table.acts.score import EnterScore, EnterScores
from companion.table.acts.seats import TakeSeat
from companion.table.decide import decide
from companion.table.history import History, extend, skip
from companion.table.model import END, FIRST_EDITION, LATECOMERS_WATCH, Act, Event, Table
from companion.table.outcome import colours_in_play, outcome_like, without_sentences
from companion.table.undo import REDO, UNDO, check_target

BEGINNING: Final = frozenset({Begin.kind(), EnterScore.kind(), EnterScores.kind()})
MARKS: Final = frozenset({"again", "final", "mix", "shown"})
"""Marks of results about chance and secrets; the first edition had others or none."""

Extend = Callable[[History, Event], History]
Verify = Callable[[History, Event], tuple[bool, Extend]]
"""Whether an event is what its act becomes, and how the history goes on with it."""


class OutOfOrder(Exception):
    """An event has the number of another one."""


def replay(start: Table, log: Iterable[Event], seed: bytes) -> tuple[History, list[Message]]:
    """Decide every event of a log again.

    Returns the history as far as it is possible, and what is wrong with it.
    """

    def verify(history: History, event: Event) -> tuple[bool, Extend]:
        decided = _decide_again(history, event, seed)
        if decided.number != event.number:
            raise OutOfOrder
        return _same_content(_as_old_as(decided, event), event, start.edition), extend

    return _replay(start, log, verify)


def replay_without_rules(
    start: Table, log: Iterable[Event], seed: bytes
) -> tuple[History, list[Message]]:
    """Like `replay`, for a game whose rules this program does not have.

    Seats, dice, counters and notes are decided again. What the rules decide, and decks, which a
    setup may have changed, only have to be in their place.
    """
    skipped: set[int] = set()

    def verify(history: History, event: Event) -> tuple[bool, Extend]:
        if event.number != len(history.log) + 1 or history.table.ended:
            raise OutOfOrder
        kind = act_type(event.kind)
        if kind.uses_rules or event.data.get("number") in skipped:
            skipped.add(event.number)
            return True, skip
        if event.kind == END:
            _check_end(history, event, seed)
        elif event.kind not in (UNDO, REDO):
            decided = _decide_again(history, event, seed)
            if kind.result_needs_rules:
                decided = replace(decided, result=event.result)
            return _same_content(decided, event, start.edition), extend
        return True, extend

    return _replay(start, log, verify)


def _replay(start: Table, log: Iterable[Event], verify: Verify) -> tuple[History, list[Message]]:
    history = History(start)
    wrong: list[Message] = []
    for event in log:
        number, kind = event.number, event.kind
        try:
            same, extended = verify(history, event)
            if not same:
                wrong.append(
                    say(
                        "step {number} ({kind}) does not follow from the seed and the rules",
                        number=number,
                        kind=kind,
                    )
                )
            history = extended(history, event)
        except OutOfOrder:
            wrong.append(say("step {number} is out of order", number=number))
            break
        except Refused as fault:
            reason = fault.message
            wrong.append(
                say("step {number} was not possible: {reason}", number=number, reason=reason)
            )
            break
        except Exception as fault:  # a forged file may make a game's rules fail in any way
            what = f"{type(fault).__name__}: {fault}"
            wrong.append(say("step {number} has invalid data ({what})", number=number, what=what))
            break
    return history, wrong


def _check_end(history: History, event: Event, seed: bytes) -> None:
    """Raises Refused for an end with another seed or other players.

    Those who sat down after a game had begun may be missing: whether they are depends on the rules.
    A player's colour is that of the pieces in play, or of the seat in ends of earlier versions.
    """
    colours = colours_in_play(history.table)
    players = event.result["outcome"]["players"]
    stored = {player["seat"]: (player["name"], player["colour"]) for player in players}
    late = _possible_latecomers(history)
    seats = [seat for seat in history.table.seats if seat.id in stored or seat.id not in late]
    same = [*stored] == [seat.id for seat in seats] and all(
        stored[seat.id] in ((seat.name, seat.colour), (seat.name, colours.get(seat.id)))
        for seat in seats
    )
    if event.result["seed"] != seed.hex() or not same:
        raise Refused("an earlier step has changed")


def _possible_latecomers(history: History) -> set[str]:
    """The seats that were taken after a game had begun, which may have been undone since."""
    if history.start.edition < LATECOMERS_WATCH:
        return set()
    log = history.log
    begun = min((event.number for event in log if event.kind in BEGINNING), default=len(log) + 1)
    return {str(e.result["seat"]) for e in log[begun:] if e.kind == TakeSeat.kind()}


def _as_old_as(decided: Event, event: Event) -> Event:
    """An end as the version that stored `event` would have stored it."""
    if event.kind != END:
        return decided
    outcome = outcome_like(decided.result["outcome"], event.result.get("outcome"))
    return replace(decided, result={**decided.result, "outcome": outcome})


def _decide_again(history: History, event: Event, seed: bytes) -> Event:
    """The event that its act becomes. Logs of the first edition kept unknown keys of acts,
    and undid what could be undone then."""
    by = event.result.get("by") if event.kind in TABLE_ACTS else None
    act = Act(event.id, event.kind, event.seat, event.data, by)
    if history.start.edition != FIRST_EDITION:
        return decide(history, act, seed, host=True)
    repeated = history.made(event.id) is not None
    if event.kind in (UNDO, REDO) and not history.table.ended and not repeated:
        check_target(history.undo_state, history.log, event, host=True)
        return replace(event, number=len(history.log) + 1)
    keys = set(act_type(event.kind).__struct_encode_fields__)
    known = {key: event.data[key] for key in event.data.keys() & keys}
    return decide(history, replace(act, data=known), seed, host=True)


def _same_content(decided: Event, stored: Event, edition: int) -> bool:
    return _content(decided, edition) == _content(stored, edition)


def _content(event: Event, edition: int) -> object:
    """The content of an event, as a file would hold it, but no sentences: those are not decided.

    Of the first edition, it is without marks.
    """
    data, result = event.data, event.result
    if edition == FIRST_EDITION:
        keys = set(act_type(event.kind).__struct_encode_fields__)
        data = {key: value for key, value in data.items() if key in keys}
        result = {key: value for key, value in result.items() if key not in MARKS}
    data, result = msgspec.json.decode(msgspec.json.encode((data, result)))
    if isinstance(result.get("outcome"), Mapping):
        result = {**result, "outcome": without_sentences(result["outcome"])}
    return data, result
