"""Takes a game's folder, gives its printed faces as SVG for screens."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from printgen.build.produce import face_names
from printgen.catalog.load import load_game
from printgen.draw.component import draw_component
from printgen.draw.studio import make_studio
from printgen.errors import Findings
from printgen.export.svg import write_svg
from printgen.frame import Frame


class Part(Struct, frozen=True):
    """A component as players look at it: what it is called and its faces by name."""

    id: str
    title: str
    count: int
    faces: Mapping[str, Frame]


class Shelf(Struct, frozen=True):
    """A game on the start page."""

    slug: str
    title: str
    designer: str
    credit: str
    parts: tuple[Part, ...]


@lru_cache(maxsize=32)
def open_shelf(slug: str, cards: Path, templates: Path) -> Shelf:
    """Raises DataError if the game's data is wrong."""
    findings = Findings()
    game = load_game(slug, cards, templates, findings)
    findings.raise_errors()
    if game is None:
        raise ValueError(f"{slug} could not be read")
    studio = make_studio(game, "full", None)
    parts = []
    for component in game.components:
        faces = draw_component(game, component, studio, findings)
        count = sum(face.copies for face in faces)
        parts.append(Part(component.id, component.title, count, dict(face_names(faces))))
    findings.raise_errors()
    return Shelf(game.slug, game.title, game.designer, game.credit, tuple(parts))


def face_svg(frame: Frame) -> str:
    """The face as it is cut: without its bleed."""
    stream = io.StringIO()
    write_svg(frame, stream, show_bleed=False)
    return stream.getvalue()
