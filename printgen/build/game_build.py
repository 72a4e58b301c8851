"""Load a game, draw its components and lay them out, each once per build."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from printgen.build.request import Request
from printgen.catalog.fonts import default_typeface
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.papers import choose_paper, load_papers
from printgen.catalog.printers import Duplex, load_profile
from printgen.catalog.translations.own import own_words
from printgen.catalog.translations.translated import check_translation, translated
from printgen.draw.component import make_draw_context
from printgen.draw.face import Face
from printgen.errors import DataError, Finding, Findings
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.booklet import page_size
from printgen.sheet.compose import compose
from printgen.sheet.model import Label, Page, Piece, Run


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
    return Label(default_typeface() if families is None else families[0].regular)


def make_run(game: Game, component: Component, faces: Sequence[Face]) -> Run:
    pieces = tuple(Piece(face.front, face.back) for face in faces for _ in range(face.copies))
    return run_of(game, component, pieces)


def run_of(game: Game, component: Component, pieces: tuple[Piece, ...]) -> Run:
    unofficial = own_words(game.language)("{game} (unofficial)", game=game.title)
    return Run(
        game=game.title if game.is_official else unofficial,
        title=component.title,
        version=game.version,
        pieces=pieces,
        layout=component.layout,
        shared_cuts=component.shared_cuts,
        gutter=component.gutter,
        pointy=component.template.pointy if component.template else True,
        place=component.place,
        language=game.language,
    )


class GameBuild:
    """One game being built. Each component is drawn and laid out once, for all documents that show
    it (its own, the whole game, the booklet, the parts list)."""

    def __init__(self, slug: str, request: Request) -> None:
        self.game, found = open_game(slug, request)
        self.found = tuple(found)
        self._paper = choose_paper(request.paper, load_papers(request.templates))
        self._profile = load_profile(request.profile, request.profiles)
        self._duplex = Duplex(request.duplex)
        self._pages: dict[str, tuple[Page, ...]] = {}
        self.context = make_draw_context(
            self.game,
            request.ink,
            request.companion_url,
            request.stock,
            self._sides,
            page_size(self._paper),
        )

    def _sides(
        self, component: Component, pieces: Sequence[tuple[Frame, Frame | None]]
    ) -> tuple[str, ...]:
        """Return the sides of paper that a component needs; only the build knows the paper."""
        run = run_of(self.game, component, tuple(Piece(front, back) for front, back in pieces))
        plan = arrange(run, self._paper, self._duplex, self._profile)
        return tuple(side.name for side in plan.sides)

    def pages(self, component: Component, faces: Sequence[Face]) -> tuple[Page, ...]:
        known = self._pages.get(component.id)
        if known is None:
            run = make_run(self.game, component, faces)
            plan = arrange(run, self._paper, self._duplex, self._profile)
            known = self._pages[component.id] = compose(plan, label_for(self.game))
        return known


@lru_cache(maxsize=2)
def game_build_for(slug: str, request: Request) -> GameBuild:
    return GameBuild(slug, request)
