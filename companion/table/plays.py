"""Takes acts on a game's setup and play, gives what comes of them by the game's rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.chance import Chance, OtherNumbers, Recorded, Replayed, chance_from_words, words_from
from companion.games import referees, rules_at
from companion.games.base import Options, Referee, Rules, Setup, Turn
from companion.table.dice import counted_in_play
from companion.table.kind import Kind
from companion.table.kind import Result as Decided
from companion.table.model import Act, Event, Refused, SetupRequest, Table
from companion.table.piles import taken_from
from companion.table.reading import number, own_seat
from companion.words import as_data

WORDS: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
MOST_AGAIN: Final = 1000
MOST_PLAYERS: Final = 12
MOST_TRIES: Final = 60
FAIR: Final = 90  # of 100: a setup this even or more is called fair


def setup_of(slug: str, facts: Mapping[str, Any], request: SetupRequest) -> Setup:
    """The setup that a request stands for; the same one on every machine."""

    def chances(part: str) -> Chance:
        return chance_from_words(f"{request.words}/{part}/{request.again.get(part, 0)}")

    rules = rules_at(slug, facts)
    return rules.setup(facts, request.players, full_options(rules, request.options), chances)


def full_options(rules: Rules, chosen: Mapping[str, str]) -> Options:
    """Every option with what was chosen or its default. Raises Refused for what is not offered."""
    known = {option.id: option for option in rules.options}
    for name, value in chosen.items():
        if name not in known:
            raise Refused("this game has no option '{name}'", name=name)
        if value not in known[name].choices:
            raise Refused("the option '{name}' cannot be '{value}'", name=name, value=value)
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def options_of(table: Table) -> Options:
    chosen = table.setup.options if table.setup else {}
    return full_options(rules_at(table.game, table.facts), chosen)


def read_request(data: Mapping[str, Any], seats: int, words: str) -> SetupRequest:
    """What an act or an address says of a setup. Raises Refused."""
    act = Act("", "setup", None, data)
    players = number(act, "players", 1, MOST_PLAYERS, max(1, seats))
    options, again = data.get("options", {}), data.get("again", {})
    if not isinstance(options, Mapping) or not all(
        isinstance(part, str) for pair in options.items() for part in pair
    ):
        raise Refused("'options' should name what is chosen for each option")
    if not isinstance(again, Mapping) or not all(
        isinstance(part, str) and type(count) is int and 0 <= count <= MOST_AGAIN
        for part, count in again.items()
    ):
        raise Refused("'again' should say how often each part was rolled again")
    said = data.get("words") or words
    if not isinstance(said, str) or not WORDS.fullmatch(said.strip().lower()):
        raise Refused("a word seed has small letters, digits and dashes, such as jade-otter-41")
    return SetupRequest(players, dict(options), said.strip().lower(), dict(again))


def _decide_setup(table: Table, act: Act, chance: Chance) -> Decided:
    if table.play is not None:
        raise Refused("the game has begun: its setup stays")
    request = read_request(act.data, len(table.seats), words_from(chance))
    if act.data.get("fair") and not act.data.get("words"):
        request = fair_request(table.game, table.facts, request, chance)
    setup_of(table.game, table.facts, request)
    # Who names a seed may have tried many before: then it was not chance that chose it.
    known = table.setup.words if table.setup else None
    chosen = bool(act.data.get("words")) and request.words != known
    return {"words": request.words, **({"chosen": True} if chosen else {})}


def fair_request(
    slug: str, facts: Mapping[str, Any], request: SetupRequest, chance: Chance
) -> SetupRequest:
    """The first seed that chance gives whose setup is fair, or the fairest of those tried."""
    best, figure = request, -1
    for _ in range(MOST_TRIES):
        tried = SetupRequest(request.players, request.options, words_from(chance))
        fairness = setup_of(slug, facts, tried).fairness
        if fairness is None:
            return request
        if fairness.figure > figure:
            best, figure = tried, fairness.figure
        if figure >= FAIR:
            break
    return best


def _apply_setup(table: Table, event: Event) -> Table:
    request = read_request(event.data, len(table.seats), event.result["words"])
    aside = _aside(table, request)
    piles = {n: pile for n, pile in table.piles.items() if n not in {*aside, *table.aside}}
    return replace(table, setup=request, aside=aside, piles=piles)


def _aside(table: Table, request: SetupRequest) -> Mapping[str, tuple[str, ...]]:
    """The pieces of each deck that a setup has laid open; a referee keeps decks of its own."""
    if referees(rules_at(table.game, table.facts)):
        return {}
    setup = setup_of(table.game, table.facts, request)
    return taken_from(table.pieces, [face for part in setup.parts for face in part.used])


def _referee(table: Table) -> Referee:
    rules = rules_at(table.game, table.facts)
    if not referees(rules):
        raise Refused("this game is played on the table only")
    return rules


def _decide_begin(table: Table, act: Act, chance: Chance) -> Decided:  # noqa: ARG001
    if table.play is not None:
        raise Refused("the game has begun already")
    words = words_from(chance)
    recorded = Recorded(chance)
    turn = _begin(table, words, recorded)
    return {"words": words, "numbers": recorded.numbers, "say": _said(turn)}


def _begin(table: Table, words: str, chance: Chance) -> Turn:
    rules = _referee(table)
    request = _own_setup(table, words)
    setup = setup_of(table.game, table.facts, request)
    options = full_options(rules, request.options)
    return rules.begin(table.facts, table.seats, options, setup, chance)


def _own_setup(table: Table, words: str) -> SetupRequest:
    """The table's setup, if it is for as many as sit here; else a new one with its options."""
    if table.setup is not None and table.setup.players == len(table.seats):
        return table.setup
    options = table.setup.options if table.setup else {}
    return SetupRequest(len(table.seats), options, words)


def _apply_begin(table: Table, event: Event) -> Table:
    if table.play is not None:
        raise Refused("the game has begun already")
    words = event.result["words"]
    chance = Replayed(event.result["numbers"])
    turn = _replayed(lambda: _begin(table, words, chance), chance)
    begun = replace(table, setup=_own_setup(table, words), play=turn.state)
    return counted_in_play(begun, chance.thrown)


def _decide_play(table: Table, act: Act, chance: Chance) -> Decided:
    rules, seat, move = _referee(table), own_seat(table, act), act.data.get("move")
    if table.play is None:
        raise Refused("the game has not begun")
    if not isinstance(move, Mapping):
        raise Refused("'move' should say what is done")
    recorded = Recorded(chance)
    turn = rules.act(table.facts, table.play, seat.id, move, recorded)
    return {"numbers": recorded.numbers, "say": _said(turn)}


def _apply_play(table: Table, event: Event) -> Table:
    rules = _referee(table)
    if table.play is None:
        raise Refused("the game has not begun")
    chance = Replayed(event.result["numbers"])
    seat, move = str(event.seat), event.data["move"]
    turn = _replayed(lambda: rules.act(table.facts, table.play, seat, move, chance), chance)
    return counted_in_play(replace(table, play=turn.state), chance.thrown)


def _replayed(act: Callable[[], Turn], chance: Replayed) -> Turn:
    try:
        turn = act()
        chance.check_done()
    except OtherNumbers:
        raise Refused("what led to it has changed") from None
    return turn


def _said(turn: Turn) -> list[dict[str, Any]]:
    return [{**as_data(said.message), "to": list(said.to)} for said in turn.says]


PLAYS: Final[Mapping[str, Kind]] = {
    "begin": Kind(_decide_begin, _apply_begin, private=True, marked=True),
    "play": Kind(_decide_play, _apply_play, private=True, marked=True),
    "setup": Kind(_decide_setup, _apply_setup),
}
