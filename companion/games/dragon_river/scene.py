"""Takes a race and a seat, gives what that seat sees. Nothing in this race is secret."""

from __future__ import annotations

from companion.games.base import Panel, Scene, Token
from companion.games.dragon_river.dice import FACES, listed
from companion.games.dragon_river.odds import turn_odds
from companion.games.dragon_river.places import View, close_view, crowd_on_start, token_at
from companion.games.dragon_river.river import BOARD, River
from companion.games.dragon_river.state import Race, Racer, distance, rival_on, targets
from companion.words import Message, say

BEHIND, AHEAD = 1, 7
"""How many spaces around a racer are shown to who moves it: all that a pair can reach, and more."""


def show(river: River, race: Race, seat: str | None) -> Scene:
    over = race.phase == "over"
    acting = tuple(racer.seat for racer in race.racers) if race.phase == "first" else ()
    if race.phase != "first" and not over:
        acting = (race.mover.seat,)
    return Scene(
        _headline(race),
        acting,
        BOARD,
        _view(river, race, seat),
        tokens=_tokens(river, race),
        panels=_panels(river, race, seat),
        over=over,
        winners=(race.mover.seat,) if over else (),
        standing={racer.seat: racer.space for racer in race.racers},
    )


def _headline(race: Race) -> Message:
    who = race.mover.name
    match race.phase:
        case "first":
            return say("Who is the oldest?")
        case "roll" if race.ways.roll == "sum" and race.rolls == 1:
            return say("{who} rolls {count} dice, second roll", who=who, count=race.mover.dice)
        case "roll":
            return say("{who} rolls {count} dice", who=who, count=race.mover.dice)
        case "keep":
            return say("{who}: keep which dice?", who=who)
        case "move":
            return _pairs_headline(race)
        case "tip":
            return say("{who} may tip a rival by {count}", who=who, count=race.spare or 0)
    return say("{who} wins the race", who=who)


def _pairs_headline(race: Race) -> Message:
    who, pairs = race.mover.name, sorted(set(race.pairs))
    if len(pairs) > 1:
        return say("{who} plays {one} or {other} first", who=who, one=pairs[0], other=pairs[1])
    if len(race.pairs) > 1:
        return say("{who} plays two pairs of {number}", who=who, number=pairs[0])
    return say("{who} plays a pair of {number}", who=who, number=pairs[0])


def _view(river: River, race: Race, seat: str | None) -> View | None:
    """Who chooses a space sees it close up; everybody else the whole river."""
    if seat != race.mover.seat:
        return None
    here = race.mover.space
    if race.phase == "move":
        return close_view(river, range(max(0, here - BEHIND), min(river.finish, here + AHEAD) + 1))
    if race.phase == "tip":
        return close_view(river, (here, *(racer.space for racer in targets(race))))
    return None


def _tokens(river: River, race: Race) -> tuple[Token, ...]:
    labelled = [
        (racer.space, river.piece(racer.piece), _token_label(racer, river.piece(racer.piece).name))
        for racer in race.racers
    ]
    waiting = [(piece, label) for space, piece, label in labelled if space == 0]
    racing = [token_at(river, *each) for each in labelled if each[0] > 0]
    return (*(crowd_on_start(river, waiting) if waiting else ()), *racing)


def _token_label(racer: Racer, piece: str) -> Message:
    if racer.stranded:
        return say(
            "{who}, {piece}, space {space}, on a sandbank",
            who=racer.name,
            piece=piece,
            space=racer.space,
        )
    return say("{who}, {piece}, space {space}", who=racer.name, piece=piece, space=racer.space)


def _panels(river: River, race: Race, seat: str | None) -> tuple[Panel, ...]:
    panels = []
    if race.dice and race.phase != "over":
        panels.append(Panel(say("Dice"), _dice_lines(race)))
    own = race.racer(seat) if seat is not None else None
    choosing = race.phase == "keep" and own == race.mover
    if own is not None and race.phase != "over" and not choosing:
        panels.append(Panel(say("Your next roll"), _odds_lines(river, race, own), own=True))
    order = sorted(race.racers, key=lambda racer: -racer.space)
    panels.append(Panel(say("Racers"), tuple(_racer_line(river, racer) for racer in order)))
    return tuple(panels)


def _dice_lines(race: Race) -> tuple[Message, ...]:
    lines = [say("{who}: {dice}", who=race.mover.name, dice=listed(race.dice))]
    if race.pairs:
        lines.append(say("Pairs to play: {pairs}", pairs=listed(race.pairs)))
    if race.ways.tipping and race.spare is not None:
        lines.append(say("Spare to tip: {die}", die=race.spare))
    return tuple(lines)


def _odds_lines(river: River, race: Race, own: Racer) -> tuple[Message, ...]:
    left = distance(river, own)
    odds = turn_odds(own.dice, left, again=race.ways.roll == "again")
    lines = []
    if own.stranded:
        lines.append(say("You miss your next turn"))
        lines.extend([say("Until then nobody can tip you")] if race.ways.tipping else [])
    if odds.finish > 0:
        lines.append(_to_go(left, f"{100 * odds.finish:.0f}"))
    mean = f"{odds.steps:.1f}"
    lines.append(say("{count} dice, {mean} steps on average", count=own.dice, mean=mean))
    lines.append(say("No move: {chance} %", chance=f"{100 * odds.still:.0f}"))
    if _may_strand(race, own):
        lines.append(say("Sandbank: {chance} %", chance=f"{100 * odds.straight:.0f}"))
    ahead = [number for number in FACES if rival_on(river, race, own.space + number, own.seat)]
    if ahead:
        lines.append(say("Pairs that lead to a fight: {pairs}", pairs=listed(ahead)))
    return tuple(lines)


def _to_go(left: int, chance: str) -> Message:
    if left == 1:
        return say("1 step to go: {chance} %", chance=chance)
    return say("{count} steps to go: {chance} %", count=left, chance=chance)


def _may_strand(race: Race, own: Racer) -> bool:
    """Whether the next roll of that racer is the last one of a turn."""
    return race.ways.roll != "sum" or (own == race.mover and race.rolls == 1)


def _racer_line(river: River, racer: Racer) -> Message:
    mark = river.piece(racer.piece).mark
    if racer.stranded:
        return say(
            "{mark} – {who}: space {space}, {count} dice, misses a turn",
            mark=mark,
            who=racer.name,
            space=racer.space,
            count=racer.dice,
        )
    if racer.space == river.finish:
        return say("{mark} – {who}: the last pearl", mark=mark, who=racer.name)
    return say(
        "{mark} – {who}: space {space}, {count} dice",
        mark=mark,
        who=racer.name,
        space=racer.space,
        count=racer.dice,
    )
