"""Build an update pack: sheets with what is new and changed, and a list of what to exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printgen.build.game_build import GameBuild
from printgen.build.outputs import Outputs
from printgen.build.produce import write_print_files
from printgen.build.request import Request, Unit
from printgen.catalog.model import Component
from printgen.catalog.translations.codes import first_language, languages_of
from printgen.catalog.translations.own import Words, own_words
from printgen.draw.component import draw_component
from printgen.draw.face import Face
from printgen.editions.edition import Change, Edition, changes, name_of
from printgen.editions.pictures import picture_folder, recorded_picture
from printgen.editions.revisions import GameFolder
from printgen.editions.store import PRINTED, Drawn, draw_edition, edition_since
from printgen.errors import CallError, Findings
from printgen.frame import Frame
from printgen.sheet.exchange import Exchange, exchange_pages


class Update(Struct, frozen=True):
    """What changed since an edition, and the files that were written."""

    game: str
    since: str
    changes: tuple[Change, ...]
    files: tuple[Path, ...]
    pages: int


def build_update(slug: str, since: str, request: Request) -> Update:
    """Write the update pack of a game. Raises CallError for an edition that does not exist,
    DataError with the mistakes in the game's data."""
    folder, language = GameFolder(request.cards, slug, request.templates, slug), request.language
    with edition_since(request.cards, slug, since, language) as before:
        current = draw_edition(folder, before.edition.language)
        found = tuple(changes(before.edition, current.edition))
        if not found:
            return Update(slug, since, (), (), 0)
        if before.edition.language != language:
            _check_languages(before.edition.language, request, since)
            current = draw_edition(folder, language)
        pictures = picture_folder(request.cards, slug)
        exchanges = [_exchange(change, before, current, pictures) for change in found]
    game_build = GameBuild(slug, request)
    findings = Findings()
    wanted = {(c.component, c.id): c.into for c in found}
    drawn = [
        (component, _changed(component, faces, wanted))
        for component in game_build.game.components
        for faces in (draw_component(game_build.game, component, game_build.context, findings),)
    ]
    findings.raise_errors()
    drawn = [(component, faces) for component, faces in drawn if faces]
    words = own_words(first_language(language))
    title = f"{game_build.game.title}: {_what(since, before.edition, current.edition, words)}"
    pages = exchange_pages(title, exchanges, game_build.setup.label, first_language(language))
    out = Outputs(request.out / slug, Unit(slug, (), f"update-since-{since}", ("pdf",)), request)
    whole = game_build.plan_update(drawn, pages)
    count = write_print_files(game_build, whole, request, out)
    files = tuple(request.out / slug / name for name in out.files)
    return Update(slug, since, found, files, count)


def _what(since: str, old: Edition, new: Edition, words: Words) -> str:
    """Return what the list of exchanges is about."""
    if old.number != new.number:
        return words("from edition {old} to edition {new}", old=old.number, new=new.number)
    when = words("it was printed") if since == PRINTED else since
    return words("changes since {when}", when=when)


def _check_languages(recorded: str, request: Request, since: str) -> None:
    """Raise CallError if the pieces of the edition are not those of the language: a game in two
    languages has pieces of its own."""
    if len(languages_of(recorded)) > 1 or len(languages_of(request.language)) > 1:
        raise CallError(
            f"the edition '{since}' was recorded with --language {recorded}; use it for the update"
        )


def _changed(
    component: Component, faces: Sequence[Face], wanted: Mapping[tuple[str, str], int]
) -> tuple[Face, ...]:
    """Return the faces that are put in, as often as that."""
    counted = (
        replace(face, copies=wanted.get((component.id, str(face.record.values.get("id"))), 0))
        for face in faces
    )
    return tuple(face for face in counted if face.copies)


def _exchange(change: Change, before: Drawn, after: Drawn, pictures: Path) -> Exchange:
    new = _face(after, change)
    found = after.faces.get(change.component) or before.faces.get(change.component)
    title = found[0].title if found is not None else change.component
    return Exchange(
        title,
        _name(change, before.edition, new),
        change.out,
        change.into,
        _old_front(change, before, pictures) if change.out else None,
        new.front if new is not None and change.into else None,
    )


def _name(change: Change, before: Edition, new: Face | None) -> str:
    """Return the name of a piece, or both if it has got another one."""
    printed = before.faces.get(change.component, {}).get(change.id)
    names = [printed.name if printed is not None else "", name_of(new) if new is not None else ""]
    return " → ".join(filter(None, dict.fromkeys(names))) or change.id


def _old_front(change: Change, before: Drawn, pictures: Path) -> Frame | None:
    """Return what is taken out: drawn again, if its data is there, or as it was recorded."""
    face = _face(before, change)
    if face is not None:
        return face.front
    printed = before.edition.faces.get(change.component, {}).get(change.id)
    return None if printed is None else recorded_picture(pictures, printed.front)


def _face(drawn: Drawn, change: Change) -> Face | None:
    found = drawn.faces.get(change.component)
    return None if found is None else found[1].get(change.id)
