"""Find out what a move did, by comparing the tables before and after it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from printgen.catalog.ppn.table import Pieces, TablePiece

NEAR: Final = 1e-6


class Change(Struct, frozen=True):
    """A piece before and after a move. One that was added has no `before`, one that was removed no
    `after`."""

    before: TablePiece | None
    after: TablePiece | None

    @property
    def is_added(self) -> bool:
        return self.before is None

    @property
    def is_removed(self) -> bool:
        return self.after is None

    @property
    def has_moved(self) -> bool:
        if self.before is None or self.after is None:
            return False
        return max(abs(self.before.x - self.after.x), abs(self.before.y - self.after.y)) > NEAR

    @property
    def has_turned(self) -> bool:
        return abs(self.turn) > NEAR

    @property
    def turn(self) -> float:
        """How far the piece turned counter-clockwise, from -180 to 180 degrees."""
        if self.before is None or self.after is None:
            return 0.0
        turn = (self.after.kind.angle - self.before.kind.angle + 180) % 360 - 180
        return 180.0 if turn == -180 else turn

    @property
    def shows_other(self) -> bool:
        """Whether the piece was flipped, rolled or exchanged."""
        if self.before is None or self.after is None:
            return False
        old, new = self.before.kind, self.after.kind
        return (old.piece_side, old.suit, old.rank, old.cfg) != (
            new.piece_side,
            new.suit,
            new.rank,
            new.cfg,
        )


def changes(before: Pieces, after: Pieces) -> tuple[Change, ...]:
    """Return every piece that is not as it was: those removed first, then in the order of the table
    after the move. The order of pieces in a stack is not compared."""
    old = {_number(piece): piece for piece in before}
    left = {_number(piece) for piece in after}
    found = [Change(piece, None) for number, piece in old.items() if number not in left]
    found += [Change(old.get(_number(piece)), piece) for piece in after]
    return tuple(c for c in found if c.is_added or c.is_removed or _differs(c))


def _differs(change: Change) -> bool:
    return change.has_moved or change.has_turned or change.shows_other


def _number(piece: TablePiece) -> str:
    """The part of an id that a piece keeps when it is flipped or becomes another."""
    return piece.id.partition(".")[0]
