"""Takes the art folders, gives the symbols and pictures a game may use."""

from __future__ import annotations

import functools
from typing import Final

from printgen.catalog.model import Art
from printgen.catalog.source import Source
from printgen.errors import DataError, Finding, Place, did_you_mean
from printgen.frame import Frame, ImageFile

_PICTURES: Final = (".png", ".jpg", ".jpeg")


def load_art(source: Source) -> Art:
    """Symbols are templates/symbols/*.svg and the game's art/*.svg, which win; pictures are
    the game's art/*.png and *.jpg. All are named by their path without the suffix."""
    own = source.folder / "art"
    symbols = source.listing(source.templates / "symbols", ".svg") | source.listing(own, ".svg")
    images = source.listing(own, *_PICTURES)
    for file in (*symbols.values(), *images.values()):
        source.use(file)
    folder = source.shown(own)

    @functools.cache
    def symbol(name: str) -> Frame:
        from printgen.catalog.svg import read_symbol

        if name not in symbols:
            hint = did_you_mean(name, symbols)
            raise DataError((Finding(Place(folder), f"unknown icon '{name}'{hint}", "symbol"),))
        return read_symbol(symbols[name], source.shown(symbols[name]), name)

    @functools.cache
    def image(name: str) -> ImageFile:
        from printgen.catalog.images import read_image

        if name not in images:
            hint = did_you_mean(name, images)
            raise DataError((Finding(Place(folder), f"unknown picture '{name}'{hint}", "image"),))
        return read_image(images[name], source.shown(images[name]))

    return Art(symbols, images, symbol, image)
