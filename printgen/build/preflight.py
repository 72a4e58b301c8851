"""Takes games, gives every finding: in the data, on the faces, between them, on the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from printgen.build.produce import label_for, make_run
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.check.cuts import check_shared_cuts
from printgen.check.faces import check_face
from printgen.check.sets import check_palette, check_set
from printgen.draw.component import Face, draw_component
from printgen.draw.studio import make_studio
from printgen.errors import DataError, Finding, Findings, Place
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.model import Duplex, Paper, Profile
from printgen.sheet.paper import choose_paper, load_papers

Ink = Literal["full", "low"]


def preflight(
    cards: Path,
    templates: Path,
    games: Sequence[str],
    papers: Sequence[str],
    inks: Sequence[Ink],
    jobs: int = 1,
) -> tuple[Finding, ...]:
    """Looks at each game in each ink, on each paper, with backs got by every means."""
    known = load_papers(templates)
    chosen = tuple(choose_paper(name, known) for name in papers)
    looks = [(cards, templates, slug, chosen, ink) for slug in games for ink in inks]
    findings = Findings()
    for found in _look_at_all(looks, jobs):
        findings.extend(found)
    return tuple(findings)


Look = tuple[Path, Path, str, tuple[Paper, ...], Ink]


def _look_at_all(looks: Sequence[Look], jobs: int) -> Iterator[tuple[Finding, ...]]:
    if jobs < 2 or len(looks) < 2:
        yield from map(_look, looks)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(looks))) as pool:
        yield from pool.map(_look, looks)


def _look(look: Look) -> tuple[Finding, ...]:
    cards, templates, slug, papers, ink = look
    findings = Findings()
    game = load_game(slug, cards, templates, findings)
    if game is not None:
        _load_all_art(game, findings)
        _check_palettes(game, findings)
        _check_game(game, ink, papers, findings)
    return tuple(findings)


def _load_all_art(game: Game, findings: Findings) -> None:
    """Art that no row uses yet is still the person's file, and may be broken."""
    for load, names in ((game.art.symbol, game.art.symbols), (game.art.image, game.art.images)):
        for name in names:
            try:
                load(name)
            except DataError as fault:
                findings.extend(fault.findings)


def _check_palettes(game: Game, findings: Findings) -> None:
    """Colours of one column tell rows apart (suits, houses, goods): eyes must manage that too."""
    for table in game.tables.values():
        for column in table.columns:
            if column.kind == "colour":
                names = {str(record.values.get(column.name)) for record in table.records}
                tones = game.theme.colours
                suits = {name: tones[name].full for name in sorted(names) if name in tones}
                place = Place(table.file or table.place.file, field=column.name)
                findings.extend(check_palette(suits, place))


def _check_game(game: Game, ink: Ink, papers: Iterable[Paper], findings: Findings) -> None:
    studio = make_studio(game, ink, "http://192.168.100.100:8000")
    for component in game.components:
        faces = draw_component(game, component, studio, findings)
        for frame in distinct_frames(faces):
            findings.extend(check_face(frame))
        fronts = {str(face.record.values.get("id")): face.front for face in faces}
        backs = {str(face.record.values.get("id")): face.back for face in faces}
        findings.extend(check_set(fronts, component.place, backs))
        if component.shared_cuts:
            findings.extend(check_shared_cuts(distinct_frames(faces), component.place))
        for paper in papers:
            _check_sheets(game, component, faces, paper, findings)


def distinct_frames(faces: Sequence[Face]) -> list[Frame]:
    frames = {id(frame): frame for face in faces for frame in (face.front, face.back) if frame}
    return list(frames.values())


def _check_sheets(
    game: Game, component: Component, faces: Sequence[Face], paper: Paper, findings: Findings
) -> None:
    run = make_run(game, component, faces)
    for duplex in Duplex:
        try:
            compose(arrange(run, paper, duplex, Profile()), label_for(game))
        except DataError as fault:
            findings.extend(fault.findings)
