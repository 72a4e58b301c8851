"""Run all checks on games: their data, their faces and their sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.build.game_build import label_for, make_run
from printgen.build.sheet_check import check_packed_sheets
from printgen.build.whole_game import Setup, is_leaflet, plan_whole_game
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game, Table
from printgen.catalog.papers import Paper, choose_paper, load_papers
from printgen.catalog.printers import Duplex, Profile, check_profiles
from printgen.catalog.translations.codes import ENGLISH
from printgen.catalog.translations.translated import check_translation, translated
from printgen.check.cuts import check_shared_cuts
from printgen.check.expectations import check_expectations
from printgen.check.faces import check_booklet_page, check_face
from printgen.check.sets import check_palette, check_set
from printgen.draw.component import draw_component, make_draw_context, with_booklet_page
from printgen.draw.context import DrawContext, InkStyle
from printgen.draw.face import Face
from printgen.draw.story.howto import draw_howto
from printgen.errors import DataError, Finding, Findings, Location, Subject
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.booklet import page_size
from printgen.sheet.compose import compose

NO_PROFILE: Final = Profile()
URL: Final = "http://192.168.100.100:8000"  # as long as addresses in a home network get


class CheckTask(Struct, frozen=True):
    """A game to check in one ink. Packed sheets are the same in every ink."""

    cards: Path
    templates: Path
    slug: str
    papers: tuple[Paper, ...]
    ink: InkStyle
    language: str
    profile: Profile
    packs: bool


def preflight(
    cards: Path,
    templates: Path,
    games: Sequence[str],
    papers: Sequence[str],
    inks: Sequence[InkStyle],
    jobs: int = 1,
    profiles: Path | None = None,
    language: str = ENGLISH,
    profile: Profile = NO_PROFILE,
) -> tuple[Finding, ...]:
    """Check each game in each ink, on each paper and in each duplex mode, and printer profiles.
    Sheets are those for the printer with the given profile."""
    known = load_papers(templates)
    chosen = tuple(choose_paper(name, known) for name in papers)
    tasks = [
        CheckTask(cards, templates, slug, chosen, ink, language, profile, packs=ink == inks[0])
        for slug in games
        for ink in inks
    ]
    findings = Findings()
    if profiles is not None:
        check_profiles(profiles, findings)
    for found in _run_tasks(tasks, jobs):
        findings.extend(found)
    return tuple(findings)


def _run_tasks(tasks: Sequence[CheckTask], jobs: int) -> Iterator[tuple[Finding, ...]]:
    if jobs < 2 or len(tasks) < 2:
        yield from map(_run_task, tasks)
        return
    from printgen.build.workers import run_in_workers

    with run_in_workers(_run_task, tasks, jobs) as results:
        ordered = sorted(results)
    yield from (found for _, found in ordered)


def _run_task(task: CheckTask) -> tuple[Finding, ...]:
    findings = Findings()
    game = load_game(task.slug, task.cards, task.templates, findings)
    if game is not None:
        check_translation(game, task.language, findings)
        game = translated(game, task.language)
        _load_all_art(game, findings)
        _check_palettes(game, findings)
        if game.is_complete:
            _check_game(game, task, findings)
    return tuple(findings)


def _load_all_art(game: Game, findings: Findings) -> None:
    """Also load the game's own art that no row uses yet, because it may be broken. Sets have
    thousands of icons; only those that are drawn are loaded."""
    for load, names in ((game.art.symbol, game.art.own), (game.art.image, game.art.images)):
        for name in names:
            try:
                load(name)
            except DataError as fault:
                findings.extend(fault.findings)


def _check_palettes(game: Game, findings: Findings) -> None:
    """Check the colours of a column that distinguishes rows (colours, houses, goods), and of the
    suits of each set that is printed for itself."""
    tones = game.theme.colours
    apart = any(component.set for component in game.components)
    for table in game.tables.values():
        for column in table.columns:
            if column.kind == "colour" and not (apart and _lists_suits(table)):
                names = {str(record.values.get(column.name)) for record in table.records}
                colours = {name: tones[name].plain for name in sorted(names) if name in tones}
                place = Location(table.file or table.place.file, field=column.name)
                findings.extend(check_palette(colours, place))
    for pieces in game.sets if apart else ():
        colours = {suit.id: tones[suit.id].plain for suit in pieces.suits}
        findings.extend(check_palette(colours, pieces.place))


def _lists_suits(table: Table) -> bool:
    return any(column.name == "set" for column in table.columns)


def _check_game(game: Game, task: CheckTask, findings: Findings) -> None:
    """Check all components: booklets once per page size, all others once for all papers. Then check
    the sheets that they share."""
    shared = make_draw_context(game, task.ink, URL)
    draw_howto(game, shared, findings)
    drawn: list[tuple[Component, tuple[Face, ...]]] = []
    for component in game.components:
        if component.layout != "booklet":
            faces = _check_component(game, component, shared, task.papers, task.profile, findings)
            if faces is not None and not is_leaflet(component):
                drawn.append((component, faces))
            continue
        by_size: dict[tuple[float, float], list[Paper]] = {}
        for paper in task.papers:
            by_size.setdefault(page_size(paper), []).append(paper)
        for booklet_page, fitting in by_size.items():
            context = shared
            if booklet_page != shared.booklet_page:
                context = with_booklet_page(shared, booklet_page)
            _check_component(game, component, context, fitting, task.profile, findings)
    if task.packs:
        for paper in task.papers:
            _check_shared_sheets(game, drawn, paper, task.profile, findings)


def _check_component(
    game: Game,
    component: Component,
    context: DrawContext,
    papers: Iterable[Paper],
    profile: Profile,
    findings: Findings,
) -> tuple[Face, ...] | None:
    """Return the component's faces, or None if it cannot be printed."""
    findings.extend(check_expectations(component))
    before = len(findings.errors)
    faces = draw_component(game, component, context, findings)
    is_whole = len(findings.errors) == before
    for side, template, frame in distinct_sides(component, faces):
        found = check_face(frame)
        if component.layout == "booklet":
            found += check_booklet_page(frame)
        subject = Subject(component.id, context.ink, side, template)
        findings.extend(replace(finding, subject=subject) for finding in found)
    if is_whole:  # what could not be drawn does not tell faces apart
        fronts = {str(face.record.values.get("id")): face.front for face in faces}
        backs = {str(face.record.values.get("id")): face.back for face in faces}
        findings.extend(check_set(fronts, component.place, backs))
    if component.shared_cuts:
        findings.extend(check_shared_cuts(distinct_frames(faces), component.place))
    for paper in papers:
        _check_sheets(game, component, faces, paper, profile, findings)
    return faces if len(findings.errors) == before else None


def distinct_sides(component: Component, faces: Sequence[Face]) -> Iterator[tuple[str, str, Frame]]:
    """Yield each side, the name of its template, and its frame, once."""
    known: set[int] = set()
    for side in ("front", "back"):
        for face in faces:
            is_front = side == "front"
            frame = face.front if is_front else face.back
            template = (
                component.front_of(face.record) if is_front else component.back_of(face.record)
            )
            if frame is not None and id(frame) not in known:
                known.add(id(frame))
                yield side, template.name if template else "", frame


def distinct_frames(faces: Sequence[Face]) -> list[Frame]:
    frames = {id(frame): frame for face in faces for frame in (face.front, face.back) if frame}
    return list(frames.values())


def _check_sheets(
    game: Game,
    component: Component,
    faces: Sequence[Face],
    paper: Paper,
    profile: Profile,
    findings: Findings,
) -> None:
    run = make_run(game, component, faces)
    for duplex in Duplex:
        try:
            compose(arrange(run, paper, duplex, profile), label_for(game))
        except DataError as fault:
            findings.extend(fault.findings)


def _check_shared_sheets(
    game: Game,
    drawn: Sequence[tuple[Component, tuple[Face, ...]]],
    paper: Paper,
    profile: Profile,
    findings: Findings,
) -> None:
    """Check the sheets that the whole game is packed on, flipped and folded."""
    label = label_for(game)
    runs = [(component, make_run(game, component, faces)) for component, faces in drawn]
    for duplex in (Duplex.LONG, Duplex.FOLD):
        try:
            whole = plan_whole_game(runs, (), Setup(paper, duplex, profile, label))
        except DataError as fault:
            findings.extend(fault.findings)
        else:
            findings.extend(check_packed_sheets(whole, label))
