"""Takes a cell and whose tile lies or would lie there, gives what may be dug, or why nothing."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.mines import wording
from companion.games.mines.facts import Line, MinesFacts
from companion.games.mines.hexes import SIDES, Cell
from companion.games.mines.mountain import Ground, owners_near, sides_near
from companion.games.mines.state import Player, State
from companion.words import Message, say


class Dig(Struct, frozen=True):
    kind: Literal["build", "extend"]
    tokens: int
    points: int

    @property
    def offer(self) -> Message:
        """What it costs and brings, in a few words."""
        tokens, points = wording.tokens(self.tokens), wording.points(self.points)
        if self.kind == "build":
            return say("build: {tokens}, {points}", tokens=tokens, points=points)
        return say("extend: {tokens}, {points}", tokens=tokens, points=points)


def digging(
    facts: MinesFacts, state: State, player: Player, land: Ground, cell: Cell
) -> Dig | Message:
    owners = owners_near(land, cell)
    sides = sides_near(land, cell)
    if owners and player.id not in owners:
        return say("no mine here: only foundations of others touch it")
    line = next((line for line in facts.lines if line.sides == sides), None)
    found = _extension(line, state) if owners else _new_mine(line)
    if found is None:
        return _too_few_sides(facts, sides, extend=bool(owners))
    if found.tokens > player.tokens:
        return say(
            "no mine here: it takes {need}, and {who} has {left}",
            need=wording.tokens(found.tokens),
            who=player.name,
            left=wording.tokens(player.tokens),
        )
    return found


def _new_mine(line: Line | None) -> Dig | None:
    return Dig("build", line.build_tokens, line.build_points) if line is not None else None


def _extension(line: Line | None, state: State) -> Dig | None:
    if line is None or line.extend_tokens is None or line.extend_points is None:
        return None
    whole = line.sides == SIDES
    points = int(state.options["extend6"]) if whole else line.extend_points
    return Dig("extend", line.extend_tokens, points)


def _too_few_sides(facts: MinesFacts, sides: int, *, extend: bool) -> Message:
    if extend:
        least = min(line.sides for line in facts.lines if line.extend_tokens is not None)
        return say(
            "no mine here: it touches {sides}, extending takes {least}",
            sides=wording.sides(sides),
            least=least,
        )
    least = min(line.sides for line in facts.lines)
    return say(
        "no mine here: it touches {sides}, building takes {least}",
        sides=wording.sides(sides),
        least=least,
    )
