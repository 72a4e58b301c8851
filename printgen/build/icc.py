"""Find the ICC profile of a press among those of the system."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from printgen.catalog.services import Service
from printgen.errors import CallError
from printgen.export.separation import read_profile


def profile_for(service: Service, chosen: Path | None) -> bytes:
    """Return the chosen profile, or the first one of the service that is installed. Raises
    CallError if there is none."""
    if chosen is not None:
        return read_profile(chosen)
    names = service.press.icc if service.press is not None else ()
    found = {file.stem.lower(): file for file in _installed()}
    for name in names:
        if name.lower() in found:
            return read_profile(found[name.lower()])
    wanted = " or ".join(f"{name}.icc" for name in names[:2])
    raise CallError(
        f"{service.title} prints in CMYK, which needs an ICC profile: install {wanted}, or name its"
        " file with --icc; the manual's page of the service says where to get it"
    )


def _installed() -> Iterator[Path]:
    """Yield the ICC profiles in the usual folders of Linux, macOS and Windows, and of TeX Live."""
    home = Path.home()
    for folder in (
        Path(os.environ.get("SYSTEMROOT", "C:/Windows")) / "System32/spool/drivers/color",
        Path("/Library/ColorSync/Profiles"),
        home / "Library/ColorSync/Profiles",
        Path("/usr/share/color/icc"),
        Path("/usr/local/share/color/icc"),
        Path("/usr/share/texlive/texmf-dist/tex/generic/colorprofiles"),
        Path("/usr/share/texmf-dist/tex/generic/colorprofiles"),
        home / ".local/share/icc",
        home / ".color/icc",
    ):
        if folder.is_dir():
            yield from (
                file
                for file in sorted(folder.rglob("*"))
                if file.suffix.lower() in (".icc", ".icm")
            )
