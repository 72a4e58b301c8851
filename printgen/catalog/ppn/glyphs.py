"""The Unicode characters that stand for whole pieces: dice, checkers, chessmen, cards, dominoes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

CARD_BACK: Final = "🂠"
DICE: Final = "⚀⚁⚂⚃⚄⚅"
DOMINO_BACKS: Final = {"\U0001f030": 90.0, "\U0001f062": 0.0}
DOMINO_PIPS: Final = 7
CHESS_MEN: Final = "KQRBNP"
"""Chessmen in the order of Unicode; the rank of a pawn is 1 and of a king 6."""

_WHITE, _BLACK, _RED = 6, 2, 1
_TRUMPS: Final = 5


class Glyph(Struct, frozen=True):
    """What a character says about its piece. Ranks and suits count as in `specs.Spec`; `colour` is
    that of a piece which names no other."""

    piece: str = ""
    side: str = ""
    suit: int | None = None
    rank: int | None = None
    angle: float | None = None
    cfg: str = ""
    colour: str = ""
    chess: bool = False
    domino: bool = False


def _cards() -> Iterator[tuple[str, Glyph]]:
    for first, suit in ((0x1F0A1, 2), (0x1F0B1, 1), (0x1F0C1, 4), (0x1F0D1, 3)):
        for index in range(14):
            yield chr(first + index), Glyph("card", suit=suit, rank=index + 2)
    for joker, suit in (("🂿", 4), ("🃏", 2), ("🃟", 1)):
        yield joker, Glyph("card", suit=suit, rank=16)
    yield chr(0x1F0E0), Glyph("card", suit=_TRUMPS, rank=23)
    for trump in range(1, 22):
        yield chr(0x1F0E0 + trump), Glyph("card", suit=_TRUMPS, rank=trump + 1)
    yield CARD_BACK, Glyph("card")


def _chessmen() -> Iterator[tuple[str, Glyph]]:
    # Unicode turns clockwise, PPN counter-clockwise.
    rows = ((0x2654, _WHITE, 0), (0x265A, _BLACK, 0), (0x1FA00, _RED, 0))
    turned = ((0x1FA09, 270), (0x1FA1E, 180), (0x1FA33, 90))
    more = tuple(
        (first + 6 * index, suit, angle)
        for first, angle in turned
        for index, suit in enumerate((_WHITE, _BLACK, _RED))
    )
    for first, suit, angle in rows + more:
        for index in range(len(CHESS_MEN)):
            rank = len(CHESS_MEN) - index
            yield chr(first + index), Glyph(suit=suit, rank=rank + 1, angle=angle, chess=True)
    for first, angle in ((0x1FA06, 315), (0x1FA1B, 225), (0x1FA30, 135), (0x1FA45, 45)):
        for index, suit in enumerate((_WHITE, _BLACK, _RED)):
            yield chr(first + index), Glyph(suit=suit, rank=3, angle=angle, chess=True)


def _dominoes() -> Iterator[tuple[str, Glyph]]:
    for back, angle in DOMINO_BACKS.items():
        yield back, Glyph(side="back", angle=angle, domino=True)
        for index in range(DOMINO_PIPS**2):
            first, second = divmod(index, DOMINO_PIPS)
            yield (
                chr(ord(back) + 1 + index),
                Glyph(
                    suit=max(first, second) + 1,
                    rank=min(first, second) + 1,
                    angle=angle if first <= second else angle + 180,
                    domino=True,
                ),
            )


GLYPHS: Final[Mapping[str, Glyph]] = {
    **{die: Glyph("die", rank=pips + 1, colour="W") for pips, die in enumerate(DICE, start=1)},
    # A coloured coin is a checker.
    "⛀": Glyph("coin", colour="W"),
    "⛁": Glyph("coin", "face", colour="W"),
    "⛂": Glyph("coin", colour="K"),
    "⛃": Glyph("coin", "face", colour="K"),
    "●": Glyph("bit"),
    "○": Glyph("bit", colour="W"),
    "▲": Glyph("pyramid"),
    "△": Glyph("pyramid"),
    "■": Glyph("board"),
    "▦": Glyph("board", cfg="go", colour="K"),
    **dict(_cards()),
    **dict(_chessmen()),
    **dict(_dominoes()),
}
