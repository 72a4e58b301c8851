"""Takes the number of sailors, variants and chance, gives how the race is set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.chance import Chance
from companion.games.base import Chances, Fairness, Part, Placement, Setup, Token
from companion.games.port_flower.course import (
    fairness_of,
    pieces_to_lay,
    printed_course,
    random_course,
)
from companion.games.port_flower.facts import Known
from companion.games.port_flower.geometry import (
    COIN,
    beside_printed,
    bounds,
    corner,
    harbour,
    middle,
    point,
    printed_face,
)
from companion.games.port_flower.ground import numbers_of, water_over_sharks
from companion.games.port_flower.labels import (
    buoy_place,
    legs_words,
    list_of,
    suit_name,
    value_name,
)
from companion.games.port_flower.rows import coin_rows, moored_pawns, row_signs
from companion.games.port_flower.sea import STRIDE, Board, Course, leg_lengths, make_board, make_sea
from companion.games.port_flower.spares import Spares, coin_of, spares_of, suit_face
from companion.games.port_flower.variants import Variants
from companion.table.model import Refused
from companion.words import Message, player, say

FEWEST: Final = 2
TILE: Final = "tiles/back"


def set_up(known: Known, players: int, variants: Variants, chances: Chances) -> Setup:
    check_players(known, players, variants)
    board = make_board(known, variants.waters)
    course, fairness = _course_part(known, variants, board, chances)
    parts = (
        _board_part(known, variants, board),
        course,
        _boats_part(known, variants, board, players, chances("boats")),
        _first_part(players, chances("first")),
    )
    printed = printed_face(known, variants)
    view = None if printed else bounds(known, tuple(_drawn(parts)))
    return Setup(printed, parts, fairness, view)


def _drawn(parts: Sequence[Part]) -> Iterator[Placement | Token]:
    for part in parts:
        yield from part.placements
        yield from part.tokens


def check_players(known: Known, players: int, variants: Variants) -> None:
    most = len(known.boats)
    if not FEWEST <= players <= most:
        raise Refused("{least} to {most} can sail, not {count}", least=2, most=most, count=players)
    if players == most and not variants.sixth:
        raise Refused("{count} can sail only with the sixth sailor's variant", count=players)


def _board_part(known: Known, variants: Variants, board: Board) -> Part:
    x, y = harbour(board)
    plane = not printed_face(known, variants)
    tiles = [_tile(known, board, tile, (x, y)) for tile in board.tiles] if plane else []
    rose = [
        Placement(
            f"coins/{coin_of(coin)}-back",
            *point(known, board, *beside_printed(known, board, coin.x, coin.y)),
            space=known.suits[coin.suit].wind,
            width=COIN * known.plan.space,
        )
        for coin in known.laid("wind")
    ]
    lines = (
        say(
            "Lay {count} tiles grid side up, {width} × {height} spaces.",
            count=len(board.tiles),
            width=board.width,
            height=board.height,
        ),
        *([say("Leave one tile out at each corner.")] if variants.waters == "cross" else []),
        say(
            "The port is the ace of suns, face up, over columns {x}–{x2} and rows {y}–{y2}.",
            x=int(x),
            x2=int(x) + 1,
            y=int(y),
            y2=int(y) + 1,
        ),
        say(
            "Four null coins, suit up, are the wind rose: sun north, moon south, "
            "crown west, arms east."
        ),
    )
    values = {"waters": variants.waters}
    tokens = tuple(numbers_of(known, board)) if plane else ()
    return Part("board", say("Board"), lines, (*tiles, *rose), values, random=False, tokens=tokens)


def _tile(
    known: Known, board: Board, tile: tuple[float, float], port: tuple[float, float]
) -> Placement:
    face = f"tiles/{coin_of(known.laid('port')[0])}" if tile == port else TILE
    return Placement(face, *point(known, board, *tile), width=2 * known.plan.space)


def _course_part(
    known: Known, variants: Variants, board: Board, chances: Chances
) -> tuple[Part, Fairness | None]:
    if variants.course == "own":
        return _own_course(known, variants), None
    by_lot = variants.course == "random"
    course = (
        random_course(known, board, variants.sharks, chances("course"))
        if by_lot
        else printed_course(known, board, variants.sharks)
    )
    sea = make_sea(board, course)
    lengths = leg_lengths(sea)
    lines = (
        *_course_lines(course),
        legs_words(sea),
    )
    values: Mapping[str, Any] = {
        "buoys": list(course.buoys),
        "islands": list(course.islands),
        "sharks": list(course.sharks),
        "lengths": list(lengths),
    }
    placements = _course_placements(known, board, course)
    tokens: tuple[Token, ...] = ()
    if printed_face(known, variants):
        tokens = tuple(water_over_sharks(known, board, course.sharks))
    part = Part(
        "course", say("Race course"), lines, placements, values, random=by_lot, tokens=tokens
    )
    # The printed course is what it is: rolling again would not make it any more even.
    return part, fairness_of(board, course, lengths) if by_lot else None


def _own_course(known: Known, variants: Variants) -> Part:
    pieces = pieces_to_lay(known, variants.sharks)
    lines = (
        say("Whoever begins lays the first piece, then all lay in turn."),
        say(
            "First {buoys} buoys in order, then {islands} islands, then the sharks: {sharks}.",
            buoys=pieces.count("buoy"),
            islands=pieces.count("island"),
            sharks=variants.sharks,
        ),
        say("No island may cut the sea in two."),
    )
    return Part("course", say("Race course"), lines, random=False)


def course_of(part: Part) -> Course:
    """The course that a setup has drawn; an empty one if the players lay it."""
    return Course(*(tuple(part.values.get(name, ())) for name in ("buoys", "islands", "sharks")))


def _course_lines(course: Course) -> tuple[Message, ...]:
    return (
        *(
            say("Buoy {number}: the corner of {place}.", number=number, place=buoy_place(buoy))
            for number, buoy in enumerate(course.buoys, start=1)
        ),
        say("Islands at column/row {places}.", places=_places(course.islands)),
        say("Sharks at column/row {places}.", places=_places(course.sharks)),
    )


def _places(spaces: Sequence[int]) -> Message:
    return list_of([say("{x}/{y}", x=space // STRIDE, y=space % STRIDE) for space in spaces])


def _course_placements(known: Known, board: Board, course: Course) -> tuple[Placement, ...]:
    width = COIN * known.plan.space
    coins: list[tuple[str, str, tuple[float, float]]] = [
        (f"coins/{coin_of(coin)}", f"buoy-{coin.rank}", corner(known, board, buoy))
        for coin, buoy in zip(known.laid("buoy"), course.buoys, strict=True)
    ]
    for role, spaces in (("island", course.islands), ("shark", course.sharks)):
        face = back_of(known, role)
        coins += [
            (face, f"{role}-{number}", middle(known, board, space))
            for number, space in enumerate(spaces, start=1)
        ]
    return tuple(Placement(face, *at, space=name, width=width) for face, name, at in coins)


def back_of(known: Known, role: str) -> str:
    """The suit side of the coins that are islands or sharks."""
    return suit_face(known.laid(role)[0].suit)


def _boats_part(
    known: Known, variants: Variants, board: Board, players: int, chance: Chance
) -> Part:
    """Six sail with every suit there is; fewer with suits of the first five, by lot. What is spare
    follows from the suits, so it is told with them."""
    usual = [boat.suit for boat in known.boats if not boat.sixth]
    drawn = chance.draw(usual, min(players, len(usual)))
    sixth = [boat.suit for boat in known.boats if boat.sixth] if players > len(drawn) else []
    suits = (*drawn, *sixth)
    spares = spares_of(known, variants, suits)
    lines = (
        say("The boats are {suits}.", suits=list_of([suit_name(known, suit) for suit in suits])),
        say("Each sailor lays the coins ace to 5 of that suit in a row, number side up."),
        *([say("The fish row has the null of leaves for its 3.")] if sixth else []),
        say("All pawns begin in the port."),
        say(
            "The sharks are coins, suit up: {coins}.",
            coins=list_of([piece_name(known, f"coins/{coin}") for coin in spares.sharks]),
        ),
        *_repellent_lines(known, spares),
    )
    values = {
        "suits": list(suits),
        "sharks": list(spares.sharks),
        "each": spares.each,
        "handed": list(spares.handed),
    }
    plane = not printed_face(known, variants)
    return Part(
        "boats",
        say("Boats and spare pieces"),
        lines,
        # The printed course has rows of its own.
        tuple(coin_rows(known, board, suits)) if plane else (),
        values,
        tokens=(
            *moored_pawns(known, board, suits),
            *(row_signs(known, board, suits) if plane else ()),
        ),
    )


def _repellent_lines(known: Known, spares: Spares) -> tuple[Message, ...]:
    if not spares.each:
        return ()
    return (
        say("Repellents for each sailor: {count}. Hand out", count=spares.each),
        *(
            say("{count} × {piece}", count=count, piece=piece_name(known, piece))
            for piece, count in Counter(spares.handed).items()
        ),
    )


def piece_name(known: Known, face: str) -> Message:
    kind, name = face.split("/")
    suit, _, value = name.partition("-")
    if kind == "tiles":
        return say("spare tile")
    if kind == "coins":
        return say("{suit} {value}", suit=suit_name(known, suit), value=value_name(value))
    if kind == "dice":
        return say("die of {suit}", suit=suit_name(known, suit))
    return say("pawn of {suit}", suit=suit_name(known, suit))


def _first_part(players: int, chance: Chance) -> Part:
    first = chance.below(players)
    line = say("{player} begins; then it goes round clockwise.", player=player(first + 1))
    return Part("first", say("First sailor"), (line,), values={"first": first})
