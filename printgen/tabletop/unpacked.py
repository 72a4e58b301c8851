"""Lay out a game before anybody has set it up: its board, decks, bags and stacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from printgen.catalog.model import Component, Game, Table
from printgen.draw.component import make_draw_context
from printgen.errors import Findings
from printgen.tabletop.arrange import Loose, PlayerArea, Texts, arrange_table
from printgen.tabletop.inventory import Inventory
from printgen.tabletop.model import Bag, Note, Piece, Pile, PlacedThing, SnapPoint, TableLayout
from printgen.tabletop.pieces import list_pieces

SPACES: Final = "spaces"
"""A table whose name ends so holds the spaces of a board."""
MAX_BESIDE: Final = 6
"""How many equal figures stand side by side."""
MARKS: Final = re.compile(r"\*\*|\[([^\]]*)\]")


def unpack_game(game: Game, *, on_screen: bool = False) -> TableLayout:
    """Return all pieces of a game beside its board; raise DataError with the mistakes in its data.

    Hidden pieces lie in decks and bags, all others in stacks of their kind.
    """
    findings = Findings()
    pieces = list_pieces(game, make_draw_context(game, "full", None), findings)
    findings.raise_errors()
    inventory = Inventory(pieces)
    board = place_board(inventory, main_board(game, pieces))
    supply = supply_of(game, inventory)
    texts = Texts(game.slug, game.title, game.credit, rules_notes(game))
    players: Sequence[PlayerArea] = ()
    points = board_snap_points(game, board)
    return arrange_table(board, supply, players, texts, points, on_screen=on_screen)


def main_board(game: Game, pieces: dict[str, tuple[Piece, ...]]) -> str:
    """Return the row of the board that a game is set up on; empty if it has none."""
    if game.play.board:
        return game.play.board
    boards = (part[0].row for part in pieces.values() if part[0].kind == "board")
    return next(boards, "")


def place_board(inventory: Inventory, board: str) -> list[PlacedThing]:
    """Return the board with its top left corner at the origin."""
    if not board or not inventory.has(board):
        return []
    piece = inventory.take(board)
    return [PlacedThing(piece, piece.front.width / 2, piece.front.height / 2, locked=True)]


def board_snap_points(game: Game, board: Sequence[PlacedThing]) -> tuple[SnapPoint, ...]:
    """Return the spaces on a board, from the tables of spaces and those that its setup names."""
    if not board:
        return ()
    width, height = board[0].x * 2, board[0].y * 2
    found = {
        (spot.x, spot.y): spot.turn
        for part in game.play.parts
        for spot in getattr(getattr(part, "layout", None), "spots", ())
    }
    for table in game.tables.values():
        if table.name.endswith(SPACES) and {"x", "y"} <= {c.name for c in table.columns}:
            found |= _spots(table)
    return tuple(
        SnapPoint(x, y, turn or None)
        for (x, y), turn in found.items()
        if 0 <= x <= width and 0 <= y <= height
    )


def _spots(table: Table) -> dict[tuple[float, float], float]:
    spots = {}
    for record in table.records:
        x, y, turn = (record.values.get(name) for name in ("x", "y", "turn"))
        if isinstance(x, int | float) and isinstance(y, int | float):
            spots[x, y] = float(turn) if isinstance(turn, int | float) else 0.0
    return spots


def supply_of(game: Game, inventory: Inventory) -> tuple[Loose, ...]:
    """Take everything that is left and return it in decks, bags and stacks."""
    return tuple(
        loose for component in game.components for loose in _component_supply(component, inventory)
    )


def _component_supply(component: Component, inventory: Inventory) -> Iterator[Loose]:
    rows = inventory.rows(component.id)
    pieces = inventory.take_all(rows)
    if not pieces:
        return
    if is_hidden(component, pieces):
        yield hidden(component.id, component.title, pieces)
        return
    # Equal tiles are stacked; so are cards with the same back, which are dealt or sorted together.
    alike: dict[object, list[Piece]] = {}
    for piece in pieces:
        key = id(piece.back) if piece.kind == "card" else piece.row
        alike.setdefault(key, []).append(piece)
    for copies in alike.values():
        title = component.title if copies[0].kind == "card" else copies[0].title
        yield from stack(copies, title)


def is_hidden(component: Component, pieces: Sequence[Piece]) -> bool:
    """Return whether players draw the pieces without seeing them."""
    if component.shuffled is not None:
        return component.shuffled
    backs = {id(piece.back) for piece in pieces}
    fronts = {id(piece.front) for piece in pieces}
    return len(fronts) > 1 and len(backs) == 1 and pieces[0].back is not None


def hidden(name: str, title: str, pieces: Sequence[Piece]) -> Loose:
    """Return pieces that nobody may see: cards as a face-down deck, all others in a bag."""
    if all(piece.kind == "card" for piece in pieces):
        return Loose(Pile(name, title, tuple(pieces)) if len(pieces) > 1 else pieces[0], False)
    return Loose(Bag(name, title, tuple(pieces)))


def stack(copies: Sequence[Piece], title: str) -> Iterator[Loose]:
    """Yield pieces as a stack; figures, dice and boards stand side by side, or in a bag if they are
    many."""
    if len(copies) > 1 and copies[0].kind in ("card", "tile"):
        yield Loose(Pile(copies[0].row, title, tuple(copies)))
    elif len(copies) > MAX_BESIDE:
        yield Loose(Bag(copies[0].row, title, tuple(copies)))
    else:
        yield from map(Loose, copies)


def rules_notes(game: Game, translate: Callable[[str], str] = str) -> tuple[Note, ...]:
    """Return how to play in a minute, and the questions and answers, as plain text in the language
    of `translate`."""

    def shown(title: str, text: str) -> str:
        return f"{plain(translate(title))}\n{plain(translate(text))}"

    steps = "\n\n".join(shown(step.title, step.text) for step in game.howto)
    answers = "\n\n".join(shown(entry.question, entry.answer) for entry in game.reference)
    notes = (
        Note(translate("How to play"), steps),
        Note(translate("Questions and answers"), answers),
    )
    return tuple(note for note in notes if note.text)


def plain(text: str) -> str:
    """Return a text without bold marks, with symbols as words."""
    return MARKS.sub(lambda found: (found[1] or "").replace("-", " "), text)
