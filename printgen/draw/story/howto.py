"""Draw the pictures of how to play."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from printgen.catalog.howto import LABELS
from printgen.catalog.model import Game
from printgen.catalog.rules_text.blocks import Constant, Picture
from printgen.draw.context import DrawContext
from printgen.draw.story.picture_loader import PictureLoader
from printgen.errors import Findings
from printgen.frame import Frame

UNTRANSLATED: Final[Mapping[str, str]] = MappingProxyType({})


def draw_howto(
    game: Game,
    context: DrawContext,
    findings: Findings,
    translation: Mapping[str, str] = UNTRANSLATED,
) -> tuple[Frame | None, ...]:
    """Return a frame for each step, with translated labels; None after reporting that it cannot be
    drawn."""
    templates = {step.picture.name: step.template for step in game.howto if step.template}
    own = Findings()
    loader = PictureLoader(game, templates.get, context, own)
    frames = tuple(loader.frame(_translated(step.picture, translation)) for step in game.howto)
    # If a table was misread, which is already reported, errors here may be only a consequence.
    findings.extend(found for found in own if not (game.misread and found.is_error))
    return frames


def _translated(picture: Picture, translation: Mapping[str, str]) -> Picture:
    labels = picture.constants.get(LABELS)
    if not isinstance(labels, tuple):
        return picture
    shown: Constant = tuple(
        translation.get(label, label) if isinstance(label, str) else label for label in labels
    )
    return replace(picture, constants={**picture.constants, LABELS: shown})
