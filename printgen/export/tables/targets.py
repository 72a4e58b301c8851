"""The programs that a table layout can be written for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from printgen.export.tables.pictures import Pictures, draw_pictures
from printgen.tabletop.model import TableLayout

IMAGES: Final = "images"
"""The folder of pictures beside a save."""
DPI: Final = 300
SCREEN_DPI: Final = 150
GRID: Final = (10, 7)
"""The columns and rows of the largest sheet of cards that Tabletop Simulator reads; many other
tables accept it, too."""

Files = Mapping[str, bytes]
"""Files by their path below the export's folder."""


class ExportOptions(Struct, frozen=True):
    """A program that reads pictures from addresses finds them below `base_url`, else in a folder
    of this machine. `grid` is the columns and rows of a sheet of sprites."""

    folder: Path = Path()
    base_url: str | None = None
    grid: tuple[int, int] = GRID


def export_files(
    layout: TableLayout, target: str, options: ExportOptions, dpi: int | None = None
) -> Files:
    """Return the files of a layout for one of the `TARGETS`."""
    usual = SCREEN_DPI if target in ON_SCREEN else DPI
    resolution = FIXED_DPI.get(target) or dpi or usual
    return target_files(layout, target, draw_pictures(layout, resolution), options)


def target_files(
    layout: TableLayout, target: str, pictures: Pictures, options: ExportOptions
) -> Files:
    """The same with pictures that are drawn already."""
    return TARGETS[target](layout, pictures, options)


def _tts(layout: TableLayout, pictures: Pictures, options: ExportOptions) -> Files:
    from printgen.export.tables.tts import save_bytes, tts_files

    base_url = options.base_url
    start = f"{base_url.rstrip('/')}/" if base_url else local_address(options.folder / IMAGES)
    save, beside = tts_files(layout, pictures, lambda name: start + quote(name))
    return {
        f"{layout.slug}.json": save_bytes(save),
        **{f"{IMAGES}/{name}": data for name, data in beside.items()},
    }


def local_address(folder: Path) -> str:
    """Return the start of the addresses of the files in a folder of this machine."""
    return f"file:///{folder.resolve().as_posix().lstrip('/')}/"


def _vtt(layout: TableLayout, pictures: Pictures, _: ExportOptions) -> Files:
    from printgen.export.tables.vtt import vtt_bytes

    return {f"{layout.slug}.vtt": vtt_bytes(layout, pictures)}


def _pcio(layout: TableLayout, pictures: Pictures, _: ExportOptions) -> Files:
    from printgen.export.tables.pcio import pcio_bytes

    return {f"{layout.slug}.pcio": pcio_bytes(layout, pictures)}


def _ttpg(layout: TableLayout, pictures: Pictures, _: ExportOptions) -> Files:
    from printgen.export.tables.ttpg import ttpg_files

    return ttpg_files(layout, pictures)


def _vassal(layout: TableLayout, pictures: Pictures, _: ExportOptions) -> Files:
    from printgen.export.tables.vassal import vassal_bytes

    return {f"{layout.slug}.vmod": vassal_bytes(layout, pictures)}


def _sprites(layout: TableLayout, pictures: Pictures, options: ExportOptions) -> Files:
    from printgen.export.tables.sprites import sprite_files

    return sprite_files(layout, pictures, options.grid)


def _faces(layout: TableLayout, pictures: Pictures, _: ExportOptions) -> Files:
    from printgen.export.tables.sprites import face_files

    return face_files(layout, pictures)


MakeFiles = Callable[[TableLayout, Pictures, ExportOptions], Files]
TARGETS: Final[Mapping[str, MakeFiles]] = {
    "tts": _tts,
    "ttpg": _ttpg,
    "pcio": _pcio,
    "vtt": _vtt,
    "vassal": _vassal,
    "sprites": _sprites,
    "faces": _faces,
}
ON_SCREEN: Final = ("vtt", "pcio", "vassal")
"""The targets that show the whole table on a screen, from above."""
FIXED_DPI: Final = {"vassal": 100}
"""Programs that show pictures at the size of their pixels, which then is that of the table."""
