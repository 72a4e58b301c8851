"""Takes a craft that is a text, gives everything it is made with."""

from __future__ import annotations

from printgen.catalog.model import Component, Game
from printgen.catalog.shapes import Fields
from printgen.draw.component import shared_values
from printgen.draw.story.gallery import Gallery
from printgen.draw.story.typeset import Typesetter
from printgen.draw.studio import Studio
from printgen.errors import Findings
from printgen.frame import BLACK, Color


class Commission:
    """A booklet or a list to be made: of which game, with which settings, and who hears of
    faults. Pictures come from its gallery, words from its setter."""

    def __init__(
        self,
        game: Game,
        component: Component,
        studio: Studio,
        findings: Findings,
        fields: Fields,
    ) -> None:
        self.game = game
        self.component = component
        self.studio = studio
        self.findings = findings
        self.fields = fields
        self.gallery = Gallery(game, component, studio, findings)
        self.setter = Typesetter(studio, shared_values(game, component, studio), findings)
        self.accent = self._accent()

    def _accent(self) -> Color:
        try:
            return self.studio.colour(self.fields.text("accent", "ink"))
        except ValueError as fault:
            self.findings.error(self.fields.place_of("accent"), str(fault))
            return BLACK
