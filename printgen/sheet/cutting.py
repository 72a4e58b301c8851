"""Collect what a machine cuts and scores on a page, in the order of work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from printgen.frame import Group, Item, Path, Use
from printgen.geometry import (
    IDENTITY,
    Matrix,
    Segments,
    bounds,
    multiply,
    transform_segments,
    translate,
)
from printgen.sheet.model import Run, Side
from printgen.sheet.placing import slot_matrix
from printgen.sheet.shapes import shows_its_cut, trim_outline

CutKind = Literal["score", "perforation", "cut"]


class CutPath(Struct, frozen=True):
    """A path on the page, in millimetres from its top left."""

    kind: CutKind
    segments: Segments


def cut_paths(
    run: Run, side: Side, folds: Literal["score", "perforation"] = "score"
) -> tuple[CutPath, ...]:
    """Return the folds of a page's fronts, then its cuts, inner ones before the outer ones around
    them: what is cut out no longer lies still."""
    paths = tuple(_paths(run, side, folds))
    creases = [path for path in paths if path.kind != "cut"]
    cuts = sorted((path for path in paths if path.kind == "cut"), key=_area)
    return (*creases, *cuts)


def moved_paths(paths: tuple[CutPath, ...], dx: float, dy: float) -> tuple[CutPath, ...]:
    if not dx and not dy:
        return paths
    by = translate(dx, dy)
    return tuple(CutPath(p.kind, transform_segments(p.segments, by)) for p in paths)


def _area(path: CutPath) -> float:
    _, _, width, height = bounds(path.segments)
    return width * height


def _paths(run: Run, side: Side, folds: Literal["score", "perforation"]) -> Iterator[CutPath]:
    if side.tile is not None or side.poster_map is not None:
        return
    for slot in side.slots:
        face = run.pieces[slot.piece].face(slot.face)
        if slot.face != "front" or face is None:
            continue
        matrix = slot_matrix(slot)
        # The outline of a net is also among its items, as the line that people cut along.
        for contour in _contours(trim_outline(face, matrix)):
            yield CutPath("cut", contour)
        inner = _lines(face.items, matrix)
        yield from (
            CutPath("cut" if layer == "cut" else folds, segments)
            for layer, segments in inner
            if layer == "fold" or not shows_its_cut(face)
        )


def _contours(segments: Segments) -> Iterator[Segments]:
    """Yield the parts of a path that each begin with a move."""
    part: list[tuple[str | float, ...]] = []
    for segment in segments:
        if segment[0] == "M" and part:
            yield tuple(part)
            part = []
        part.append(segment)
    if part:
        yield tuple(part)


def _lines(
    items: tuple[Item, ...], matrix: Matrix, layer: str = "art"
) -> Iterator[tuple[str, Segments]]:
    """Yield the paths on the cut and fold layers, however deep they are nested."""
    for item in items:
        own = item.layer if item.layer != "art" else layer
        match item:
            case Path() if own in ("cut", "fold"):
                for contour in _contours(transform_segments(item.segments, matrix)):
                    yield own, contour
            case Group():
                inside = multiply(matrix, item.matrix) if item.matrix != IDENTITY else matrix
                yield from _lines(item.items, inside, own)
            case Use():
                yield from _lines(item.frame.items, multiply(matrix, item.matrix), own)
