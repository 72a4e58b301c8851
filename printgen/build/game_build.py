"""Load a game, draw its components and lay them out, each once per build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from printgen.build.choices import chosen_run
from printgen.build.request import Request
from printgen.build.whole_game import Setup, WholeGame, is_leaflet, plan_whole_game
from printgen.catalog.cutters import load_cutter
from printgen.catalog.fonts import default_typeface
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.papers import choose_paper, load_papers
from printgen.catalog.printers import Duplex, load_profile
from printgen.catalog.translations.codes import first_language
from printgen.catalog.translations.own import own_words
from printgen.catalog.translations.translated import check_translation, translated
from printgen.draw.component import make_draw_context
from printgen.draw.context import FacesOf
from printgen.draw.face import Face
from printgen.errors import DataError, Finding, Findings
from printgen.frame import Frame
from printgen.sheet.booklet import page_size
from printgen.sheet.compose import compose
from printgen.sheet.model import Label, Page, Piece, Plan, Run


@lru_cache(maxsize=8)
def _loaded(
    slug: str, cards: Path, templates: Path, language: str
) -> tuple[Game | None, tuple[Finding, ...]]:
    """Load a game once for all units that a worker makes of it."""
    findings = Findings()
    game = load_game(slug, cards, templates, findings)
    if game is not None:
        check_translation(game, language, findings)
        game = translated(game, language)
    return game, tuple(findings)


def open_game(slug: str, request: Request) -> tuple[Game, Findings]:
    """Return the game and its findings; raise DataError if it cannot be loaded at all."""
    game, found = _loaded(slug, request.cards, request.templates, request.language)
    findings = Findings()
    findings.extend(found)
    if game is None:
        raise DataError(tuple(findings))
    return game, findings


def label_for(game: Game) -> Label:
    """Return the label for margins: in the theme's body font, or any other if it has none."""
    fonts = game.theme.fonts
    families = fonts.get("body") or next(iter(fonts.values()), None)
    if families is None:
        return Label(default_typeface())
    first, *others = (family.regular for family in families)
    return Label(first, others=tuple(others))


def make_run(game: Game, component: Component, faces: Sequence[Face]) -> Run:
    pieces = tuple(Piece(face.front, face.back) for face in faces for _ in range(face.copies))
    return run_of(game, component, pieces)


def run_of(game: Game, component: Component, pieces: tuple[Piece, ...]) -> Run:
    second = None
    if game.editions and not component.language:
        first, other = (_same_component(edition, component) for edition in game.editions)
        second = _game_name(game.editions[1]), other.title
        component = replace(component, title=first.title)
    return Run(
        game=_game_name(game),
        title=component.title,
        version=game.version,
        pieces=pieces,
        layout=component.layout,
        shared_cuts=component.shared_cuts,
        gutter=component.gutter,
        pointy=component.template.pointy if component.template else True,
        place=component.place,
        language=component.language or game.language,
        second=second,
    )


def _same_component(game: Game, component: Component) -> Component:
    return next(one for one in game.components if one.id == component.id)


def _game_name(game: Game) -> str:
    """Return what margins call the game."""
    words = own_words(first_language(game.language))
    return game.title if game.is_official else words("{game} (unofficial)", game=game.title)


class GameBuild:
    """One game being built. Each component is drawn and laid out once, for all documents that show
    it (its own, the whole game, the booklet, the parts list)."""

    def __init__(self, slug: str, request: Request) -> None:
        self.game, found = open_game(slug, request)
        self.found = tuple(found)
        self._request = request
        self.setup = Setup(
            choose_paper(request.paper, load_papers(request.templates)),
            Duplex(request.duplex),
            load_profile(request.profile, request.profiles),
            label_for(self.game),
            None if request.cutter is None else load_cutter(request.cutter, request.templates),
        )
        self._plans: dict[str, Plan] = {}
        self._pages: dict[str, tuple[Page, ...]] = {}
        self.context = make_draw_context(
            self.game,
            request.ink,
            request.companion_url,
            request.stock,
            self._to_print,
            page_size(self.setup.paper),
        )

    def _to_print(self, parts: Sequence[FacesOf]) -> Mapping[str, str]:
        """Return on which sheets each component is printed; only the build knows the paper."""
        runs = [
            (component, self._run(component, tuple(Piece(*faces) for faces in pieces)))
            for component, pieces in parts
        ]
        return plan_whole_game(runs, (), self.setup).where

    def _run(self, component: Component, pieces: tuple[Piece, ...]) -> Run:
        return chosen_run(run_of(self.game, component, pieces), component, self._request)

    def _run_of_faces(self, component: Component, faces: Sequence[Face]) -> Run:
        return chosen_run(make_run(self.game, component, faces), component, self._request)

    def plan_whole_game(self, drawn: Sequence[tuple[Component, tuple[Face, ...]]]) -> WholeGame:
        """Return the print files of these components."""
        runs = [(component, self._run_of_faces(component, faces)) for component, faces in drawn]
        pages = [
            face.front for component, faces in drawn if is_leaflet(component) for face in faces
        ]
        return plan_whole_game(runs, pages, self.setup)

    def plan_update(
        self, drawn: Sequence[tuple[Component, tuple[Face, ...]]], pages: Sequence[Frame]
    ) -> WholeGame:
        """Return the print files of some pieces, with pages about them to read."""
        runs = [(component, self._run_of_faces(component, faces)) for component, faces in drawn]
        reading = replace(
            run_of(self.game, self.game.components[0], ()),
            title=own_words(first_language(self.game.language))("Changes"),
        )
        return plan_whole_game(runs, pages, self.setup, reading)

    def compose(self, plan: Plan) -> tuple[Page, ...]:
        return compose(plan, self.setup.label)

    def plan(self, component: Component, faces: Sequence[Face]) -> Plan:
        known = self._plans.get(component.id)
        if known is None:
            run = self._run_of_faces(component, faces)
            known = self._plans[component.id] = self.setup.arranged(run)
        return known

    def pages(self, component: Component, faces: Sequence[Face]) -> tuple[Page, ...]:
        known = self._pages.get(component.id)
        if known is None:
            known = self._pages[component.id] = self.compose(self.plan(component, faces))
        return known


@lru_cache(maxsize=2)
def game_build_for(slug: str, request: Request) -> GameBuild:
    return GameBuild(slug, request)
