"""Read a game's howto.yaml: how to play in a minute, as a few pictures with a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from printgen.catalog.known_faces import KnownFaces
from printgen.catalog.model import Component, HowToStep, Node
from printgen.catalog.rules_text.read import PICTURE_KEYS, read_picture
from printgen.catalog.schema_types import Fields, SchemaType
from printgen.catalog.source import Source
from printgen.catalog.templates import Templates
from printgen.errors import Location, did_you_mean

FILE_NAME: Final = "howto.yaml"
MIN_STEPS: Final = 4
MAX_STEPS: Final = 6
"""Goal, turn and end fit in this many pictures, and are read in a minute."""
LABELS: Final = "labels"
"""The constant of a picture that lists its words, which are translated."""
_WORDS: Final = {
    "title": SchemaType("text", "a few words", required=True),
    "text": SchemaType("text", "one or two sentences, **bold** where it helps", required=True),
}
HOWTO: Final = SchemaType("list", of=SchemaType("record", keys={**_WORDS, **PICTURE_KEYS}))


def load_howto(
    source: Source, templates: Templates, components: Mapping[str, Component | None]
) -> tuple[HowToStep, ...]:
    """Return the steps of howto.yaml; a game does not need the file."""
    file = source.folder / FILE_NAME
    before = len(source.findings)
    node = source.optional_yaml(file, HOWTO)
    items = node.value if node is not None and isinstance(node.value, tuple) else ()
    known = KnownFaces(components)
    made = (_step(item, source, templates) for item in items)
    steps = [step for step in made if step is not None]
    for picture in (step.picture for step in steps if step.picture.kind == "face"):
        known.check(picture.name, picture.place, source.findings)
    if items and not MIN_STEPS <= len(items) <= MAX_STEPS and len(source.findings) == before:
        message = f"has {len(items)} steps; {MIN_STEPS} to {MAX_STEPS} are read in a minute"
        source.findings.error(Location(source.display_name(file)), message)
    return tuple(steps)


def label_texts(step: HowToStep) -> Iterator[str]:
    """Yield the words in a step's picture."""
    labels = step.picture.constants.get(LABELS)
    if isinstance(labels, tuple):
        yield from (label for label in labels if isinstance(label, str))


def _step(node: Node, source: Source, templates: Templates) -> HowToStep | None:
    fields = Fields(node)
    given = node.value if isinstance(node.value, Mapping) else {}
    shown = {key: value for key, value in given.items() if key not in _WORDS}
    picture = read_picture(replace(node, value=shown), source.findings)
    if picture is None:
        return None
    template = None
    if picture.kind == "picture":
        if picture.name not in templates.names:
            hint = did_you_mean(picture.name, templates.names)
            source.findings.error(picture.place, f"there is no template '{picture.name}'{hint}")
            return None
        template = templates.get(picture.name)
        if template is None:
            return None
    return HowToStep(fields.text("title"), fields.text("text"), picture, template)
