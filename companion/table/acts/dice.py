"""Roll dice and flip coins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, field
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Message, Refused, say
from companion.table.acts.base import Data, Form, LogEntry, Names, TableAct, refused, whole
from companion.table.dice import COIN, count_faces, faces_of, name_face
from companion.table.model import Event, Roll, Table

MAX_DICE: Final = 20
MAX_ROLLS: Final = 100  # a table shows the last ones; its log has all
MAX_NAME_LENGTH: Final = 60


class RollDice(TableAct, frozen=True, tag="roll"):
    """Roll one of the game's dice, a coin or any numbered die: d7 has seven sides."""

    die: Annotated[
        str,
        Meta(
            pattern=r"\S",
            max_length=MAX_NAME_LENGTH,
            description="A die of the game, `coin`, or a numbered one such as `d6`.",
        ),
    ]
    count: Annotated[int, Meta(ge=1, le=MAX_DICE, description="How many dice.")] = 1
    keep: Annotated[
        list[str],
        Meta(
            max_length=MAX_DICE,
            description="Faces of the last roll that stay as they are.",
            extra=refused(say("'keep' should be a list of faces")),
        ),
    ] = field(default_factory=list)

    example: ClassVar[Data] = {"die": "d6", "count": 2}
    noun: ClassVar[Message] = say("a roll")
    random: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        die, keep = self.die.strip(), self.keep
        faces = faces_of(table, die)
        if keep:
            last = table.rolls[-1] if table.rolls else None
            known = last is not None and last.die == die and _is_within(keep, last.faces)
            if not known or len(keep) > self.count:
                raise Refused("you can only keep dice of the last roll")
        rolled = [chance.roll(faces) for _ in range(self.count - len(keep))]
        return {"faces": [*keep, *rolled]}

    def apply(self, table: Table, event: Event) -> Table:
        faces = tuple(event.result["faces"])
        roll = Roll(event.number, event.seat, self.die, faces, event.result.get("again", 0))
        rolled = faces[len(self.keep) :]  # kept dice do not count again
        rolls = (*table.rolls[1 - MAX_ROLLS :], roll)
        counts = count_faces(table.face_counts, roll.die, rolled)
        return replace(table, rolls=rolls, face_counts=counts)

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:
        data = super().from_form(form, table, now_ms)
        if "sides" in data:
            data["die"] = f"d{whole('sides', data.pop('sides'))}"
        return data

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        faces = entry.result["faces"]
        if entry.data["die"] != COIN:
            return [say("{who} rolls {faces}", who=who, faces=" · ".join(faces))]
        if len(faces) == 1:
            return [say("{who} flips a coin: {side}", who=who, side=name_face(COIN, faces[0]))]
        return [
            say(
                "{who} flips {count} coins: {heads} heads, {tails} tails",
                who=who,
                count=len(faces),
                heads=faces.count("heads"),
                tails=faces.count("tails"),
            )
        ]

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:  # noqa: ARG003
        return [str(face) for face in result["faces"]]


def _is_within(part: Sequence[str], whole_throw: tuple[str, ...]) -> bool:
    return all(part.count(face) <= whole_throw.count(face) for face in part)
