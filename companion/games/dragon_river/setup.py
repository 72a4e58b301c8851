"""Takes the number of players, gives how the river is set up; takes seats, gives the race begun."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Chances, Options, Part, Setup
from companion.games.dragon_river.moves import start_turn
from companion.games.dragon_river.options import ways_of
from companion.games.dragon_river.places import crowd_on_start
from companion.games.dragon_river.river import BOARD, Piece, River
from companion.games.dragon_river.state import Made, Race, Racer
from companion.table.model import COLOURS, Refused, Seat
from companion.words import player, say


def check_players(river: River, players: int) -> None:
    if not river.fewest <= players <= river.most:
        raise Refused(
            "this race is for {fewest} to {most} players", fewest=river.fewest, most=river.most
        )


def set_up(river: River, players: int, options: Options, chances: Chances) -> Setup:
    check_players(river, players)
    return Setup(BOARD, (_racers(river, players), _first(players, options, chances), _dice(river)))


def _in_order(river: River) -> tuple[Piece, ...]:
    colours = list(COLOURS)
    return tuple(sorted(river.pieces, key=lambda piece: colours.index(piece.seat)))


def _racers(river: River, players: int) -> Part:
    order = _in_order(river)
    lines = (
        say("Take the racer of your colour:"),
        *(say("{colour}: {piece}", colour=COLOURS[p.seat], piece=p.name) for p in order),
        say("Any other colour takes the first that is free"),
        say("All start on the first pearl"),
    )
    waiting = ((piece, say("{piece}", piece=piece.name)) for piece in order[:players])
    return Part("racers", say("Racers"), lines, random=False, tokens=crowd_on_start(river, waiting))


def _first(players: int, options: Options, chances: Chances) -> Part:
    title = say("First player")
    clockwise = say("Then it goes on clockwise")
    if options["first"] == "oldest":
        return Part("first", title, (say("The oldest player rolls first"), clockwise), random=False)
    index = chances("first").below(players)
    rolls = say("{player} rolls first", player=player(index + 1))
    return Part("first", title, (rolls, clockwise), values={"index": index})


def _dice(river: River) -> Part:
    lines = (
        say("Put {count} dice within reach", count=river.dice),
        say("Everyone starts with all {count} of them", count=river.spaces[0].dice),
    )
    return Part("dice", say("Dice"), lines, random=False)


def begin_race(river: River, seats: Sequence[Seat], options: Options, setup: Setup) -> Made:
    check_players(river, len(seats))
    given = _given(_in_order(river), seats)
    dice = river.spaces[0].dice
    racers = tuple(Racer(seat.id, seat.name, given[seat.id].id, dice) for seat in seats)
    race = Race(ways_of(options), racers, "first")
    told = tuple(
        say("{who} races the {piece}", who=seat.name, piece=given[seat.id].name) for seat in seats
    )
    if options["first"] == "oldest":
        return race, told
    index: int = setup.part("first").values["index"]
    rolls_first = say("{who} rolls first", who=seats[index].name)
    return start_turn(race, index), (*told, rolls_first)


def _given(order: Sequence[Piece], seats: Sequence[Seat]) -> dict[str, Piece]:
    """A racer for each seat: the one of its colour, or else the next that nobody's colour is."""
    by_colour = {piece.seat: piece for piece in order}
    given = {seat.id: by_colour[seat.colour] for seat in seats if seat.colour in by_colour}
    taken = {piece.id for piece in given.values()}
    left = iter([piece for piece in order if piece.id not in taken])
    return {seat.id: given[seat.id] if seat.id in given else next(left) for seat in seats}
