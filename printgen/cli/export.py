"""`printgen export`: write games for virtual tables."""

from __future__ import annotations

from pathlib import Path

from printgen.build.files import write_atomically
from printgen.errors import CallError
from printgen.export.tables.targets import export_files
from printgen.tabletop.model import TableLayout


def write_export(
    layout: TableLayout, target: str, out: Path, dpi: int, base_url: str | None
) -> list[Path]:
    """Write a layout for a program below `out`; return the files to open, not the pictures."""
    folder = out / layout.slug / target
    files = export_files(layout, target, folder, dpi, base_url)
    for name, data in files.items():
        write_atomically(folder / name, data)
    return [folder / name for name in files if "/" not in name] or [folder]


def check_export(target: str, base_url: str | None, *, push: bool) -> None:
    """Raise CallError for options that do not go together."""
    if push and target != "tts":
        raise CallError("--push sends a game to Tabletop Simulator: use it with tts")
    if base_url is not None and target != "tts":
        raise CallError(f"{target} files contain their pictures: --base-url is for tts")


def push_layout(save: Path) -> None:
    """Send a save to a running Tabletop Simulator."""
    from printgen.export.tables.tts_push import push

    push(save.read_bytes())
