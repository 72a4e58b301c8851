"""Takes frames, gives them as pictures on a page: sized, trimmed, side by side or in a fan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.colour import mix
from printgen.draw.story.blocks import Figure, Picture, Words
from printgen.draw.story.gallery import Gallery
from printgen.draw.story.pages import Chunk, stack
from printgen.draw.story.typeset import Style, Typesetter
from printgen.draw.studio import Studio
from printgen.frame import (
    WHITE,
    Box,
    Frame,
    Group,
    Item,
    Matrix,
    Path,
    Stroke,
    Use,
    apply,
    multiply,
    rectangle,
    rotate,
    scale,
    translate,
)

BETWEEN: Final = 5.0
CAPTION_GAP: Final = 1.6
TALLEST: Final = 0.45  # of the page: a picture of no stated width leaves room for words
EDGE: Final = 0.25
FAN_TURN: Final = 11.0  # degrees between two cards of a fan
CARD_SHAPE: Final = 0.72  # wider faces than cards are spread wider
MOST_TURN: Final = 18.0
FAN_REACH: Final = 2.1  # how far below a card's middle its fan turns, in card heights


class _Sized(Struct, frozen=True):
    picture: Picture
    frame: Frame
    width: float

    @property
    def height(self) -> float:
        return self.width * self.frame.height / self.frame.width


def shown(frame: Frame, matrix: Matrix, studio: Studio) -> tuple[Item, ...]:
    """A frame cut at its trim; a piece gets a thin edge, for white cards on white paper."""
    outline = frame.outline or rectangle(0, 0, frame.width, frame.height)
    if not frame.clipped:
        return (Use(frame, matrix),)
    size = math.hypot(matrix[0], matrix[1])
    edge = Stroke(mix(studio.colour("ink"), WHITE, 0.45), EDGE / size)
    inside: tuple[Item, ...] = (
        Group((Use(frame),), clip=outline),
        Path(outline, stroke=edge),
    )
    return (Group(inside, matrix),)


def set_figure(
    figure: Figure,
    width: float,
    tallest: float,
    caption: Style,
    gallery: Gallery,
    setter: Typesetter,
) -> Chunk | None:
    """All pictures in one row, each over its caption; None if one cannot be drawn."""
    drawn = [(picture, gallery.frame(picture)) for picture in figure.pictures]
    frames = [(picture, frame) for picture, frame in drawn if frame is not None]
    if not frames:
        return None
    sized = _sized(frames, width, tallest)
    row_height = max(one.height for one in sized)
    room = BETWEEN if len(sized) > 1 else 0.0
    total = math.fsum(one.width for one in sized) + room * (len(sized) - 1)
    x = (width - total) / 2
    items: list[Item] = []
    height = row_height
    for one in sized:
        top = row_height - one.height
        factor = one.width / one.frame.width
        matrix = multiply(translate(x, top), scale(factor))
        items += shown(one.frame, matrix, setter.studio)
        if one.picture.caption is not None:
            wide = one.width + room * 0.8 if len(sized) > 1 else width
            left = x + (one.width - wide) / 2
            tall, words = _caption(one.picture.caption, wide, caption, setter)
            items.append(Group(words, translate(left, row_height + CAPTION_GAP)))
            height = max(height, row_height + CAPTION_GAP + tall)
        x += one.width + room
    if figure.caption is not None:
        tall, words = _caption(figure.caption, width, caption, setter)
        items.append(Group(words, translate(0.0, height + CAPTION_GAP)))
        height += CAPTION_GAP + tall
    return Chunk(height, tuple(items), before=3.5, after=3.5, place=figure.place)


def _caption(
    words: Words, width: float, style: Style, setter: Typesetter
) -> tuple[float, tuple[Item, ...]]:
    return stack(setter.lines(words, style, width, "center"))


def _sized(frames: Sequence[tuple[Picture, Frame]], width: float, tallest: float) -> list[_Sized]:
    """As wide as asked for, else as in life; all shrunk by one factor if the row is too wide."""
    wanted = [
        picture.width or min(frame.width, tallest * frame.width / frame.height)
        for picture, frame in frames
    ]
    room = width - BETWEEN * (len(frames) - 1)
    factor = min(1.0, room / math.fsum(wanted))
    return [
        _Sized(picture, frame, size * factor)
        for (picture, frame), size in zip(frames, wanted, strict=True)
    ]


def fan(frames: Sequence[Frame], box: Box, studio: Studio) -> tuple[Item, ...]:
    """Faces spread like a hand of cards, as large as the box allows."""
    x, y, width, height = box
    middle = (len(frames) - 1) / 2
    turn = FAN_TURN * max(1.0, *(frame.width / frame.height / CARD_SHAPE for frame in frames))
    placed = [
        (frame, _fanned(frame, (index - middle) * min(turn, MOST_TURN)))
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
        item for frame, matrix in placed for item in shown(frame, multiply(fit, matrix), studio)
    )


def _fanned(frame: Frame, turn: float) -> Matrix:
    """Cards of one height about a common point; a lone card stands upright."""
    unit = scale(1 / frame.height)
    centred = multiply(translate(-frame.width / frame.height / 2, -0.5), unit)
    return multiply(rotate(turn, 0.0, FAN_REACH), centred)
