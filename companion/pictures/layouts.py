"""Draw the tables of PPN games with the printed pieces."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.pictures.library import Library, Snapshot, open_game, take_snapshot
from printgen.catalog.builtin import PIECES_GAME, builtin_cards, builtin_templates
from printgen.catalog.ppn.table import Pieces, TablePiece
from printgen.draw.component import make_draw_context
from printgen.draw.game_pieces import GamePieces
from printgen.draw.layouts.diagram import art_of, draw_layout, fitting_scale
from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
from printgen.draw.layouts.piece_art import PieceSets
from printgen.draw.layouts.stacking import INCH
from printgen.errors import Findings
from printgen.frame import Frame
from printgen.geometry import Box

SIDE: Final = 200.0
"""Millimetres: a table is drawn as large as fits into a square of this side."""
_LOCK: Final = threading.RLock()  # pieces that are drawn for the first time are not thread-safe


class LayoutPictures:
    """Draws tables with the pieces that are printed for this library's piecepack."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def edition(self) -> str:
        """Part of the addresses of pictures, which are cached."""
        return self._snapshot().edition

    def area(self, tables: Iterable[Pieces]) -> Box:
        """The part of the table that all these tables need, as `draw` takes it."""
        sets, _ = _drawing(self._snapshot())
        places = {
            (p.kind.piece_side, p.kind.cfg, p.kind.angle % 180, p.x, p.y): p
            for pieces in tables
            for p in pieces
        }
        with _LOCK:
            boxes = [_box(piece, sets) for piece in places.values()]
        if not boxes:
            return 0.0, 0.0, INCH, INCH
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        return left, top, right - left, bottom - top

    def draw(self, pieces: Pieces, before: Pieces | None, area: Box | None, step: float) -> Frame:
        """The table from above, with marks for what a move did."""
        sets, style = _drawing(self._snapshot())
        area = area or self.area([pieces])
        options = LayoutOptions(area=area, step=step)
        scale = fitting_scale(options, SIDE, SIDE)
        options = LayoutOptions(area=area, step=step, scale=scale)
        with _LOCK:
            return draw_layout(pieces, sets, style, options, before)

    def _snapshot(self) -> Snapshot:
        """Other games may be in the library's place: then the built-in pieces are drawn."""
        if PIECES_GAME in self._library:
            return take_snapshot(PIECES_GAME, self._library.cards, self._library.templates)
        return take_snapshot(PIECES_GAME, builtin_cards(), builtin_templates())


def _box(piece: TablePiece, sets: PieceSets) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the box around a piece, in millimetres, y down."""
    top = art_of(piece.kind, sets).top
    turn = math.radians(piece.kind.angle)
    cosine, sine = abs(math.cos(turn)), abs(math.sin(turn))
    half_width = (top.width * cosine + top.height * sine) / 2
    half_height = (top.width * sine + top.height * cosine) / 2
    x, y = piece.x * INCH, -piece.y * INCH
    return x - half_width, y - half_height, x + half_width, y + half_height


@lru_cache(maxsize=4)
def _drawing(snapshot: Snapshot) -> tuple[PieceSets, LayoutStyle]:
    game = open_game(snapshot.slug, snapshot.cards, snapshot.templates)
    context = make_draw_context(game, "full", None)
    return GamePieces(game, context, Findings()), LayoutStyle.of(context)
