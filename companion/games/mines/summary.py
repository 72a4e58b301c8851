"""Takes a state, gives its score sheets, its result, and the last words of a game."""

from __future__ import annotations

from typing import Any

from companion.games.base import Result, Say
from companion.games.mines import wording
from companion.games.mines.facts import MinesFacts
from companion.games.mines.mountain import ground, zones
from companion.games.mines.score import LONE, score
from companion.games.mines.state import State
from companion.words import Message, say


def sheets(state: State) -> dict[str, dict[str, Any]]:
    land = ground(state.mountain)
    asked = state.options["tiebreak"] == "later-player" and len(state.players) > 1
    filled = {}
    for turn, player in enumerate(state.players, 1):
        found = zones(land, player.id)
        filled[player.id] = {
            "track": player.points,
            "lone": found.count(LONE),
            "zones": [[zone.foundations, zone.tokens] for zone in found if zone != LONE],
            **({"turn": turn} if asked else {}),
        }
    return filled


def result(facts: MinesFacts, state: State) -> Result:
    seats = [player.seat for player in state.players]
    return score(facts, state.options, sheets(state), seats)


def end_says(facts: MinesFacts, state: State) -> tuple[Say, ...]:
    """How everybody ended, and who won."""
    names = {player.id: player.name for player in state.players}
    found = result(facts, state)
    told = [
        say(
            "{who}: {track} on the track, {zones} for zones, {total} in all",
            who=names[total.seat],
            track=total.lines[0].points,
            zones=total.lines[1].points,
            total=total.points,
        )
        for total in found.totals
    ]
    return tuple(map(Say, (*told, outcome(state, found))))


def outcome(state: State, found: Result) -> Message:
    """Who won, or how many points somebody alone has made."""
    names = {player.id: player.name for player in state.players}
    best = [rank for rank in found.ranking if rank.place == 1]
    points = wording.points(max(total.points for total in found.totals))
    if len(state.players) == 1:
        return say("The mountain is done: {points}", points=points)
    if len(best) > 1:
        who = ", ".join(names[rank.seat] for rank in best)
        return say("{who} share the victory with {points}", who=who, points=points)
    if best[0].why is not None:
        return say(
            "{who} wins with {points} ({why})",
            who=names[best[0].seat],
            points=points,
            why=best[0].why,
        )
    return say("{who} wins with {points}", who=names[best[0].seat], points=points)
