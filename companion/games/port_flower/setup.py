"""The setup of Port Flower."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.chance.provable import Chance
from companion.games.options import Options
from companion.games.port_flower.board_tokens import grid_numbers, water_over_sharks
from companion.games.port_flower.coin_rows import coin_rows, moored_pawns, row_signs
from companion.games.port_flower.course import (
    fairness_of,
    pieces_to_lay,
    printed_course,
    random_course,
)
from companion.games.port_flower.facts import PortFlowerFacts
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
from companion.games.port_flower.names import (
    buoy_place,
    leg_lengths_text,
    suit_name,
    value_name,
)
from companion.games.port_flower.options import Variants, read_variants
from companion.games.port_flower.sea import STRIDE, Board, Course, leg_lengths, make_board, make_sea
from companion.games.port_flower.spares import Spares, coin_of, spares_of, suit_face
from companion.games.scene import Token
from companion.games.setup import Chances, Fairness, Part, Placement, Setup
from companion.language.messages import (
    Message,
    MessageList,
    Refused,
    listing,
    player,
    say,
    say_count,
)

MIN_PLAYERS: Final = 2
TILE: Final = "tiles/back"


def make_setup(facts: PortFlowerFacts, players: int, options: Options, chances: Chances) -> Setup:
    variants = read_variants(options, facts.edition)
    check_players(facts, players, variants)
    board = make_board(facts, variants.waters)
    course, fairness = _course_part(facts, variants, board, chances)
    parts = (
        _board_part(facts, variants, board),
        course,
        _boats_part(facts, variants, board, players, chances("boats")),
        _first_part(players, chances("first")),
    )
    printed = printed_face(facts, variants)
    view = None if printed else bounds(facts, tuple(_pictured(parts)))
    return Setup(printed, parts, fairness, view)


def _pictured(parts: Sequence[Part]) -> Iterator[Placement | Token]:
    for part in parts:
        yield from part.placements
        yield from part.tokens


def check_players(facts: PortFlowerFacts, players: int, variants: Variants) -> None:
    most = len(facts.boats)
    if not MIN_PLAYERS <= players <= most:
        raise Refused("this game is for {least} to {most} players", least=MIN_PLAYERS, most=most)
    if players == most and not variants.sixth:
        raise Refused("for {count} players, choose the option “Six players”", count=players)


def _board_part(facts: PortFlowerFacts, variants: Variants, board: Board) -> Part:
    x, y = harbour(board)
    plane = not printed_face(facts, variants)
    tiles = [_tile(facts, board, tile, (x, y)) for tile in board.tiles] if plane else []
    rose = [
        Placement(
            f"coins/{coin_of(coin)}-back",
            *point(facts, board, *beside_printed(facts, board, coin.x, coin.y)),
            space=facts.suits[coin.suit].wind,
            width=COIN * facts.plan.space,
        )
        for coin in facts.laid("wind")
    ]
    lines = (
        say(
            "Lay {count} tiles grid side up, {width} × {height} spaces.",
            count=len(board.tiles),
            width=board.width,
            height=board.height,
        ),
        *([say("Leave out one tile at each corner.")] if variants.waters == "cross" else []),
        say(
            "The port is the ace of suns, face up, on columns {x}–{x2} and rows {y}–{y2}.",
            x=int(x),
            x2=int(x) + 1,
            y=int(y),
            y2=int(y) + 1,
        ),
        say(
            "Lay four null coins as the wind rose, suit side up: sun north, moon south, "
            "crown west, arms east."
        ),
    )
    values = {"waters": variants.waters}
    tokens = tuple(grid_numbers(facts, board)) if plane else ()
    return Part("board", say("Board"), lines, (*tiles, *rose), values, random=False, tokens=tokens)


def _tile(
    facts: PortFlowerFacts, board: Board, tile: tuple[float, float], port: tuple[float, float]
) -> Placement:
    face = f"tiles/{coin_of(facts.laid('port')[0])}" if tile == port else TILE
    return Placement(face, *point(facts, board, *tile), width=2 * facts.plan.space)


def _course_part(
    facts: PortFlowerFacts, variants: Variants, board: Board, chances: Chances
) -> tuple[Part, Fairness | None]:
    if variants.course == "own":
        return _own_course(facts, variants), None
    is_random = variants.course == "random"
    course = (
        random_course(facts, board, variants.sharks, chances("course"))
        if is_random
        else printed_course(facts, board, variants.sharks)
    )
    sea = make_sea(board, course)
    lengths = leg_lengths(sea)
    lines = (*_course_lines(course), leg_lengths_text(sea))
    values: Mapping[str, Any] = {
        "buoys": list(course.buoys),
        "islands": list(course.islands),
        "sharks": list(course.sharks),
        "lengths": list(lengths),
    }
    placements = _course_placements(facts, board, course)
    tokens: tuple[Token, ...] = ()
    if printed_face(facts, variants):
        tokens = tuple(water_over_sharks(facts, board, course.sharks))
    part = Part(
        "course", say("Race course"), lines, placements, values, random=is_random, tokens=tokens
    )
    # Rerolling would not make the printed course any fairer.
    return part, fairness_of(board, course, lengths) if is_random else None


def _own_course(facts: PortFlowerFacts, variants: Variants) -> Part:
    pieces = pieces_to_lay(facts, variants.sharks)
    lines = (
        say("The first player places the first piece; then take turns."),
        say_count(
            "Place {buoys} buoys in order, then {islands} islands, then {count} shark.",
            "Place {buoys} buoys in order, then {islands} islands, then {count} sharks.",
            variants.sharks,
            buoys=pieces.count("buoy"),
            islands=pieces.count("island"),
        ),
        say("No island may split the sea in two."),
    )
    return Part("course", say("Race course"), lines, random=False)


def course_of(part: Part) -> Course:
    """The course of a setup; an empty one if the players lay it."""
    return Course(*(tuple(part.values.get(name, ())) for name in ("buoys", "islands", "sharks")))


def _course_lines(course: Course) -> tuple[Message, ...]:
    return (
        *(
            say("Buoy {number}: {place}", number=number, place=buoy_place(buoy))
            for number, buoy in enumerate(course.buoys, start=1)
        ),
        say("Islands (column/row): {places}.", places=_places(course.islands)),
        say("Sharks (column/row): {places}.", places=_places(course.sharks)),
    )


def _places(spaces: Sequence[int]) -> MessageList:
    return listing(f"{space // STRIDE}/{space % STRIDE}" for space in spaces)


def _course_placements(
    facts: PortFlowerFacts, board: Board, course: Course
) -> tuple[Placement, ...]:
    width = COIN * facts.plan.space
    coins: list[tuple[str, str, tuple[float, float]]] = [
        (f"coins/{coin_of(coin)}", f"buoy-{coin.rank}", corner(facts, board, buoy))
        for coin, buoy in zip(facts.laid("buoy"), course.buoys, strict=True)
    ]
    for role, spaces in (("island", course.islands), ("shark", course.sharks)):
        face = coin_back_face(facts, role)
        coins += [
            (face, f"{role}-{number}", middle(facts, board, space))
            for number, space in enumerate(spaces, start=1)
        ]
    return tuple(Placement(face, *at, space=name, width=width) for face, name, at in coins)


def coin_back_face(facts: PortFlowerFacts, role: str) -> str:
    """The suit side of the coins that stand for islands or sharks."""
    return suit_face(facts.laid(role)[0].suit)


def _boats_part(
    facts: PortFlowerFacts, variants: Variants, board: Board, players: int, chance: Chance
) -> Part:
    """The boats and the spare pieces. Six players use every suit; fewer choose from the first five
    suits or draw them at random."""
    usual = [boat.suit for boat in facts.boats if not boat.sixth]
    sixth = [boat.suit for boat in facts.boats if boat.sixth] if players > len(usual) else []
    offered = (*usual, *sixth)
    suits: tuple[str, ...] = ()
    if not variants.choose_suits:
        suits = (*chance.draw(usual, min(players, len(usual))), *sixth)
    spares = spares_of(facts, variants, suits or offered, players)
    names = [suit_name(facts, suit) for suit in suits or offered]
    lines = (
        say("Suits in play: {suits}.", suits=listing(names))
        if suits
        else say("Each player chooses a suit: {suits}.", suits=listing(names, "or")),
        say("Each player lays their coins ace to 5 in a row, number side up."),
        *([say("In the fish row, the null of leaves is the 3.")] if sixth else []),
        say("All pawns start in the port."),
        say(
            "The sharks are coins, suit side up: {coins}.",
            coins=listing(piece_name(facts, f"coins/{coin}") for coin in spares.sharks),
        ),
        *_repellent_lines(facts, spares),
    )
    values = {
        "suits": list(suits),
        "pawns": list(suits or offered[:players]),
        "sharks": list(spares.sharks),
        "each": spares.each,
        "handed": list(spares.handed),
    }
    plane = not printed_face(facts, variants)
    port = coin_of(facts.laid("port")[0])
    return Part(
        "boats",
        say("Boats and spare pieces"),
        lines,
        # The printed course has rows of its own.
        tuple(coin_rows(facts, board, suits)) if plane else (),
        values,
        random=bool(suits),
        tokens=(
            *moored_pawns(facts, board, suits),
            *(row_signs(facts, board, suits) if plane else ()),
        ),
        # Pieces that are not laid out leave the table, so nothing is left to draw.
        used=(*(f"coins/{coin}" for coin in facts.coins), f"tiles/{port}"),
        unseen={"tiles": facts.tiles - 1},
    )


def _repellent_lines(facts: PortFlowerFacts, spares: Spares) -> tuple[Message, ...]:
    if not spares.each:
        return ()
    tiles = spares.handed.count(TILE)
    pieces = [piece_name(facts, piece) for piece in spares.handed if piece != TILE]
    if tiles:
        pieces.append(say_count("{count} spare tile", "{count} spare tiles", tiles))
    return (
        say_count(
            "Each player gets {count} repellent. Hand out {pieces}.",
            "Each player gets {count} repellents. Hand out {pieces}.",
            spares.each,
            pieces=listing(pieces),
        ),
    )


def piece_name(facts: PortFlowerFacts, face: str) -> Message:
    """The name of a coin, die or pawn."""
    kind, name = face.split("/")
    suit, _, value = name.partition("-")
    if kind == "coins":
        return say("{suit} {value}", suit=suit_name(facts, suit), value=value_name(value))
    if kind == "dice":
        return say("die of {suit}", suit=suit_name(facts, suit))
    return say("pawn of {suit}", suit=suit_name(facts, suit))


def _first_part(players: int, chance: Chance) -> Part:
    first = chance.below(players)
    line = say("{player} starts; play goes clockwise.", player=player(first + 1))
    return Part("first", say("First player"), (line,), values={"first": first}, starts=True)
