"""Lay the printed pieces out as a layout of the library has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.setup import Setup
from companion.games.tabletop import LaidPiece
from companion.pictures.layout_library import LayoutLibrary
from companion.pictures.library import Library
from companion.table.model import SetupRequest
from printgen.catalog.model import Game
from printgen.draw.component import make_draw_context
from printgen.draw.game_pieces import GamePieces
from printgen.draw.layouts.stacking import INCH
from printgen.errors import Findings


def laid_layouts(
    library: Library, game: Game, setup: Setup, request: SetupRequest
) -> Iterator[LaidPiece]:
    """Yield the pieces of the layouts that a setup chooses, as far as the game prints them."""
    layouts = LayoutLibrary(library)
    for part in setup.parts:
        layout = layouts.find(part.layout) if part.layout else None
        if layout is None:
            continue
        printed = GamePieces(game, make_draw_context(game, "full", None), Findings())
        again = request.rerolls.get(part.id, 0)
        for piece in layouts.table(layout, request.words, again):
            row = printed.row(piece.kind)
            if row is not None:
                x, y = round(piece.x * INCH, 3), round(-piece.y * INCH, 3)
                turn = -piece.kind.angle % 360
                yield LaidPiece(row, x, y, turn, face_up=piece.kind.side != "back")


def unused_sets(game: Game, laid: Iterable[LaidPiece]) -> tuple[str, ...]:
    """Return the components of the sets that no piece of a layout comes from."""
    used = {one.row.partition("/")[0] for one in laid}
    sets = {component.set for component in game.components if component.id in used}
    return tuple(c.id for c in game.components if c.set and c.set not in sets)
