"""Decide what undo and redo leave out of the fold, and what undoing may reveal.

Undo names another event by its number; with `to_here` it leaves out all that came after as well.
Redo brings one event back, or all that an undo took away, if it names that undo.

One rule covers the tools and all games:

- What chance decided can be undone. It is decided again by fresh chance, and the new event says
  how often the same thing was undone (`again`) until one of its kind stands.
- Pieces that an undone event had shown go back, and what nobody has seen is shuffled (`mix`), so
  knowing them is worth nothing. Such an event cannot be redone.
- An event that turned over other players' secret decisions, or announced an answer, is `final`: it
  and what led to it in the game stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Message, Refused
from companion.table.acts import ACTS, TABLE_ACTS
from companion.table.acts.game import Play
from companion.table.acts.undo import Redo, Replace, Undo
from companion.table.decks import mix_deck
from companion.table.game_rules import has_unseen, mix_game
from companion.table.model import Event, Table

UNDO: Final = Undo.kind()
REDO: Final = Redo.kind()
REPLACE: Final = Replace.kind()
PLAY: Final = Play.kind()
KEY_BYTES: Final = 16

WhyFinal = Callable[[int], Message | None]
"""Says why the event of a number can never be undone."""


class UndoState(Struct, frozen=True):
    """What is left out, and which of it each undo took that nobody has redone.

    `placed` says in whose place each replacement of a move is folded.
    """

    undone: frozenset[int] = frozenset()
    taken: Mapping[int, frozenset[int]] = field(default_factory=dict)
    placed: Mapping[int, int] = field(default_factory=dict)

    def place_of(self, number: int) -> int:
        """Where in the log an event is folded."""
        return self.placed.get(number, number)

    def standing_at(self, place: int) -> list[int]:
        """The events that are folded in a place of the log."""
        replacements = [number for number, at in self.placed.items() if at == place]
        own = [] if place in self.placed else [place]
        return [number for number in (*own, *replacements) if number not in self.undone]


def undo_state_after(undo_state: UndoState, log: Sequence[Event], event: Event) -> UndoState:
    """What is left out once an event has joined the log before it."""
    if event.kind == UNDO:
        taken = frozenset(_named(log, event)) - undo_state.undone
        return replace(
            undo_state,
            undone=undo_state.undone | taken,
            taken={**undo_state.taken, event.number: taken},
        )
    if event.kind == REDO:
        number = event.data["number"]
        back = undo_state.taken.get(number, frozenset((number,)))
        rest = {undo: taken for undo, taken in undo_state.taken.items() if undo != number}
        return replace(undo_state, undone=undo_state.undone - back, taken=rest)
    if event.kind == REPLACE:
        target = event.data["number"]
        return replace(
            undo_state,
            undone=undo_state.undone | {target, *event.result["dropped"]},
            placed={**undo_state.placed, event.number: undo_state.place_of(target)},
        )
    return undo_state


def _named(log: Sequence[Event], undo: Event) -> Iterator[int]:
    number = undo.data["number"]
    if not undo.data.get("to_here"):
        yield number
        return
    yield from (event.number for event in log[number - 1 : undo.number - 1] if can_undo(event))


def can_undo(event: Event) -> bool:
    return event.kind in ACTS and ACTS[event.kind].undoable


def check_undo(
    undo_state: UndoState, log: Sequence[Event], event: Event, why_final: WhyFinal, *, host: bool
) -> None:
    """Raises Refused for an undo or redo that is not allowed."""
    changed = check_target(undo_state, log, event, host=host)
    _check_final(undo_state, log, changed, why_final)
    if event.kind == REDO:
        _check_redo(log, changed)


def check_target(
    undo_state: UndoState, log: Sequence[Event], event: Event, *, host: bool
) -> frozenset[int]:
    """The events that it leaves out or brings back, whatever they revealed."""
    target = _event(log, event.data["number"])
    several = target is not None and target.kind == UNDO and event.kind == REDO
    if target is None or not (target.kind in TABLE_ACTS or target.kind == REPLACE or several):
        raise Refused("there is nothing to undo")
    if not several and not can_undo(target):
        raise Refused("that cannot be undone")
    if not host and (owner_of(target) != event.seat or several or event.data.get("to_here")):
        raise Refused("only the host can undo what others did")
    changed = undo_state.undone ^ undo_state_after(undo_state, log, event).undone
    if event.kind == REDO and any(_is_replaced(undo_state, number) for number in changed):
        raise Refused("that move was replaced")
    if not changed and event.kind == UNDO:
        raise Refused("that is already undone")
    if not changed:
        raise Refused("that was not undone")
    return changed


def owner_of(event: Event) -> str | None:
    """The seat whose act it is; the host may have replaced somebody's move."""
    return event.result["of"] if event.kind == REPLACE else event.seat


def _is_replaced(undo_state: UndoState, number: int) -> bool:
    """Whether another move stands in the place of a move."""
    place = undo_state.place_of(number)
    replaced = place in undo_state.placed.values()
    return replaced and any(other != number for other in undo_state.standing_at(place))


def check_replaced(
    undo_state: UndoState, log: Sequence[Event], event: Event, why_final: WhyFinal
) -> Event:
    """The move that a replacement names. Raises Refused if it must stay as it is."""
    target = _event(log, event.data["number"])
    if target is None or target.kind not in (PLAY, REPLACE):
        raise Refused("only a move can be replaced")
    if target.number in undo_state.undone:
        raise Refused("that move does not count any more")
    _check_final(undo_state, log, [undo_state.place_of(target.number)], why_final)
    return target


def _event(log: Sequence[Event], number: object) -> Event | None:
    return log[number - 1] if type(number) is int and 1 <= number <= len(log) else None


def _check_final(
    undo_state: UndoState, log: Sequence[Event], changed: Iterable[int], why_final: WhyFinal
) -> None:
    last = last_final(log, undo_state.undone)
    if last and any(is_settled(log[number - 1], last.number) for number in changed):
        reason = why_final(last.number)
        raise Refused(
            "step {number} and the moves before it cannot be undone: {reason}",
            number=last.number,
            reason=reason,
        )


def last_final(log: Sequence[Event], undone: frozenset[int]) -> Event | None:
    """The last event that cannot be undone for what it revealed."""
    standing = (event for event in reversed(log) if event.number not in undone)
    return next((event for event in standing if event.result.get("final")), None)


def is_settled(event: Event, final: int) -> bool:
    """Whether an event belongs to the game up to that final event."""
    return ACTS[event.kind].in_game and event.number <= final


def _check_redo(log: Sequence[Event], changed: Iterable[int]) -> None:
    events = [log[number - 1] for number in changed]
    if any(map(has_shown, events)):
        raise Refused("its pieces were shuffled back in, so it cannot be redone")
    repeated = [event for event in log if event.result.get("again")]
    if any(_is_repeated(event, repeated) for event in events):
        raise Refused("it has been repeated since, and only the new result counts")


def _is_repeated(event: Event, repeated: Sequence[Event]) -> bool:
    """Whether chance has decided the same again: nobody chooses between two rolls."""
    return is_by_chance(event) and any(
        later.number > event.number and not _subjects(event).isdisjoint(_subjects(later))
        for later in repeated
    )


def has_shown(event: Event) -> bool:
    """Whether it showed somebody pieces that nobody had seen."""
    return ACTS[event.kind].shows_pieces or bool(event.result.get("shown"))


def is_by_chance(event: Event) -> bool:
    """Whether chance decided something of it."""
    return ACTS[event.kind].is_random(event)


def times_undone(undo_state: UndoState, log: Sequence[Event], event: Event) -> int:
    """How often what chance decides in this event was undone since it last stood.

    Other dice, decks and moves in between change nothing. It counts for everybody, so that no
    other seat can take over the roll, and for each seat, so that nobody else's roll clears it.
    """
    if not undo_state.undone or not is_by_chance(event):
        return 0
    since = log[min(undo_state.undone) - 1 :]  # nothing before was undone
    return max(_undone_since(undo_state, since, subject) for subject in _subjects(event))


def _undone_since(undo_state: UndoState, log: Sequence[Event], subject: object) -> int:
    count = 0
    for event in reversed(log):
        if is_by_chance(event) and subject in _subjects(event):
            if event.number not in undo_state.undone:
                break
            count += 1
    return count


def _subjects(event: Event) -> frozenset[tuple[object, ...]]:
    """What chance decides there: this die, this deck, this seat's moves and moves of that kind."""
    return ACTS[event.kind].subjects(event)


def mix_after(table: Table, taken: Iterable[Event], chance: Chance) -> dict[str, Any]:
    """What an undo shuffles, so that nobody knows the pieces it takes back."""
    events = list(taken)
    decks = sorted({str(event.data["deck"]) for event in events if ACTS[event.kind].shows_pieces})
    in_game = has_unseen(table) and any(ACTS[event.kind].narrated for event in events)
    if not decks and not in_game:
        return {}
    key = bytes(chance.below(256) for _ in range(KEY_BYTES)).hex()
    return {"mix": {"key": key, "decks": decks, "game": in_game}}


def mixed(table: Table, mix: Mapping[str, Any]) -> Table:
    """The table after the shuffling that an undo brought."""
    chance = Chance(bytes.fromhex(mix["key"]))
    for deck in mix["decks"]:
        table = mix_deck(table, deck, chance)
    return mix_game(table, chance) if mix["game"] else table
