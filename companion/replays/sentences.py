"""What a move did, in sentences: for screen readers, and for everybody who does not read PPN."""

from __future__ import annotations

from typing import Final

from companion.language.messages import Message, say, say_count
from companion.replays.names import piece_name, place_name, suit_name, value_name
from companion.replays.reading import Step
from printgen.catalog.ppn.table import Pieces
from printgen.draw.layouts.changes import Change, changes

MAX_SENTENCES: Final = 8
"""A move that changes more pieces than this says how many more there are."""


def describe_step(before: Step | None, step: Step, scale: float) -> list[Message]:
    """What a step did; the first one says what lies on the table."""
    if before is None:
        return [_on_the_table(step.pieces)]
    found = changes(before.pieces, step.pieces)
    sentences = [_sentence(change, scale) for change in found[:MAX_SENTENCES]]
    rest = len(found) - MAX_SENTENCES
    if rest > 0:
        sentences.append(say_count("{count} more piece", "{count} more pieces", rest))
    return sentences if sentences or step.comment else [say("No piece moves.")]


def _on_the_table(pieces: Pieces) -> Message:
    if not pieces:
        return say("The table is empty.")
    return say_count(
        "{count} piece is on the table.", "{count} pieces are on the table.", len(pieces)
    )


def _sentence(change: Change, scale: float) -> Message:
    old, *changed = (piece for piece in (change.before, change.after) if piece is not None)
    name, start = piece_name(old.kind), place_name(old, scale)
    if change.is_added:
        return say("{piece} is placed at {place}.", piece=name, place=start)
    if change.is_removed:
        return say("{piece} at {place} is removed.", piece=name, place=start)
    (new,) = changed
    end, now = place_name(new, scale), piece_name(new.kind)
    if change.has_moved and change.shows_other:
        return say(
            "{piece} moves from {start} to {end} and is now {now}.",
            piece=name,
            start=start,
            end=end,
            now=now,
        )
    if change.has_moved:
        return say("{piece} moves from {start} to {end}.", piece=name, start=start, end=end)
    if change.shows_other and new.kind.piece == "die" and new.kind.suit == old.kind.suit:
        return say("{piece} shows {value}.", piece=suit_name(new.kind), value=value_name(new.kind))
    if change.shows_other:
        return say("{piece} at {place} is now {now}.", piece=name, place=start, now=now)
    return say("{piece} at {place} is turned.", piece=name, place=start)
