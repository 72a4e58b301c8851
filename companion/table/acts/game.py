"""Begin the game, and make its moves by the game's rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.chance.provable import Chance, Recorded, Replayed, ReplayMismatch, words_from
from companion.games.moves import Transition
from companion.language.messages import Message, Refused, from_data, listing, say
from companion.table.acts.base import (
    NOT_DATA,
    Applied,
    Data,
    Form,
    LogEntry,
    Names,
    Subject,
    TableAct,
    first_value,
    own_seat,
    refused,
)
from companion.table.acts.setup import LAID_OUT
from companion.table.dice import count_dice_of_play
from companion.table.game_rules import (
    full_options,
    laid_out,
    referee_of,
    revealed,
    rules_of,
    setup_of,
)
from companion.table.model import SETUP_MUST_FIT, Event, SetupRequest, Table

PLAY_FORM: Final = frozenset({"item", "key", "move"})


class _RefereedAct(TableAct, frozen=True):
    """An act that the game's rules decide and describe."""

    in_game: ClassVar[bool] = True
    narrated: ClassVar[bool] = True
    uses_rules: ClassVar[bool] = True

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:
        visible = [one for one in result.get("say", ()) if not one["to"] or seat in one["to"]]
        return {"say": visible}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        sentences = [from_data(one) for one in entry.result.get("say", ())]
        return sentences or [say("{who} makes a move", who=who)]

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:  # noqa: ARG003
        words = [str(result["words"])] if "words" in result else []
        return [*words, *(str(number) for number in result.get("numbers", ()))]


class Begin(_RefereedAct, frozen=True, tag="begin"):
    """Begin the game by its rules, with everyone at the table."""

    noun: ClassVar[Message] = say("the start of the game")
    random: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = (*LAID_OUT, "latecomers")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if table.play is not None:
            raise Refused("the game has already started")
        if table.empty:
            names = listing(table.names[empty] for empty in sorted(table.empty))
            raise Refused("nobody sits in the seat of {names}: remove it first", names=names)
        if table.edition >= SETUP_MUST_FIT and not setup_fits(table):
            raise Refused("the setup is for another number of players: adapt it first")
        words = words_from(chance)
        recorded = Recorded(chance)
        _begin(table, words, recorded)
        return {"words": words, "numbers": recorded.numbers}

    def apply(self, table: Table, event: Event) -> Applied:
        if table.play is not None:
            raise Refused("the game has already started")
        words = event.result["words"]
        chance = Replayed(event.result["numbers"])
        turn = _replayed(lambda: _begin(table, words, chance), chance)
        request = _own_setup(table, words)
        laid = table if request == table.setup else laid_out(table, request)
        return Applied(
            count_dice_of_play(
                replace(laid, play=turn.state, latecomers=frozenset()), chance.thrown
            ),
            turn.announcements,
        )


class Play(_RefereedAct, frozen=True, tag="play"):
    """Make a move of the game, one of the offers of the seat."""

    move: Annotated[
        dict[str, Any],
        Meta(
            description="One of the moves that the seat is offered.",
            extra=refused(say("'move' should be a JSON object")),
        ),
    ]

    example: ClassVar[Data] = {"move": {"do": "first", "who": "s1-1"}}
    noun: ClassVar[Message] = say("a move")
    secret: ClassVar[frozenset[str]] = frozenset({"move"})
    reads: ClassVar[tuple[str, ...]] = ("play",)

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:
        rules, owner = referee_of(table), own_seat(table, seat)
        if table.play is None:
            raise Refused("the game has not started yet")
        recorded = Recorded(chance)
        turn = rules.act(table.play, owner.id, self.move, recorded)
        return {"numbers": recorded.numbers, **revealed(table, turn.state)}

    def apply(self, table: Table, event: Event) -> Applied:
        rules = referee_of(table)
        if table.play is None:
            raise Refused("the game has not started yet")
        chance = Replayed(event.result["numbers"])
        seat, move = str(event.seat), event.data["move"]
        turn = _replayed(lambda: rules.act(table.play, seat, move, chance), chance)
        return Applied(
            count_dice_of_play(replace(table, play=turn.state), chance.thrown), turn.announcements
        )

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:  # noqa: ARG003
        for name in form.keys() - NOT_DATA - PLAY_FORM:
            raise Refused("'{kind}' has no field '{key}'", kind=cls.kind(), key=name)
        try:
            move = msgspec.json.decode(first_value(form, "move"))
        except (msgspec.DecodeError, RecursionError):
            raise Refused("'move' should be a JSON object") from None
        key = first_value(form, "key")
        if key and isinstance(move, dict):
            move[key] = [item for item in form.get("item", ()) if item]
        return {"move": move}

    @classmethod
    def subjects(cls, event: Event) -> frozenset[Subject]:
        """This seat's moves, and its moves of that kind."""
        own = ("play", event.seat)
        return frozenset({own, (*own, event.data["move"].get("do"))})


def _begin(table: Table, words: str, chance: Chance) -> Transition:
    rules = referee_of(table)
    request = _own_setup(table, words)
    setup = setup_of(rules_of(table), request)
    options = full_options(rules, request.options)
    return rules.begin(table.seats, options, setup, chance)


def setup_fits(table: Table) -> bool:
    """Whether the table's setup, if there is one, is for as many players as are seated."""
    return table.setup is None or table.setup.players == len(table.seats)


def _own_setup(table: Table, words: str) -> SetupRequest:
    """The table's setup, if it fits the number of seats; else a new one with its options, as
    tables of earlier editions began with."""
    if table.setup is not None and setup_fits(table):
        return table.setup
    options = table.setup.options if table.setup else {}
    return SetupRequest(len(table.seats), options, words)


def _replayed(act: Callable[[], Transition], chance: Replayed) -> Transition:
    try:
        turn = act()
        chance.check_done()
    except ReplayMismatch:
        raise Refused("an earlier step has changed") from None
    return turn
