"""The pieces of printed sets as layouts show them: all of them, at their sizes."""

from __future__ import annotations

import math
from functools import cache

import pytest

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.specs import parse_kind
from printgen.draw.component import make_draw_context
from printgen.draw.game_pieces import GamePieces, printed_pieces
from printgen.draw.layouts.piece_art import PieceArt
from printgen.errors import Findings

INCH = 25.4
SHOWN = {  # piece: its name, width, height and thickness in inches, and its shape
    "tS3": ("Tile, 3 of suns", 2, 2, 0.25, "slab"),
    "tA5,four_seasons_expansion'": ("Tile, 5 of flowers", 2, 2, 0.25, "slab"),
    "t♡a": ("Tile, ace of open hearts", 2, 2, 0.25, "slab"),
    "t": ("Tile, face down", 2, 2, 0.25, "slab"),
    "cM": ("Coin, moons", 0.75, 0.75, 0.125, "slab"),
    "c♦": ("Coin, diamonds", 0.75, 0.75, 0.125, "slab"),
    "dC4": ("Die, crowns, 4", 0.5, 0.5, 0.5, "slab"),
    "pA": ("Pawn, arms", 0.626, 0.626, 1.126, "pyramid"),
    "sSf": ("Saucer, suns", 0.875, 0.875, 0.125, "slab"),
    "mS3": ("Matchstick, 3 of suns", 0.1875, 1.8125, 0.1875, "slab"),
    "mSn": ("Matchstick, null of suns", 0.375, 0.375, 0.375, "slab"),
    "▲S5x,piecepack'": ("Pyramid, 5 of suns", 27 / 32, 27 / 32, 1.228, "pyramid"),
    "▲R3x": ("Pyramid, large of red", 1, 1, 1.75, "pyramid"),
    "▲R1f": ("Pyramid, small of red", 9 / 16, 1.0388, 0.5415, "wedge"),
    "⬢tM2": ("Tile, 2 of moons", 4 / math.sqrt(3), 2, 0.25, "slab"),
    "⬢dM2": ("Die, moons, 2", 0.5, 0.5, 0.5, "slab"),
    "utM2": ("Tile, 2 of moons", 0.75, 0.75, 0.25, "slab"),
    "upM": ("Pawn, moons", 0.25, 0.25, 0.45, "pyramid"),
}


@cache
def pieces_of(slug: str) -> GamePieces:
    findings = Findings()
    game = load_game(slug, builtin_cards(), builtin_templates(), findings)
    assert game is not None
    return printed_pieces(game, make_draw_context(game, "full", None))


def shown(spec: str, slug: str = "piecepack") -> PieceArt:
    art = pieces_of(slug).piece(parse_kind(spec, Dialect()))
    assert art is not None
    return art


@pytest.mark.parametrize("spec", SHOWN)
def test_a_piece_has_its_name_and_size(spec: str) -> None:
    """Every piece of the sets is shown with its name, footprint, thickness and shape."""
    name, width, height, thick, solid = SHOWN[spec]
    art = shown(spec)
    assert (art.name, art.solid) == (name, solid)
    assert (art.top.width / INCH, art.top.height / INCH) == pytest.approx((width, height), abs=0.01)
    assert art.height / INCH == pytest.approx(thick, abs=0.01)
    assert len(art.walls) in ((4,) if solid == "pyramid" or name.startswith("Die") else (0,))


def test_pieces_are_drawn_once() -> None:
    """The same piece has the same art, whatever its angle."""
    assert shown("tS3") is shown("tS3v")


def test_a_game_shows_its_own_pieces_first() -> None:
    """Port Flower's tiles are its own; what it does not print comes from the piecepack."""
    assert shown("tS3", "port-flower").top.dump() != shown("tS3").top.dump()
    assert shown("sSf", "port-flower").top.dump() == shown("sSf").top.dump()


def test_pieces_of_no_set_are_not_shown() -> None:
    """A piece of another game, or a suit that the set does not have, is None."""
    assert pieces_of("piecepack").piece(parse_kind("●R,marbles'", Dialect())) is None
    assert pieces_of("piecepack").piece(parse_kind("t,s5,r1", Dialect())) is None
