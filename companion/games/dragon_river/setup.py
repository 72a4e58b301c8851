"""The setup of Dragon River."""

from __future__ import annotations

from companion.games.dragon_river.facts import BOARD, DragonRiverFacts, RacerPiece
from companion.games.dragon_river.names import piece_name
from companion.games.dragon_river.tokens import tokens_on_start
from companion.games.options import Options
from companion.games.seats import COLOURS
from companion.games.setup import Chances, Part, Setup
from companion.language.messages import Refused, player, say, say_count


def check_players(facts: DragonRiverFacts, players: int) -> None:
    if not facts.fewest <= players <= facts.most:
        raise Refused(
            "this game is for {least} to {most} players", least=facts.fewest, most=facts.most
        )


def make_setup(facts: DragonRiverFacts, players: int, options: Options, chances: Chances) -> Setup:
    check_players(facts, players)
    return Setup(BOARD, (_racers(facts, players), _first(players, options, chances), _dice(facts)))


def pieces_in_order(facts: DragonRiverFacts) -> tuple[RacerPiece, ...]:
    colours = list(COLOURS)
    return tuple(sorted(facts.pieces, key=lambda piece: colours.index(piece.seat)))


def _racers(facts: DragonRiverFacts, players: int) -> Part:
    order = pieces_in_order(facts)
    lines = (
        say("Take the racer of your colour:"),
        *(
            say("{colour}: {piece}", colour=COLOURS[p.seat], piece=piece_name(facts, p.id))
            for p in order
        ),
        say("If there is none in your colour, take the first free racer."),
        say("All racers start on the first pearl."),
    )
    waiting = ((piece, piece_name(facts, piece.id)) for piece in order[:players])
    return Part(
        "racers", say("Racers"), lines, random=False, tokens=tokens_on_start(facts, waiting)
    )


def _first(players: int, options: Options, chances: Chances) -> Part:
    title = say("First player")
    clockwise = say("Play goes clockwise.")
    if options["first"] == "oldest":
        oldest = say("The oldest player rolls first.")
        return Part("first", title, (oldest, clockwise), random=False, starts=True)
    index = chances("first").below(players)
    rolls = say("{player} rolls first.", player=player(index + 1))
    return Part("first", title, (rolls, clockwise), values={"index": index}, starts=True)


def _dice(facts: DragonRiverFacts) -> Part:
    lines = (
        say_count("Put {count} die within reach.", "Put {count} dice within reach.", facts.dice),
        say_count(
            "Everyone starts with {count} die.",
            "Everyone starts with {count} dice.",
            facts.spaces[0].dice,
        ),
    )
    return Part("dice", say("Dice"), lines, random=False)
