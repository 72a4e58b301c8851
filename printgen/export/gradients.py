"""Describe gradients as PDF shadings, for their colours and for their opacities."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from reportlab.pdfbase import pdfdoc

from printgen.export.separation import Separation
from printgen.geometry import Matrix
from printgen.ink import Gradient, LinearGradient, RadialGradient, Stop

_DOMAIN: Final = "[0 1]"
_BOTH_ENDS: Final = "[true true]"


def is_transparent(gradient: Gradient) -> bool:
    """Return whether the ground shows through some part of a gradient."""
    return any(stop.opacity < 1 for stop in gradient.stops)


def color_shading(gradient: Gradient, separation: Separation | None) -> Any:
    if separation is not None:
        return _shading(gradient, "DeviceCMYK", lambda stop: [*separation.inks(stop.color)])
    return _shading(gradient, "DeviceRGB", lambda stop: [part / 255 for part in stop.color])


def opacity_shading(gradient: Gradient, separation: Separation | None) -> Any:
    """Return the opacities of a gradient as greys, for a soft mask. Ghostscript 10 lightens those
    of DeviceGray, but the files of presses must not have RGB."""
    if separation is not None:
        return _shading(gradient, "DeviceGray", lambda stop: [stop.opacity])
    return _shading(gradient, "DeviceRGB", lambda stop: [stop.opacity] * 3)


def gradient_matrix(gradient: Gradient) -> Matrix:
    if isinstance(gradient, LinearGradient | RadialGradient):
        return gradient.matrix
    raise TypeError(f"a PDF cannot hold a {type(gradient).__name__}")


def _shading(gradient: Gradient, space: str, values: Callable[[Stop], list[float]]) -> Any:
    match gradient:
        case LinearGradient(_, start, end):
            kind, places = 2, [*start, *end]
        case RadialGradient(_, centre, radius, focus, focus_radius):
            kind, places = 3, [*focus, focus_radius, *centre, radius]
        case _:
            raise TypeError(f"a PDF cannot hold a {type(gradient).__name__}")
    return pdfdoc.PDFDictionary(
        {
            "ShadingType": kind,
            "ColorSpace": pdfdoc.PDFName(space),
            "Coords": _numbers(places),
            "Function": _function(gradient.stops, values),
            "Extend": _BOTH_ENDS,
        }
    )


def _function(stops: tuple[Stop, ...], values: Callable[[Stop], list[float]]) -> Any:
    """Return a function from the place on a gradient to the values of its stops."""
    first, last = stops[0], stops[-1]
    padded = [first._replace(offset=0.0), *stops, last._replace(offset=1.0)]
    parts = [(a, b) for a, b in pairwise(padded) if b.offset > a.offset]
    functions = [
        pdfdoc.PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": _DOMAIN,
                "C0": _numbers(values(a)),
                "C1": _numbers(values(b)),
                "N": 1,
            }
        )
        for a, b in parts
    ]
    if len(functions) == 1:
        return functions[0]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": _DOMAIN,
            "Functions": pdfdoc.PDFArray(functions),
            "Bounds": _numbers([b.offset for _, b in parts[:-1]]),
            "Encode": f"[{' '.join(['0 1'] * len(parts))}]",
        }
    )


def _numbers(values: list[float]) -> str:
    return f"[{' '.join(f'{value:.6f}'.rstrip('0').rstrip('.') for value in values)}]"
