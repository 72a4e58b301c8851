"""Draw pieces that no set prints: bits, boards, cards, dominoes and dice of other games, and pieces
of sets that are unknown here."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from printgen.catalog.ppn.specs import COLOURS, RANKS_FROM_ONE
from printgen.catalog.ppn.table import PieceKind
from printgen.colour import readable_on
from printgen.draw.layouts.canvas import set_label
from printgen.draw.layouts.piece_art import PieceArt, SolidShape
from printgen.frame import Frame, Item, Path, Stroke
from printgen.geometry import Segments, ellipse, polygon, rectangle
from printgen.ink import BLACK, WHITE, Color
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface

INCH: Final = 25.4
BIT_HEIGHT: Final = 5.0
GREY: Final = Color(200, 200, 200)
LINE: Final = Stroke(Color(90, 90, 90), 0.3)
TONES: Final = (
    Color(200, 52, 36),
    Color(40, 44, 48),
    Color(24, 140, 92),
    Color(40, 80, 190),
    Color(240, 200, 60),
    WHITE,
)
"""Red, black, green, blue, yellow and white: the order of the colours in PPN."""
CHESS_LETTERS: Final = "PNBRQK"
CARD_SUITS: Final = ("hearts", "spades", "clubs", "diamonds", "trumps")
COURT: Final = {1: "A", 11: "J", 12: "Q", 13: "K"}
PIPS: Final = (
    (),
    ((1, 1),),
    ((0, 2), (2, 0)),
    ((0, 2), (1, 1), (2, 0)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)
"""The pips of a die or half a domino, in thirds of it."""
PYRAMIDS: Final = ((14.3, 25.4), (19.8, 34.9), (25.4, 44.5))
"""Side and height of small, medium and large pyramids."""


class PlainPieces:
    """Draws every piece there is; letters are in one typeface."""

    def __init__(self, face: Typeface) -> None:
        self._face = face
        self._made: dict[tuple[str, int, int, str], PieceArt] = {}

    def piece(self, kind: PieceKind) -> PieceArt:
        key = (kind.piece_side, kind.suit, kind.rank, kind.cfg)
        if key not in self._made:
            self._made[key] = self._make(kind)
        return self._made[key]

    def _make(self, kind: PieceKind) -> PieceArt:
        tone = TONES[(kind.suit - 1) % len(TONES)]
        match kind.piece:
            case "board":
                return self._board(kind, tone)
            case "card":
                return self._card(kind)
            case "die":
                return _die(kind, tone)
            case "pyramid":
                return _pyramid(kind, tone)
            case "tile" if kind.cfg.startswith("dominoes"):
                return _domino(kind)
            case "tile":
                return self._marked(kind, tone, rectangle(0, 0, 2 * INCH, 2 * INCH), 6.35)
            case "matchstick":
                return self._marked(kind, tone, rectangle(0, 0, 5.0, 1.5 * INCH), 4.8)
            case "saucer":
                return self._marked(kind, tone, ellipse(11.1, 11.1, 11.1), 3.2)
            case "pawn":
                return _pawn(kind, tone)
        size = {"marbles": 0.9, "go": 0.85, "checkers2": 1.6, "chess2": 1.6}.get(kind.cfg, 0.75)
        radius = size * INCH / 2
        return self._marked(kind, tone, ellipse(radius, radius, radius), BIT_HEIGHT)

    def _marked(self, kind: PieceKind, tone: Color, outline: Segments, high: float) -> PieceArt:
        """Return a flat piece in one colour, with a letter if it has one."""
        xs = [float(v) for segment in outline for v in segment[1::2]]
        ys = [float(v) for segment in outline for v in segment[2::2]]
        width, height = max(xs), max(ys)
        letter = _letter(kind)
        items: list[Item] = [Path(outline, tone, LINE)]
        if letter:
            ink = readable_on(tone, WHITE, BLACK)
            size_pt = 0.6 * min(width, height) / MM_PER_PT
            items.append(set_label(letter, (width / 2, height / 2), self._face, size_pt, ink))
        frame = Frame(_id(kind), width, height, tuple(items), outline=outline)
        name = f"{_what(kind)}, {_colour_name(kind)}"
        return PieceArt(f"{name}, {letter}" if letter else name, frame, high, tone)

    def _board(self, kind: PieceKind, tone: Color) -> PieceArt:
        cell = INCH * {"checkers2": 2.0, "chess2": 2.0}.get(kind.cfg, 1.0)
        is_points = kind.cfg in ("go", "marbles")
        count = max(1, kind.rank)
        side = count * cell
        items: list[Item] = [Path(rectangle(0, 0, side, side), WHITE, LINE)]
        for row in range(count):
            for column in range(count):
                x, y = column * cell, row * cell
                if is_points:
                    spot = ellipse(x + cell / 2, y + cell / 2, cell * 0.12)
                    items.append(Path(spot, tone))
                elif (row + column + count) % 2:
                    items.append(Path(rectangle(x, y, cell, cell), GREY))
        frame = Frame(_id(kind), side, side, tuple(items))
        return PieceArt(f"Board, {count} × {count}", frame, 6.35, WHITE)

    def _card(self, kind: PieceKind) -> PieceArt:
        width, height = 2.5 * INCH, 3.5 * INCH
        outline = rectangle(0, 0, width, height, 3.0)
        if kind.side == "back":
            inner = rectangle(4, 4, width - 8, height - 8, 2.0)
            items: list[Item] = [Path(outline, WHITE, LINE), Path(inner, TONES[3])]
            frame = Frame(_id(kind), width, height, tuple(items), outline=outline)
            return PieceArt("Card, face down", frame, 0.8, WHITE)
        suit = CARD_SUITS[(kind.suit - 1) % len(CARD_SUITS)]
        rank = COURT.get(kind.rank, str(kind.rank))
        tone = TONES[0] if suit in ("hearts", "diamonds") else BLACK
        items = [
            Path(outline, WHITE, LINE),
            set_label(rank, (width / 2, height * 0.4), self._face, 80.0, tone),
            set_label(suit, (width / 2, height * 0.72), self._face, 28.0, tone),
        ]
        frame = Frame(_id(kind), width, height, tuple(items), outline=outline)
        return PieceArt(f"Card, {rank} of {suit}", frame, 0.8, WHITE)


@lru_cache(maxsize=8)
def plain_pieces(face: Typeface) -> PlainPieces:
    return PlainPieces(face)


def _id(kind: PieceKind) -> str:
    return f"plain/{kind.cfg}/{kind.piece_side}-{kind.suit}-{kind.rank}"


def _what(kind: PieceKind) -> str:
    bits = {"go": "Stone", "marbles": "Marble", "meeples": "Meeple"}
    bits |= dict.fromkeys(("checkers1", "checkers2"), "Checker")
    bits |= dict.fromkeys(("chess1", "chess2"), "Chessman")
    return bits.get(kind.cfg, "Bit") if kind.piece == "bit" else kind.piece.capitalize()


def _colour_name(kind: PieceKind) -> str:
    names = tuple(COLOURS.values())
    return names[(kind.suit - 1) % len(names)]


def _letter(kind: PieceKind) -> str:
    """Return what tells a piece from others of its colour: a chessman's letter, or a value."""
    if kind.cfg in ("chess1", "chess2"):
        return CHESS_LETTERS[(kind.rank - 1) % len(CHESS_LETTERS)]
    if kind.cfg in ("checkers1", "checkers2"):
        return "" if kind.side == "back" else "K"
    if kind.cfg in RANKS_FROM_ONE or kind.cfg in ("marbles", "meeples"):
        return ""
    is_hidden = kind.side == "back" and kind.piece == "tile"
    return "" if is_hidden else "nA2345"[kind.rank - 1] if 1 <= kind.rank <= 6 else str(kind.rank)


def _pips(count: int, x: float, y: float, side: float, ink: Color) -> Path:
    spots = PIPS[count % len(PIPS)]
    third, radius = side / 3, side * 0.09
    circles = (ellipse(x + (i + 0.5) * third, y + (j + 0.5) * third, radius) for i, j in spots)
    return Path(tuple(segment for circle in circles for segment in circle), ink)


def _die_face(kind: PieceKind, tone: Color, pips: int) -> Frame:
    side = INCH / 2
    items: list[Item] = [Path(rectangle(0, 0, side, side), tone, LINE)]
    if pips:
        items.append(_pips(pips, 0.0, 0.0, side, readable_on(tone, WHITE, BLACK)))
    return Frame(f"{_id(kind)}-{pips}", side, side, tuple(items))


def _die(kind: PieceKind, tone: Color) -> PieceArt:
    """Return a die; those of piecepacks begin at a blank face."""
    first = 0 if kind.cfg not in RANKS_FROM_ONE else 1
    values = range(first, first + 6)
    top = (kind.rank - 1) % 6
    beside = [i for i in (0, 1, 2) if i not in (top, 5 - top)]
    walls = (beside[0], beside[1], 5 - beside[0], 5 - beside[1])
    faces = [_die_face(kind, tone, pips) for pips in values]
    name = f"Die, {_colour_name(kind)}, {values[top]}"
    return PieceArt(name, faces[top], INCH / 2, tone, walls=tuple(faces[i] for i in walls))


def _pyramid(kind: PieceKind, tone: Color) -> PieceArt:
    side, height = PYRAMIDS[(kind.rank - 1) % len(PYRAMIDS)]
    name = f"Pyramid, {_colour_name(kind)}, {('small', 'medium', 'large')[(kind.rank - 1) % 3]}"
    ink = readable_on(tone, WHITE, BLACK)
    dots = (kind.rank - 1) % 3 + 1
    if kind.side in ("top", "base"):
        art = _crossed(kind, side, tone)
        return PieceArt(name, art, height, tone, "pyramid")
    outline = polygon(((side / 2, 0.0), (side, height), (0.0, height)))
    spots = _pips(dots, side * 0.25, height * 0.55, side * 0.5, ink)
    frame = Frame(_id(kind), side, height, (Path(outline, tone, LINE), spots), outline=outline)
    return PieceArt(f"{name}, lying", frame, side, tone, "wedge")


def _pawn(kind: PieceKind, tone: Color) -> PieceArt:
    solid: SolidShape = "pyramid"
    return PieceArt(f"Pawn, {_colour_name(kind)}", _crossed(kind, 15.9, tone), 28.6, tone, solid)


def _crossed(kind: PieceKind, side: float, tone: Color) -> Frame:
    """Return a pyramid from above."""
    edges = (((0.0, 0.0), (side, side)), ((side, 0.0), (0.0, side)))
    cross = tuple(segment for ends in edges for segment in polygon(ends, closed=False))
    ground = Path(rectangle(0, 0, side, side), tone, LINE)
    line = Path(cross, stroke=Stroke(readable_on(tone, WHITE, BLACK), 0.3))
    return Frame(_id(kind), side, side, (ground, line))


def _domino(kind: PieceKind) -> PieceArt:
    colour = kind.cfg.removeprefix("dominoes").removeprefix("_")
    named = dict(zip(COLOURS.values(), TONES, strict=True))
    tone = named.get(colour, WHITE)
    ink = readable_on(tone, WHITE, BLACK)
    items: list[Item] = [Path(rectangle(0, 0, INCH, 2 * INCH), tone, LINE)]
    name = "Domino, face down"
    if kind.side != "back":
        name = f"Domino, {kind.rank - 1} and {kind.suit - 1}"
        bar = polygon(((3.0, INCH), (INCH - 3.0, INCH)), closed=False)
        items.append(Path(bar, stroke=Stroke(ink, 0.6)))
        items += [
            _pips(count, 0.0, y, INCH, ink)
            for count, y in ((kind.rank - 1, 0.0), (kind.suit - 1, INCH))
            if count
        ]
    frame = Frame(_id(kind), INCH, 2 * INCH, tuple(items))
    return PieceArt(name, frame, 6.35, tone)
