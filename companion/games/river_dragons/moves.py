"""Moves of River Dragons: checked, carried out and announced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.geometry import Point, read_point, refusal
from companion.games.moves import Move, Transition, announce, chain
from companion.games.river_dragons.changes import changed_places
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import plank_name, support_name, to_place, village_name
from companion.games.river_dragons.paths import jumps, walks
from companion.games.river_dragons.planks import (
    Support,
    fits,
    open_gaps,
    sorted_pair,
    supports,
    survey,
    why_blocked,
)
from companion.games.river_dragons.plans import read_plan
from companion.games.river_dragons.removal import check_plank, check_stone
from companion.games.river_dragons.state import (
    LaidPlank,
    Runner,
    State,
    Stone,
    acting,
    goal,
    next_stone_face,
    runner_of,
    stones_left,
    with_runner,
)
from companion.games.river_dragons.stone_places import island_at, stone_ground
from companion.games.river_dragons.turns import (
    action_of,
    arrive,
    continue_play,
    last_call,
    next_slot,
    reveal,
)
from companion.games.river_dragons.whereabouts import whereabouts
from companion.language.messages import Message, Refused, say


def make_move(
    facts: RiverDragonsFacts, state: State, seat: str, move: Move, chance: Chance
) -> Transition:
    """Raises Refused for an illegal move."""
    transition = _carry_out(facts, state, seat, move)
    last = changed_places(facts, state, transition.state)
    return Transition(replace(transition.state, last=last), transition.announcements)


def _carry_out(facts: RiverDragonsFacts, state: State, seat: str, move: Move) -> Transition:
    runner, do = runner_of(state, seat), move.get("do")
    _check_keys(do, move)
    if runner is None:
        raise Refused("only players can do that")
    if state.phase == "over":
        raise Refused("the race is over")
    if state.phase == "youngest":
        return _name_youngest(state, do, move)
    if state.phase == "plan":
        return _plan(facts, state, runner, do, move)
    if state.variants.cards_only:
        return _call_out(facts, state, do, move)
    if acting(state).seat != seat:
        raise Refused("it is {who}’s turn", who=acting(state).name)
    return continue_play(facts, _act(facts, state, runner, do, move))


KEYS: Final[Mapping[str, frozenset[str]]] = {
    "first": frozenset({"who"}),
    "jump": frozenset({"over", "to"}),
    "move": frozenset({"path"}),
    "next": frozenset({"card", "round"}),
    "plan": frozenset({"cards"}),
    "plank": frozenset({"from", "plank", "to"}),
    "stone": frozenset({"at", "x", "y"}),
    "take": frozenset({"plank", "stone"}),
    "won": frozenset({"who"}),
}
"""The keys of each kind of move: moves are stored and published as they are."""


def _check_keys(do: object, move: Move) -> None:
    unknown = sorted(move.keys() - {"do"} - KEYS.get(str(do), frozenset()))
    if unknown:
        raise Refused("this move has no field '{key}'", key=unknown[0])


def _text(move: Move, key: str) -> str:
    value = move.get(key)
    if not isinstance(value, str):
        raise Refused("this move needs the field '{key}'", key=key)
    return value


def _expect(do: object, wanted: str) -> None:
    if do != wanted:
        raise Refused("that cannot be done now")


def _refuse(reason: Message | None) -> None:
    if reason is not None:
        raise Refused("{reason}", reason=reason)


# --- before and between actions ------------------------------------------------------------------


def _name_youngest(state: State, do: object, move: Move) -> Transition:
    _expect(do, "first")
    youngest = runner_of(state, _text(move, "who"))
    if youngest is None:
        raise Refused("that player is not in this game")
    first = state.runners.index(youngest)
    message = say("{who} is the youngest and starts", who=youngest.name)
    return announce(replace(state, phase="plan", first=first), message)


def _plan(
    facts: RiverDragonsFacts, state: State, runner: Runner, do: object, move: Move
) -> Transition:
    _expect(do, "plan")
    plan = read_plan(facts, state, runner, move.get("cards"))
    after = with_runner(state, replace(runner, plan=plan))
    message = say("{who} is ready", who=runner.name)
    if runner.plan:
        message = say("{who} changed the plan", who=runner.name)
    ready = announce(after, message)
    if not all(one.plan for one in after.runners):
        return ready
    return continue_play(facts, chain(ready, reveal(facts, after)))


def _call_out(facts: RiverDragonsFacts, state: State, do: object, move: Move) -> Transition:
    """The board is on the table: players say when to go on, and who has arrived."""
    if do == "won":
        winner = runner_of(state, _text(move, "who"))
        if winner is None:
            raise Refused("that player is not in this game")
        return arrive(state, winner, say("{who} wins the race", who=winner.name))
    _expect(do, "next")
    if last_call(state) or (move.get("round"), move.get("card")) != (state.round, state.slot + 1):
        raise Refused("the game has already moved on")
    return next_slot(facts, state)


# --- actions -------------------------------------------------------------------------------------


def _act(
    facts: RiverDragonsFacts, state: State, runner: Runner, do: object, move: Move
) -> Transition:
    action = action_of(facts, state)
    _expect(do, action.deed)
    if action.deed == "stone":
        return _set_stone(facts, state, runner, move)
    if action.deed == "plank":
        return _lay_plank(facts, state, runner, move)
    if action.deed == "move":
        return _walk(facts, state, runner, action.count, move)
    if action.deed == "jump":
        return _jump(facts, state, runner, move)
    return _take(facts, state, runner, move)


def _one_done(state: State) -> State:
    return replace(state, left=(state.left or 0) - 1, held="", tried=())


def _set_stone(facts: RiverDragonsFacts, state: State, runner: Runner, move: Move) -> Transition:
    if not stones_left(facts, state):
        raise Refused("no stones are left")
    at = _stone_point(facts, state, move)
    _refuse(refusal(stone_ground(facts, state), at))
    stone = Stone(_stone_id(facts, state, at), *at, next_stone_face(facts, state))
    where = whereabouts(facts, (stone.x, stone.y))
    message = say("{who} places a stone {where}", who=runner.name, where=where)
    return announce(_one_done(replace(state, stones=(*state.stones, stone))), message)


def _stone_point(facts: RiverDragonsFacts, state: State, move: Move) -> Point:
    """A point in millimetres, or the middle of a named island."""
    if state.variants.water or "at" not in move:
        return read_point(move)
    name = _text(move, "at")
    if name not in facts.islands or "x" in move or "y" in move:
        raise Refused("stones go on islands")
    return facts.islands[name].x, facts.islands[name].y


def _stone_id(facts: RiverDragonsFacts, state: State, at: Point) -> str:
    if not state.variants.water:
        return island_at(facts, at)
    taken = {stone.id for stone in state.stones}
    return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)


def _lay_plank(facts: RiverDragonsFacts, state: State, runner: Runner, move: Move) -> Transition:
    """Whether the plank is long enough is announced only after it was chosen."""
    plank, (one, other) = _chosen_plank(facts, state, runner, move), _chosen_gap(facts, state, move)
    ends = sorted_pair(one.id, other.id)
    values = {
        "who": runner.name,
        "plank": plank_name(facts, plank),
        "one": support_name(facts, one),
        "other": support_name(facts, other),
    }
    without = replace(runner, reserve=tuple(name for name in runner.reserve if name != plank))
    if fits(facts, plank, one, other):
        after = replace(with_runner(state, without), planks=(*state.planks, LaidPlank(plank, ends)))
        message = say("{who} lays {plank} from {one} to {other}", **values)
        return announce(_one_done(after), message)
    short = say("{who}’s {plank} is too short from {one} to {other}", **values)
    if any(open_gaps(facts, state, facts.planks[plank].length)):
        return announce(replace(state, held=plank, tried=(*state.tried, ends)), short)
    after = replace(with_runner(state, without), lost=(*state.lost, plank))
    return announce(_one_done(after), short, say("It fits nowhere and is out of the game"))


def _chosen_plank(facts: RiverDragonsFacts, state: State, runner: Runner, move: Move) -> str:
    plank = _text(move, "plank")
    if plank not in runner.reserve:
        raise Refused("choose a plank from your reserve")
    if state.held and plank != state.held:
        raise Refused(
            "you have chosen {plank} and must lay it", plank=plank_name(facts, state.held)
        )
    return plank


def _chosen_gap(facts: RiverDragonsFacts, state: State, move: Move) -> tuple[Support, Support]:
    seen = survey(facts, state)
    one, other = seen.supports.get(_text(move, "from")), seen.supports.get(_text(move, "to"))
    if one is None or other is None:
        raise Refused("a plank must rest on stones or villages")
    _refuse(why_blocked(facts.measures, seen, one, other))
    if sorted_pair(one.id, other.id) in state.tried:
        raise Refused("the plank was too short there")
    return one, other


def _walk(
    facts: RiverDragonsFacts, state: State, runner: Runner, steps: int, move: Move
) -> Transition:
    path = move.get("path")
    if not isinstance(path, (list, tuple)) or tuple(path) not in walks(facts, state, runner, steps):
        raise Refused("your runner cannot go that way")
    message = say("{who} goes {to}", who=runner.name, to=to_place(facts, path[-1]))
    if path[-1] == runner.at:
        message = say("{who} steps away and comes back", who=runner.name)
    return _stand(facts, state, runner, path[-1], message)


def _jump(facts: RiverDragonsFacts, state: State, runner: Runner, move: Move) -> Transition:
    over, place = _text(move, "over"), _text(move, "to")
    if (over, place) not in jumps(facts, state, runner):
        raise Refused("your runner cannot jump that way")
    message = say(
        "{who} jumps over {other} {to}",
        who=runner.name,
        other=next(other.name for other in state.runners if other.at == over),
        to=to_place(facts, place),
    )
    return _stand(facts, state, runner, place, message)


def _stand(
    facts: RiverDragonsFacts, state: State, runner: Runner, place: str, message: Message
) -> Transition:
    """Move a runner to its new place and announce it, or the end of the race."""
    after = _one_done(with_runner(state, replace(runner, at=place)))
    if place == goal(facts, runner):
        won = say(
            "{who} reaches {place} and wins the race",
            who=runner.name,
            place=village_name(facts, place),
        )
        return arrive(after, runner, won)
    return announce(after, message)


def _take(facts: RiverDragonsFacts, state: State, runner: Runner, move: Move) -> Transition:
    if "plank" in move:
        plank = _text(move, "plank")
        check_plank(facts, state, runner, plank)
        planks = tuple(laid for laid in state.planks if laid.plank != plank)
        richer = replace(runner, reserve=(*runner.reserve, plank))
        after = with_runner(replace(state, planks=planks), richer)
        message = say("{who} takes {plank}", who=runner.name, plank=plank_name(facts, plank))
    else:
        stone = _text(move, "stone")
        check_stone(state, stone)
        where = whereabouts(facts, supports(facts, state)[stone].at)
        after = replace(state, stones=tuple(one for one in state.stones if one.id != stone))
        message = say("{who} takes away the stone {where}", who=runner.name, where=where)
    return announce(_one_done(after), message)
