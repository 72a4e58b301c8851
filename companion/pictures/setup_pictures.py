"""Draw a setup, as a picture or as a page to print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.scene import Token
from companion.games.setup import Placement, Setup
from companion.pictures.library import PrintedGame
from companion.pictures.shapes import CREAM, seat_mark
from companion.pictures.typesetter import Typesetter
from printgen.catalog.papers import Paper
from printgen.colour import parse_hex, readable_on
from printgen.draw.elements.pictures import qr_frame
from printgen.frame import Frame, Group, Item, Path, Stroke, Use
from printgen.geometry import Matrix, ellipse, multiply, rectangle, rotate, scale, translate
from printgen.ink import BLACK, WHITE
from printgen.lengths import MM_PER_PT

MARGIN: Final = 12.0
TITLE_PT: Final = 18.0
TEXT_PT: Final = 9.0
LEADING: Final = 1.3
QR_SIZE: Final = 26.0
TOKEN_WIDTH: Final = 16.0
MARK_SIZE, MARK_DROP = 1.1, 0.37
"""The size of a token's letter, and how far its baseline lies below the middle, in radii."""
SEAT_MARK: Final = 1.05
"""The width of a player's mark on a token, in radii."""
PICTURE_SHARE: Final = 0.5
"""The share of the page's height that the board may take; the list needs the rest."""


def setup_picture(printed: PrintedGame, setup: Setup, typesetter: Typesetter) -> Frame | None:
    """The board with every piece in its place; None for a setup without board and view."""
    board = printed.face(setup.board) if setup.board else None
    pieces = [piece for part in setup.parts for piece in part.placements]
    tokens = [token for part in setup.parts for token in part.tokens]
    items: tuple[Item, ...] = (
        *_placement_items(printed, pieces),
        *_token_items(printed, tokens, typesetter),
    )
    name = f"{printed.slug} setup"
    if board is not None:
        items = (Use(board), *items)
    if setup.view is not None:
        left, top, width, height = setup.view
        return Frame(name, width, height, (Group(items, translate(-left, -top)),), clipped=True)
    return Frame(name, board.width, board.height, items, clipped=True) if board else None


def _placement_items(printed: PrintedGame, placements: Iterable[Placement]) -> Iterable[Item]:
    for placement in placements:
        frame = printed.face(placement.face)
        if frame is not None:  # cut out, without its bleed
            cut = frame.outline or rectangle(0, 0, frame.width, frame.height)
            yield Group((Use(frame),), _matrix(frame, placement), clip=cut)


def _token_items(
    printed: PrintedGame, tokens: Iterable[Token], typesetter: Typesetter
) -> Iterable[Item]:
    for token in tokens:
        if token.face and not token.seat:
            placement = Placement(token.face, token.x, token.y, token.turn, width=token.width)
            yield from _placement_items(printed, (placement,))
            continue
        radius = (token.width or TOKEN_WIDTH) / 2
        shape = ellipse(token.x, token.y, radius)
        rim = Stroke(BLACK, radius / 9) if token.rim else None
        fill = parse_hex(token.colour) or CREAM
        yield Path(shape, fill, rim)
        ink = readable_on(fill, WHITE, BLACK)
        if token.seat:
            yield Path(seat_mark(token.seat, token.x, token.y, radius * SEAT_MARK), ink)
        elif token.mark:
            size_pt = radius * MARK_SIZE / MM_PER_PT
            mark = typesetter.line(0, token.y + radius * MARK_DROP, token.mark, size_pt, bold=True)
            yield replace(mark, x=token.x - mark.width / 2, fill=ink)


def _matrix(frame: Frame, placement: Placement) -> Matrix:
    factor = (placement.width or frame.width) / frame.width
    centre = translate(-frame.width / 2, -frame.height / 2)
    turned = multiply(rotate(placement.turn), multiply(scale(factor), centre))
    return multiply(translate(placement.x, placement.y), turned)


class SetupTexts(Struct, frozen=True):
    """The texts of a setup's page in the reader's language: each part is a title and its lines.
    `link` is the address in the QR code."""

    heading: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    link: str


def setup_page(
    printed: PrintedGame,
    picture: Frame | None,
    typesetter: Typesetter,
    texts: SetupTexts,
    paper: Paper,
) -> Frame:
    """One page with the setup's picture, its list, and a QR code that opens it on a phone."""
    width, height = paper.width, paper.height
    items: list[Item] = [
        typesetter.line(MARGIN, MARGIN + 7, printed.title, TITLE_PT, bold=True),
        typesetter.line(MARGIN, MARGIN + 13, texts.heading, TEXT_PT),
    ]
    code = qr_frame(texts.link, "M")
    corner = translate(width - MARGIN - QR_SIZE, MARGIN)
    items.append(Use(code, multiply(corner, scale(QR_SIZE / code.width))))
    top = MARGIN + QR_SIZE + 4
    if picture is not None:
        room = (width - 2 * MARGIN, height * PICTURE_SHARE)
        factor = min(room[0] / picture.width, room[1] / picture.height)
        left = (width - picture.width * factor) / 2
        items.append(Use(picture, multiply(translate(left, top), scale(factor))))
        top += picture.height * factor + 6
    area = ListArea(top, height - MARGIN - 8, width - 2 * MARGIN)
    items.extend(_columns(typesetter, texts, area))
    items.append(typesetter.line(MARGIN, height - MARGIN, printed.credit, 7))
    return Frame(f"{printed.title}: {texts.heading}", width, height, tuple(items))


class ListArea(Struct, frozen=True):
    """The part of the page, between its margins, that is left for the list."""

    top: float
    bottom: float
    width: float


def _columns(typesetter: Typesetter, texts: SetupTexts, area: ListArea) -> list[Item]:
    """The list in as few columns as possible; smaller where it does not fit."""
    for columns, size_pt in ((2, TEXT_PT), (3, TEXT_PT - 1.5), (4, TEXT_PT - 3)):
        items, fits = _set_columns(typesetter, texts, area, columns, size_pt)
        if fits:
            break
    return items


def _set_columns(
    typesetter: Typesetter, texts: SetupTexts, area: ListArea, columns: int, size_pt: float
) -> tuple[list[Item], bool]:
    gap = 6.0
    width = (area.width - gap * (columns - 1)) / columns
    step = size_pt * MM_PER_PT * LEADING
    items: list[Item] = []
    column, y = 0, area.top + step
    for title, lines in texts.parts:
        block = [(line, False) for text in lines for line in typesetter.wrap(text, size_pt, width)]
        for line, bold in [(title, True), *block]:
            with_next = step if bold and block else 0  # a heading never ends a column
            if y + with_next > area.bottom:
                column, y = column + 1, area.top + step
            x = MARGIN + column * (width + gap)
            items.append(typesetter.line(x, y, line, size_pt, bold=bold))
            y += step
        y += step / 2
    return items, column < columns
