"""Whole plays of any game by bots that choose at random, through the table itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.mark import ParameterSet

from companion.games import facts_of as collect_facts
from companion.games import rules_at
from companion.games.offers import Offers
from companion.games.rules import PlayableRules
from companion.games.seats import COLOURS
from companion.language.messages import Refused, as_data, from_data
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.history import History, extend, read_log
from companion.table.model import Act, Event, Table
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.errors import Findings
from tests.verification import verify

CARDS = Path(__file__).parents[3] / "cards"
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
UNDO_EVERY = 15
"""On average, one act in so many is undone."""
LOOK_EVERY = 4
"""The scene is looked at after one act in so many, and in the end; other acts in other games."""
MAX_ACTS = 5000

Check = Callable[[Table], None]


def first_batches(batches: int, quick: int) -> list[ParameterSet]:
    """The numbers of batches of games, of which only the first ones are played by `make test`."""
    return [
        pytest.param(number, marks=() if number < quick else pytest.mark.long)
        for number in range(batches)
    ]


@cache
def facts_of(slug: str) -> Mapping[str, Any]:
    """The game's facts as a table keeps them: through JSON and back."""
    findings = Findings()
    game = load_game(slug, CARDS, builtin_templates(), findings)
    findings.raise_errors()
    assert game is not None
    facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(collect_facts(game)))
    return facts


def playable(slug: str, facts: Mapping[str, Any]) -> PlayableRules:
    """The rules of a game that the companion can play, bound to these facts."""
    rules = rules_at(slug, facts)
    assert isinstance(rules, PlayableRules)
    return rules


class Play:
    """A table being played: what is acted becomes events, refusals change nothing."""

    def __init__(self, slug: str, players: int, options: Mapping[str, str], seed: int) -> None:
        self.seed = seed.to_bytes(32, "big")
        start = with_commitment(Table(slug, "", {}, {}, facts_of(slug)), self.seed)
        self.history: History = read_log(start, ())
        for name, colour in zip(NAMES[:players], COLOURS, strict=False):
            self.act("join", name=name, colour=colour, entropy="00")
        self.act("setup", players=players, options=dict(options))
        self.act("begin")

    @property
    def table(self) -> Table:
        return self.history.table

    @property
    def rules(self) -> PlayableRules:
        return playable(self.table.game, self.table.facts)

    @property
    def over(self) -> bool:
        return self.rules.scene(self.table.play, None).over

    def act(self, kind: str, seat: str | None = None, **data: Any) -> Event:
        act = Act(f"act-{len(self.history.log)}", kind, seat, data)
        event = decide(self.history, act, self.seed, host=True)
        event = msgspec.convert(msgspec.json.decode(msgspec.json.encode(event)), Event)
        self.history = extend(self.history, event)
        return event

    def move(self, seat: str, /, **move: Any) -> Event:
        """A move of the game itself."""
        return self.act("play", seat, move=move)

    def sentences(self, event: Event) -> list[dict[str, Any]]:
        """What the rules say of an event, as the history shows it."""
        says = self.history.announcements(event.number)
        return [{**as_data(announced.message), "to": list(announced.to)} for announced in says]

    def offers(self) -> dict[str, Offers]:
        """What each seat may do, of those who may do anything."""
        table = self.table
        found = {s.id: self.rules.offers(table.play, s.id) for s in table.seats}
        return {seat: offers for seat, offers in found.items() if offers.choices or offers.picks}


def random_move(offers: Offers, pick: random.Random) -> dict[str, Any]:
    """One of the moves that are offered."""
    number = pick.randrange(len(offers.choices) + len(offers.picks))
    if number < len(offers.choices):
        return dict(offers.choices[number].move)
    chosen = offers.picks[number - len(offers.choices)]
    ids = [name for name, _ in chosen.items]
    count = pick.randint(chosen.least, chosen.most)
    picked = pick.sample(ids, count)
    if not chosen.ordered:
        picked = [name for name in ids if name in picked]
    return {**chosen.move, chosen.key: picked}


def accept(table: Table) -> None:
    """A check that accepts everything."""


def play_out(
    slug: str,
    players: int,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    check: Check = accept,
    *,
    undo: bool = True,
) -> Play:
    """A whole game by bots. A pick may be refused (an illegal set); a choice never."""
    pick = random.Random(f"{slug} {players} {seed}")
    play = Play(slug, players, options or {}, seed)
    check(play.table)
    for number in range(MAX_ACTS):
        offers = play.offers()
        if not offers or number % LOOK_EVERY == seed % LOOK_EVERY:
            assert play.over == (not offers), "somebody may act exactly until the game is over"
        if not offers:
            return play
        seat = pick.choice(sorted(offers))
        move = random_move(offers[seat], pick)
        try:
            event = play.move(seat, **move)
        except Refused:
            assert not any(choice.move == move for choice in offers[seat].choices), move
            continue
        check(play.table)
        if undo and pick.random() < 1 / UNDO_EVERY and not event.result.get("final"):
            before = play.table.play
            play.act("undo", None, number=event.number)
            check(play.table)
            if pick.random() < 0.5 and not event.result.get("shown"):
                play.act("redo", None, number=event.number)
                assert seen_of(play, play.table.play) == seen_of(play, before)
    raise AssertionError(f"{slug} did not end in {MAX_ACTS} acts")


def seen_of(play: Play, state: Any) -> Any:
    """The state but for the order of what nobody has seen, which an undo shuffles."""
    stacks = {name: tuple(sorted(stack)) for name, stack in play.rules.unseen(state).items()}
    return play.rules.with_unseen(state, stacks)


def check_log(play: Play) -> None:
    """Reading the whole log again gives the same table, and its chance can be verified."""
    assert read_log(play.history.start, play.history.log).table == play.table
    assert verify(play.history.start, play.history.log, play.seed) == []


def transcript(play: Play) -> str:
    """A finished play as text: its history and how it ended."""
    names = {seat.id: seat.name for seat in play.table.seats}
    lines = []
    for event in play.history.log:
        if event.number in play.table.undone:
            lines.append(f"{event.number:4} (undone)")
            continue
        announced = [_plain(one, names) for one in play.sentences(event)]
        who = names.get(str(event.seat), "table")
        lines.append("\n       ".join([f"{event.number:4} {who}: {event.kind}", *announced]))
    scene = play.rules.scene(play.table.play, None)
    lines.append(f"over: {scene.headline}")
    lines.append("winners: " + ", ".join(names[seat] for seat in scene.winners))
    lines.extend(f"{names[seat]} {points}" for seat, points in scene.standing.items())
    return "\n".join(lines) + "\n"


def _plain(announced: Mapping[str, Any], names: Mapping[str, str]) -> str:
    text = str(from_data(announced))
    to = ", ".join(names[seat] for seat in announced["to"])
    return f"[to {to}] {text}" if to else text
