"""Draw the pictures of how to play."""

from __future__ import annotations

from printgen.catalog.model import Game
from printgen.draw.context import DrawContext
from printgen.draw.story.picture_loader import PictureLoader
from printgen.errors import Findings
from printgen.frame import Frame


def draw_howto(game: Game, context: DrawContext, findings: Findings) -> tuple[Frame | None, ...]:
    """Return a frame for each step; None after reporting that it cannot be drawn."""
    templates = {step.picture.name: step.template for step in game.howto if step.template}
    loader = PictureLoader(game, templates.get, context, findings)
    return tuple(loader.frame(step.picture) for step in game.howto)
