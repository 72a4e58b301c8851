"""The end of a game: its result and the closing messages."""

from __future__ import annotations

from companion.games.mines.facts import MinesFacts
from companion.games.mines.names import count_points
from companion.games.mines.score import score_sheets
from companion.games.mines.sheet import fill_sheets
from companion.games.mines.state import State
from companion.games.score import Result
from companion.language.messages import Message, listing, say


def result_of(facts: MinesFacts, state: State) -> Result:
    seats = [player.seat for player in state.players]
    return score_sheets(facts, state.options, fill_sheets(facts, state), seats)


def end_messages(facts: MinesFacts, state: State) -> tuple[Message, ...]:
    """The points of every player, and who won."""
    names = {player.id: player.name for player in state.players}
    result = result_of(facts, state)
    points = [
        say(
            "{who}: {track} on the track + {zones} for zones = {points}",
            who=names[total.seat],
            track=total.lines[0].points,
            zones=total.lines[1].points,
            points=count_points(total.points),
        )
        for total in result.totals
    ]
    return (*points, outcome_message(state, result))


def outcome_message(state: State, result: Result, seat: str | None = None) -> Message:
    """Who won, as that seat reads it, or the points of a solo player."""
    names = {player.id: player.name for player in state.players}
    best = [rank for rank in result.ranking if rank.place == 1]
    points = count_points(max(total.points for total in result.totals))
    if len(state.players) == 1:
        return say("The mountain is finished: {points}", points=points)
    if len(best) > 1 and any(rank.seat == seat for rank in best):
        others = listing(names[rank.seat] for rank in best if rank.seat != seat)
        return say("You share the victory with {names}: {points}", names=others, points=points)
    if len(best) > 1:
        who = listing(names[rank.seat] for rank in best)
        return say("{who} share the victory with {points}", who=who, points=points)
    own, why = best[0].seat == seat, best[0].why
    if own and why is not None:
        return say("You win with {points} ({why})!", points=points, why=why)
    if own:
        return say("You win with {points}!", points=points)
    if why is not None:
        return say(
            "{who} wins with {points} ({why})",
            who=names[best[0].seat],
            points=points,
            why=why,
        )
    return say("{who} wins with {points}", who=names[best[0].seat], points=points)
