"""The drawn state of a game that the pages show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import InkStyle
from printgen.draw.face import Face
from printgen.draw.show import show
from printgen.editions.digest import Digests
from printgen.errors import Finding, Findings, Location
from printgen.frame import Frame

Side = Literal["front", "back"]
PartKind = Literal["pieces", "board", "net", "booklet"]
NAMES: Final = ("title", "name", "label")
"""The columns that name a piece, the first choice first."""


class GameFiles(Struct, frozen=True):
    """Where a game is."""

    slug: str
    cards: Path
    templates: Path


class ProofFace(Struct, frozen=True):
    """One side of a row. `digest` is the hash of what it shows."""

    key: str
    title: str
    side: Side
    row: str
    digest: str
    frame: Frame
    copies: int
    place: Location
    values: Mapping[str, str]


class ProofPart(Struct, frozen=True):
    """A component with its faces; a back that rows share is shown once."""

    id: str
    title: str
    kind: PartKind
    columns: tuple[str, ...]
    faces: tuple[ProofFace, ...]
    drawn: tuple[Face, ...]
    component: Component


class Drawing(Struct, frozen=True):
    """What one look at the files gave. Without a game, `parts` is empty."""

    game: Game | None
    parts: tuple[ProofPart, ...]
    mistakes: tuple[Finding, ...]


def draw_game(files: GameFiles, ink: InkStyle = "full") -> Drawing:
    findings = Findings()
    game = load_game(files.slug, files.cards, files.templates, findings)
    parts = () if game is None else draw_parts(game, ink, findings)
    return Drawing(game, parts, findings.errors)


def draw_parts(game: Game, ink: InkStyle, findings: Findings) -> tuple[ProofPart, ...]:
    context = make_draw_context(game, ink, None)
    digests = Digests()
    return tuple(
        _part(component, draw_component(game, component, context, findings), digests)
        for component in game.components
    )


def _part(component: Component, drawn: Sequence[Face], digests: Digests) -> ProofPart:
    columns = tuple(column.name for column in component.table.columns)
    return ProofPart(
        component.id,
        component.title,
        _kind(component),
        columns if component.craft is None else (),
        tuple(_faces(component, drawn, columns, digests)),
        tuple(drawn),
        component,
    )


def _kind(component: Component) -> PartKind:
    if component.layout == "poster":
        return "board"
    if component.layout == "booklet":
        return "booklet"
    return "pieces" if component.craft is None else "net"


def _faces(
    component: Component, drawn: Sequence[Face], columns: tuple[str, ...], digests: Digests
) -> Iterator[ProofFace]:
    shown: set[int] = set()
    for face in drawn:
        values = {name: show(face.record.values.get(name)) for name in columns}
        row = show(face.record.values.get("id"))
        title = next((values[name] for name in NAMES if values.get(name)), row)
        sides: tuple[tuple[Side, Frame | None], ...] = (("front", face.front), ("back", face.back))
        for side, frame in sides:
            if frame is None or (side == "back" and id(frame) in shown):
                continue
            shown.add(id(frame))
            yield ProofFace(
                f"{component.id}/{side}/{row}",
                title,
                side,
                row,
                digests.of(frame),
                frame,
                face.copies,
                face.record.place,
                values,
            )
