"""Pieces of other games, and unknown ones, are drawn plainly."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.fonts import default_typeface
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.specs import parse_kind
from printgen.catalog.ppn.table import PieceKind, TablePiece
from printgen.draw.layouts.bodies import body_of
from printgen.draw.layouts.diagram import draw_layout
from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
from printgen.draw.layouts.plain import PlainPieces
from printgen.ink import BLACK, WHITE

PIECES = ["tile", "coin", "die", "pawn", "matchstick", "saucer", "bit", "pyramid", "card", "board"]
SIDES = ["face", "back", "left", "right", "top", "base"]
CFGS = [
    "piecepack",
    "icehouse_pieces",
    "checkers1",
    "checkers2",
    "chess1",
    "chess2",
    "go",
    "marbles",
    "meeples",
    "dice",
    "dominoes",
    "dominoes_red",
    "playing_cards_tarot",
    "hexpack",
    "unheard_of",
]


class NoPieces:
    def piece(self, kind: PieceKind) -> None:  # noqa: ARG002
        return None


@given(
    piece=st.sampled_from(PIECES),
    side=st.sampled_from(SIDES),
    suit=st.integers(1, 40),
    rank=st.integers(0, 30),
    cfg=st.sampled_from(CFGS),
    view=st.sampled_from(["top", "oblique"]),
)
def test_every_piece_can_be_drawn(
    piece: str, side: str, suit: int, rank: int, cfg: str, view: str
) -> None:
    """Whatever a file places on the table is in the picture."""
    kind = PieceKind(f"{piece}_{side}", suit, rank, 30.0, cfg)
    face = default_typeface()
    style = LayoutStyle(face, face, BLACK, WHITE, BLACK, BLACK, BLACK)
    options = LayoutOptions(view=view, legend=True)  # type: ignore[arg-type]
    frame = draw_layout((TablePiece("1", kind, 2, 2),), NoPieces(), style, options)
    assert "plain/" in frame.dump()
    assert frame.width > 0


def test_different_pieces_have_different_names() -> None:
    """The legend tells apart whatever looks different."""
    specs = [
        "Kc",
        "Wc",
        "Ws",
        "♔",
        "♚",
        "♕",
        "🂡",
        "🂢",
        "🂠",
        "🁫",
        "🁬",
        "R3▲",
        "R2▲",
        "R3▲l",
        "W⚄",
        "W⚃",
        "mSa",
        "m2S",
        "sMa",
        "■",
        "K▦",
    ]
    sets = PlainPieces(default_typeface())
    names = [sets.piece(parse_kind(spec, Dialect())).name for spec in specs]
    assert len(set(names)) == len(names)


def test_a_lying_pyramid_has_its_true_sides() -> None:
    """All walls of a pyramid on its side are as large as when it stands."""
    art = PlainPieces(default_typeface()).piece(parse_kind("R3▲l", Dialect()))
    left, right, top_left, top_right, tip = body_of(art).corners
    side = art.top.width

    def distance(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
        return math.dist(a, b)

    assert abs(distance(left, top_left) - side) < 1e-6
    assert abs(distance(right, top_right) - side) < 1e-6
    assert abs(distance(tip, left) - distance(tip, top_left)) < 1e-6
