"""Random layouts of pieces on spaces that follow the rules of a setup.

Plain shuffles are tried first, which makes all valid orders equally likely. If that is hopeless,
pieces are laid one by one, the hardest space first, and taken back if nothing fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.chance.provable import Chance
from companion.language.messages import Refused, own_text
from printgen.catalog.play.model import (
    ApartRule,
    AtMostRule,
    BoardLayout,
    BoardSpace,
    LayoutRule,
    PieceType,
    ShufflePart,
)

SHUFFLES: Final = 40
MAX_STEPS: Final = 2000

Kind = tuple[str, ...]
"""The class of a piece under each rule: no rule distinguishes pieces of one kind."""


def arrange_pieces(
    bag: Sequence[PieceType], mix: ShufflePart, spots: Sequence[BoardSpace], chance: Chance
) -> tuple[PieceType, ...]:
    """All pieces, in an order in which the first ones lie on the spaces in turn.

    Raises Refused if the rules cannot be followed.
    """
    layout = mix.layout
    if mix.in_order:
        return tuple(bag)
    if layout is None or not layout.rules:
        return chance.shuffle(bag)
    board = _Board(layout, spots)
    for _ in range(SHUFFLES):
        mixed = chance.shuffle(bag)
        if board.keeps([_kind(piece, layout.rules) for piece in mixed[: board.size]]):
            return mixed
    kinds = _Search(board, bag, mix, chance).found()
    left = list(chance.shuffle(bag))
    laid = []
    for kind in kinds:
        piece = next(piece for piece in left if _kind(piece, layout.rules) == kind)
        left.remove(piece)
        laid.append(piece)
    return (*laid, *left)


def _kind(piece: PieceType, rules: Sequence[LayoutRule]) -> Kind:
    return tuple(rule.classes.get(piece.id, "") for rule in rules)


class _Board:
    """Places for single pieces: a space that holds two counts as two places."""

    def __init__(self, layout: BoardLayout, spots: Sequence[BoardSpace]) -> None:
        self.rules = layout.rules
        self.spots = [spot.id for spot in spots for _ in range(layout.each)]
        self.size = len(self.spots)
        near = {(spot.id, other) for spot in spots for other in spot.neighbours}
        near |= {(other, spot) for spot, other in near}
        self._neighbours = [
            [place for place, other in enumerate(self.spots) if (spot, other) in near]
            for spot in self.spots
        ]
        self._zones = [
            self._zone_places(rule) if isinstance(rule, AtMostRule) else [] for rule in self.rules
        ]

    def _zone_places(self, rule: AtMostRule) -> list[list[int]]:
        """For each place, all places in its zone."""
        return [
            [p for p, other in enumerate(self.spots) if rule.zones[other] == rule.zones[spot]]
            for spot in self.spots
        ]

    def keeps(self, kinds: Sequence[Kind]) -> bool:
        laid = dict(enumerate(kinds))
        return all(self.allows(place, kind, laid) for place, kind in laid.items())

    def allows(self, place: int, kind: Kind, laid: Mapping[int, Kind]) -> bool:
        """Whether a kind may lie in a place next to the pieces laid elsewhere."""
        for number, rule in enumerate(self.rules):
            mine = kind[number]
            if not mine:
                continue
            near = self._neighbours if isinstance(rule, ApartRule) else self._zones[number]
            limit = 0 if isinstance(rule, ApartRule) else rule.count - 1
            same = sum(
                1 for p in near[place] if p != place and p in laid and laid[p][number] == mine
            )
            if same > limit:
                return False
        return True


class _Search:
    def __init__(
        self, board: _Board, bag: Sequence[PieceType], mix: ShufflePart, chance: Chance
    ) -> None:
        self._board = board
        self._mix = mix
        self._chance = chance
        self._steps = 0
        self._laid: dict[int, Kind] = {}
        self._left: dict[Kind, int] = {}
        for piece in bag:
            kind = _kind(piece, board.rules)
            self._left[kind] = self._left.get(kind, 0) + 1

    def found(self) -> list[Kind]:
        if not self._fill():
            raise Refused(
                "{part}: no layout follows the setup rules", part=own_text(self._mix.title)
            )
        return [self._laid[place] for place in range(self._board.size)]

    def _fill(self) -> bool:
        """Fill the empty places, or leave everything unchanged if that is not possible."""
        if len(self._laid) == self._board.size:
            return True
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise Refused(
                "{part}: found no layout that follows the setup rules",
                part=own_text(self._mix.title),
            )
        place, kinds = self._hardest()
        for kind in self._chance.shuffle(kinds):
            self._laid[place] = kind
            self._left[kind] -= 1
            if self._fill():
                return True
            self._left[kind] += 1
            del self._laid[place]
        return False

    def _hardest(self) -> tuple[int, list[Kind]]:
        """The empty place with the fewest possible kinds, and those kinds."""
        options = (
            (place, self._kinds_for(place))
            for place in range(self._board.size)
            if place not in self._laid
        )
        return min(options, key=lambda option: len(option[1]))

    def _kinds_for(self, place: int) -> list[Kind]:
        return [
            kind
            for kind, count in self._left.items()
            if count and self._board.allows(place, kind, self._laid)
        ]
