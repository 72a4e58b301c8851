"""Compare the printed copy of a game, as it was recorded, with the game as it is now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from companion.pictures.library import Library, Snapshot, draw_context, read_snapshot
from printgen.catalog.translations.translated import translated
from printgen.draw.component import make_draw_context
from printgen.editions.digest import Digests
from printgen.editions.edition import (
    Change,
    Edition,
    changes,
    drawn_faces,
    edition_of,
    without_stamp,
)
from printgen.editions.store import PRINTED, edition_file, read_edition
from printgen.errors import CallError, DataError, Findings


class OutdatedPart(Struct, frozen=True):
    """What a component of the printed copy lacks, and what no longer belongs to it."""

    id: str
    title: str
    lacking: int
    surplus: int
    changes: tuple[Change, ...]
    old_names: Mapping[str, str]
    """What its pieces were called, by id."""


class OutdatedCopy(Struct, frozen=True):
    """How a printed copy differs from the current edition, and the language that it is in."""

    edition: int
    language: str
    parts: tuple[OutdatedPart, ...]

    @property
    def lacking(self) -> int:
        return sum(part.lacking for part in self.parts)

    @property
    def surplus(self) -> int:
        """How many pieces are to be taken out without a new one in their place."""
        return sum(part.surplus for part in self.parts)


def outdated_copy(library: Library, slug: str) -> OutdatedCopy | None:
    """Return how the copy that was recorded as printed differs; None if it does not, or nothing is
    recorded that can be compared. Raises NoSuchGame."""
    if not edition_file(library.cards, slug, PRINTED).is_file():
        return None
    return _outdated(library.snapshot(slug))


@lru_cache(maxsize=64)
def _outdated(snapshot: Snapshot) -> OutdatedCopy | None:
    game = read_snapshot(snapshot)
    try:
        printed = read_edition(edition_file(snapshot.cards, snapshot.slug, PRINTED))
        found = tuple(changes(printed, _current(snapshot, printed.language)))
    except (OSError, CallError, DataError):  # the build reports it to the person who can mend it
        return None
    if not found:
        return None
    titles = {component.id: component.title for component in game.components}
    parts = tuple(
        _part(
            name,
            titles.get(name, name),
            tuple(change for change in found if change.component == name),
            printed,
        )
        for name in dict.fromkeys(change.component for change in found)
    )
    return OutdatedCopy(game.edition, printed.language, parts)


def _part(name: str, title: str, found: tuple[Change, ...], printed: Edition) -> OutdatedPart:
    lacking = sum(change.into for change in found)
    surplus = sum(max(0, change.out - change.into) for change in found)
    old_names = {row: face.name for row, face in printed.faces.get(name, {}).items()}
    return OutdatedPart(name, title, lacking, surplus, found, old_names)


def _current(snapshot: Snapshot, language: str) -> Edition:
    """Return the edition as it is now, in the language that was recorded."""
    read = read_snapshot(snapshot)
    game = translated(read, language)
    plain = without_stamp(game)
    is_shown = plain is read
    context = draw_context(snapshot) if is_shown else make_draw_context(plain, "full", None)
    findings = Findings()
    faces = drawn_faces(plain, context, findings)
    findings.raise_errors()
    return edition_of(game, faces, Digests())
