"""Write the files of a table layout, and send it to a running program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from printgen.errors import CallError
from printgen.export.tables.targets import GRID, ExportOptions, export_files
from printgen.tabletop.model import TableLayout

MAX_CELLS: Final = 10_000


def write_export(
    layout: TableLayout,
    target: str,
    out: Path,
    dpi: int | None,
    base_url: str | None,
    grid: tuple[int, int] = GRID,
) -> list[Path]:
    """Write a layout for a program below `out`; return the files to open, not the pictures."""
    folder = out / layout.slug / target
    files = export_files(layout, target, ExportOptions(folder, base_url, grid), dpi)
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.part")
        part.write_bytes(data)
        part.replace(file)
    return [folder / name for name in files if "/" not in name] or [folder]


def check_export(target: str, base_url: str | None, *, push: bool) -> None:
    """Raise CallError for options that do not go together."""
    if push and target != "tts":
        raise CallError("--push sends a game to Tabletop Simulator: use it with tts")
    if base_url is not None and target != "tts":
        raise CallError(f"{target} files contain their pictures: --base-url is for tts")


def read_grid(text: str) -> tuple[int, int]:
    """Return the columns and rows of `10x7`; raise CallError for anything else."""
    columns, _, rows = text.lower().replace("×", "x").partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and 0 < int(columns) * int(rows) <= MAX_CELLS):
        raise CallError(f"--grid '{text}' is not a number of columns and rows, such as 10x7")
    return int(columns), int(rows)


def push_layout(save: Path) -> None:
    """Send a save to a running Tabletop Simulator."""
    from printgen.export.tables.tts_push import push

    push(save.read_bytes())
