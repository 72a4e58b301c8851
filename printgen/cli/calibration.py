"""Takes a paper or a person's readings, gives the calibration sheet or a printer profile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from printgen.build.files import write_whole
from printgen.catalog.fonts import builtin_typeface
from printgen.errors import CallError, did_you_mean
from printgen.export.document import Document, DocumentPage, Section
from printgen.sheet.calibrate import Readings, calibration_pages, profile_from_readings
from printgen.sheet.model import Label
from printgen.sheet.paper import choose_paper, load_papers
from printgen.sheet.profile import save_profile

READING = re.compile(r"\s*([a-z_]+)\s*[=:]\s*(-?\d+(?:[.,]\d+)?)\s*[,;]?")


def write_sheet(paper: str, templates: Path, out: Path) -> Path:
    from printgen.export.pdf import write_pdf

    chosen = choose_paper(paper, load_papers(templates))
    pages = calibration_pages(chosen, Label(builtin_typeface(templates)))
    section = Section("Calibration sheet", tuple(DocumentPage(p, p.name) for p in pages))
    document = Document("Paperboat calibration sheet", "Paperboat", "", "en", "long", (section,))
    file = out / f"calibration-{paper}.pdf"

    def write(stream: BinaryIO) -> None:
        write_pdf(document, stream)

    write_whole(file, write)
    return file


def parse_readings(text: str) -> Readings:
    """`x=99.6 y=100.2 top=3 bottom=2 left=-1 right=0 margin_top=4 …`, in any order."""
    known = Readings.__dataclass_fields__
    values: dict[str, float] = {}
    end = 0
    for match in READING.finditer(text):
        if text[end : match.start()].strip():
            break
        name = match[1]
        if name not in known:
            raise CallError(f"there is no reading '{name}'{did_you_mean(name, known)}")
        values[name] = float(match[2].replace(",", "."))
        end = match.end()
    if not values or text[end:].strip():
        raise CallError(
            f"cannot read '{text[end:].strip() or text}'; write readings as name=number"
        )
    return Readings(**values)


def store_readings(text: str, name: str, folder: Path) -> str:
    profile = profile_from_readings(name, parse_readings(text))
    save_profile(profile, folder)
    return (
        f"printer '{name}': scale {profile.scale_x:.4f} × {profile.scale_y:.4f}, backs moved by"
        f" {profile.back_dx:.2f}, {profile.back_dy:.2f} mm and turned by {profile.back_angle:.2f}°;"
        f" use it with printgen build --profile {name}"
    )
