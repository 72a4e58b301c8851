"""A whole race in Portable Piecepack Notation: the table as set up, then a move for each step."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.played import PlayedStep
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.geometry import beside_printed
from companion.games.port_flower.ppn import TITLE, NamedPieces, laid_pieces, suit_number
from companion.games.port_flower.state import State
from printgen.catalog.ppn.pieces import PpnPiece
from printgen.catalog.ppn.specs import RANK_LETTERS
from printgen.catalog.ppn.table import flipped_id
from printgen.export.ppn import spec, write_movetext

DICE_AT: Final = (16.6, 8.0)
"""Where the column of dice begins beside a board of the printed size, in spaces."""
DICE_STEP: Final = 0.8
VIEWER_SETS: Final[Mapping[str, str]] = {"four_seasons_expansion": "playing_cards_expansion"}
"""Sets that other programs draw in place of one that they do not know, with as many suits."""


def game_ppn(facts: PortFlowerFacts, steps: Sequence[PlayedStep], *, for_viewers: bool) -> str:
    """The race from its first table on. `for_viewers` replaces sets that other programs cannot
    draw."""
    writer = _RaceWriter(facts, for_viewers=for_viewers)
    for step in steps:
        writer.add(step)
    stream = io.StringIO()
    write_movetext({"Event": TITLE, "SetUp": "None"}, writer.elements, stream)
    return stream.getvalue()


class _RaceWriter:
    """Writes how each table differs from the one before; pieces are named by their ids in PPN,
    which change when a piece shows another side."""

    def __init__(self, facts: PortFlowerFacts, *, for_viewers: bool) -> None:
        self.elements: list[str] = []
        self._facts = facts
        self._for_viewers = for_viewers
        self._laid: dict[str, PpnPiece] = {}
        self._ids: dict[str, str] = {}
        self._dropped = 0
        self._dice: tuple[int, ...] = tuple(0 for _ in facts.dice)

    def add(self, step: PlayedStep) -> None:
        if step.move.get("do") == "roll":
            self._dice = step.numbers[: len(self._dice)]
        state: State = step.state
        laid = {**laid_pieces(self._facts, state), **self._dice_pieces(state)}
        if self._laid:
            self.elements.append(f"{self._moves() + 1}.")
        self.elements += self._changes(laid)
        if step.sentences:
            self.elements.append(_comment(step.sentences))
        self._laid = laid

    def _moves(self) -> int:
        return sum(element.rstrip(".").isdigit() for element in self.elements)

    def _dice_pieces(self, state: State) -> NamedPieces:
        pieces = {}
        for number, (die, face) in enumerate(zip(self._facts.dice, self._dice, strict=True)):
            x, y = DICE_AT
            x, y = beside_printed(self._facts, state.board, x, y - DICE_STEP * number)
            suit = self._facts.suits[die.suit]
            pieces[f"die {number}"] = PpnPiece(
                *("die", "face", suit_number(suit.cfg, die.suit), die.faces[face]),
                *(x, round(y, 1), 0.0, suit.cfg),
            )
        return pieces

    def _changes(self, laid: NamedPieces) -> list[str]:
        moves = [f"*{self._ids.pop(key)}" for key in self._laid if key not in laid]
        for key, piece in laid.items():
            before = self._laid.get(key)
            if before is None:
                moves.append(self._drop(key, piece))
            elif before != piece:
                moves += self._change(key, before, piece)
        return moves

    def _drop(self, key: str, piece: PpnPiece) -> str:
        self._dropped += 1
        self._ids[key] = str(self._dropped)
        if self._for_viewers:
            piece = replace(piece, cfg=VIEWER_SETS.get(piece.cfg, piece.cfg))
        return f"{spec(piece)}@({piece.x:g},{piece.y:g})"

    def _change(self, key: str, before: PpnPiece, piece: PpnPiece) -> list[str]:
        moves = []
        if (before.x, before.y) != (piece.x, piece.y):
            moves.append(f"{self._ids[key]}-({piece.x:g},{piece.y:g})")
        if before.side != piece.side:
            moves.append(f"+{self._ids[key]}")
            self._ids[key] = flipped_id(self._ids[key])
        elif before.rank != piece.rank:  # a die
            moves.append(f"{self._ids[key]}~{RANK_LETTERS[piece.rank]}")
            self._ids[key] = flipped_id(self._ids[key])
        return moves


def _comment(sentences: Sequence[str]) -> str:
    """Comments cannot contain braces, and players' names may."""
    text = "; ".join(sentences).replace("{", "(").replace("}", ")")
    return f"{{ {' '.join(text.split())} }}"
