"""Correct a number that everybody knows: the host's act, marked as a correction."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from companion.chance.provable import Chance, Recorded, Replayed, ReplayMismatch
from companion.games.corrections import Correctable, find_correctable
from companion.games.moves import Announcement
from companion.language.messages import Message, Refused, from_data, say
from companion.table.acts.base import (
    Applied,
    Data,
    Form,
    LogEntry,
    Names,
    TableAct,
    first_value,
    name_seat,
    refused,
    whole,
)
from companion.table.corrections import MAX_COUNT, NumberKind, numbers_of
from companion.table.game_rules import referee_of
from companion.table.model import Event, Table
from companion.table.seating import find_seat

WHICH: Final = "which"
BETWEEN: Final = "|"
"""Stands between kind, seat and number in the field of a form."""


class Correct(TableAct, frozen=True, tag="correct"):
    """Correct a number of the game, a counter or a track. Only the host can do it."""

    value: Annotated[
        int, Meta(ge=-MAX_COUNT, le=MAX_COUNT, description="What the number should be.")
    ]
    number: Annotated[
        str, Meta(max_length=60, description="The id of a number that the game lists.")
    ] = ""
    name: Annotated[str, Meta(max_length=60, description="The name of a counter or track.")] = ""
    who: (
        Annotated[
            str,
            Meta(
                description="The seat whose number it is.", extra=refused(say("nobody sits there"))
            ),
        ]
        | UnsetType
    ) = UNSET
    of: Annotated[
        NumberKind,
        Meta(
            description="What the number belongs to.",
            extra=refused(say("'of' should be game, counter or track")),
        ),
    ] = "game"

    example: ClassVar[Data] = {"value": 4, "of": "counter", "name": "gold"}
    noun: ClassVar[Message] = say("a correction")
    in_game: ClassVar[bool] = True
    narrated: ClassVar[bool] = True
    uses_rules: ClassVar[bool] = True
    host_only: ClassVar[bool] = True
    free_text: ClassVar[str] = "name"

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        found, recorded = self._found(table), Recorded(chance)
        self._corrected(table, recorded)
        return {"was": found.value, "numbers": recorded.numbers}

    def apply(self, table: Table, event: Event) -> Applied:
        found, chance = self._found(table), Replayed(event.result["numbers"])
        try:
            after = self._corrected(table, chance)
            chance.check_done()
        except ReplayMismatch:
            raise Refused("an earlier step has changed") from None
        who = name_seat(event.seat, table.names)
        values = {"number": found.title, "value": self.value, "was": event.result["was"]}
        message = say("{who} corrects {number}: {value} (was {was})", who=who, **values)
        if self.who is not UNSET:
            name = find_seat(table, self.who).name
            message = say(
                "{who} corrects {name}’s {number}: {value} (was {was})",
                who=who,
                name=name,
                **values,
            )
        return Applied(after, (Announcement(message),))

    def _found(self, table: Table) -> Correctable:
        owner = None if self.who is UNSET else find_seat(table, self.who).id
        return find_correctable(numbers_of(table, self.of, owner), self._id, self.value)

    @property
    def _id(self) -> str:
        return self.number if self.of == "game" else self.name

    def _corrected(self, table: Table, chance: Chance) -> Table:
        name, value = self._id, self.value
        if self.of == "counter":
            return replace(table, counters={**table.counters, name: value})
        if self.of == "track":
            track = table.tracks[name]
            steps = {**track.steps, str(self.who): value}
            return replace(table, tracks={**table.tracks, name: replace(track, steps=steps)})
        rules = referee_of(table)
        return replace(table, play=rules.corrected(table.play, str(self.who), name, value, chance))

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:
        if WHICH not in form:
            return super().from_form(form, table, now_ms)
        kind, _, rest = first_value(form, WHICH).partition(BETWEEN)
        who, _, name = rest.partition(BETWEEN)
        value = whole("value", first_value(form, "value"))
        found = {"number": name} if kind == "game" else {"of": kind, "name": name}
        return {"value": value, **found, **({"who": who} if who else {})}

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:  # noqa: ARG003
        """The numbers say where in a bag something went."""
        return {key: result[key] for key in ("say", "was") if key in result}

    @classmethod
    def is_random(cls, event: Event) -> bool:  # noqa: ARG003
        """Chance only mixes what nobody sees."""
        return False

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        sentences = [from_data(one) for one in entry.result.get("say", ())]
        return sentences or [say("{who} corrects a number", who=who)]
