"""Apply what the user asked for to a component's run: copies, bleed, sleeves, slots to skip."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.build.request import Request, Sleeves
from printgen.build.whole_game import is_leaflet
from printgen.catalog.model import Component
from printgen.errors import CallError
from printgen.frame import Frame, Use
from printgen.geometry import scale
from printgen.limits import PIECES
from printgen.sheet.model import Piece, Run

LOOSE: Final = 6.0  # a sleeve can be this much larger than its card
TIGHT: Final = 1.0  # a card this much larger than its sleeve is made smaller


def chosen_run(run: Run, component: Component, request: Request) -> Run:
    """Return the run as it is to be printed."""
    if request.sleeves is not None and takes_sleeves(component, request.sleeves):
        run = _slips(run, request.sleeves)
    if run.layout != "booklet" and not is_leaflet(component):
        count = len(run.pieces) * request.copies
        if count > PIECES:
            raise CallError(
                f"{count} copies of '{run.title}' are too many; at most {PIECES} are made"
            )
        run = replace(run, pieces=run.pieces * request.copies)
    if request.bleed is not None:
        most = request.bleed if run.max_bleed is None else min(run.max_bleed, request.bleed)
        run = replace(run, max_bleed=most)
    return replace(run, skip=request.start - 1)


def takes_sleeves(component: Component, sleeves: Sleeves) -> bool:
    """Return whether a component is cards of the sleeves' size."""
    template = component.template
    if template is None or template.shape != "rectangle" or component.layout != "grid":
        return False
    card = sorted((template.width, template.height))
    room = sorted((sleeves.width, sleeves.height))
    return all(-LOOSE <= one - other <= TIGHT for one, other in zip(card, room, strict=True))


def _slips(run: Run, sleeves: Sleeves) -> Run:
    """Return one-sided slips to put into sleeves, touching each other; backs are slips too if the
    sleeves are to have them."""
    faces = [
        face
        for piece in run.pieces
        for face in (piece.front, piece.back if sleeves.backs else None)
        if face is not None
    ]
    pieces = tuple(Piece(_fitted(face, sleeves)) for face in faces)
    return replace(run, pieces=pieces, max_bleed=0.0, gutter=None)


def _fitted(face: Frame, sleeves: Sleeves) -> Frame:
    """Return a face made small enough for its sleeve."""
    card = sorted((face.width, face.height))
    room = sorted((sleeves.width, sleeves.height))
    factor = min(1.0, room[0] / card[0], room[1] / card[1])
    if factor == 1.0:
        return face
    return Frame(
        face.name,
        face.width * factor,
        face.height * factor,
        (Use(face, scale(factor)),),
        bleed=face.bleed * factor,
        safe=face.safe * factor,
        origin=face.origin,
        clipped=True,
    )
