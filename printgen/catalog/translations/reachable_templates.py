"""Find the templates that a game draws with, those in settings and in other templates included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct, structs

from printgen.catalog.model import (
    Craft,
    Game,
    Node,
    Template,
)
from printgen.catalog.rules_text.blocks import Picture, RichText


def reachable_templates(game: Game) -> tuple[Template, ...]:
    """Return the templates that the game's parts use, and those that they include."""
    found: dict[int, Template] = {}

    def add(template: Template | None) -> None:
        if template is not None and id(template) not in found:
            found[id(template)] = template
            for node in template.elements:
                for name in _included(node):
                    add(_found(game.find_template, name))

    for component in game.components:
        several = (*component.fronts.values(), *component.backs.values())
        for template in (component.template, component.back, *several):
            add(template)
        if component.craft is not None:
            for name in _template_names(component.craft):
                add(component.craft.template(name))
    for step in game.howto:
        add(step.template)
    return tuple(found.values())


def _found(find: Callable[[str], Template] | None, name: str) -> Template | None:
    try:
        return None if find is None else find(name)
    except ValueError:  # reported when it is drawn
        return None


def _included(node: Node) -> Iterator[str]:
    if isinstance(node.value, tuple):
        for child in node.value:
            yield from _included(child)
    elif isinstance(node.value, Mapping):
        for key, child in node.value.items():
            if key == "include" and isinstance(child.value, str):
                yield child.value
            yield from _included(child)


def _template_names(craft: Craft) -> Iterator[str]:
    """Yield every text that may name a template: settings, and pictures of the rules."""
    for node in craft.settings.values():
        if isinstance(node.value, str):
            yield node.value
    yield from _picture_names(craft.rules_text)


def _picture_names(part: object) -> Iterator[str]:
    if isinstance(part, Picture) and part.kind == "picture":
        yield part.name
    elif isinstance(part, tuple):
        for item in part:
            yield from _picture_names(item)
    elif isinstance(part, Struct) and type(part).__module__ == RichText.__module__:
        for field in structs.fields(part):
            yield from _picture_names(getattr(part, field.name))
