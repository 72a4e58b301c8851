"""Take pieces out of the box until none is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from printgen.tabletop.model import Piece


class Inventory:
    """All pieces of a game that have no place on the table yet. Faces are named `component/row`."""

    def __init__(self, pieces: Mapping[str, Sequence[Piece]]) -> None:
        self._left: dict[str, list[Piece]] = {}
        for part in pieces.values():
            for piece in part:
                self._left.setdefault(piece.row, []).append(piece)

    def take(self, face: str) -> Piece:
        """Return the next copy of a row; raise LookupError if there is none left."""
        copies = self._left.get(face)
        if not copies:
            raise LookupError(f"no piece '{face}' is left")
        return copies.pop(0)

    def take_all(self, faces: Sequence[str]) -> tuple[Piece, ...]:
        return tuple(self.take(face) for face in faces)

    def row_named(self, name: str) -> str:
        """Return a row of this name, in whatever component; raise LookupError if there is none."""
        found = (row for row, copies in self._left.items() if copies and row.endswith(f"/{name}"))
        row = next(found, None)
        if row is None:
            raise LookupError(f"no piece '{name}' is left")
        return row

    def has(self, face: str) -> bool:
        return bool(self._left.get(face))

    def rows(self, *components: str) -> tuple[str, ...]:
        """Return the row of every piece that is left of these components, copies included."""
        parts = set(components)
        return tuple(
            row
            for row, copies in self._left.items()
            if row.partition("/")[0] in parts
            for _ in copies
        )

    def rest(self) -> Iterator[Piece]:
        """Take everything that is left."""
        for copies in self._left.values():
            while copies:
                yield copies.pop(0)
