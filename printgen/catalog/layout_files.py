"""Read the PPN files that templates show."""

from __future__ import annotations

from pathlib import Path

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text, resolve_inside
from printgen.catalog.ppn.games import PpnGame, read_layout_file
from printgen.catalog.ppn.setups import builtin_setups
from printgen.errors import DataError, Finding, Findings, Location, did_you_mean
from printgen.limits import PPN_BYTES


def read_layout(folder: Path, path: str, display_folder: str) -> tuple[PpnGame, ...]:
    """Return the games of a file in a folder. Raises DataError with all mistakes in the file, and
    Fault if the file does not exist."""
    file = resolve_inside(folder, path)
    if not file.is_file():
        near = [other.name for other in file.parent.glob("*.ppn")]
        raise Fault(f"names the file '{path}', which does not exist{did_you_mean(path, near)}")
    name = f"{display_folder}/{path}"
    try:
        text = read_text(file, PPN_BYTES)
    except Fault as fault:
        raise DataError((Finding(Location(name, fault.row), str(fault)),)) from None
    findings = Findings()
    games = read_layout_file(text, name, builtin_setups(), findings)
    findings.raise_errors()
    return games
