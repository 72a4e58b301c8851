"""Takes what a game's data say of its beginning and chance, gives a setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.chance import Chance
from companion.games.base import Chances, Options, Part, Placement, Setup, Token
from companion.games.data.choices import holds, list_of, named, times_of
from companion.games.data.layout import arranged
from companion.table.model import Refused
from companion.words import Message, own_text, player, say
from printgen.catalog.play.model import (
    Choose,
    Mix,
    Piece,
    Play,
    SetupPart,
    Spot,
    Tell,
    amount,
    needed_pieces,
    used_spots,
)

STEP_MM: Final = 6.0
"""How far apart pieces of one space are drawn, if nothing says how wide they are."""


def setup_of(play: Play, players: int, options: Options, chances: Chances) -> Setup:
    fewest, most = play.players or (1, players)
    if not fewest <= players <= most:
        raise Refused(
            "this game is for {fewest} to {most} players, not {players}",
            fewest=fewest,
            most=most,
            players=players,
        )
    parts = (part for part in play.parts if holds(part.when, options, players))
    return Setup(play.board, tuple(_part(part, players, chances) for part in parts))


def _part(part: SetupPart, players: int, chances: Chances) -> Part:
    match part:
        case Tell():
            lines = tuple(map(own_text, part.lines))
            return Part(part.id, own_text(part.title), lines, random=False)
        case Choose():
            return _choose(part, players, chances(part.id))
        case Mix():
            return _mix(part, players, chances(part.id))


def _choose(part: Choose, players: int, chance: Chance) -> Part:
    if part.among:
        name = chance.roll(part.among)
        return Part(part.id, own_text(part.title), (own_text(name),), values={"chosen": name})
    number = chance.below(players) + 1
    line = say("{name}", name=player(number))
    return Part(part.id, own_text(part.title), (line,), values={"player": number})


def _mix(part: Mix, players: int, chance: Chance) -> Part:
    bag = [piece for piece in part.pieces for _ in range(piece.copies)]
    needed = needed_pieces(part, players)
    if needed > len(bag):
        raise Refused(
            "{part} needs {needed} pieces for {players} players, and there are {count}",
            part=own_text(part.title),
            needed=needed,
            players=players,
            count=len(bag),
        )
    spots = used_spots(part, players)
    rest = iter(arranged(bag, part, spots, chance))
    each = part.layout.each if part.layout else 0
    placed = [_take(rest, each) for _ in spots]
    out = _take(rest, amount(part.take_out, players))
    drawn = _take(rest, amount(part.draw, players))
    dealt = [_take(rest, amount(part.deal, players)) for _ in range(players)]
    left = len(tuple(rest))
    lines = [
        *(
            say("{space}: {pieces}", space=own_text(spot.title), pieces=_list(pieces))
            for spot, pieces in zip(spots, placed, strict=True)
        ),
        *_out_lines(out, part),
        *([say("Face up: {pieces}", pieces=_list(drawn))] if drawn else []),
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
    placements, tokens = _drawn(part, spots, placed)
    return Part(
        part.id,
        own_text(part.title),
        tuple(lines),
        placements,
        values,
        random=not part.in_order,
        tokens=tokens,
        used=_known((*placed, drawn, *([out, *dealt] if open_ else []))),
    )


def _take(rest: Iterator[Piece], count: int) -> tuple[Piece, ...]:
    return tuple(next(rest) for _ in range(count))


def _known(lots: Sequence[Sequence[Piece]]) -> tuple[str, ...]:
    """The faces of pieces of which everybody knows where they are."""
    return tuple(piece.face for lot in lots for piece in lot if piece.face)


def _ids(pieces: Sequence[Piece]) -> list[str]:
    return [piece.id for piece in pieces]


def _list(pieces: Sequence[Piece]) -> Message:
    """Names as players read them, such as `Fish, 2 × Rope`."""
    counted = Counter(piece.title for piece in pieces)
    known = {piece.title: piece for piece in pieces}
    return list_of([times_of(count, named(known[name])) for name, count in counted.items()])


def _out_lines(out: Sequence[Piece], part: Mix) -> list[Message]:
    if not out:
        return []
    if part.face_down:
        return [say("Back in the box, unseen: {count}", count=len(out))]
    return [say("Back in the box: {pieces}", pieces=_list(out))]


def _left_lines(left: int, part: Mix) -> list[Message]:
    if not left:
        return []
    if part.in_order:
        return [say("Left over: {count}", count=left)]
    return [say("A pile, face down: {count}", count=left)]


def _deal_lines(dealt: Sequence[Sequence[Piece]], part: Mix) -> list[Message]:
    if not any(dealt):
        return []
    if part.face_down:
        return [say("For each player, face down: {count}", count=len(dealt[0]))]
    return [
        say("{player}: {pieces}", player=player(number), pieces=_list(hand))
        for number, hand in enumerate(dealt, 1)
    ]


def _drawn(
    part: Mix, spots: Sequence[Spot], placed: Sequence[Sequence[Piece]]
) -> tuple[tuple[Placement, ...], tuple[Token, ...]]:
    """Pieces that have a face as they are printed, all others as tokens in their colour."""
    width = part.layout.width if part.layout else None
    marks = _marks(part.pieces)
    faces, tokens = [], []
    for spot, pieces in zip(spots, placed, strict=True):
        for order, piece in enumerate(pieces):
            x = spot.x + (order - (len(pieces) - 1) / 2) * (width or STEP_MM)
            if piece.face:
                faces.append(Placement(piece.face, x, spot.y, spot.turn, spot.id, width))
            else:
                label, mark = named(piece), marks[piece.id]
                tokens.append(Token(x, spot.y, label, "", piece.colour, mark, width=width))
    return tuple(faces), tuple(tokens)


def _marks(pieces: Sequence[Piece]) -> dict[str, str]:
    """A letter for each piece that no other one has, as far as there are letters."""
    marks: dict[str, str] = {}
    for piece in pieces:
        letters = (letter for letter in piece.title.upper() if letter.isalnum())
        marks[piece.id] = next((letter for letter in letters if letter not in marks.values()), "")
    return marks
