"""The programs that a table layout can be written for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from printgen.export.tables.pictures import Pictures, draw_pictures
from printgen.tabletop.model import TableLayout

IMAGES: Final = "images"
"""The folder of pictures beside a save."""
DPI: Final = 300
SCREEN_DPI: Final = 150

Files = Mapping[str, bytes]
"""Files by their path below the export's folder."""


def export_files(
    layout: TableLayout,
    target: str,
    folder: Path,
    dpi: int | None = None,
    base_url: str | None = None,
) -> Files:
    """Return the files of a layout for one of the `TARGETS`. A program that reads pictures from
    addresses finds them below `base_url`, else in the folder."""
    resolution = dpi or (SCREEN_DPI if target in ON_SCREEN else DPI)
    return TARGETS[target](layout, draw_pictures(layout, resolution), folder, base_url)


def _tts(layout: TableLayout, pictures: Pictures, folder: Path, base_url: str | None) -> Files:
    from printgen.export.tables.tts import save_bytes, tts_files

    start = f"{base_url.rstrip('/')}/" if base_url else local_address(folder / IMAGES)
    save, beside = tts_files(layout, pictures, lambda name: start + quote(name))
    return {
        f"{layout.slug}.json": save_bytes(save),
        **{f"{IMAGES}/{name}": data for name, data in beside.items()},
    }


def local_address(folder: Path) -> str:
    """Return the start of the addresses of the files in a folder of this machine."""
    return f"file:///{folder.resolve().as_posix().lstrip('/')}/"


def _vtt(layout: TableLayout, pictures: Pictures, _: Path, __: str | None) -> Files:
    from printgen.export.tables.vtt import vtt_bytes

    return {f"{layout.slug}.vtt": vtt_bytes(layout, pictures)}


def _pcio(layout: TableLayout, pictures: Pictures, _: Path, __: str | None) -> Files:
    from printgen.export.tables.pcio import pcio_bytes

    return {f"{layout.slug}.pcio": pcio_bytes(layout, pictures)}


MakeFiles = Callable[[TableLayout, Pictures, Path, str | None], Files]
TARGETS: Final[Mapping[str, MakeFiles]] = {"tts": _tts, "vtt": _vtt, "pcio": _pcio}
ON_SCREEN: Final = ("vtt", "pcio", "vassal")
"""The targets that show the whole table on a screen, from above."""
