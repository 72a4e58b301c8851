"""Lay out a game by the code of its setup, and write it for a virtual table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games import rules_for
from companion.pictures.library import Library, table_pieces
from companion.pictures.raster import drawing
from companion.table.game_rules import full_table_of, setup_of
from companion.table.model import SetupRequest
from companion.tabletop.layout import Translate, table_layout
from companion.tabletop.layouts import laid_layouts, unused_sets
from printgen.export.tables.archive import zip_bytes
from printgen.export.tables.dice import dice_files
from printgen.export.tables.felt import named_felt
from printgen.export.tables.targets import (
    FIXED_DPI,
    ON_SCREEN,
    ExportOptions,
    target_files,
)
from printgen.tabletop.model import TableLayout

DPI: Final = 150
"""Sharp on a screen, and small enough to fetch on a phone."""


class Download(Struct, frozen=True):
    """A file to open in a program: its ending and media type."""

    title: str
    ending: str
    mimetype: str


DOWNLOADS: Final[Mapping[str, Download]] = {
    "tts": Download("Tabletop Simulator", "json", "application/json"),
    "ttpg": Download("Tabletop Playground", "zip", "application/zip"),
    "vtt": Download("VirtualTabletop", "vtt", "application/zip"),
    "pcio": Download("PlayingCards.io", "pcio", "application/zip"),
    "vassal": Download("VASSAL", "vmod", "application/zip"),
}
"""What can be downloaded, by the target; titles are the programs' own names."""


def laid_out_game(
    library: Library,
    slug: str,
    request: SetupRequest,
    translate: Translate,
    *,
    on_screen: bool = False,
) -> TableLayout:
    """Return the game as this setup lays it out; texts are in the language of `translate`.

    Raises Refused for a setup that the game does not have, NoSuchGame and DataError.
    """
    game = library.game(slug)
    rules = rules_for(game)
    setup = setup_of(rules, request)
    table = full_table_of(rules, request, setup)
    laid = tuple(laid_layouts(library, game, setup, request))
    if laid:
        box = (*table.box, *unused_sets(game, laid))
        table = replace(table, laid=(*table.laid, *laid), box=box)
    pieces = table_pieces(slug, library.cards, library.templates).pieces
    return table_layout(game, setup, table, pieces, request.words, translate, on_screen=on_screen)


def write_download(
    library: Library,
    slug: str,
    request: SetupRequest,
    translate: Translate,
    target: str,
    base_url: str,
) -> bytes:
    """Return the file of one of the `DOWNLOADS`. Tabletop Simulator fetches its pictures below
    `base_url`; all others contain them."""
    layout = laid_out_game(library, slug, request, translate, on_screen=target in ON_SCREEN)
    printed = table_pieces(slug, library.cards, library.templates)
    pictures = printed.pictures(FIXED_DPI.get(target, DPI))
    with drawing():  # dice get pictures of their own
        files = target_files(layout, target, pictures, ExportOptions(base_url=base_url))
    main = f"{slug}.{DOWNLOADS[target].ending}"
    return files[main] if main in files else zip_bytes(files)


def find_picture(library: Library, slug: str, name: str) -> bytes | None:
    """A picture or model that a save of Tabletop Simulator names; None if there is none."""
    printed = table_pieces(slug, library.cards, library.templates)
    found = named_felt(name) or printed.pictures(DPI).files.get(name)
    if found is not None:
        return found
    pieces = tuple(piece for part in printed.pieces.values() for piece in part)
    with drawing():
        return dice_files(pieces).get(name)
