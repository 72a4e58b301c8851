"""Takes acts on seats, dice, counters and notes, gives what comes of them; lists all kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.chance import Chance
from companion.table.dice import counted, faces_of
from companion.table.entries import ENTRIES
from companion.table.kind import Kind, Result
from companion.table.model import COLOURS, Act, Event, Refused, Roll, Seat, Table, Timer, Track
from companion.table.names import is_readable, looks_like
from companion.table.piles import PILES
from companion.table.plays import PLAYS
from companion.table.reading import number, text

MOST_SEATS: Final = 12
MOST_DICE: Final = 20
MOST_ROLLS: Final = 100  # a table shows the last ones; its log has all
MOST_NOTE: Final = 500
MOST_COUNT: Final = 100_000
MOST_STEPS: Final = 500
MOST_TRACKS: Final = 12
MOST_COUNTERS: Final = 60
MOST_LABEL: Final = 40
MOST_NAME: Final = 60
LATEST: Final = 2**53  # what a phone can count to


def _decide_join(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    name = text(act, "name")
    colour = text(act, "colour")
    if not is_readable(name):
        raise Refused("a name is up to 24 letters")
    if colour not in COLOURS:
        raise Refused("there is no colour '{colour}' here", colour=colour)
    if len(table.seats) >= MOST_SEATS:
        raise Refused("this table has {count} seats, and all are taken", count=MOST_SEATS)
    if any(looks_like(seat.name, name) for seat in table.seats):
        raise Refused("somebody called {name} sits here already", name=name)
    if any(seat.colour == colour for seat in table.seats):
        raise Refused("{colour} is taken", colour=COLOURS[colour])
    entropy = act.data.get("entropy", "")
    if not isinstance(entropy, str) or not re.fullmatch("[0-9a-f]{0,128}", entropy):
        raise Refused("'entropy' should be hexadecimal digits")
    return {"seat": f"s{len(table.seats) + 1}-{table.revision + 1}"}


def _apply_join(table: Table, event: Event) -> Table:
    seat = Seat(event.result["seat"], event.data["name"].strip(), event.data["colour"])
    entropy = bytes.fromhex(_even(event.data.get("entropy", "")))
    return replace(table, seats=(*table.seats, seat), entropies=(*table.entropies, entropy))


def _even(digits: str) -> str:
    return digits if len(digits) % 2 == 0 else f"0{digits}"


def _decide_roll(table: Table, act: Act, chance: Chance) -> Result:
    die = text(act, "die", MOST_NAME)
    faces = faces_of(table, die)
    count = number(act, "count", 1, MOST_DICE, 1)
    keep = act.data.get("keep", [])
    if not isinstance(keep, list) or not all(isinstance(face, str) for face in keep):
        raise Refused("'keep' should be a list of faces")
    if keep:
        last = table.rolls[-1] if table.rolls else None
        if last is None or last.die != die or len(keep) > count or not _within(keep, last.faces):
            raise Refused("only dice of the last throw can be kept")
    thrown = [chance.roll(faces) for _ in range(count - len(keep))]
    return {"faces": [*keep, *thrown]}


def _within(part: list[str], whole: tuple[str, ...]) -> bool:
    return all(part.count(face) <= whole.count(face) for face in part)


def _apply_roll(table: Table, event: Event) -> Table:
    again = event.result.get("again", 0)
    faces = tuple(event.result["faces"])
    roll = Roll(event.number, event.seat, event.data["die"], faces, again)
    thrown = faces[len(event.data.get("keep", ())) :]  # what was kept was not thrown again
    rolls = (*table.rolls[1 - MOST_ROLLS :], roll)
    return counted(replace(table, rolls=rolls), roll.die, thrown)


def _decide_count(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    name = text(act, "counter", MOST_NAME)
    number(act, "by", -MOST_COUNT, MOST_COUNT)
    if name not in table.counters and len(table.counters) >= MOST_COUNTERS:
        raise Refused("a table has at most {count} counters", count=MOST_COUNTERS)
    return {}


def _apply_count(table: Table, event: Event) -> Table:
    name = event.data["counter"].strip()
    value = table.counters.get(name, 0) + event.data["by"]
    return replace(table, counters={**table.counters, name: value})


def _decide_note(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    value = act.data.get("text", "")
    if not isinstance(value, str) or len(value) > MOST_NOTE:
        raise Refused("a note is up to {count} letters", count=MOST_NOTE)
    return {}


def _apply_note(table: Table, event: Event) -> Table:
    return replace(table, notes={**table.notes, "table": event.data.get("text", "").strip()})


def _decide_first(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    if not table.seats:
        raise Refused("nobody sits here yet")
    return {"first": chance.roll([seat.id for seat in table.seats])}


def _apply_first(table: Table, event: Event) -> Table:
    return replace(table, first=event.result["first"])


def _decide_track(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    name = text(act, "track", MOST_LABEL)
    number(act, "most", 1, MOST_STEPS)
    if name not in table.tracks and len(table.tracks) >= MOST_TRACKS:
        raise Refused("a table has at most {count} tracks", count=MOST_TRACKS)
    return {}


def _apply_track(table: Table, event: Event) -> Table:
    name = event.data["track"].strip()
    steps = table.tracks[name].steps if name in table.tracks else {}
    _check_steps(steps, event.data["most"])
    return replace(table, tracks={**table.tracks, name: Track(event.data["most"], steps)})


def _check_steps(steps: Mapping[str, int], most: int) -> None:
    if not all(0 <= step <= most for step in steps.values()):
        raise Refused("this track goes from 0 to {most}", most=most)


def _decide_step(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    text(act, "track", MOST_LABEL)
    number(act, "by", -MOST_STEPS, MOST_STEPS)
    if table.seat(act.data.get("of")) is None:
        raise Refused("there is no such track")
    return {}


def _apply_step(table: Table, event: Event) -> Table:
    name, seat = event.data["track"].strip(), event.data["of"]
    track = table.tracks.get(name)
    if track is None:
        raise Refused("there is no such track")
    steps = {**track.steps, seat: track.steps.get(seat, 0) + event.data["by"]}
    _check_steps(steps, track.most)
    return replace(table, tracks={**table.tracks, name: replace(track, steps=steps)})


def _decide_timer(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    number(act, "until", 0, LATEST)
    label = act.data.get("label", "")
    if not isinstance(label, str) or len(label) > MOST_LABEL:
        raise Refused("a label is up to {count} letters", count=MOST_LABEL)
    return {}


def _apply_timer(table: Table, event: Event) -> Table:
    return replace(table, timer=Timer(event.data["until"], event.data.get("label", "")))


def _decide_finger(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    """Several fingers rest on one phone: one of them begins."""
    return {"finger": chance.below(number(act, "fingers", 1, MOST_SEATS))}


def _apply_finger(table: Table, event: Event) -> Table:
    return replace(table, finger=event.result["finger"])


KINDS: Final[Mapping[str, Kind]] = {
    **PILES,
    **PLAYS,
    **ENTRIES,
    "count": Kind(_decide_count, _apply_count),
    "finger": Kind(_decide_finger, _apply_finger, marked=True),
    "first": Kind(_decide_first, _apply_first, marked=True),
    "join": Kind(_decide_join, _apply_join, undoable=False),
    "note": Kind(_decide_note, _apply_note),
    "step": Kind(_decide_step, _apply_step),
    "timer": Kind(_decide_timer, _apply_timer),
    "track": Kind(_decide_track, _apply_track),
    "roll": Kind(_decide_roll, _apply_roll, marked=True),
}
