"""Names of pieces."""

from __future__ import annotations

from companion.language.messages import Message, own_text, say
from printgen.catalog.play.model import PieceType


def piece_name(piece: PieceType) -> Message:
    """A piece by the title on its face, or without a face (a pawn) by its translatable name."""
    return say("{name}", name=piece.title) if piece.face else own_text(piece.title)


def count_name(count: int, names: Message) -> Message:
    return names if count == 1 else say("{count} × {names}", count=count, names=names)
