"""Apply the operators of PPN to a position.

    c@b2  drop            t\\b2   drop beneath everything     a1%b2  … next to a piece
    *b2   remove          b2-c3  move                        b2_c3  move beneath everything
    b2#c3 swap            b2:c3  capture                     !b2    raise to the top
    b2@>90 turn clockwise 4b2$>90 turn a group around its place
    +b2   flip            b2=tSa replace                     b2~v   update

The order in which operators are looked for is that of the reference program, and so is what becomes
of the pieces' ids: a piece that shows another side gets `.1`, one that becomes another piece `..1`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.references import (
    Point,
    Seen,
    find_pieces,
    find_place,
    find_place_of,
    find_places,
)
from printgen.catalog.ppn.specs import RANKS_FROM_ONE, Spec, parse_kind, parse_spec
from printgen.catalog.ppn.table import (
    PieceKind,
    Pieces,
    Position,
    TablePiece,
    flipped_id,
    replaced_id,
)
from printgen.limits import PPN_PIECES

_UNDERTIES: Final = re.compile("[\u035c\u203f]")
_COUNTED_SEARCH: Final = re.compile(r"([0-9]+)\?")
_SUFFIXES: Final = re.compile(r"(?<![(<,])[*+!]")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]+)?")
_FLIPPED: Final = {
    "face": "back",
    "back": "face",
    "left": "right",
    "right": "left",
    "top": "base",
    "base": "top",
}
_KEPT, _TURNED, _CHANGED = range(3)


def split_submoves(text: str) -> list[str]:
    """Return the moves of a text after macros are expanded: `a4-b5*c3+` is three of them."""
    text = _UNDERTIES.sub("_", text).replace("/\\", "▲")
    text = _SUFFIXES.sub(lambda found: f" {found[0]}", text)
    return _COUNTED_SEARCH.sub(r"\1&?", text).split()


def apply_operator(text: str, position: Position, dialect: Dialect) -> Position:
    """Return the position after one move. Raises Fault if it cannot be made."""
    seen = Seen(position, dialect)
    for operator in _OPERATORS:
        found = operator.token.search(text)
        if found:
            return operator.apply(text[: found.start()], text[found.end() :], seen)
    raise Fault(
        f"'{shorten(text)}' is not a move; a move has one of the operators @ \\ * - _ # : @> $> +"
        " = ~ !"
    )


def _drop(spec: str, target: str, seen: Seen) -> Position:
    return _place_new(spec, target, seen, below=False)


def _drop_next_to(spec: str, piece_id: str, seen: Seen) -> Position:
    return _drop(spec, f"&{piece_id}%{piece_id}", seen)


def _drop_beneath(spec: str, target: str, seen: Seen) -> Position:
    return _place_new(spec, target, seen, below=True)


def _drop_beneath_piece(spec: str, piece_id: str, seen: Seen) -> Position:
    return _drop_beneath(spec, f"&{piece_id}%{piece_id}", seen)


def _place_new(spec: str, target: str, seen: Seen, *, below: bool) -> Position:
    position = seen.position
    if len(position.pieces) >= PPN_PIECES:
        raise Fault(f"the table has more than {PPN_PIECES} pieces; remove some")
    location, order = _split_order(target)
    x, y = find_place(location, seen)
    number = position.last_id + 1
    piece = TablePiece(str(number), parse_kind(spec, seen.dialect), x, y)
    pieces = _inserted(position.pieces, [piece], order, seen, below=below)
    return replace(position, pieces=pieces, active=(piece.id,), last_id=number)


def _move(piece_id: str, target: str, seen: Seen) -> Position:
    return _move_pieces(piece_id, target, seen, below=False)


def _move_next_to(piece_id: str, other: str, seen: Seen) -> Position:
    return _move(piece_id, f"&{other}%{other}", seen)


def _move_beneath(piece_id: str, target: str, seen: Seen) -> Position:
    return _move_pieces(piece_id, target, seen, below=True)


def _move_beneath_piece(piece_id: str, other: str, seen: Seen) -> Position:
    return _move_beneath(piece_id, f"&{other}%{other}", seen)


def _move_pieces(piece_id: str, target: str, seen: Seen, *, below: bool) -> Position:
    pieces = seen.position.pieces
    indices = find_pieces(piece_id, seen)
    moving = [pieces[index] for index in indices]
    location, order = _split_order(target)
    places = find_places(location, seen, moving)
    if len(places) == 1:
        places *= len(moving)
    moved = [replace(piece, x=x, y=y) for piece, (x, y) in zip(moving, places, strict=True)]
    rest = _without(pieces, indices)
    return replace(
        seen.position,
        pieces=_inserted(rest, moved, order, seen, below=below),
        active=_ids(moved),
    )


def _split_order(target: str) -> tuple[str, str | None]:
    location, percent, piece_id = target.partition("%")
    return location, piece_id if percent else None


def _inserted(
    pieces: Pieces, more: Sequence[TablePiece], order: str | None, seen: Seen, *, below: bool
) -> Pieces:
    """Return `pieces` with `more` directly above or below the piece `order`, else on top of or
    beneath all others."""
    if order is None:
        return (*more, *pieces) if below else (*pieces, *more)
    wanted = {seen.position.pieces[index].id for index in find_pieces(order, seen)}
    indices = [index for index, piece in enumerate(pieces) if piece.id in wanted]
    if not indices:
        raise Fault(f"'%{shorten(order)}' names the moved piece itself; name another")
    at = indices[0] if below else indices[-1] + 1
    return (*pieces[:at], *more, *pieces[at:])


def _remove(before: str, piece_id: str, seen: Seen) -> Position:
    _nothing_before(before, "*")
    position = seen.position
    indices = find_pieces(piece_id, seen)
    removed = {position.pieces[index].id for index in indices}
    active = tuple(each for each in position.active if each not in removed)
    return replace(position, pieces=_without(position.pieces, indices), active=active)


def _raise(before: str, piece_id: str, seen: Seen) -> Position:
    _nothing_before(before, "!")
    return _move(piece_id, "<0,0>", seen)


def _swap(one: str, other: str, seen: Seen) -> Position:
    pieces = seen.position.pieces
    first, second = find_pieces(one, seen), find_pieces(other, seen)
    if set(first) & set(second):
        raise Fault(f"'{shorten(one)}' and '{shorten(other)}' have pieces in common")
    place, other_place = find_place_of(one, seen), find_place_of(other, seen)
    moved = [
        replace(pieces[index], x=x, y=y)
        for indices, (x, y) in ((first, other_place), (second, place))
        for index in indices
    ]
    active = _ids(moved[: len(first)])
    rest = _without(pieces, (*first, *second))
    return replace(seen.position, pieces=(*rest, *moved), active=active)


def _capture(piece_id: str, captured: str, seen: Seen) -> Position:
    place = find_place_of(captured, seen)
    after = _remove("", captured, seen)
    then = Seen(after, seen.dialect)
    indices = find_pieces(piece_id, then)
    moved = [replace(after.pieces[index], x=place[0], y=place[1]) for index in indices]
    return replace(after, pieces=(*_without(after.pieces, indices), *moved), active=_ids(moved))


def _turn(piece_id: str, turn: str, seen: Seen) -> Position:
    indices = _find_changing(piece_id, seen)
    centre: Point | None = None
    degrees, bar, location = turn.partition("|")
    if not bar:
        degrees, dollar, anchor = turn.partition("$")
        location = f"&{anchor}" if dollar else ""
    if location:
        centre = find_place(location, seen)
    if not _NUMBER.fullmatch(degrees):
        raise Fault(f"'{shorten(degrees)}' is not an angle in degrees, such as 90")
    return _changed(seen.position, indices, lambda piece: _turned(piece, float(degrees), centre))


def _turn_group(piece_id: str, degrees: str, seen: Seen) -> Position:
    return _turn(piece_id, f"{degrees}${piece_id}", seen)


def _turned(piece: TablePiece, clockwise: float, centre: Point | None) -> TablePiece:
    x, y = piece.x, piece.y
    if centre is not None:
        cosine, sine = _cos_sin(-clockwise)
        dx, dy = x - centre[0], y - centre[1]
        x, y = centre[0] + dx * cosine - dy * sine, centre[1] + dx * sine + dy * cosine
    kind = replace(piece.kind, angle=piece.kind.angle - clockwise)
    return replace(piece, kind=kind, x=x, y=y)


def _cos_sin(degrees: float) -> tuple[float, float]:
    """Quarter turns are exact, so that pieces stay on their spaces."""
    quarters, rest = divmod(degrees, 90)
    if rest:
        return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]


def _flip(before: str, piece_id: str, seen: Seen) -> Position:
    _nothing_before(before, "+")
    position = seen.position
    indices = _find_changing(piece_id, seen)
    flipped = {position.pieces[index].id for index in indices}
    active = tuple(flipped_id(each) if each in flipped else each for each in position.active)
    return replace(_changed(position, indices, _flipped), active=active)


def _flipped(piece: TablePiece) -> TablePiece:
    kind = piece.kind
    if kind.piece == "pyramid":
        side = "face" if kind.side == "top" else "top"
        kind = replace(kind, piece_side=f"pyramid_{side}")
    elif kind.piece_side == "die_face":
        kind = replace(kind, rank=(kind.rank + 2) % 6 + 1)
    else:
        side = _FLIPPED.get(kind.side, kind.side)
        kind = replace(kind, piece_side=f"{kind.piece}_{side}")
    return replace(piece, id=flipped_id(piece.id), kind=kind)


def _replace(piece_id: str, spec: str, seen: Seen) -> Position:
    kind = parse_kind(spec, seen.dialect)
    indices = _find_changing(piece_id, seen)

    def exchanged(piece: TablePiece) -> TablePiece:
        old = piece.kind
        change = _KEPT
        if old.rank != kind.rank:
            change = _TURNED if old.piece_side == "die_face" else _CHANGED
        if (old.piece, old.suit, old.cfg) != (kind.piece, kind.suit, kind.cfg):
            change = _CHANGED
        return replace(piece, id=_new_id(piece.id, change), kind=kind)

    return _changed(seen.position, indices, exchanged)


def _update(piece_id: str, text: str, seen: Seen) -> Position:
    spec = parse_spec(text, seen.dialect)
    indices = _find_changing(piece_id, seen)
    return _changed(seen.position, indices, lambda piece: _updated(piece, spec))


def _updated(piece: TablePiece, spec: Spec) -> TablePiece:
    old = piece.kind
    cfg = spec.cfg or old.cfg
    rank = old.rank
    if spec.rank is not None:
        rank = spec.rank - 1 if cfg in RANKS_FROM_ONE else spec.rank
    kind = PieceKind(
        f"{spec.piece or old.piece}_{spec.side or old.side}",
        old.suit if spec.suit is None else spec.suit,
        rank,
        old.angle if spec.angle is None else spec.angle,
        cfg,
    )
    change = _TURNED if kind.side != old.side else _KEPT
    if kind.rank != old.rank:
        change = _TURNED if old.piece_side == "die_face" else _CHANGED
    if (old.piece, old.suit, old.cfg) != (kind.piece, kind.suit, kind.cfg):
        change = _CHANGED
    return replace(piece, id=_new_id(piece.id, change), kind=kind)


def _new_id(piece_id: str, change: int) -> str:
    if change == _KEPT:
        return piece_id
    return flipped_id(piece_id) if change == _TURNED else replaced_id(piece_id)


def _find_changing(piece_id: str, seen: Seen) -> tuple[int, ...]:
    """Changing all pieces of a kind (`/cf~b`) is no mistake if there are none."""
    return find_pieces(piece_id, seen, allow_none=piece_id.startswith("/"))


def _changed(
    position: Position, indices: Sequence[int], change: Callable[[TablePiece], TablePiece]
) -> Position:
    pieces = list(position.pieces)
    for index in indices:
        pieces[index] = change(pieces[index])
    return replace(
        position, pieces=tuple(pieces), active=tuple(pieces[index].id for index in indices)
    )


def _without(pieces: Pieces, indices: Iterable[int]) -> Pieces:
    gone = set(indices)
    return tuple(piece for index, piece in enumerate(pieces) if index not in gone)


def _ids(pieces: Iterable[TablePiece]) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces)


def _nothing_before(text: str, operator: str) -> None:
    if text:
        raise Fault(
            f"'{shorten(text)}' is in front of '{operator}'; write what it acts on after it"
        )


class _Operator(NamedTuple):
    token: re.Pattern[str]
    apply: Callable[[str, str, Seen], Position]


_TOKENS: Final[Mapping[str, Callable[[str, str, Seen], Position]]] = {
    r"\$>": _turn_group,
    r"@>": _turn,
    r"@%": _drop_next_to,
    r"@": _drop,
    r"-%": _move_next_to,
    r"(?<![(<,])-": _move,
    r"\*": _remove,
    r"(?<![(<,])\+": _flip,
    r"~": _update,
    r"=": _replace,
    r":(?![^\[]*\])": _capture,
    r"_%": _move_beneath_piece,
    r"_": _move_beneath,
    r"\\%": _drop_beneath_piece,
    r"\\": _drop_beneath,
    r"#": _swap,
    r"!": _raise,
}
_OPERATORS: Final = tuple(_Operator(re.compile(token), act) for token, act in _TOKENS.items())
