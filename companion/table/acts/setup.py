"""Set the game up by a code, or by the form of the setup page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, UnsetType, field

from companion.chance.provable import Chance, words_from
from companion.games.options import Option
from companion.games.rules import Rules
from companion.games.setup import Setup
from companion.language.messages import Message, Refused, say
from companion.table.acts.base import (
    NOT_DATA,
    Data,
    Form,
    LogEntry,
    Names,
    TableAct,
    first_value,
    refused,
    whole,
)
from companion.table.game_rules import (
    laid_out,
    rules_of,
    setup_of,
)
from companion.table.model import Event, SetupRequest, Table

MAX_REROLLS: Final = 1000
MAX_PLAYERS: Final = 12
MAX_TRIES: Final = 60
FAIR: Final = 90  # of 100: a setup this even or more is called fair
LAID_OUT: Final = ("play", "setup", "seats", "aside", "unseen", "piles")
OPTION: Final = "option."
AGAIN: Final = "again."
SETUP_FORM: Final = frozenset({"code", "lock", "players", "roll", "told", "words"})


class SetUp(TableAct, frozen=True, tag="setup"):
    """Set the game up by a setup code: the same code gives the same setup everywhere."""

    players: (
        Annotated[
            int,
            Meta(
                ge=1, le=MAX_PLAYERS, description="How many players; by default those at the table."
            ),
        ]
        | UnsetType
    ) = UNSET
    options: Annotated[
        dict[str, str],
        Meta(
            description="The choice of each option; those left out have their default.",
            extra=refused(say("'options' should have a choice for each option")),
        ),
    ] = field(default_factory=dict)
    words: Annotated[
        str,
        Meta(
            pattern=r"^\s*([A-Za-z0-9][A-Za-z0-9-]{0,39})?\s*$",
            description="The setup code; an empty text stands for a random one.",
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
            description="How often each part is rolled again, by the part's id.",
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


def read_request(data: Data, seats: int, words: str) -> SetupRequest:
    """The setup that a query string asks for. Raises Refused."""
    return SetUp.read(data).request(seats, words)


def fair_request(rules: Rules, request: SetupRequest, chance: Chance) -> SetupRequest:
    """The first random seed whose setup is fair, or the fairest of those tried."""
    best, figure = request, -1
    for _ in range(MAX_TRIES):
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
    elif roll in ("code", "told"):  # pages of earlier versions say told
        data["words"] = _seed(first_value(form, roll))
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
