"""The sentences of a table's history."""

from __future__ import annotations

from companion.language.messages import Message, from_data, say, say_count
from companion.table.acts import ACTS
from companion.table.acts.base import LogEntry, Names, name_seat


def describe(entry: LogEntry, names: Names) -> list[Message]:
    """What was done, in a sentence or several."""
    who = name_seat(entry.seat, names)
    sentences = ACTS[entry.kind].describe(entry, who, names)
    by = entry.result.get("by")
    if by is not None:
        host = names.get(by) or say("The host")
        sentences.append(say("{host} (host) for {name}", host=host, name=who))
    rerolls = entry.result.get("again")
    return [*sentences, count_rerolls(rerolls)] if rerolls else sentences


def count_rerolls(count: int) -> Message:
    """How often something was undone and decided by chance again."""
    return say_count("re-rolled", "re-rolled {count} times", count)


def why_final(entry: LogEntry) -> Message:
    """Why an event that is final cannot be undone."""
    return say("cannot be undone: {reason}", reason=from_data(entry.result["final"]))
