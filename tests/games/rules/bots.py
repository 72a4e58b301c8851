"""Takes a game, gives whole plays of it by bots that choose at random, through the table itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.games import referees, rules_for
from companion.games.base import Offers, Referee
from companion.table.fold import Story, decide, extend, fold, read_story, verify
from companion.table.kinds import COLOURS
from companion.table.model import Act, Event, Refused, Table
from companion.table.promise import promised
from printgen.catalog.load import load_game
from printgen.catalog.places import builtin_templates
from printgen.errors import Findings

CARDS = Path(__file__).parents[3] / "cards"
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
UNDO_EVERY = 15
"""On average, one act in so many is undone."""
MOST_ACTS = 5000

Check = Callable[[Table], None]


@cache
def facts_of(slug: str) -> Mapping[str, Any]:
    """The game's facts as a table keeps them: through JSON and back."""
    findings = Findings()
    game = load_game(slug, CARDS, builtin_templates(), findings)
    findings.raise_errors()
    assert game is not None
    facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules_for(slug).facts(game)))
    return facts


class Play:
    """A table being played: what is acted becomes events, refusals change nothing."""

    def __init__(self, slug: str, players: int, options: Mapping[str, str], seed: int) -> None:
        self.seed = seed.to_bytes(32, "big")
        start = promised(Table(slug, "", {}, {}, facts_of(slug)), self.seed)
        self.story: Story = read_story(start, ())
        for name, colour in zip(NAMES[:players], COLOURS, strict=False):
            self.act("join", name=name, colour=colour, entropy="00")
        self.act("setup", players=players, options=dict(options))
        self.act("begin")

    @property
    def table(self) -> Table:
        return self.story.table

    @property
    def rules(self) -> Referee:
        rules = rules_for(self.table.game)
        assert referees(rules)
        return rules

    @property
    def over(self) -> bool:
        return self.rules.scene(self.table.facts, self.table.play, None).over

    def act(self, kind: str, seat: str | None = None, **data: Any) -> Event:
        act = Act(f"act-{len(self.story.log)}", kind, seat, data)
        event = decide(self.story, act, self.seed, host=True)
        event = msgspec.convert(msgspec.json.decode(msgspec.json.encode(event)), Event)
        self.story = extend(self.story, event)
        return event

    def move(self, seat: str, /, **move: Any) -> Event:
        """A move of the game itself."""
        return self.act("play", seat, move=move)

    def offers(self) -> dict[str, Offers]:
        """What each seat may do, of those who may do anything."""
        table = self.table
        found = {s.id: self.rules.offers(table.facts, table.play, s.id) for s in table.seats}
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
    """For whoever only wants to see the game end."""


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
    for _ in range(MOST_ACTS):
        if play.over:
            return play
        offers = play.offers()
        assert offers, "the game is not over, and nobody may act"
        seat = pick.choice(sorted(offers))
        move = random_move(offers[seat], pick)
        try:
            event = play.move(seat, **move)
        except Refused:
            assert not any(choice.move == move for choice in offers[seat].choices), move
            continue
        check(play.table)
        if undo and pick.random() < 1 / UNDO_EVERY:
            before = play.table.play
            play.act("undo", None, number=event.number)
            check(play.table)
            if pick.random() < 0.5:
                play.act("redo", None, number=event.number)
                assert play.table.play == before
    raise AssertionError(f"{slug} did not end in {MOST_ACTS} acts")


def check_log(play: Play) -> None:
    """The whole log tells the same story again, and proves its chance."""
    assert fold(play.story.start, play.story.log) == play.table
    assert verify(play.story.start, play.story.log, play.seed) == []


def transcript(play: Play) -> str:
    """A finished play as text: what everybody was told, and how it ended."""
    names = {seat.id: seat.name for seat in play.table.seats}
    lines = []
    for event in play.story.log:
        if event.number in play.table.undone:
            lines.append(f"{event.number:4} (undone)")
            continue
        said = [_plain(one, names) for one in event.result.get("say", ())]
        who = names.get(str(event.seat), "table")
        lines.append("\n       ".join([f"{event.number:4} {who}: {event.kind}", *said]))
    scene = play.rules.scene(play.table.facts, play.table.play, None)
    lines.append(f"over: {scene.headline}")
    lines.append("winners: " + ", ".join(names[seat] for seat in scene.winners))
    lines.extend(f"{names[seat]} {points}" for seat, points in scene.standing.items())
    return "\n".join(lines) + "\n"


def _plain(said: Mapping[str, Any], names: Mapping[str, str]) -> str:
    from companion.words import from_data

    text = str(from_data(said))
    to = ", ".join(names[seat] for seat in said["to"])
    return f"[to {to}] {text}" if to else text
