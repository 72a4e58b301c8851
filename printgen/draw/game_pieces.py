"""Give the pieces of the sets that a game prints, as they lie on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from printgen.catalog.builtin import PIECES_GAME, builtin_cards, builtin_templates
from printgen.catalog.load import has_game, load_game
from printgen.catalog.model import Component, Game, Record
from printgen.catalog.ppn.specs import PIECEPACK
from printgen.catalog.ppn.table import PieceKind
from printgen.catalog.sets.model import PieceSet, SetSuit, SetValue
from printgen.draw.context import DrawContext
from printgen.draw.layouts.piece_art import PieceArt
from printgen.draw.solid_pieces import (
    Folded,
    find_folded,
    show_die,
    show_matchstick,
    show_pawn,
    show_pyramid,
)
from printgen.errors import DataError, Findings
from printgen.frame import Frame, Group, Use

HEIGHTS: Final[Mapping[str, float]] = {"tile": 6.35, "coin": 3.175, "saucer": 3.175}
"""The standard's ¼ and ⅛ inch, so that stacks look like stacks."""
WITHOUT_OWN: Final[Mapping[str, Mapping[str, float]]] = {
    "hexpack": {"die": 1, "pawn": 1},
    "subpack": {"die": 0.6, "pawn": 0.4, "saucer": 0.4, "matchstick": 0.4, "pyramid": 0.4},
}
"""Sets that are played with the pieces of a piecepack, in the size in which PPN's readers show
them."""
Key = tuple[str, str, int, int, str]


def printed_pieces(game: Game, context: DrawContext) -> GamePieces:
    """Return the pieces that a game prints; those that it does not, and all pieces of a game
    without any, are the built-in game's."""
    findings = Findings()  # what is wrong with tiles is reported where they are printed

    @cache
    def others() -> GamePieces:
        home = built_in_pieces(findings)
        own = replace(
            context, theme=home.theme, art=home.art, tables=home.tables, drawn={}, line_breakers={}
        )
        return GamePieces(home, own, findings)

    if game.slug == PIECES_GAME:
        return GamePieces(game, context, findings)
    if not any(component.ppn for component in game.components):
        return others()
    return GamePieces(game, context, findings, others)


def built_in_pieces(findings: Findings) -> Game:
    """Return the built-in game that prints pieces; raise DataError if it cannot be read."""
    return pieces_game(builtin_cards(), builtin_templates(), findings)


def pieces_game(cards: Path, templates: Path, findings: Findings) -> Game:
    """Return the game of a folder that prints pieces, or else the built-in one; raise DataError if
    it cannot be read."""
    home = cards if has_game(cards, PIECES_GAME) else builtin_cards()
    game = load_game(PIECES_GAME, home, templates, findings)
    if game is None:
        raise DataError(tuple(findings))
    return game


class GamePieces:
    """The pieces of one game, drawn once each. Mistakes in its data are in `findings`. `others`
    returns the pieces that the game does not print; it is called when one of them is needed."""

    def __init__(
        self,
        game: Game,
        context: DrawContext,
        findings: Findings,
        others: Callable[[], GamePieces] | None = None,
    ) -> None:
        self._game = game
        self._context = context
        self._findings = findings
        self._others = others
        self._sets = {pieces.configuration: pieces for pieces in game.sets}
        self._made: dict[Key, PieceArt | None] = {}
        self._is_drawing = False

    def piece(self, kind: PieceKind) -> PieceArt | None:
        """Raises ValueError if drawing a piece needs a layout of such pieces."""
        key = (kind.piece, kind.side, kind.suit, kind.rank, kind.cfg)
        if key not in self._made:
            if self._is_drawing:
                raise ValueError("shows pieces that show a layout themselves")
            self._is_drawing = True
            try:
                self._made[key] = self._make(kind) or self._borrowed(kind)
            finally:
                self._is_drawing = False
        return self._made[key]

    def row(self, kind: PieceKind) -> str | None:
        """Return the printed row of a piece, `component/row`; None if the game does not print
        it."""
        found = self._find(kind)
        if found is None and kind.piece in WITHOUT_OWN.get(kind.cfg, {}):
            found = self._find(replace(kind, cfg=PIECEPACK))
        return None if found is None else f"{found[0].id}/{found[1].values['id']}"

    def _find(self, kind: PieceKind) -> tuple[Component, Record, SetSuit, SetValue | None] | None:
        pieces = self._sets.get(kind.cfg)
        if pieces is None or not 0 < kind.suit <= len(pieces.suits):
            return None
        suit = pieces.suits[kind.suit - 1]
        ranked = 0 < kind.rank <= len(pieces.values)
        value = pieces.values[kind.rank - 1] if ranked else None
        for component in self._game.components:
            if component.ppn == kind.piece and component.set in ("", pieces.id):
                record = _record(component, pieces, suit, value)
                if record is not None:
                    return component, record, suit, value
        return None

    def _make(self, kind: PieceKind) -> PieceArt | None:
        found = self._find(kind)
        return None if found is None else self._show(kind, *found)

    def _show(
        self,
        kind: PieceKind,
        component: Component,
        record: Record,
        suit: SetSuit,
        value: SetValue | None,
    ) -> PieceArt | None:
        name = _name(kind, suit, value)
        if kind.piece in HEIGHTS:
            return self._flat(kind, component, record, name)
        made = find_folded(self._game, component, record, self._context, self._findings)
        if made is None:
            return None
        return _folded(kind, made, value, name)

    def _flat(
        self, kind: PieceKind, component: Component, record: Record, name: str
    ) -> PieceArt | None:
        faces = self._context.draw_component(self._game, component, self._context, self._findings)
        row = record.values["id"]
        face = next((face for face in faces if face.record.values["id"] == row), None)
        frame = None if face is None else face.back if kind.side == "back" else face.front
        if frame is None:
            return None
        return PieceArt(name, frame, HEIGHTS[kind.piece], self._context.colour("paper"))

    def _borrowed(self, kind: PieceKind) -> PieceArt | None:
        """Return the piece of another set, or of another game, that stands for this one."""
        if self._others is not None:
            return self._others().piece(kind)
        scale = WITHOUT_OWN.get(kind.cfg, {}).get(kind.piece)
        if scale is None:
            return None
        art = self._make(replace(kind, cfg=PIECEPACK))
        return None if art is None else _scaled(art, scale)


def _record(
    component: Component, pieces: PieceSet, suit: SetSuit, value: SetValue | None
) -> Record | None:
    """Return the row of a piece: those with values have both in their ids."""
    names = [suit.id] if value is None else [f"{suit.id}-{value.id}", suit.id]
    rows = {
        record.values["id"]: record
        for record in component.table.records
        if _set_of(record, pieces) in (pieces.id, pieces.configuration)
    }
    return next((rows[name] for name in names if name in rows), None)


def _set_of(record: Record, pieces: PieceSet) -> object:
    """Return the set that a row names; ids of rows without one are unique."""
    own = record.values.get("set", pieces.id)
    return own.values["id"] if isinstance(own, Record) else own


def _folded(kind: PieceKind, made: Folded, value: SetValue | None, name: str) -> PieceArt | None:
    match kind.piece:
        case "die":
            return None if value is None else show_die(made, value.id, name)
        case "pawn":
            return show_pawn(made, name)
        case "pyramid":
            return show_pyramid(made, kind.side, name)
        case "matchstick":
            return show_matchstick(made, kind.rank - 1, name)
    return None


def _scaled(art: PieceArt, scale: float) -> PieceArt:
    if scale == 1:
        return art
    return replace(
        art,
        top=_smaller(art.top, scale),
        height=art.height * scale,
        walls=tuple(_smaller(wall, scale) for wall in art.walls),
    )


def _smaller(frame: Frame, scale: float) -> Frame:
    items = (Group((Use(frame),), (scale, 0, 0, scale, 0, 0)),)
    return Frame(f"small {frame.name}", frame.width * scale, frame.height * scale, items)


def _name(kind: PieceKind, suit: SetSuit, value: SetValue | None) -> str:
    """Return what is seen of a piece in words."""
    suit_name = suit.name.lower()
    value_name = "" if value is None else value.name.lower()
    match kind.piece, kind.side:
        case "tile", "back":
            return "Tile, face down"
        case "tile", _:
            return f"Tile, {value_name} of {suit_name}"
        case "coin", "back":
            return f"Coin, {suit_name}"
        case "coin", _:
            return f"Coin, {value_name}"
        case "die", _:
            return f"Die, {suit_name}, {value_name}"
        case "saucer", "back":
            return "Saucer, face down"
        case ("pawn" | "saucer") as piece, _:
            return f"{piece.capitalize()}, {suit_name}"
    return f"{kind.piece.capitalize()}, {value_name} of {suit_name}"
