"""The context in which booklets and parts lists are typeset."""

from __future__ import annotations

from printgen.catalog.model import Component, Game
from printgen.catalog.schema_types import Fields
from printgen.draw.context import DrawContext
from printgen.draw.drawing import shared_values
from printgen.draw.story.picture_loader import PictureLoader
from printgen.draw.story.typeset import Typesetter
from printgen.errors import Findings
from printgen.ink import BLACK, Color


def no_template(name: str) -> None:
    """Only crafts have templates for pictures."""


class TextContext:
    """The game, settings and findings of a booklet or parts list, with the objects that load its
    pictures and typeset its text."""

    def __init__(
        self,
        game: Game,
        component: Component,
        context: DrawContext,
        findings: Findings,
        fields: Fields,
    ) -> None:
        self.game = game
        self.component = component
        self.context = context
        self.findings = findings
        self.fields = fields
        craft = component.craft
        find_template = no_template if craft is None else craft.template
        self.picture_loader = PictureLoader(game, find_template, context, findings)
        self.typesetter = Typesetter(context, shared_values(game, component, context), findings)
        self.accent = self._accent()

    def _accent(self) -> Color:
        try:
            return self.context.colour(self.fields.text("accent", "ink"))
        except ValueError as fault:
            self.findings.error(self.fields.place_of("accent"), str(fault))
            return BLACK
