"""Takes a game and a move, gives the game after it. Whoever may not do it is told why."""

from __future__ import annotations

import math

from msgspec.structs import replace

from companion.games.base import Move, Turn
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.flow import (
    action_of,
    arrive,
    go_on,
    last_call,
    next_slot,
    reveal,
    told,
)
from companion.games.river_dragons.landmarks import whereabouts
from companion.games.river_dragons.names import place_name, plank_name, support_name, village_name
from companion.games.river_dragons.paths import jumps, walks
from companion.games.river_dragons.planning import read_plan
from companion.games.river_dragons.river import (
    Support,
    cover,
    fits,
    hindrance,
    open_gaps,
    pair,
    supports,
    survey,
    water_hindrance,
)
from companion.games.river_dragons.state import (
    Laid,
    Runner,
    State,
    Stone,
    acting,
    goal,
    runner_of,
    stones_left,
    with_runner,
)
from companion.games.river_dragons.taking import check_plank, check_stone
from companion.games.river_dragons.traces import traces
from companion.table.model import Refused
from companion.words import Message, say


def make_move(box: Box, state: State, seat: str, move: Move) -> Turn:
    turn = _decide(box, state, seat, move)
    return Turn(replace(turn.state, last=traces(box, state, turn.state)), turn.says)


def _decide(box: Box, state: State, seat: str, move: Move) -> Turn:
    runner, do = runner_of(state, seat), move.get("do")
    if runner is None:
        raise Refused("only players of this game may do that")
    if state.phase == "over":
        raise Refused("the race is over")
    if state.phase == "youngest":
        return _name_youngest(state, do, move)
    if state.phase == "plan":
        return _plan(box, state, runner, do, move)
    if state.agreed.cards_only:
        return _call(box, state, do, move)
    if acting(state).seat != seat:
        raise Refused("it is {who}’s turn", who=acting(state).name)
    return go_on(box, _carry_out(box, state, runner, do, move))


def _text(move: Move, key: str) -> str:
    value = move.get(key)
    if not isinstance(value, str):
        raise Refused("this move should say '{key}'", key=key)
    return value


def _expect(do: object, wanted: str) -> None:
    if do != wanted:
        raise Refused("that cannot be done now")


def _refuse(reason: Message | None) -> None:
    if reason is not None:
        raise Refused("{reason}", reason=reason)


# --- before and between actions ------------------------------------------------------------------


def _name_youngest(state: State, do: object, move: Move) -> Turn:
    _expect(do, "first")
    youngest = runner_of(state, _text(move, "who"))
    if youngest is None:
        raise Refused("nobody of that name plays")
    first = state.runners.index(youngest)
    message = say("{who} is the youngest, and first player.", who=youngest.name)
    return told(replace(state, phase="plan", first=first), message)


def _plan(box: Box, state: State, runner: Runner, do: object, move: Move) -> Turn:
    _expect(do, "plan")
    plan = read_plan(box, state, runner, move.get("cards"))
    after = with_runner(state, replace(runner, plan=plan))
    message = say("{who} is ready.", who=runner.name)
    if runner.plan:
        message = say("{who} has changed the plan.", who=runner.name)
    ready = told(after, message)
    if not all(one.plan for one in after.runners):
        return ready
    shown = reveal(box, after)
    return go_on(box, Turn(shown.state, ready.says + shown.says))


def _call(box: Box, state: State, do: object, move: Move) -> Turn:
    """The board is on the table: people say when to go on, and who has arrived."""
    if do == "won":
        winner = runner_of(state, _text(move, "who"))
        if winner is None:
            raise Refused("nobody of that name plays")
        return arrive(state, winner, say("{who} wins the race.", who=winner.name))
    _expect(do, "next")
    if last_call(state) or (move.get("round"), move.get("card")) != (state.round, state.slot + 1):
        raise Refused("the table has gone on already")
    return next_slot(box, state)


# --- actions -------------------------------------------------------------------------------------


def _carry_out(box: Box, state: State, runner: Runner, do: object, move: Move) -> Turn:
    action = action_of(box, state)
    _expect(do, action.deed)
    if action.deed == "stone":
        return _set_stone(box, state, runner, move)
    if action.deed == "plank":
        return _lay_plank(box, state, runner, move)
    if action.deed == "move":
        return _walk(box, state, runner, action.count, move)
    if action.deed == "jump":
        return _jump(box, state, runner, move)
    return _take(box, state, runner, move)


def _done(state: State) -> State:
    return replace(state, left=(state.left or 0) - 1, held="", tried=())


def _set_stone(box: Box, state: State, runner: Runner, move: Move) -> Turn:
    if not stones_left(box, state):
        raise Refused("no stone is left")
    used = [stone.face for stone in state.stones]
    face = max(box.stones, key=lambda name: box.stones[name] - used.count(name))
    place = _in_water if state.agreed.water else _on_island
    stone = place(box, state, face, move)
    where = whereabouts(box, (stone.x, stone.y))
    message = say("{who} sets a stone {where}.", who=runner.name, where=where)
    return told(_done(replace(state, stones=(*state.stones, stone))), message)


def _on_island(box: Box, state: State, face: str, move: Move) -> Stone:
    name = _text(move, "at")
    if name not in box.islands:
        raise Refused("a stone goes on an island")
    if any(stone.id == name for stone in state.stones):
        raise Refused("a stone is there already")
    island = box.islands[name]
    _refuse(cover(box.measures, survey(box, state), (island.x, island.y)))
    return Stone(name, island.x, island.y, face)


def _in_water(box: Box, state: State, face: str, move: Move) -> Stone:
    at = (_millimetres(move, "x"), _millimetres(move, "y"))
    _refuse(water_hindrance(box, survey(box, state), at))
    taken = {stone.id for stone in state.stones}
    number = next(n for n in range(1, len(taken) + 2) if str(n) not in taken)
    return Stone(str(number), *at, face)


def _millimetres(move: Move, key: str) -> float:
    value = move.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise Refused("'{key}' should be in millimetres", key=key)
    return float(value)


def _lay_plank(box: Box, state: State, runner: Runner, move: Move) -> Turn:
    """Whether the plank reaches is told only now that it is chosen."""
    plank, (one, other) = _chosen_plank(box, state, runner, move), _chosen_gap(box, state, move)
    ends = pair(one.id, other.id)
    values = {
        "who": runner.name,
        "plank": plank_name(box, plank),
        "one": support_name(box, one),
        "other": support_name(box, other),
    }
    without = replace(runner, reserve=tuple(name for name in runner.reserve if name != plank))
    if fits(box, plank, one, other):
        after = replace(with_runner(state, without), planks=(*state.planks, Laid(plank, ends)))
        message = say("{who} lays {plank} from {one} to {other}.", **values)
        return told(_done(after), message)
    short = say("{who}’s {plank} is too short from {one} to {other}.", **values)
    if any(open_gaps(box, state, box.planks[plank].length)):
        return told(replace(state, held=plank, tried=(*state.tried, ends)), short)
    after = replace(with_runner(state, without), lost=(*state.lost, plank))
    return told(_done(after), short, say("It fits nowhere and is out of the game."))


def _chosen_plank(box: Box, state: State, runner: Runner, move: Move) -> str:
    plank = _text(move, "plank")
    if plank not in runner.reserve:
        raise Refused("choose a plank of your own reserve")
    if state.held and plank != state.held:
        raise Refused("{plank} is chosen and must be laid", plank=plank_name(box, state.held))
    return plank


def _chosen_gap(box: Box, state: State, move: Move) -> tuple[Support, Support]:
    seen = survey(box, state)
    one, other = seen.supports.get(_text(move, "from")), seen.supports.get(_text(move, "to"))
    if one is None or other is None:
        raise Refused("a plank rests on stones or villages")
    _refuse(hindrance(box.measures, seen, one, other))
    if pair(one.id, other.id) in state.tried:
        raise Refused("it was too short there")
    return one, other


def _walk(box: Box, state: State, runner: Runner, steps: int, move: Move) -> Turn:
    path = move.get("path")
    if not isinstance(path, (list, tuple)) or tuple(path) not in walks(box, state, runner, steps):
        raise Refused("your runner cannot go that way")
    where = place_name(box, path[-1])
    message = say("{who} goes to {place}.", who=runner.name, place=where)
    if path[-1] == runner.at:
        message = say("{who} turns back to {place}.", who=runner.name, place=where)
    return _stand(box, state, runner, path[-1], message)


def _jump(box: Box, state: State, runner: Runner, move: Move) -> Turn:
    over, place = _text(move, "over"), _text(move, "to")
    if (over, place) not in jumps(box, state, runner):
        raise Refused("your runner cannot jump that way")
    message = say(
        "{who} leaps over {other} to {place}.",
        who=runner.name,
        other=next(other.name for other in state.runners if other.at == over),
        place=place_name(box, place),
    )
    return _stand(box, state, runner, place, message)


def _stand(box: Box, state: State, runner: Runner, place: str, message: Message) -> Turn:
    """A runner is in its new place. The message is told unless that wins the race."""
    after = _done(with_runner(state, replace(runner, at=place)))
    if place == goal(box, runner):
        won = say(
            "{who} reaches {place} and wins.", who=runner.name, place=village_name(box, place)
        )
        return arrive(after, runner, won)
    return told(after, message)


def _take(box: Box, state: State, runner: Runner, move: Move) -> Turn:
    if "plank" in move:
        plank = _text(move, "plank")
        check_plank(box, state, runner, plank)
        planks = tuple(laid for laid in state.planks if laid.plank != plank)
        richer = replace(runner, reserve=(*runner.reserve, plank))
        after = with_runner(replace(state, planks=planks), richer)
        taken = plank_name(box, plank)
    else:
        stone = _text(move, "stone")
        check_stone(state, stone)
        after = replace(state, stones=tuple(one for one in state.stones if one.id != stone))
        taken = support_name(box, supports(box, state)[stone])
    return told(_done(after), say("{who} takes away {piece}.", who=runner.name, piece=taken))
