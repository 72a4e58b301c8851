"""Set the game up, begin it, and make its moves by the game's rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import replace

from companion.chance.provable import Chance, Recorded, Replayed, ReplayMismatch, words_from
from companion.games.moves import Transition
from companion.games.options import Option
from companion.games.rules import Rules
from companion.games.setup import Setup
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
    whole,
)
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

MAX_REROLLS: Final = 1000
MOST_PLAYERS: Final = 12
MOST_TRIES: Final = 60
FAIR: Final = 90  # of 100: a setup this even or more is called fair
LAID_OUT: Final = ("play", "setup", "seats", "aside", "unseen", "piles")
OPTION: Final = "option."
AGAIN: Final = "again."
SETUP_FORM: Final = frozenset({"lock", "players", "roll", "told", "words"})
PLAY_FORM: Final = frozenset({"item", "key", "move"})


class SetUp(TableAct, frozen=True, tag="setup"):
    """Set the game up by a setup code: the same code gives the same setup everywhere."""

    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)] | UnsetType = UNSET
    options: Annotated[
        dict[str, str],
        Meta(extra=refused(say("'options' should have a choice for each option"))),
    ] = field(default_factory=dict)
    words: Annotated[
        str,
        Meta(
            pattern=r"^\s*([A-Za-z0-9][A-Za-z0-9-]{0,39})?\s*$",
            description="The setup code; by default a random one.",
            extra=refused(
                say(
                    "a setup code has letters, digits and dashes, such as jade-otter-41",
                )
            ),
        ),
    ] = ""
    rerolls: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=MAX_REROLLS)]],
        Meta(
            description="How often each part was rolled again.",
            extra=refused(say("'again' should be the number of re-rolls of each part")),
        ),
    ] = field(default_factory=dict, name="again")
    fair: Annotated[
        bool,
        Meta(
            description="Try several codes and keep a balanced setup.",
            extra=refused(say("'fair' should be true or false")),
        ),
    ] = False

    example: ClassVar[Data] = {"players": 2, "options": {}, "words": "jade-otter-41"}
    noun: ClassVar[Message] = say("a setup")
    in_game: ClassVar[bool] = True
    uses_rules: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = LAID_OUT

    def request(self, seats: int, words: str) -> SetupRequest:
        """The complete request; `seats` and `words` are defaults for the players and the seed."""
        players = max(1, seats) if self.players is UNSET else self.players
        seed = (self.words or words).strip().lower()
        return SetupRequest(players, dict(self.options), seed, dict(self.rerolls))

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if table.play is not None:
            raise Refused("the game has started, so the setup is fixed")
        request = self.request(len(table.seats), words_from(chance))
        if self.fair and not self.words:
            request = fair_request(rules_of(table), request, chance)
        _check_parts(table, setup_of(rules_of(table), request), request)
        # A player who enters a seed may have tried many before: then chance did not choose it.
        known = table.setup.words if table.setup else None
        chosen = bool(self.words) and request.words != known
        return {"words": request.words, **({"chosen": True} if chosen else {})}

    def apply(self, table: Table, event: Event) -> Table:
        return laid_out(table, self.request(len(table.seats), event.result["words"]))

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:  # noqa: ARG003
        for name in form.keys() - NOT_DATA - SETUP_FORM:
            if not name.startswith((OPTION, AGAIN)):
                raise Refused("'{kind}' has no field '{key}'", kind=cls.kind(), key=name)
        return setup_from_form(form, rules_of(table).options)

    @classmethod
    def is_random(cls, event: Event) -> bool:
        """A setup that is repeated by its seed is not random."""
        return not event.data.get("words")

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        words = entry.result["words"]
        if entry.result.get("chosen"):
            return [say("{who} sets up with a code of their choice: {words}", who=who, words=words)]
        return [say("{who} sets up: {words}", who=who, words=words)]

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:  # noqa: ARG003
        return [str(result["words"])]


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


def read_request(data: Data, seats: int, words: str) -> SetupRequest:
    """The setup that a query string asks for. Raises Refused."""
    return SetUp.read(data).request(seats, words)


def fair_request(rules: Rules, request: SetupRequest, chance: Chance) -> SetupRequest:
    """The first random seed whose setup is fair, or the fairest of those tried."""
    best, figure = request, -1
    for _ in range(MOST_TRIES):
        tried = SetupRequest(request.players, request.options, words_from(chance))
        fairness = setup_of(rules, tried).fairness
        if fairness is None:
            return request
        if fairness.figure > figure:
            best, figure = tried, fairness.figure
        if figure >= FAIR:
            break
    return best


def setup_from_form(form: Form, offered: Sequence[Option] = ()) -> dict[str, Any]:
    """Players, options and seed; parts that are not kept are rolled once more.

    An option that stays at its default is left out: addresses, their QR codes and the list of
    finished games stay short.
    """
    usual = {f"{OPTION}{option.id}": option.default for option in offered}
    keep = set(form.get("lock", ()))
    roll = first_value(form, "roll")
    again: dict[str, int] = {}
    for key, values in form.items():
        if key.startswith(AGAIN):
            part = key.removeprefix(AGAIN)
            rolled = roll == part or (roll == "rest" and part not in keep)
            again[part] = whole(part, values[0]) + rolled
    data: dict[str, Any] = {
        "options": {
            key.removeprefix(OPTION): values[0]
            for key, values in form.items()
            if key.startswith(OPTION) and values[0] != usual.get(key)
        },
    }
    if first_value(form, "players"):
        data["players"] = whole("players", first_value(form, "players"))
    if roll == "fair":
        data["fair"] = True
    elif roll == "told":
        data["words"] = _seed(first_value(form, "told"))
    elif roll != "all":
        data["again"] = {part: count for part, count in again.items() if count}
        if first_value(form, "words"):
            data["words"] = _seed(first_value(form, "words"))
    return data


def _seed(entered: str) -> str:
    """`Jade otter 41` is the seed jade-otter-41."""
    return "-".join(entered.lower().replace("-", " ").split())


def _check_parts(table: Table, setup: Setup, request: SetupRequest) -> None:
    """Only parts of this setup, or of the one it comes after, can be rolled again."""
    parts = {part.id for part in setup.parts}
    if table.setup is not None:
        parts |= {part.id for part in setup_of(rules_of(table), table.setup).parts}
    unknown = sorted(request.rerolls.keys() - parts)
    if unknown:
        raise Refused("this setup has no part '{name}'", name=unknown[0])


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
