"""Lay the printed pieces of a game out as its rules set it up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.setup import Setup
from companion.games.tabletop import ANY_COMPONENT, FullTable, Supply
from companion.language.messages import Message, own_text, say
from printgen.catalog.model import Game
from printgen.tabletop.arrange import Loose, PlayerArea, Texts, arrange_table, box_of
from printgen.tabletop.inventory import Inventory
from printgen.tabletop.model import (
    Bag,
    Note,
    Piece,
    Pile,
    PlacedThing,
    SnapPoint,
    TableLayout,
)
from printgen.tabletop.unpacked import place_board, rules_notes, supply_of

Translate = Callable[[Message], str]
"""Returns a message in one language."""

BAG_COLOURS: Final = ("#8a6d4b", "#2f6f73", "#7a4b4b", "#4b5a7a")


def table_layout(
    game: Game,
    setup: Setup,
    table: FullTable,
    pieces: Mapping[str, Sequence[Piece]],
    words: str,
    translate: Translate,
    *,
    on_screen: bool = False,
) -> TableLayout:
    """Return the table with every printed piece."""
    rules = rules_notes(game, lambda text: translate(own_text(text)))
    notes = (_setup_note(setup, words, translate), *rules)
    return _Table(game, pieces, translate).layout(table, notes, on_screen=on_screen)


def _setup_note(setup: Setup, words: str, translate: Translate) -> Note:
    parts = (
        "\n".join((translate(part.title), *map(translate, part.lines))) for part in setup.parts
    )
    return Note(f"{translate(say('Setup'))} {words}", "\n\n".join(parts))


class _Table:
    def __init__(
        self, game: Game, pieces: Mapping[str, Sequence[Piece]], translate: Translate
    ) -> None:
        self._game = game
        self._inventory = Inventory(pieces)
        self._titles = {component.id: component.title for component in game.components}
        self._translate = translate
        self._bags = 0

    def layout(self, table: FullTable, notes: Sequence[Note], *, on_screen: bool) -> TableLayout:
        board = place_board(self._inventory, table.board)
        for laid in table.laid:
            if not self._is_left(laid.row):  # a layout may need more sets than are printed
                continue
            piece = self._take(laid.row)
            board.append(PlacedThing(piece, laid.x, laid.y, laid.turn, face_up=laid.face_up))
        supply = [loose for one in table.supply for loose in self._supply(one, "")]
        areas = [
            PlayerArea(
                self._translate(area.title),
                area.colour,
                tuple(loose for one in area.own for loose in self._supply(one, f"{number}/")),
                tuple(map(self._take, area.hand)),
            )
            for number, area in enumerate(table.areas, 1)
        ]
        box = list(self._pieces(table.box))
        if table.rest_beside:
            supply += supply_of(self._game, self._inventory)
        box += self._inventory.rest()
        texts = Texts(self._game.slug, self._game.title, self._game.credit, tuple(notes))
        points = [SnapPoint(p.x, p.y, p.turn or None) for p in table.points]
        supply += box_of(box, self._translate(say("Left in the box")))
        return arrange_table(board, supply, areas, texts, points, on_screen=on_screen)

    def _is_left(self, row: str) -> bool:
        return row.startswith(ANY_COMPONENT) or self._inventory.has(row)

    def _take(self, row: str) -> Piece:
        component, _, name = row.partition("/")
        if component == ANY_COMPONENT:
            row = self._inventory.row_named(name)
        return self._inventory.take(row)

    def _pieces(self, rows: Iterable[str]) -> Iterator[Piece]:
        """Yield the pieces; a component alone stands for all that is left of it."""
        for row in rows:
            if "/" in row:
                yield self._take(row)
            else:
                yield from self._inventory.take_all(self._inventory.rows(row))

    def _supply(self, supply: Supply, owner: str) -> Iterator[Loose]:
        pieces = tuple(self._pieces(supply.rows))
        if not pieces:
            return
        name = f"{owner}{supply.id}"
        title = self._translate(own_text(self._titles[pieces[0].row.partition("/")[0]]))
        is_deck = all(piece.kind == "card" for piece in pieces)
        if supply.form == "row" or (len(pieces) == 1 and supply.form != "bag"):
            face_up = supply.form != "deck"
            yield from (Loose(piece, face_up, group=name) for piece in pieces)
        elif supply.form == "bag" or (supply.form == "deck" and not is_deck):
            colour = BAG_COLOURS[self._bags % len(BAG_COLOURS)]
            self._bags += 1
            yield Loose(Bag(name, title, pieces, colour))
        else:
            yield Loose(Pile(name, title, pieces), supply.form != "deck")
