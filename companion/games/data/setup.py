"""Setups from `setup:` in game.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.chance.provable import Chance
from companion.games.data.layout import arrange_pieces
from companion.games.data.names import count_name, piece_name
from companion.games.data.options import applies
from companion.games.options import Options
from companion.games.scene import Token
from companion.games.seats import COLOURS
from companion.games.setup import Chances, Part, Placement, Setup
from companion.language.messages import (
    Message,
    MessageList,
    Refused,
    listing,
    own_text,
    player,
    say,
    say_count,
)
from printgen.catalog.play.model import (
    BoardSpace,
    ChoosePart,
    LayoutPart,
    PieceType,
    Play,
    SetupPart,
    ShufflePart,
    TellPart,
    amount,
    needed_pieces,
    used_spots,
)

STEP_MM: Final = 6.0
"""The distance between pieces on one space if their width is unknown."""


def make_setup(play: Play, players: int, options: Options, chances: Chances) -> Setup:
    fewest, most = play.players or (1, players)
    if not fewest <= players <= most:
        raise Refused(
            "this game is for {fewest} to {most} players, not {players}",
            fewest=fewest,
            most=most,
            players=players,
        )
    parts = (part for part in play.parts if applies(part.when, options, players))
    return Setup(play.board, tuple(_part(part, players, options, chances) for part in parts))


def _part(part: SetupPart, players: int, options: Options, chances: Chances) -> Part:
    match part:
        case LayoutPart():
            return _layout(part, options[part.id])
        case TellPart():
            lines = tuple(map(own_text, part.lines))
            return Part(part.id, own_text(part.title), lines, random=False)
        case ChoosePart():
            return _choose(part, players, chances(part.id))
        case ShufflePart():
            return _mix(part, players, chances(part.id))


def _layout(part: LayoutPart, name: str) -> Part:
    """The layout is drawn from its file, by the chance of this part."""
    layout = part.layouts[name]
    fewest, most = layout.players
    if fewest < most:
        suits = say("For {fewest} to {most} players", fewest=fewest, most=most)
    else:
        suits = say_count("For {count} player", "For {count} players", most)
    lines = (own_text(layout.title), suits)
    return Part(part.id, own_text(part.title), lines, random=layout.mixed, layout=name)


def _choose(part: ChoosePart, players: int, chance: Chance) -> Part:
    if part.among:
        name = chance.roll(part.among)
        return Part(part.id, own_text(part.title), (own_text(name),), values={"chosen": name})
    number = chance.below(players) + 1
    line = say("{name}", name=player(number))
    return Part(part.id, own_text(part.title), (line,), values={"player": number}, starts=True)


class Mixed(Struct, frozen=True):
    """Where each piece of a part goes: onto spaces, into the box, face up beside the board, to the
    players, or onto a pile."""

    spots: tuple[BoardSpace, ...]
    placed: tuple[tuple[PieceType, ...], ...]
    out: tuple[PieceType, ...]
    drawn: tuple[PieceType, ...]
    dealt: tuple[tuple[PieceType, ...], ...]
    rest: tuple[PieceType, ...]


def mix_pieces(part: ShufflePart, players: int, chance: Chance) -> Mixed:
    """Raises Refused if there are too few pieces."""
    bag = [piece for piece in part.pieces for _ in range(piece.copies)]
    needed = needed_pieces(part, players)
    if needed > len(bag):
        raise Refused(
            "{part} needs {needed} pieces for {players} players, but there are only {count}",
            part=own_text(part.title),
            needed=needed,
            players=players,
            count=len(bag),
        )
    spots = used_spots(part, players)
    rest = iter(arrange_pieces(bag, part, spots, chance))
    each = part.layout.each if part.layout else 0
    placed = [_take(rest, each) for _ in spots]
    out = _take(rest, amount(part.take_out, players))
    drawn = _take(rest, amount(part.draw, players))
    dealt = [_take(rest, amount(part.deal, players)) for _ in range(players)]
    return Mixed(spots, tuple(placed), out, drawn, tuple(dealt), tuple(rest))


def _mix(part: ShufflePart, players: int, chance: Chance) -> Part:
    mixed = mix_pieces(part, players, chance)
    spots, placed, out = mixed.spots, mixed.placed, mixed.out
    drawn, dealt, left = mixed.drawn, mixed.dealt, len(mixed.rest)
    lines = [
        *(
            say("{space}: {pieces}", space=own_text(spot.title), pieces=_list_pieces(pieces))
            for spot, pieces in zip(spots, placed, strict=True)
        ),
        *_out_lines(out, part),
        *([say("Face up: {pieces}", pieces=_list_pieces(drawn))] if drawn else []),
        *_deal_lines(dealt, part),
        *_left_lines(left, part),
    ]
    open_ = not part.face_down
    values = {
        "placed": {s.id: _ids(pieces) for s, pieces in zip(spots, placed, strict=True)},
        "drawn": _ids(drawn),
        "out": _ids(out) if open_ else len(out),
        "dealt": [_ids(hand) if open_ else len(hand) for hand in dealt],
        "left": left,
    }
    placements, tokens = _pictures(part, spots, placed)
    return Part(
        part.id,
        own_text(part.title),
        tuple(lines),
        placements,
        values,
        random=not part.in_order,
        tokens=tokens,
        used=_open_faces((*placed, drawn, *([out, *dealt] if open_ else []))),
        unseen={} if open_ else _unseen_counts(part, out),
    )


def _take(rest: Iterator[PieceType], count: int) -> tuple[PieceType, ...]:
    return tuple(next(rest) for _ in range(count))


def _open_faces(lots: Sequence[Sequence[PieceType]]) -> tuple[str, ...]:
    """The faces of pieces whose places everybody knows."""
    return tuple(piece.face for lot in lots for piece in lot if piece.face)


def _unseen_counts(part: ShufflePart, out: Sequence[PieceType]) -> dict[str, int]:
    """The number of pieces that go back into the box face down. If several components are mixed,
    nobody knows how many of each that is, so they stay in their decks."""
    components = {piece.face.partition("/")[0] for piece in part.pieces}
    return dict.fromkeys(components, len(out)) if out and len(components) == 1 else {}


def _ids(pieces: Sequence[PieceType]) -> list[str]:
    return [piece.id for piece in pieces]


def _list_pieces(pieces: Sequence[PieceType]) -> MessageList:
    """Pieces as a list, such as “Fish and 2 × Rope”."""
    counted = Counter(piece.title for piece in pieces)
    known = {piece.title: piece for piece in pieces}
    return listing(count_name(count, piece_name(known[name])) for name, count in counted.items())


def _out_lines(out: Sequence[PieceType], part: ShufflePart) -> list[Message]:
    if not out:
        return []
    if part.face_down:
        return [say("Back in the box, face down: {count}", count=len(out))]
    return [say("Back in the box: {pieces}", pieces=_list_pieces(out))]


def _left_lines(left: int, part: ShufflePart) -> list[Message]:
    if not left:
        return []
    if part.in_order:
        return [say("Left over: {count}", count=left)]
    return [say("Face-down pile: {count}", count=left)]


def _deal_lines(dealt: Sequence[Sequence[PieceType]], part: ShufflePart) -> list[Message]:
    if not any(dealt):
        return []
    if part.face_down:
        return [say("For each player, face down: {count}", count=len(dealt[0]))]
    return [
        say("{player}: {pieces}", player=player(number), pieces=_list_pieces(hand))
        for number, hand in enumerate(dealt, 1)
    ]


def _pictures(
    part: ShufflePart, spots: Sequence[BoardSpace], placed: Sequence[Sequence[PieceType]]
) -> tuple[tuple[Placement, ...], tuple[Token, ...]]:
    """Pieces with a face as they are printed, all others as tokens in their colour."""
    width = part.layout.width if part.layout else None
    marks = _marks(part.pieces)
    faces, tokens = [], []
    for spot, pieces in zip(spots, placed, strict=True):
        for order, piece in enumerate(pieces):
            x = spot.x + (order - (len(pieces) - 1) / 2) * (width or STEP_MM)
            if piece.face:
                faces.append(Placement(piece.face, x, spot.y, spot.turn, spot.id, width))
            else:
                label, mark = piece_name(piece), marks[piece.id]
                seat = piece.id if piece.id in COLOURS else ""
                token = Token(x, spot.y, label, "", piece.colour, mark, width=width, seat=seat)
                tokens.append(token)
    return tuple(faces), tuple(tokens)


def _marks(pieces: Sequence[PieceType]) -> dict[str, str]:
    """A unique letter for each piece, as far as its title has one."""
    marks: dict[str, str] = {}
    for piece in pieces:
        letters = (letter for letter in piece.title.upper() if letter.isalnum())
        marks[piece.id] = next((letter for letter in letters if letter not in marks.values()), "")
    return marks
