"""Draw the tables of a PPN game as text: a grid of all places, each with its pieces."""

from __future__ import annotations

from printgen.catalog.ppn.games import PpnGame
from printgen.catalog.ppn.table import Pieces
from printgen.export.ppn import kind_spec


def board(pieces: Pieces) -> str:
    """Rows are y, the largest first, columns are x; stacks are written from bottom to top."""
    if not pieces:
        return "(empty)\n"
    cells: dict[tuple[float, float], list[str]] = {}
    for piece in pieces:
        place = (round(piece.x, 3), round(piece.y, 3))
        cells.setdefault(place, []).append(kind_spec(piece.kind))
    columns = sorted({x for x, _ in cells})
    rows = [["", *(f"{x:g}" for x in columns)]]
    rows += [
        [f"{y:g}", *("+".join(cells.get((x, y), ["."])) for x in columns)]
        for y in sorted({y for _, y in cells}, reverse=True)
    ]
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    return "".join(
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"
        for row in rows
    )


def boards(games: tuple[PpnGame, ...]) -> str:
    """The start of every game and the table after each of its moves."""
    parts = []
    for number, game in enumerate(games, start=1):
        parts.append(f"== game {number}: {dict(game.metadata)}\n{board(game.start)}")
        for move in game.moves:
            comment = f" {{{move.comment}}}" if move.comment else ""
            title = f"{move.number} {move.text}{comment}".strip()
            parts.append(f"-- {title}\n{board(move.pieces)}")
    return "\n".join(parts)
