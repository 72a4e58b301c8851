"""Write the calibration sheet, or store readings as a printer profile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from printgen.build.files import write_atomically
from printgen.catalog.fonts import default_typeface
from printgen.catalog.papers import Paper, choose_paper, load_papers
from printgen.catalog.printers import Duplex, Margins, save_profile
from printgen.catalog.translations.codes import ENGLISH
from printgen.catalog.translations.own import own_languages, own_words
from printgen.errors import CallError, did_you_mean
from printgen.export.document import Document, DocumentPage, Section
from printgen.sheet.calibrate import draw_calibration
from printgen.sheet.model import Label
from printgen.sheet.readings import Readings, profile_from_readings

READING: Final = re.compile(r"\s*([a-z-]+)\s*[=:]\s*([-+]?\d+(?:[.,]\d+)?)(?:\s*mm)?\s*[,;]?")
RULERS: Final = {"across": 100.0, "down": 100.0}
SCALES: Final = {"top": 0.0, "bottom": 0.0, "left": 0.0, "right": 0.0}
EDGES: Final = {f"edge-{side}": 5.0 for side in SCALES}
KNOWN: Final = {**RULERS, **SCALES, **EDGES}


def write_sheet(paper: str, duplex: str, templates: Path, out: Path, language: str) -> Path:
    from printgen.export.pdf import pdf_bytes

    chosen = choose_paper(paper, load_papers(templates))
    languages = own_languages()
    if language not in languages:
        known = ", ".join(languages)
        raise CallError(f"there is no calibration sheet in '{language}' (known: {known})")
    words = own_words(language)
    pages = draw_calibration(chosen, Duplex(duplex), Label(default_typeface()), words)
    title = words("Printer calibration")
    section = Section(title, tuple(DocumentPage(page.frame) for page in pages))
    document = Document(title, "Paperboat", "", language, duplex, (section,))  # type: ignore[arg-type]
    spoken = "" if language == ENGLISH else f"-{language}"
    file = out / f"calibration-{paper}-{duplex}{spoken}.pdf"
    write_atomically(file, pdf_bytes(document))
    return file


def parse_readings(text: str, paper: Paper, duplex: Duplex) -> Readings:
    """Parse `across=99.6 down=100.2 top=3 bottom=2 edge-top=4 …`, in any order; omitted values are
    exact."""
    values = dict(KNOWN)
    end = 0
    for match in READING.finditer(text):
        if match.start() != end:
            break
        name = match[1]
        if name not in KNOWN:
            raise CallError(f"there is no reading '{name}'{did_you_mean(name, KNOWN)}")
        values[name] = float(match[2].replace(",", "."))
        end = match.end()
    if end == 0 or text[end:].strip():
        raise CallError(
            f"cannot read '{text[end:].strip() or text}'; write readings as name=number,"
            f" with the names {', '.join(KNOWN)}"
        )
    edges = (values[f"edge-{side}"] for side in ("top", "right", "bottom", "left"))
    return Readings(
        paper,
        measured_x=values["across"],
        measured_y=values["down"],
        top=values["top"],
        bottom=values["bottom"],
        left=values["left"],
        right=values["right"],
        margins=Margins(*edges),
        duplex=duplex,
    )


def store_readings(
    text: str, name: str, paper: str, duplex: str, templates: Path, folder: Path
) -> str:
    chosen = choose_paper(paper, load_papers(templates))
    profile = profile_from_readings(name, parse_readings(text, chosen, Duplex(duplex)))
    save_profile(profile, folder)
    return (
        f"stored printer profile '{name}': scale {profile.scale_x:.4f} × {profile.scale_y:.4f},"
        f" backs shifted by {profile.back_dx:.2f}, {profile.back_dy:.2f} mm and rotated by"
        f" {profile.back_angle:.2f}°;"
        f" use it with printgen build --profile {name}"
    )
