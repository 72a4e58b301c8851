"""Takes a board and the pieces on it, gives one finished picture, alone or on a printed page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.gallery import Shelf
from companion.games.base import Placement, Setup, Token
from printgen.catalog.model import Game
from printgen.colour import parse_hex, readable_on
from printgen.draw.elements.pictures import qr_frame
from printgen.frame import (
    BLACK,
    MM_PER_PT,
    WHITE,
    Color,
    Frame,
    Group,
    Item,
    Matrix,
    Path,
    Stroke,
    Text,
    Use,
    ellipse,
    multiply,
    rectangle,
    rotate,
    scale,
    translate,
)
from printgen.sheet.model import Paper
from printgen.typeface import Typeface

MARGIN: Final = 12.0
TITLE_PT: Final = 18.0
HEAD_PT: Final = 10.5
TEXT_PT: Final = 9.0
LEADING: Final = 1.3
QR_SIZE: Final = 26.0
TOKEN_WIDTH: Final = 16.0
MARK_SIZE, MARK_DROP = 1.1, 0.37
"""How large a token's letter is, and how far below its middle it stands, in radii."""
PICTURE_SHARE: Final = 0.5
"""How much of the page's height the board may take; the rest is for the list."""


class Sheet:
    """The text of a page: lines under one another, in two columns."""

    def __init__(self, regular: Typeface, bold: Typeface) -> None:
        self.regular = regular
        self.bold = bold

    def line(self, x: float, y: float, words: str, size_pt: float, *, bold: bool = False) -> Text:
        face = self.bold if bold else self.regular
        return Text(x, y, words, face, size_pt, BLACK, width_of(face, words, size_pt))

    def shows(self, words: str) -> bool:
        """Whether its letters are all in the font: paper has no others to take their place."""
        return not any(self.regular.word(word).missing for word in words.split())

    def wrap(self, words: str, size_pt: float, width: float) -> list[str]:
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and width_of(self.regular, longer, size_pt) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


def sheet_of(game: Game) -> Sheet:
    """In the first font of the game's theme."""
    family = next(iter(game.theme.fonts.values()))
    return Sheet(family.regular, family.bold)


def width_of(face: Typeface, words: str, size_pt: float) -> float:
    return face.width(words) * size_pt * MM_PER_PT


def setup_picture(shelf: Shelf, setup: Setup, sheet: Sheet) -> Frame | None:
    """The board with every piece in its place; nothing if there is no board and no plane."""
    board = shelf.face(setup.board) if setup.board else None
    pieces = [piece for part in setup.parts for piece in part.placements]
    tokens = [token for part in setup.parts for token in part.tokens]
    items: tuple[Item, ...] = (*_placed(shelf, pieces), *_standing(shelf, tokens, sheet))
    name = f"{shelf.slug} setup"
    if board is not None:
        items = (Use(board), *items)
    if setup.view is not None:
        left, top, width, height = setup.view
        return Frame(name, width, height, (Group(items, translate(-left, -top)),), clipped=True)
    return Frame(name, board.width, board.height, items, clipped=True) if board else None


def _placed(shelf: Shelf, placements: Iterable[Placement]) -> Iterable[Item]:
    for placed in placements:
        frame = shelf.face(placed.face)
        if frame is not None:  # as it is cut: nothing of its bleed
            cut = frame.outline or rectangle(0, 0, frame.width, frame.height)
            yield Group((Use(frame),), _matrix(frame, placed), clip=cut)


def _standing(shelf: Shelf, tokens: Iterable[Token], sheet: Sheet) -> Iterable[Item]:
    for token in tokens:
        if token.face:
            place = Placement(token.face, token.x, token.y, token.turn, width=token.width)
            yield from _placed(shelf, (place,))
            continue
        radius = (token.width or TOKEN_WIDTH) / 2
        shape = ellipse(token.x, token.y, radius)
        rim = Stroke(BLACK, radius / 9) if token.rim else None
        ground = parse_hex(token.colour) or PAPER
        yield Path(shape, ground, rim)
        if token.mark:
            size_pt = radius * MARK_SIZE / MM_PER_PT
            mark = sheet.line(0, token.y + radius * MARK_DROP, token.mark, size_pt, bold=True)
            ink = readable_on(ground, WHITE, BLACK)
            yield replace(mark, x=token.x - mark.width / 2, fill=ink)


def _matrix(frame: Frame, placed: Placement) -> Matrix:
    factor = (placed.width or frame.width) / frame.width
    centre = translate(-frame.width / 2, -frame.height / 2)
    turned = multiply(rotate(placed.turn), multiply(scale(factor), centre))
    return multiply(translate(placed.x, placed.y), turned)


class Wording(Struct, frozen=True):
    """What a setup's page says, in words that are ready to be read: each part is a title and its
    lines. `link` is where its code leads."""

    heading: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    link: str


def setup_page(shelf: Shelf, setup: Setup, sheet: Sheet, wording: Wording, paper: Paper) -> Frame:
    """One page to lay a setup out from: picture, list, and the way back to it on a phone."""
    width, height = paper.width, paper.height
    items: list[Item] = [
        sheet.line(MARGIN, MARGIN + 7, shelf.title, TITLE_PT, bold=True),
        sheet.line(MARGIN, MARGIN + 13, wording.heading, TEXT_PT),
    ]
    code = qr_frame(wording.link, "M")
    corner = translate(width - MARGIN - QR_SIZE, MARGIN)
    items.append(Use(code, multiply(corner, scale(QR_SIZE / code.width))))
    top = MARGIN + QR_SIZE + 4
    picture = setup_picture(shelf, setup, sheet)
    if picture is not None:
        room = (width - 2 * MARGIN, height * PICTURE_SHARE)
        factor = min(room[0] / picture.width, room[1] / picture.height)
        left = (width - picture.width * factor) / 2
        items.append(Use(picture, multiply(translate(left, top), scale(factor))))
        top += picture.height * factor + 6
    area = Area(top, height - MARGIN - 8, width - 2 * MARGIN)
    items.extend(_columns(sheet, wording, area))
    items.append(sheet.line(MARGIN, height - MARGIN, shelf.credit, 7))
    return Frame(f"{shelf.title}: {wording.heading}", width, height, tuple(items))


class Area(Struct, frozen=True):
    """What is left of a page, between its margins, for the list."""

    top: float
    bottom: float
    width: float


def _columns(sheet: Sheet, wording: Wording, area: Area) -> list[Item]:
    """The list in as many columns as it needs; smaller where it would not fit."""
    for columns, size_pt in ((2, TEXT_PT), (3, TEXT_PT - 1.5), (4, TEXT_PT - 3)):
        items, fits = _set_columns(sheet, wording, area, columns, size_pt)
        if fits:
            break
    return items


def _set_columns(
    sheet: Sheet, wording: Wording, area: Area, columns: int, size_pt: float
) -> tuple[list[Item], bool]:
    gap = 6.0
    width = (area.width - gap * (columns - 1)) / columns
    step = size_pt * MM_PER_PT * LEADING
    items: list[Item] = []
    column, y = 0, area.top + step
    for title, lines in wording.parts:
        block = [(line, False) for text in lines for line in sheet.wrap(text, size_pt, width)]
        for words, bold in [(title, True), *block]:
            with_next = step if bold and block else 0  # a heading never ends a column
            if y + with_next > area.bottom:
                column, y = column + 1, area.top + step
            x = MARGIN + column * (width + gap)
            items.append(sheet.line(x, y, words, size_pt, bold=bold))
            y += step
        y += step / 2
    return items, column < columns


RESULT: Final = (120.0, 120.0)
PAPER: Final = Color(251, 246, 234)
NIGHT: Final = Color(18, 57, 79)
GOLD: Final = Color(240, 199, 90)
SEAT_INKS: Final = {
    "red": Color(209, 58, 42),
    "blue": Color(47, 116, 192),
    "green": Color(47, 143, 78),
    "yellow": Color(199, 154, 8),
    "purple": Color(138, 91, 194),
    "black": Color(60, 60, 60),
    "pink": Color(214, 95, 158),
    "orange": Color(207, 116, 16),
}


class Placed(Struct, frozen=True):
    """One line of a ranking, in words that are ready to be read."""

    place: int
    name: str
    colour: str
    points: str
    why: str


def result_picture(
    title: str, heading: str, ranking: Sequence[Placed], credit: str, sheet: Sheet
) -> Frame:
    """A square picture of how a game ended, to be shared."""
    width, height = RESULT
    items: list[Item] = [
        Path(rectangle(0, 0, width, height), PAPER),
        Path(rectangle(0, 0, width, 24), NIGHT),
        _ink(_fitted(sheet, 8, 12, title, 15, width - 16, bold=True), PAPER),
        _ink(_fitted(sheet, 8, 19, heading, 9, width - 16), GOLD),
    ]
    step = min(15.0, 82.0 / max(1, len(ranking)))
    size_pt = 15 if step > 12 else 12
    for index, placed in enumerate(ranking):
        y = 24 + step * (index + 0.72)
        if placed.place == 1:
            items.append(Path(rectangle(5, y - step * 0.62, width - 10, step * 0.92, 3), GOLD))
        items.append(sheet.line(9, y, f"{placed.place}", size_pt, bold=True))
        items.append(Path(ellipse(22, y - 1.8, 3), SEAT_INKS.get(placed.colour, BLACK)))
        items.append(_fitted(sheet, 29, y, placed.name, size_pt, 62, bold=placed.place == 1))
        if placed.points:
            points = sheet.line(0, y, placed.points, size_pt, bold=True)
            items.append(sheet.line(width - 9 - points.width, y, placed.points, size_pt, bold=True))
        if placed.why:
            items.append(_fitted(sheet, 29, y + step * 0.24, placed.why, 6.5, width - 40))
    items.append(_fitted(sheet, 8, height - 5, credit, 6, width - 16))
    return Frame(title, width, height, tuple(items))


def _fitted(
    sheet: Sheet, x: float, y: float, words: str, size_pt: float, room: float, *, bold: bool = False
) -> Text:
    """Smaller where it would be too long."""
    line = sheet.line(x, y, words, size_pt, bold=bold)
    if line.width <= room:
        return line
    return sheet.line(x, y, words, size_pt * room / line.width, bold=bold)


def _ink(line: Text, ink: Color) -> Text:
    return replace(line, fill=ink)
