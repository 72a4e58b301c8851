"""Find the symbols and pictures that a game may use."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from printgen.catalog.icon_sets import first_of
from printgen.catalog.model import Art, IconSet
from printgen.catalog.source import Source
from printgen.errors import DataError, Finding, Location, did_you_mean
from printgen.frame import Frame, ImageFile

_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")


def load_art(source: Source, more: Iterable[Path] = (), icon_sets: tuple[IconSet, ...] = ()) -> Art:
    """Return the symbols in templates/symbols, in `more` folders, in icon sets and in the game's
    art folder, which wins, and the PNG, JPEG and WebP pictures in art. All are named by their path
    without the suffix."""
    own = source.folder / "art"
    shared = (folder / "symbols" for folder in source.template_folders)
    in_sets = first_of(icon_sets)
    symbols: dict[str, Path] = {}
    for one in dict.fromkeys((*shared, *more)):
        symbols |= source.listing(one, ".svg")
    symbols |= {name: named.files[name] for name, named in in_sets.items()}
    in_art = source.listing(own, ".svg")
    symbols |= in_art
    of_set = in_sets.keys() - in_art.keys()
    images = source.listing(own, *_PICTURES)
    folder = source.display_name(own)

    @functools.cache
    def symbol(name: str) -> Frame:
        from printgen.catalog.svg.symbols import read_symbol

        if name not in symbols:
            hint = did_you_mean(name, symbols)
            raise DataError((Finding(Location(folder), f"unknown icon '{name}'{hint}", "symbol"),))
        if name in of_set:
            return in_sets[name].symbol(name)
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

    return Art(
        symbols,
        images,
        symbol,
        image,
        own=tuple(name for name in symbols if name not in of_set),
        credits=tuple(dict.fromkeys(one.credit for one in icon_sets if one.credit)),
    )
