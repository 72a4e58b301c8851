"""Check a record: its chain, everything that chance decided, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.games.edition import EDITION, is_known
from companion.language.messages import Message, Refused, say
from companion.rooms.records import Record, iso_time, read_record
from companion.table.acts import ACTS
from companion.table.by_hand import changes_by_hand
from companion.table.chain import SEALS_VERSIONS, chain, short_code
from companion.table.commitment import commitment_of
from companion.table.history import History
from companion.table.migrations import VERSION
from companion.table.model import FIRST_EDITION
from companion.table.replay import replay, replay_without_rules
from companion.table.usable import unusable


class Check(Struct, frozen=True):
    """One check and what it found wrong, if anything."""

    title: Message
    wrong: tuple[Message, ...] = ()


class RandomResult(Struct, frozen=True):
    """What chance decided in one event: faces, a name, a deck, or the numbers of a move."""

    number: int
    who: str
    kind: str
    what: tuple[str, ...]
    undone: bool = False


class Examined(Struct, frozen=True):
    """The result of examining a file: its checks and, if it is a record, its random results.

    `limits` say what could not be checked, and `by_hand` what players changed by hand; `codes` are
    the short codes of its chain, by which phones that took part recognise the record."""

    checks: tuple[Check, ...]
    record: Record | None = None
    random_results: tuple[RandomResult, ...] = ()
    limits: tuple[Message, ...] = ()
    codes: tuple[str, ...] = ()
    by_hand: tuple[Message, ...] = ()

    @property
    def wrong(self) -> tuple[Message, ...]:
        return tuple(sentence for check in self.checks for sentence in check.wrong)


def examine(text: str) -> Examined:
    """Check the chain, every roll, shuffle and draw, and the outcome of a record."""
    try:
        record = read_record(text)
    except Refused as fault:
        return Examined((Check(say("The file is a complete game record"), (fault.message,)),))
    whole = Check(say("The file is a complete game record"))
    committed = _check_commitment(record)
    if committed.wrong:
        return Examined((whole, committed), record)
    hashes = tuple(chain(record.seed, record.commitment, record.events, record.written))
    sealed = () if record.hashes is None else (_check_chain(record, hashes),)
    if any(check.wrong for check in sealed):
        return Examined((whole, committed, *sealed), record)
    if not is_known(record.rules):
        return _examine_without_rules(record, (whole, committed, *sealed), hashes)
    history, wrong = replay(*record.migrated, record.seed)
    if wrong and record.written.newest < VERSION:
        wrong.append(say("it is from an earlier version, whose rules may have been different"))
    chance = Check(say("Every roll, shuffle and draw follows from the seed"), tuple(wrong))
    end = Check(say("The result matches the game"), () if wrong else _check_end(history))
    usable = Check(say("The game can be shown"), () if wrong else unusable(history))
    codes = tuple(map(short_code, hashes)) if sealed else ()
    checks = (whole, committed, *sealed, chance, end, usable)
    by_hand = tuple(changes_by_hand(history))
    return Examined(checks, record, _random_results(history), _limits(record), codes, by_hand)


def _examine_without_rules(
    record: Record, before: tuple[Check, ...], hashes: Sequence[str]
) -> Examined:
    """Check what does not depend on rules that this program does not have."""
    history, wrong = replay_without_rules(*record.migrated, record.seed)
    chance = Check(say("Every roll, shuffle and draw follows from the seed"), tuple(wrong))
    end = Check(say("The result matches the game"), () if wrong else _check_end(history))
    unknown = say(
        "it was played with version {version} of the rules, but this program has version {own}: "
        "moves, decks and points are not checked",
        version=record.rules,
        own=EDITION,
    )
    codes = tuple(map(short_code, hashes)) if record.hashes else ()
    limits = (unknown, *_limits(record))
    return Examined(
        (*before, chance, end),
        record,
        _random_results(history, rules=False),
        limits,
        codes,
        tuple(changes_by_hand(history)),
    )


def _check_chain(record: Record, hashes: Sequence[str]) -> Check:
    title = say("Nothing was changed, added or removed since the end of the game")
    if record.events and record.times is not None and record.times.ended is not None:
        ended = max(record.times.opened, record.events[-1].at or 0)  # as _read_times has it
        if iso_time(ended) != iso_time(record.times.ended):
            return Check(title, (say("its end time does not match its last step"),))
    stored = record.hashes or ()
    pairs = zip(hashes, stored, strict=False)
    changed = next((number for number, (one, other) in enumerate(pairs, 1) if one != other), 0)
    if changed:
        return Check(title, (say("step {number} was changed after the game", number=changed),))
    if tuple(stored) != (*hashes, *hashes[-1:]):
        return Check(title, (say("the history code does not match the last step"),))
    return Check(title)


def _limits(record: Record) -> tuple[Message, ...]:
    if record.hashes is None:
        return (
            say(
                "from an earlier version: without a history code, it cannot show who did what "
                "when, or that nothing is missing"
            ),
        )
    if record.start.edition == FIRST_EDITION:
        return (
            say(
                "from an earlier version, which handled undo differently: whether its undone "
                "steps followed the rules is not checked"
            ),
        )
    if record.written.of(len(record.events)) < SEALS_VERSIONS:
        return (
            say(
                "from an earlier version: its history code does not cover which versions of "
                "the program wrote it"
            ),
        )
    return ()


def _check_commitment(record: Record) -> Check:
    title = say("Seed, dice and decks are the ones fixed at the start")
    if commitment_of(record.first_table, record.seed) == record.commitment:
        return Check(title)
    sentence = say("the seed, dice, decks or rules are not the ones fixed before the first roll")
    return Check(title, (sentence,))


def _check_end(history: History) -> tuple[Message, ...]:
    """The end itself was checked with the other events; here it only has to be there."""
    if history.table.ended:
        return ()
    return (say("the record stops before the end of the game"),)


def _random_results(history: History, *, rules: bool = True) -> tuple[RandomResult, ...]:
    """The random results; without rules, only those that can be checked without them."""
    names = history.table.names
    random_results: list[RandomResult] = []
    for event in history.log:
        act, undone = ACTS[event.kind], event.number in history.table.undone
        drawn = act.drawn(event.result, names) if rules or not act.uses_rules else None
        if drawn is not None:
            who = names.get(event.seat or "", "")
            random_results.append(RandomResult(event.number, who, event.kind, tuple(drawn), undone))
    return tuple(random_results)
