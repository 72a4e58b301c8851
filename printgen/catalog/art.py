"""Find the symbols and pictures that a game may use."""

from __future__ import annotations

import functools
from typing import Final

from printgen.catalog.model import Art
from printgen.catalog.source import Source
from printgen.errors import DataError, Finding, Location, did_you_mean
from printgen.frame import Frame, ImageFile

_PICTURES: Final = (".png", ".jpg", ".jpeg")


def load_art(source: Source) -> Art:
    """Return the symbols in templates/symbols and in the game's art folder, which wins, and the
    PNG and JPEG pictures in art. All are named by their path without the suffix."""
    own = source.folder / "art"
    symbols = source.listing(source.templates / "symbols", ".svg") | source.listing(own, ".svg")
    images = source.listing(own, *_PICTURES)
    folder = source.display_name(own)

    @functools.cache
    def symbol(name: str) -> Frame:
        from printgen.catalog.svg.symbols import read_symbol

        if name not in symbols:
            hint = did_you_mean(name, symbols)
            raise DataError((Finding(Location(folder), f"unknown icon '{name}'{hint}", "symbol"),))
        return read_symbol(symbols[name], source.display_name(symbols[name]), name)

    @functools.cache
    def image(name: str) -> ImageFile:
        from printgen.catalog.images import read_image

        if name not in images:
            hint = did_you_mean(name, images)
            raise DataError(
                (Finding(Location(folder), f"unknown picture '{name}'{hint}", "image"),)
            )
        return read_image(images[name], source.display_name(images[name]))

    return Art(symbols, images, symbol, image)
