"""Takes pieces, the spaces they go on and the rules for them, gives an order that keeps to those.

Plain shuffles are tried first: of all orders that keep to the rules, each is as likely as any
other then. Where that is hopeless, pieces are laid one by one, the hardest space first, and
taken back when nothing fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.chance import Chance
from companion.table.model import Refused
from companion.words import own_text
from printgen.catalog.play.model import Apart, AtMost, Layout, Mix, Piece, Rule, Spot

SHUFFLES: Final = 40
MOST_STEPS: Final = 2000

Kind = tuple[str, ...]
"""The class of a piece under each rule: pieces of one kind are alike to all rules."""


def arranged(
    bag: Sequence[Piece], mix: Mix, spots: Sequence[Spot], chance: Chance
) -> tuple[Piece, ...]:
    """All pieces in an order whose first ones lie on the spaces, one space after the other.

    Raises Refused if the rules cannot be kept.
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


def _kind(piece: Piece, rules: Sequence[Rule]) -> Kind:
    return tuple(rule.classes.get(piece.id, "") for rule in rules)


class _Board:
    """Places for single pieces: a space that holds two is two places."""

    def __init__(self, layout: Layout, spots: Sequence[Spot]) -> None:
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
            self._zone_places(rule) if isinstance(rule, AtMost) else [] for rule in self.rules
        ]

    def _zone_places(self, rule: AtMost) -> list[list[int]]:
        """For each place, all places of its zone."""
        return [
            [p for p, other in enumerate(self.spots) if rule.zones[other] == rule.zones[spot]]
            for spot in self.spots
        ]

    def keeps(self, kinds: Sequence[Kind]) -> bool:
        laid = dict(enumerate(kinds))
        return all(self.allows(place, kind, laid) for place, kind in laid.items())

    def allows(self, place: int, kind: Kind, laid: Mapping[int, Kind]) -> bool:
        """Whether a kind may lie there, beside what lies elsewhere."""
        for number, rule in enumerate(self.rules):
            mine = kind[number]
            if not mine:
                continue
            near = self._neighbours if isinstance(rule, Apart) else self._zones[number]
            limit = 0 if isinstance(rule, Apart) else rule.count - 1
            same = sum(
                1 for p in near[place] if p != place and p in laid and laid[p][number] == mine
            )
            if same > limit:
                return False
        return True


class _Search:
    def __init__(self, board: _Board, bag: Sequence[Piece], mix: Mix, chance: Chance) -> None:
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
            raise Refused("no layout of {part} keeps to its rules", part=own_text(self._mix.title))
        return [self._laid[place] for place in range(self._board.size)]

    def _fill(self) -> bool:
        """Lays what is still missing; leaves everything as it was if that cannot be done."""
        if len(self._laid) == self._board.size:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise Refused(
                "no layout of {part} was found that keeps to its rules",
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
        """The empty place for which the fewest kinds are left, and those kinds."""
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
