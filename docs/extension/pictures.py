"""Draw the pictures of games that the manual shows, with `printgen` itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image, ImageDraw
from sphinx.application import Sphinx

from docs.extension.repository import DOCS

FOLDER: Final = "_static/drawn"
DPI: Final = 110
CORNER: Final = round(3 / 25.4 * DPI)
OUTLINE: Final = (128, 128, 128, 110)  # seen on light and dark pages
GAP: Final = 14
WIDTH: Final = 1500


def draw_pictures(app: Sphinx, exception: Exception | None) -> None:
    """Write the pictures into the site, after its pages."""
    if exception is not None or app.builder.format != "html":
        return
    target = Path(app.outdir) / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        games = Path(name) / "cards"
        games.mkdir()
        parts = "cards,board,dice,score"
        _printgen(name, "new", "Lantern Road", "--with", parts, "--quiet")
        faces = _faces(name, games, "lantern-road")
        lantern_road = ("guide", "lamp", "boat", "market", "tower", "back")
        _row(faces, lantern_road).save(target / "lantern-road.png")
        faces = _faces(name, DOCS / "coming-from", "night-market")
        night_market = ("Dumplings", "Jasmine tea", "Lantern", "Kite", "back")
        _row(faces, night_market).save(target / "night-market.png")


def _faces(folder: str, games: Path, game: str) -> Path:
    arguments = ("--component", "cards", "--format", "png", "--dpi", str(DPI), "--quiet")
    _printgen(folder, "build", game, "--cards", str(games), *arguments)
    return Path(folder) / "output" / game / "png" / "cards" / "faces"


def _printgen(folder: str, *arguments: str) -> None:
    command = [sys.executable, "-m", "printgen", *arguments]
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 – our own program


def _row(folder: Path, names: Sequence[str]) -> Image.Image:
    """Return the faces side by side, on a transparent ground."""
    faces = [_cut_out(Image.open(folder / f"{name}.png")) for name in names]
    width = sum(face.width for face in faces) + GAP * (len(faces) - 1)
    row = Image.new("RGBA", (width, max(face.height for face in faces)))
    left = 0
    for face in faces:
        row.paste(face, (left, 0))
        left += face.width + GAP
    return row.resize((WIDTH, round(row.height * WIDTH / row.width)))


def _cut_out(face: Image.Image) -> Image.Image:
    """Return a face with round, transparent corners and an outline."""
    mask = Image.new("L", face.size)
    box = (0, 0, face.width - 1, face.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, CORNER, fill=255)
    cut = Image.new("RGBA", face.size)
    cut.paste(face.convert("RGBA"), mask=mask)
    edge = Image.new("RGBA", face.size)
    ImageDraw.Draw(edge).rounded_rectangle(box, CORNER, outline=OUTLINE)
    return Image.alpha_composite(cut, edge)
