"""Takes acts on seats, dice, counters and notes, gives what comes of them; lists all kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.chance import Chance
from companion.table.kind import Kind, Result
from companion.table.model import Act, Event, Refused, Roll, Seat, Table, Timer, Track
from companion.table.piles import PILES
from companion.table.plays import PLAYS
from companion.table.reading import number, text
from companion.words import say

NAME: Final = re.compile(r"[^\x00-\x1f\x7f]{1,24}")
NUMBERED_DIE: Final = re.compile("d([2-9]|[1-9][0-9]|[1-9][0-9]{2}|1000)")
MOST_SEATS: Final = 12
MOST_DICE: Final = 20
MOST_NOTE: Final = 500
MOST_COUNT: Final = 100_000
MOST_STEPS: Final = 500
MOST_TRACKS: Final = 12
MOST_LABEL: Final = 40
LATEST: Final = 2**53  # what a phone can count to
COLOURS: Final = {
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "yellow": say("yellow"),
    "purple": say("purple"),
    "black": say("black"),
    "pink": say("pink"),
    "orange": say("orange"),
}


def _decide_join(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    name = text(act, "name")
    colour = text(act, "colour")
    if not NAME.fullmatch(name):
        raise Refused("a name is up to 24 letters")
    if colour not in COLOURS:
        raise Refused("there is no colour '{colour}' here", colour=colour)
    if len(table.seats) >= MOST_SEATS:
        raise Refused("this table has {count} seats, and all are taken", count=MOST_SEATS)
    if any(seat.name.lower() == name.lower() for seat in table.seats):
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
    die = text(act, "die", 60)
    faces = faces_of(table, die)
    count = number(act, "count", 1, MOST_DICE, 1)
    keep = act.data.get("keep", [])
    if not isinstance(keep, list) or not all(isinstance(face, str) for face in keep):
        raise Refused("'keep' should be a list of faces")
    if keep:
        last = table.rolls[-1] if table.rolls else None
        if last is None or last.die != die or not _within(keep, last.faces):
            raise Refused("only dice of the last throw can be kept")
    thrown = [chance.roll(faces) for _ in range(count - len(keep))]
    return {"faces": [*keep, *thrown]}


def faces_of(table: Table, die: str) -> tuple[str, ...]:
    """The faces of one of the game's dice, or of any numbered die: d7 has seven."""
    numbered = NUMBERED_DIE.fullmatch(die)
    if die not in table.dice and numbered is None:
        raise Refused("this game has no die '{die}'", die=die)
    if die in table.dice or numbered is None:
        return table.dice[die]
    return tuple(str(number + 1) for number in range(int(numbered[1])))


def _within(part: list[str], whole: tuple[str, ...]) -> bool:
    return all(part.count(face) <= whole.count(face) for face in part)


def _apply_roll(table: Table, event: Event) -> Table:
    again = event.result.get("again", 0)
    faces = tuple(event.result["faces"])
    roll = Roll(event.number, event.seat, event.data["die"], faces, again)
    return replace(table, rolls=(*table.rolls, roll))


def _decide_count(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    text(act, "counter", 60)
    number(act, "by", -MOST_COUNT, MOST_COUNT)
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
    name = text(act, "track", 40)
    number(act, "most", 1, MOST_STEPS)
    if name not in table.tracks and len(table.tracks) >= MOST_TRACKS:
        raise Refused("a table has at most {count} tracks", count=MOST_TRACKS)
    return {}


def _apply_track(table: Table, event: Event) -> Table:
    name = event.data["track"].strip()
    steps = table.tracks[name].steps if name in table.tracks else {}
    return replace(table, tracks={**table.tracks, name: Track(event.data["most"], steps)})


def _decide_step(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    track = table.tracks.get(text(act, "track", 40))
    seat = table.seat(act.data.get("of"))
    if track is None or seat is None:
        raise Refused("there is no such track")
    step = track.steps.get(seat.id, 0) + number(act, "by", -MOST_STEPS, MOST_STEPS)
    if not 0 <= step <= track.most:
        raise Refused("this track goes from 0 to {most}", most=track.most)
    return {}


def _apply_step(table: Table, event: Event) -> Table:
    name, seat = event.data["track"].strip(), event.data["of"]
    track = table.tracks.get(name)
    if track is None:
        raise Refused("there is no such track")
    step = track.steps.get(seat, 0) + event.data["by"]
    after = replace(track, steps={**track.steps, seat: step})
    return replace(table, tracks={**table.tracks, name: after})


def _decide_timer(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    number(act, "until", 0, LATEST)
    if len(str(act.data.get("label", ""))) > MOST_LABEL:
        raise Refused("a label is up to {count} letters", count=MOST_LABEL)
    return {}


def _apply_timer(table: Table, event: Event) -> Table:
    return replace(table, timer=Timer(event.data["until"], str(event.data.get("label", ""))))


def _decide_finger(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    """Several fingers rest on one phone: one of them begins."""
    return {"finger": chance.below(number(act, "fingers", 1, MOST_SEATS))}


def _apply_finger(table: Table, event: Event) -> Table:
    return replace(table, finger=event.result["finger"])


KINDS: Final[Mapping[str, Kind]] = {
    **PILES,
    **PLAYS,
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
