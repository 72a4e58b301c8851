"""Turn screen colours into the inks of a press, by an ICC profile."""

from __future__ import annotations

import io
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from printgen.errors import CallError
from printgen.ink import Color

Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

GRID: Final = 33
"""Steps of the table by which pictures are converted, along each of their three colours."""
NEUTRAL: Final = 6
"""Of 255: a colour whose parts differ by no more is a grey, printed with black ink alone: text in
four inks has coloured rims if they are not exactly on top of each other."""
DEEP: Final = 0.85
"""A grey with this much black ink or more becomes a rich black where it fills a large shape."""


class Separation:
    """The inks of colours and pictures, with at most so much ink in one place. Large black shapes
    have the inks of `rich_black`, since black ink alone looks grey there."""

    def __init__(
        self, profile: bytes, max_ink: float = 4.0, rich_black: Inks | None = None
    ) -> None:
        self.profile = profile
        self._max_ink = max_ink
        self._rich_black = rich_black
        self._known: dict[Color, Inks] = {}

    def inks(self, color: Color) -> Inks:
        known = self._known.get(color)
        if known is None:
            known = self._known[color] = self._converted([color])[0]
        return known

    def large_inks(self, color: Color) -> Inks:
        """Return the inks of a colour that fills a large shape."""
        inks = self.inks(color)
        is_black = inks[:3] == (0.0, 0.0, 0.0) and inks[3] >= DEEP
        return self._rich_black if is_black and self._rich_black is not None else inks

    def wanted_ink(self, color: Color) -> float:
        """Return how much ink the profile gives a colour, before it is limited."""
        if _is_grey(color):
            return sum(self.inks(color))
        return sum(self._by_profile([color])[0])

    def picture(self, image: Any) -> Any:
        """Return a Pillow image in the inks of the press."""
        return image.convert("RGB").filter(self._table)

    def proof(self, image: Any) -> Any:
        """Return a Pillow image in screen colours, as the press will print it."""
        from PIL import ImageCms

        return ImageCms.applyTransform(self.picture(image), self._to_screen)

    @cached_property
    def _table(self) -> Any:
        from PIL import ImageFilter

        steps = [round(255 * step / (GRID - 1)) for step in range(GRID)]
        colours = [Color(r, g, b) for b in steps for g in steps for r in steps]
        values = [part for inks in self._converted(colours) for part in inks]
        return ImageFilter.Color3DLUT(GRID, values, channels=4, target_mode="CMYK")

    @cached_property
    def _to_screen(self) -> Any:
        """Without compensation of the black point: black ink is not as dark as a screen."""
        from PIL import ImageCms

        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(io.BytesIO(self.profile)),
            ImageCms.createProfile("sRGB"),
            "CMYK",
            "RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )

    @cached_property
    def _transform(self) -> Any:
        from PIL import ImageCms

        try:
            press = ImageCms.ImageCmsProfile(io.BytesIO(self.profile))
            return ImageCms.buildTransform(
                ImageCms.createProfile("sRGB"),
                press,
                "RGB",
                "CMYK",
                renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
                flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
            )
        except ImageCms.PyCMSError as fault:
            raise CallError(
                f"the ICC profile is not one of a press with four inks: {fault}"
            ) from None

    def _converted(self, colours: list[Color]) -> list[Inks]:
        inks = self._by_profile(colours)
        return [self._limited(color, four) for color, four in zip(colours, inks, strict=True)]

    def _by_profile(self, colours: list[Color]) -> list[Inks]:
        from PIL import Image, ImageCms

        parts = bytes(part for color in colours for part in color)
        source = Image.frombytes("RGB", (len(colours), 1), parts)
        made: Any = ImageCms.applyTransform(source, self._transform)
        shares = (part / 255 for part in made.tobytes())
        return list(zip(*[shares] * 4, strict=True))

    def _limited(self, color: Color, inks: Inks) -> Inks:
        """Return greys in black ink alone, and reduce the other inks where there is too much."""
        if _is_grey(color):
            return 0.0, 0.0, 0.0, round(1 - sum(color) / 3 / 255, 4)
        cyan, magenta, yellow, black = inks
        coloured = cyan + magenta + yellow
        room = self._max_ink - black
        share = min(1.0, room / coloured) if coloured else 1.0
        return (
            _floor(cyan * share),
            _floor(magenta * share),
            _floor(yellow * share),
            _floor(black),
        )


def _is_grey(color: Color) -> bool:
    return max(color) - min(color) <= NEUTRAL


def _floor(value: float) -> float:
    """Round down, so that a sum stays below its limit."""
    return int(value * 10_000) / 10_000


def read_profile(file: Path) -> bytes:
    """Return the bytes of an ICC profile for four inks; raise CallError for any other file."""
    try:
        data = file.read_bytes()
    except OSError as fault:
        raise CallError(f"cannot read the ICC profile {file}: {fault.strerror}") from None
    # The header of an ICC file has its signature at byte 36 and the colour space at byte 16.
    if data[36:40] != b"acsp" or data[16:20] != b"CMYK":
        raise CallError(f"{file} is not an ICC profile of a press with four inks (CMYK)")
    return data
