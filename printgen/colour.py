"""Mix colours and measure their contrast."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from printgen.ink import BLACK, WHITE, AlphaColor, Color

READABLE: Final = 4.5  # WCAG 2.2 AA for text of any size


def parse_hex(text: str) -> Color | None:
    """Parse #rgb or #rrggbb; return None for anything else."""
    if not text.startswith("#"):
        return None
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    try:
        return Color(*bytes.fromhex(digits)) if len(digits) == 6 else None
    except ValueError:
        return None


def parse_paint(text: str) -> Color | AlphaColor | None:
    """Parse #rgb, #rrggbb, #rgba or #rrggbbaa; return None for anything else."""
    digits = text.removeprefix("#")
    if len(digits) not in (4, 8):
        return parse_hex(text)
    size = len(digits) // 4
    color, alpha = parse_hex(text[:-size]), parse_hex(f"#{digits[-size:] * 3}")
    if color is None or alpha is None:
        return None
    return color if alpha.red == 255 else AlphaColor(color, round(alpha.red / 255, 3))


def flat(paint: Color | AlphaColor) -> Color:
    """Return what a colour looks like on white paper."""
    return mix(WHITE, paint.color, paint.opacity) if isinstance(paint, AlphaColor) else paint


def mix(a: Color, b: Color, part: float) -> Color:
    """Return a mix of two colours: `part` 0 is all a, 1 is all b."""
    return Color(*(round(x + (y - x) * part) for x, y in zip(a, b, strict=True)))


def linear(colour: Color) -> tuple[float, float, float]:
    """Return the colour as linear light, 0 to 1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in colour)
    )
    return red, green, blue


def brightness(colour: Color) -> float:
    """Return how much a mask of this colour shows, from 0 to 1, as SVG defines it."""
    return (0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue) / 255


def luminance(colour: Color) -> float:
    """Return the WCAG relative luminance."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Color, b: Color) -> float:
    """Return the WCAG contrast ratio, from 1 (equal) to 21 (black on white)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable_on(ground: Color, light: Color, dark: Color, *more: Color) -> Color:
    """Return the one of two inks that is easier to read on a ground, and on `more` parts of it. If
    neither is readable on a ground of medium lightness, it is lightened or darkened as far as text
    needs."""
    grounds = (ground, *more)
    if least_contrast(light, grounds) >= least_contrast(dark, grounds):
        ink, end, other = light, WHITE, BLACK
    else:
        ink, end, other = dark, BLACK, WHITE
    if least_contrast(end, grounds) < READABLE <= least_contrast(other, grounds):
        ink, end = other, other
    return _mix_until_readable(ink, end, grounds)


def least_contrast(ink: Color, grounds: Iterable[Color]) -> float:
    return min(contrast(ink, ground) for ground in grounds)


def darken_until_readable(colour: Color, ground: Color = WHITE) -> Color:
    """Return the colour, darkened only as far as text on the ground needs."""
    return _mix_until_readable(colour, BLACK, (ground,))


def _mix_until_readable(colour: Color, end: Color, grounds: Collection[Color]) -> Color:
    for step in range(21):
        mixed = mix(colour, end, step / 20)
        if least_contrast(mixed, grounds) >= READABLE:
            return mixed
    return end
