"""The table's note and its timer."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Message, say
from companion.table.acts.base import Data, Form, LogEntry, Names, TableAct, refused, whole
from companion.table.model import Event, Table, Timer

MAX_NOTE_LENGTH: Final = 500
MAX_LABEL_LENGTH: Final = 40
LATEST: Final = 2**53  # what a phone can count to


class WriteNote(TableAct, frozen=True, tag="note"):
    """Write the note that everybody sees."""

    text: Annotated[
        str,
        Meta(
            max_length=MAX_NOTE_LENGTH,
            description="The whole note; an empty text removes it.",
            extra=refused(say("a note has at most {count} characters", count=MAX_NOTE_LENGTH)),
        ),
    ] = ""

    example: ClassVar[Data] = {"text": "Ann reads the rules aloud."}
    noun: ClassVar[Message] = say("a note")
    free_text: ClassVar[str] = "text"

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        return replace(table, notes={**table.notes, "table": self.text.strip()})

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} edits the note", who=who)]


class StartTimer(TableAct, frozen=True, tag="timer"):
    """Start the timer that everybody sees."""

    until: Annotated[
        int,
        Meta(ge=0, le=LATEST, description="When it runs out, in milliseconds since 1970."),
    ]
    label: Annotated[
        str,
        Meta(
            max_length=MAX_LABEL_LENGTH,
            description="What the time is for.",
            extra=refused(say("a label has at most {count} characters", count=MAX_LABEL_LENGTH)),
        ),
    ] = ""

    example: ClassVar[Data] = {"until": 1_900_000_000_000, "label": "Plan your moves"}
    noun: ClassVar[Message] = say("a timer")
    free_text: ClassVar[str] = "label"

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        return replace(table, timer=Timer(self.until, self.label))

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:
        data = super().from_form(form, table, now_ms)
        data["until"] = now_ms + 1000 * whole("seconds", data.pop("seconds", "0"))
        return data

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} starts the timer", who=who)]
