from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printgen.catalog.model import Record
from printgen.frame import Frame


class Face(Struct, frozen=True):
    """A row of a component with both sides drawn."""

    record: Record
    front: Frame
    back: Frame | None
    copies: int

    @property
    def pieces(self) -> int:
        """How many pieces are cut from all copies: a sheet of nets has several outlines."""
        outlines = sum(segment[0] == "M" for segment in self.front.outline or ())
        return max(1, outlines) * self.copies


def face_names(faces: Sequence[Face]) -> list[tuple[str, Frame]]:
    """Return the name and frame of every side of every row, even if rows share a frame. A front is
    named by its row's id, a back that all rows share `back`, other backs `<id>-back`."""
    fronts = [(str(face.record.values.get("id")), face.front) for face in faces]
    taken = {name for name, _ in fronts}
    backs = [face.back for face in faces]
    if len({id(back) for back in backs}) == 1 and "back" not in taken:
        return [*fronts[:1], *([("back", backs[0])] if backs[0] else []), *fronts[1:]]
    named: list[tuple[str, Frame]] = []
    for (name, front), back in zip(fronts, backs, strict=True):
        named.append((name, front))
        if back is not None:
            own = f"{name}-back"
            while own in taken:
                own += "-back"
            taken.add(own)
            named.append((own, back))
    return named
