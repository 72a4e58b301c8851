"""Draw frames as pictures on a page: sized, trimmed, side by side or in a fan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.rules_text.blocks import Figure, Picture, RichText
from printgen.draw.context import DrawContext
from printgen.draw.elements.faces import trimmed
from printgen.draw.story.pages import Chunk, stack
from printgen.draw.story.picture_loader import PictureLoader
from printgen.draw.story.typeset import Style, Typesetter
from printgen.frame import Frame, Group, Item
from printgen.geometry import Box, Matrix, apply, multiply, rotate, scale, translate

BETWEEN: Final = 5.0
CAPTION_GAP: Final = 1.6
MAX_HEIGHT: Final = 0.45  # of the page: a picture without a width of its own leaves room for text
FAN_TURN: Final = 11.0  # degrees between two cards of a fan
CARD_SHAPE: Final = 0.72  # width by height: faces wider than this are spread wider
MAX_TURN: Final = 18.0
FAN_REACH: Final = 2.1  # in card heights: how far below a card's centre the fan's pivot is


class _Sized(Struct, frozen=True):
    picture: Picture
    frame: Frame
    width: float

    @property
    def height(self) -> float:
        return self.width * self.frame.height / self.frame.width


def set_figure(
    figure: Figure,
    width: float,
    tallest: float,
    caption: Style,
    picture_loader: PictureLoader,
    typesetter: Typesetter,
) -> Chunk | None:
    """Return all pictures in one row, each above its caption; None if none can be drawn."""
    row = set_pictures(figure.pictures, width, tallest, caption, picture_loader, typesetter)
    if row is None:
        return None
    height = row.height
    items: list[Item] = [Group(row.items, translate((width - row.width) / 2, 0.0))]
    if figure.caption is not None:
        tall, lines = _caption(figure.caption, width, caption, typesetter)
        items.append(Group(lines, translate(0.0, height + CAPTION_GAP)))
        height += CAPTION_GAP + tall
    return Chunk(height, tuple(items), before=3.5, after=3.5, place=figure.place)


class PictureRow(Struct, frozen=True):
    """Pictures side by side, relative to the top left of their row."""

    width: float
    height: float
    items: tuple[Item, ...]


def set_pictures(
    pictures: Sequence[Picture],
    width: float,
    tallest: float,
    caption: Style,
    picture_loader: PictureLoader,
    typesetter: Typesetter,
) -> PictureRow | None:
    """Return pictures in one row, each above its caption; None if none can be drawn."""
    drawn = [(picture, picture_loader.frame(picture)) for picture in pictures]
    frames = [(picture, frame) for picture, frame in drawn if frame is not None]
    if not frames:
        return None
    sized = _sized(frames, width, tallest)
    row_height = max(one.height for one in sized)
    room = BETWEEN if len(sized) > 1 else 0.0
    total = math.fsum(one.width for one in sized) + room * (len(sized) - 1)
    x = 0.0
    items: list[Item] = []
    height = row_height
    for one in sized:
        top = row_height - one.height
        factor = one.width / one.frame.width
        matrix = multiply(translate(x, top), scale(factor))
        is_piece = one.picture.kind != "picture"
        items += trimmed(one.frame, matrix, typesetter.context, edge=is_piece)
        if one.picture.caption is not None:
            wide = one.width + room * 0.8 if len(sized) > 1 else width
            left = x + (one.width - wide) / 2
            tall, lines = _caption(one.picture.caption, wide, caption, typesetter)
            items.append(Group(lines, translate(left, row_height + CAPTION_GAP)))
            height = max(height, row_height + CAPTION_GAP + tall)
        x += one.width + room
    return PictureRow(total, height, tuple(items))


def _caption(
    text: RichText, width: float, style: Style, typesetter: Typesetter
) -> tuple[float, tuple[Item, ...]]:
    return stack(typesetter.lines(text, style, width, "center"))


def _sized(frames: Sequence[tuple[Picture, Frame]], width: float, tallest: float) -> list[_Sized]:
    """Return pictures at the requested width or actual size, all scaled down if the row is too
    wide."""
    wanted = [picture.width or _usual_width(picture, frame, tallest) for picture, frame in frames]
    room = width - BETWEEN * (len(frames) - 1)
    factor = min(1.0, room / math.fsum(wanted))
    return [
        _Sized(picture, frame, size * factor)
        for (picture, frame), size in zip(frames, wanted, strict=True)
    ]


def _usual_width(picture: Picture, frame: Frame, tallest: float) -> float:
    """Return the actual width of a template; other pictures leave room for text."""
    if picture.kind == "picture":
        return frame.width
    return min(frame.width, tallest * frame.width / frame.height)


def fan(frames: Sequence[Frame], box: Box, context: DrawContext) -> tuple[Item, ...]:
    """Return faces spread like a hand of cards, as large as the box allows."""
    x, y, width, height = box
    middle = (len(frames) - 1) / 2
    turn = FAN_TURN * max(1.0, *(frame.width / frame.height / CARD_SHAPE for frame in frames))
    placed = [
        (frame, _fanned(frame, (index - middle) * min(turn, MAX_TURN)))
        for index, frame in enumerate(frames)
    ]
    points = [
        apply(matrix, u, v)
        for frame, matrix in placed
        for u in (0.0, frame.width)
        for v in (0.0, frame.height)
    ]
    left, top = min(p[0] for p in points), min(p[1] for p in points)
    wide, tall = max(p[0] for p in points) - left, max(p[1] for p in points) - top
    factor = min(width / wide, height / tall)
    corner = x + (width - wide * factor) / 2, y + (height - tall * factor) / 2
    fit = multiply(translate(*corner), multiply(scale(factor), translate(-left, -top)))
    return tuple(
        item for frame, matrix in placed for item in trimmed(frame, multiply(fit, matrix), context)
    )


def _fanned(frame: Frame, turn: float) -> Matrix:
    """Return the matrix of a card in a fan; all cards are scaled to one height."""
    unit = scale(1 / frame.height)
    centred = multiply(translate(-frame.width / frame.height / 2, -0.5), unit)
    return multiply(rotate(turn, 0.0, FAN_REACH), centred)
