"""Moves of River Dragons: checked, carried out and announced."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.geometry import Point, refusal, rounded_point
from companion.games.moves import Move, Transition, announce, chain
from companion.games.river_dragons.changes import changed_places
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.move_types import (
    AnyMove,
    First,
    Jump,
    LayPlank,
    Next,
    Plan,
    SetStone,
    TakeAway,
    Walk,
    Won,
    read_move,
)
from companion.games.river_dragons.names import plank_name, support_name
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
from companion.games.river_dragons.plans import check_plan
from companion.games.river_dragons.removal import check_plank, check_stone
from companion.games.river_dragons.running import arrive, jump, one_done, walk
from companion.games.river_dragons.state import (
    LaidPlank,
    Runner,
    State,
    Stone,
    next_stone_face,
    stones_left,
    with_runner,
)
from companion.games.river_dragons.stone_places import island_at, stone_ground
from companion.games.river_dragons.turns import (
    action_of,
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
    transition = _carry_out(facts, state, seat, read_move(move))
    last = changed_places(facts, state, transition.state)
    return Transition(replace(transition.state, last=last), transition.announcements)


def _carry_out(facts: RiverDragonsFacts, state: State, seat: str, move: AnyMove) -> Transition:
    runner = state.runner(seat)
    if runner is None:
        raise Refused("only players can do that")
    if state.phase == "over":
        raise Refused("the race is over")
    if state.phase == "youngest":
        return _name_youngest(state, move)
    if state.phase == "plan":
        return _plan(facts, state, runner, move)
    if state.variants.cards_only:
        return _call_out(facts, state, move)
    if state.acting.seat != seat:
        raise Refused("it is {who}’s turn", who=state.acting.name)
    return continue_play(facts, _act(facts, state, runner, move))


def _not_now() -> Refused:
    return Refused("you can’t do that now")


def _refuse(reason: Message | None) -> None:
    if reason is not None:
        raise Refused("{reason}", reason=reason)


# --- before and between actions ------------------------------------------------------------------


def _name_youngest(state: State, move: AnyMove) -> Transition:
    if not isinstance(move, First):
        raise _not_now()
    youngest = state.runner(move.who)
    if youngest is None:
        raise Refused("that player is not in this game")
    first = state.runners.index(youngest)
    message = say("{who} is the youngest and starts", who=youngest.name)
    return announce(replace(state, phase="plan", first=first), message)


def _plan(facts: RiverDragonsFacts, state: State, runner: Runner, move: AnyMove) -> Transition:
    if not isinstance(move, Plan):
        raise _not_now()
    check_plan(facts, state, runner, move.cards)
    after = with_runner(state, replace(runner, plan=move.cards))
    message = say("{who} is ready", who=runner.name)
    if runner.plan:
        message = say("{who} changed the plan", who=runner.name)
    ready = announce(after, message)
    if not all(one.plan for one in after.runners):
        return ready
    return continue_play(facts, chain(ready, reveal(facts, after)))


def _call_out(facts: RiverDragonsFacts, state: State, move: AnyMove) -> Transition:
    """The board is on the table: players say when to go on, and who has arrived."""
    if isinstance(move, Won):
        winner = state.runner(move.who)
        if winner is None:
            raise Refused("that player is not in this game")
        return arrive(state, winner, say("{who} wins the race", who=winner.name))
    if not isinstance(move, Next):
        raise _not_now()
    if last_call(state) or (move.round, move.card) != (state.round, state.slot + 1):
        raise Refused("the game has already moved on")
    return next_slot(facts, state)


# --- actions -------------------------------------------------------------------------------------


def _act(facts: RiverDragonsFacts, state: State, runner: Runner, move: AnyMove) -> Transition:
    action = action_of(facts, state)
    match action.deed, move:
        case "stone", SetStone():
            return _set_stone(facts, state, runner, move)
        case "plank", LayPlank():
            return _lay_plank(facts, state, runner, move)
        case "move", Walk():
            return _walk(facts, state, runner, action.count, move)
        case "jump", Jump():
            return _jump(facts, state, runner, move)
        case "take", TakeAway():
            return _take(facts, state, runner, move)
    raise _not_now()


def _set_stone(
    facts: RiverDragonsFacts, state: State, runner: Runner, move: SetStone
) -> Transition:
    if not stones_left(facts, state):
        raise Refused("no stones are left")
    at = _stone_point(facts, state, move)
    _refuse(refusal(stone_ground(facts, state), at))
    stone = Stone(_stone_id(facts, state, at), *at, next_stone_face(facts, state))
    where = whereabouts(facts, (stone.x, stone.y))
    message = say("{who} places a stone {where}", who=runner.name, where=where)
    return announce(one_done(replace(state, stones=(*state.stones, stone))), message)


def _stone_point(facts: RiverDragonsFacts, state: State, move: SetStone) -> Point:
    """A point in millimetres, or the middle of a named island."""
    if not state.variants.water and move.at is not UNSET:
        if move.at not in facts.islands or (move.x, move.y) != (UNSET, UNSET):
            raise Refused("stones go on islands")
        return facts.islands[move.at].x, facts.islands[move.at].y
    if move.x is UNSET or move.y is UNSET:
        raise Refused("'{key}' should be in millimetres", key="x" if move.x is UNSET else "y")
    return rounded_point(move.x, move.y)


def _stone_id(facts: RiverDragonsFacts, state: State, at: Point) -> str:
    if not state.variants.water:
        return island_at(facts, at)
    taken = {stone.id for stone in state.stones}
    return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)


def _lay_plank(
    facts: RiverDragonsFacts, state: State, runner: Runner, move: LayPlank
) -> Transition:
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
        return announce(one_done(after), message)
    short = say("{who}’s {plank} is too short from {one} to {other}", **values)
    if any(open_gaps(facts, state, facts.planks[plank].length)):
        return announce(replace(state, held=plank, tried=(*state.tried, ends)), short)
    after = replace(with_runner(state, without), lost=(*state.lost, plank))
    return announce(one_done(after), short, say("It fits nowhere and is out of the game"))


def _chosen_plank(facts: RiverDragonsFacts, state: State, runner: Runner, move: LayPlank) -> str:
    if move.plank not in runner.reserve:
        raise Refused("choose a plank from your reserve")
    if state.held and move.plank != state.held:
        raise Refused(
            "you have chosen {plank} and must lay it", plank=plank_name(facts, state.held)
        )
    return move.plank


def _chosen_gap(facts: RiverDragonsFacts, state: State, move: LayPlank) -> tuple[Support, Support]:
    seen = survey(facts, state)
    one, other = seen.supports.get(move.start), seen.supports.get(move.end)
    if one is None or other is None:
        raise Refused("a plank must rest on stones or villages")
    _refuse(why_blocked(facts.measures, seen, one, other))
    if sorted_pair(one.id, other.id) in state.tried:
        raise Refused("the plank was too short there")
    return one, other


def _walk(
    facts: RiverDragonsFacts, state: State, runner: Runner, steps: int, move: Walk
) -> Transition:
    if move.path not in walks(facts, state, runner, steps):
        raise Refused("your runner cannot go that way")
    return walk(facts, state, runner, move.path)


def _jump(facts: RiverDragonsFacts, state: State, runner: Runner, move: Jump) -> Transition:
    if (move.over, move.to) not in jumps(facts, state, runner):
        raise Refused("your runner cannot jump that way")
    return jump(facts, state, runner, move.over, move.to)


def _take(facts: RiverDragonsFacts, state: State, runner: Runner, move: TakeAway) -> Transition:
    plank, stone = move.plank, move.stone
    if plank is not UNSET:
        check_plank(facts, state, runner, plank)
        planks = tuple(laid for laid in state.planks if laid.plank != plank)
        richer = replace(runner, reserve=(*runner.reserve, plank))
        after = with_runner(replace(state, planks=planks), richer)
        message = say("{who} takes {plank}", who=runner.name, plank=plank_name(facts, plank))
    elif stone is not UNSET:
        check_stone(state, stone)
        where = whereabouts(facts, supports(facts, state)[stone].at)
        after = replace(state, stones=tuple(one for one in state.stones if one.id != stone))
        message = say("{who} takes away the stone {where}", who=runner.name, where=where)
    else:
        raise Refused("this move needs the field '{key}'", key="stone")
    return announce(one_done(after), message)
