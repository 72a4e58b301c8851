"""An edition: the faces of a game as they were printed, and what changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.model import FIRST_EDITION, Component, Game
from printgen.catalog.translations.codes import ENGLISH
from printgen.draw.component import draw_component
from printgen.draw.context import DrawContext
from printgen.draw.face import Face
from printgen.editions.digest import Digests
from printgen.errors import Findings

PARTS: Final = "parts"
"""The craft of the parts list."""
ChangeKind = Literal["new", "changed", "more", "fewer", "removed"]


Faces = Mapping[str, tuple[Component, Mapping[str, Face]]]
"""Every face of a game, by component and row id."""


class PrintedFace(Struct, frozen=True):
    """The hashes of a face's sides, how many pieces of it there are, and what it is called."""

    front: str
    back: str
    copies: int
    name: str = ""


class Edition(Struct, frozen=True):
    """The faces of a game by component and row id."""

    game: str
    version: str
    faces: Mapping[str, Mapping[str, PrintedFace]]
    number: int = FIRST_EDITION
    language: str = ENGLISH


class Change(Struct, frozen=True):
    """A piece that is not as it was. `out` pieces are taken out of the game, `into` are put in."""

    kind: ChangeKind
    component: str
    id: str
    out: int
    into: int


def is_compared(component: Component) -> bool:
    """Return whether pieces of a component are exchanged one by one; booklets and parts lists are
    simply printed again."""
    is_list = component.craft is not None and component.craft.kind == PARTS
    return component.layout != "booklet" and not is_list


def drawn_faces(
    game: Game, context: DrawContext, findings: Findings
) -> dict[str, tuple[Component, dict[str, Face]]]:
    """Return every face that is printed, by component and row id."""
    return {
        component.id: (
            component,
            {
                str(face.record.values.get("id")): face
                for face in draw_component(game, component, context, findings)
                if face.copies
            },
        )
        for component in game.components
        if is_compared(component)
    }


def name_of(face: Face) -> str:
    """Return what is printed on a piece, if it has a name, or its id."""
    values = face.record.values
    return str(values.get("title") or values.get("name") or values.get("id"))


def without_stamp(game: Game) -> Game:
    """Return the game as its editions are compared: a face on which only the number of the edition
    is another one need not be printed again."""
    return game if game.edition == FIRST_EDITION else replace(game, edition=FIRST_EDITION)


def edition_of(game: Game, faces: Faces, digests: Digests) -> Edition:
    """Return the edition with these faces, which were drawn without a stamp."""
    return Edition(
        game.slug,
        game.version,
        {
            name: {
                row: PrintedFace(
                    digests.of(face.front),
                    "" if face.back is None else digests.of(face.back),
                    face.copies,
                    name_of(face),
                )
                for row, face in rows.items()
            }
            for name, (_, rows) in faces.items()
        },
        game.edition,
        game.language,
    )


def changes(old: Edition, new: Edition) -> Iterator[Change]:
    """Yield what must be done to the pieces of the old edition to get those of the new one, by
    component and row. A row that only has another id is not a change."""
    for name in dict.fromkeys((*new.faces, *old.faces)):
        yield from _component(name, old.faces.get(name, {}), new.faces.get(name, {}))


def _component(
    name: str, old: Mapping[str, PrintedFace], new: Mapping[str, PrintedFace]
) -> Iterator[Change]:
    moved = _same_under_another_id(old, new)
    gone = set(moved.values())
    for row, face in new.items():
        before = old.get(moved.get(row, row))
        if before is None:
            yield Change("new", name, row, 0, face.copies)
        elif (before.front, before.back) != (face.front, face.back):
            yield Change("changed", name, row, before.copies, face.copies)
        elif before.copies < face.copies:
            yield Change("more", name, row, 0, face.copies - before.copies)
        elif before.copies > face.copies:
            yield Change("fewer", name, row, before.copies - face.copies, 0)
    for row, face in old.items():
        if row not in new and row not in gone:
            yield Change("removed", name, row, face.copies, 0)


def _same_under_another_id(
    old: Mapping[str, PrintedFace], new: Mapping[str, PrintedFace]
) -> dict[str, str]:
    """Return the old ids of new rows that look like a row whose id is gone."""
    lost: dict[tuple[str, str], list[str]] = {}
    for row, face in old.items():
        if row not in new:
            lost.setdefault((face.front, face.back), []).append(row)
    found: dict[str, str] = {}
    for row, face in new.items():
        candidates = lost.get((face.front, face.back))
        if row not in old and candidates:
            found[row] = candidates.pop(0)
    return found


def count(found: Sequence[Change]) -> str:
    """Return how many faces changed in which way."""
    kinds: dict[str, int] = {}
    for change in found:
        kinds[change.kind] = kinds.get(change.kind, 0) + 1
    return ", ".join(f"{number} {kind}" for kind, number in kinds.items())
