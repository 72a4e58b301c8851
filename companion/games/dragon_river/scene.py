"""A race as a seat sees it. Nothing in this game is secret."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.dragon_river.dice import pairs_of
from companion.games.dragon_river.facts import BOARD, DragonRiverFacts
from companion.games.dragon_river.help_topics import help_topics
from companion.games.dragon_river.names import piece_name
from companion.games.dragon_river.panels import lead_rows, list_panels
from companion.games.dragon_river.state import Racer, State, playable, targets
from companion.games.dragon_river.tokens import close_view, token_at, tokens_on_start
from companion.games.geometry import View
from companion.games.scene import Scene, ThrownDie, Token, your_turn
from companion.language.messages import Message, listing, say, say_count

BEHIND, AHEAD = 1, 7
"""How many spaces around a racer its player sees: all that a pair can reach, and more."""


def find_standing(facts: DragonRiverFacts, state: State) -> Mapping[str, int]:
    return {racer.seat: racer.space for racer in state.racers}


def draw_scene(facts: DragonRiverFacts, state: State, seat: str | None) -> Scene:
    over = state.phase == "over"
    return Scene(
        _headline(facts, state, seat),
        _to_act(state),
        BOARD,
        _view(facts, state, seat),
        tokens=_tokens(facts, state),
        dice=_dice(state, seat),
        lead=tuple(lead_rows(facts, state, seat)),
        panels=list_panels(facts, state, seat),
        over=over,
        winners=(state.acting.seat,) if over else (),
        standing=find_standing(facts, state),
        colours={racer.seat: facts.piece(racer.piece).seat for racer in state.racers},
        ways=(tuple((space.x, space.y) for space in facts.spaces),),
        topics=help_topics(state),
    )


def _to_act(state: State) -> tuple[str, ...]:
    if state.phase == "first":
        return tuple(racer.seat for racer in state.racers)
    return () if state.phase == "over" else (state.acting.seat,)


def _headline(facts: DragonRiverFacts, state: State, seat: str | None) -> Message:
    own, who = seat == state.acting.seat, state.acting.name
    if state.phase == "first":
        return say("Who is the oldest?")
    if state.phase == "over":
        return say("You win the race!") if own else say("{who} wins the race", who=who)
    return your_turn(_prompt(facts, state)) if own else _status(facts, state, who)


def _prompt(facts: DragonRiverFacts, state: State) -> Message:
    """What the player to act should do."""
    match state.phase:
        case "roll" if _is_second_roll(state):
            return say_count(
                "roll {count} die (second roll)",
                "roll {count} dice (second roll)",
                state.acting.dice,
            )
        case "roll":
            return say_count("roll {count} die", "roll {count} dice", state.acting.dice)
        case "keep":
            return say("choose which dice to keep")
        case "tip":
            return say_count(
                "tip a rival back {count} space?",
                "tip a rival back {count} spaces?",
                state.spare or 0,
            )
    pairs = playable(facts, state)
    if len(pairs) > 1:
        return say("move {pairs} spaces first", pairs=listing(pairs, "or"))
    return say_count("move {count} space", "move {count} spaces", pairs[0])


def _status(facts: DragonRiverFacts, state: State, who: str) -> Message:
    """What the player to act does, for everybody else."""
    match state.phase:
        case "roll" if _is_second_roll(state):
            return say_count(
                "{who} rolls {count} die (second roll)",
                "{who} rolls {count} dice (second roll)",
                state.acting.dice,
                who=who,
            )
        case "roll":
            return say_count(
                "{who} rolls {count} die", "{who} rolls {count} dice", state.acting.dice, who=who
            )
        case "keep":
            return say("{who} chooses which dice to keep", who=who)
        case "tip":
            return say_count(
                "{who} may tip a rival back {count} space",
                "{who} may tip a rival back {count} spaces",
                state.spare or 0,
                who=who,
            )
    pairs = playable(facts, state)
    if len(pairs) > 1:
        return say("{who} moves {pairs} spaces first", who=who, pairs=listing(pairs, "or"))
    return say_count("{who} moves {count} space", "{who} moves {count} spaces", pairs[0], who=who)


def _is_second_roll(state: State) -> bool:
    return state.variants.roll == "sum" and state.rolls == 1


def _view(facts: DragonRiverFacts, state: State, seat: str | None) -> View | None:
    """A player who chooses a space sees it close up; everybody else sees the whole river."""
    if seat != state.acting.seat:
        return None
    here = state.acting.space
    if state.phase == "move":
        return close_view(facts, range(max(0, here - BEHIND), min(facts.finish, here + AHEAD) + 1))
    if state.phase == "tip":
        return close_view(facts, (here, *(racer.space for racer in targets(state))))
    return None


def _dice(state: State, seat: str | None) -> tuple[ThrownDie, ...]:
    """The dice on the table, or those of the roll before. A player who picks dice to keep sees them
    there."""
    if state.phase in ("first", "over") or (state.phase == "keep" and seat == state.acting.seat):
        return ()
    if not state.dice:
        return tuple(ThrownDie(str(die), spent=True) for die in state.last)
    return tuple(_die(state, number) for number in range(len(state.dice)))


def _die(state: State, number: int) -> ThrownDie:
    """A die, labelled if it is half of a pair or may tip a rival. The dice lie in order, so the
    first ones of a number make its pairs."""
    die, alike = state.dice[number], state.dice[:number].count(state.dice[number])
    mark = str(die)
    if state.phase == "keep":
        return ThrownDie(mark)
    all_pairs, left = pairs_of(state.dice).count(die), state.pairs.count(die)
    if alike < 2 * all_pairs:
        return ThrownDie(mark, say("pair"), spent=alike >= 2 * left)
    if state.variants.tipping and die == state.spare:
        return ThrownDie(mark, say("can tip"))
    return ThrownDie(mark, spent=True)


def _tokens(facts: DragonRiverFacts, state: State) -> tuple[Token, ...]:
    labelled = [
        (racer.space, facts.piece(racer.piece), _token_label(racer, piece_name(facts, racer.piece)))
        for racer in state.racers
    ]
    waiting = [(piece, label) for space, piece, label in labelled if space == 0]
    racing = [token_at(facts, *each) for each in labelled if each[0] > 0]
    return (*(tokens_on_start(facts, waiting) if waiting else ()), *racing)


def _token_label(racer: Racer, piece: Message) -> Message:
    if racer.stranded:
        return say(
            "{who}, {piece}, space {space}, on a sandbank",
            who=racer.name,
            piece=piece,
            space=racer.space,
        )
    return say("{who}, {piece}, space {space}", who=racer.name, piece=piece, space=racer.space)
