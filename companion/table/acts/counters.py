"""Counters, and tracks on which every seat has a mark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Message, Refused, say
from companion.table.acts.base import Data, LogEntry, Names, TableAct, refused
from companion.table.corrections import MAX_COUNT
from companion.table.model import Event, Table, Track

MAX_COUNTERS: Final = 60
MAX_STEPS: Final = 500
MAX_TRACKS: Final = 12
MAX_NAME_LENGTH: Final = 60
MAX_LABEL_LENGTH: Final = 40

TrackName = Annotated[
    str, Meta(pattern=r"\S", max_length=MAX_LABEL_LENGTH, description="The track's name.")
]


class Count(TableAct, frozen=True, tag="count"):
    """Add to a counter, or take away from it."""

    counter: Annotated[
        str,
        Meta(
            pattern=r"\S",
            max_length=MAX_NAME_LENGTH,
            description="The counter's name; an unknown one starts at 0.",
        ),
    ]
    by: Annotated[
        int,
        Meta(ge=-MAX_COUNT, le=MAX_COUNT, description="How much is added; less than 0 to take."),
    ]

    example: ClassVar[Data] = {"counter": "gold", "by": 1}
    noun: ClassVar[Message] = say("a counter change")
    free_text: ClassVar[str] = "counter"

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        name = self.counter.strip()
        if name not in table.counters and len(table.counters) >= MAX_COUNTERS:
            raise Refused("a table has at most {count} counters", count=MAX_COUNTERS)
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        name = self.counter.strip()
        value = table.counters.get(name, 0) + self.by
        return replace(table, counters={**table.counters, name: value})

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        data = entry.data
        return [
            say("{who}: {counter} {by}", who=who, counter=data["counter"], by=_signed(data["by"]))
        ]


class AddTrack(TableAct, frozen=True, tag="track"):
    """Add a track from 0 to `most`, or change its length."""

    track: TrackName
    most: Annotated[int, Meta(ge=1, le=MAX_STEPS, description="The last step of the track.")]

    example: ClassVar[Data] = {"track": "Glory", "most": 20}
    noun: ClassVar[Message] = say("a track")
    free_text: ClassVar[str] = "track"

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if self.track.strip() not in table.tracks and len(table.tracks) >= MAX_TRACKS:
            raise Refused("a table has at most {count} tracks", count=MAX_TRACKS)
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        name = self.track.strip()
        steps = table.tracks[name].steps if name in table.tracks else {}
        _check_steps(steps, self.most)
        return replace(table, tracks={**table.tracks, name: Track(self.most, steps)})

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} adds the track {track}", who=who, track=entry.data["track"])]


class MoveOnTrack(TableAct, frozen=True, tag="step"):
    """Move the mark of a seat along a track."""

    track: TrackName
    of: Annotated[
        str,
        Meta(
            description="The seat that owns the mark.",
            extra=refused(say("that track doesn’t exist")),
        ),
    ]
    by: Annotated[
        int,
        Meta(ge=-MAX_STEPS, le=MAX_STEPS, description="How many steps; less than 0 to go back."),
    ]

    example: ClassVar[Data] = {"track": "Glory", "of": "s1-1", "by": 2}
    noun: ClassVar[Message] = say("a move on a track")
    free_text: ClassVar[str] = "track"

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if table.seat(self.of) is None:
            raise Refused("that track doesn’t exist")
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        name = self.track.strip()
        track = table.tracks.get(name)
        if track is None:
            raise Refused("that track doesn’t exist")
        steps = {**track.steps, self.of: track.steps.get(self.of, 0) + self.by}
        _check_steps(steps, track.most)
        return replace(table, tracks={**table.tracks, name: replace(track, steps=steps)})

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        data = entry.data
        other, by = names.get(data["of"], "?"), _signed(data["by"])
        return [say("{other} on {track}: {by}", other=other, track=data["track"], by=by)]


def _check_steps(steps: Mapping[str, int], most: int) -> None:
    if not all(0 <= step <= most for step in steps.values()):
        raise Refused("this track goes from 0 to {most}", most=most)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")
