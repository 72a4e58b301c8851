"""Find the properties of SVG elements in attributes, style sheets and styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from printgen.catalog.fault import Fault
from printgen.catalog.svg.tree import Element

_COMMENT: Final = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_RULE: Final = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR: Final = re.compile(r"(\*|[\w-]+)?((?:[.#][\w-]+)*)")
_IMPORTANT: Final = re.compile(r"\s*!\s*important\s*$")


class Rule(NamedTuple):
    """The declarations for the elements that one selector picks."""

    weight: tuple[int, int, int]
    """Numbers of ids, classes and elements in the selector: the higher one wins."""
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: Mapping[str, str]

    def picks(self, element: Element, classes: frozenset[str]) -> bool:
        return (
            self.tag in ("", "*", element.tag)
            and self.ids <= {element.attributes.get("id", "")}
            and self.classes <= classes
        )


def declarations(style: str) -> dict[str, str]:
    """Return the properties of a style attribute or a rule."""
    found: dict[str, str] = {}
    for declaration in filter(None, map(str.strip, style.split(";"))):
        name, colon, value = declaration.partition(":")
        if not colon:
            raise Fault(f"the style '{declaration}' is not of the form 'name: value'")
        found[name.strip()] = value.strip()
    return found


def read_sheet(text: str) -> tuple[Rule, ...]:
    """Return the rules of a <style> element; raise Fault for selectors beyond elements, classes and
    ids. Rules for web pages only, such as `:hover` and `@font-face`, are left out."""
    text = _COMMENT.sub("", text)
    if "@import" in text:
        raise Fault("@import refers to something outside; remove it")
    rules: list[Rule] = []
    at = 0
    for found in _RULE.finditer(text):
        if text[at : found.start()].strip():
            break
        at = found.end()
        selectors, body = found.groups()
        selectors = re.sub(r"@charset[^;]*;", "", selectors).strip()
        if not selectors.startswith("@font-face"):
            properties = declarations(body)
            rules += _rules(selectors, properties)
    if text[at:].strip():
        raise Fault(f"'{text[at:].strip()[:30]}' is not of the form 'selector {{name: value}}'")
    return tuple(sorted(rules, key=lambda rule: rule.weight))  # later ones win among equals


def _rules(selectors: str, properties: Mapping[str, str]) -> Iterator[Rule]:
    for selector in map(str.strip, selectors.split(",")):
        if ":" in selector:  # a state of a web page
            continue
        parts = _SELECTOR.fullmatch(selector)
        if not parts or not selector:
            raise Fault(
                f"the selector '{selector}' is not supported; use an element, a .class or an #id"
            )
        tag = parts.group(1) or ""
        names = re.findall(r"[.#][\w-]+", parts.group(2))
        ids = frozenset(name[1:] for name in names if name[0] == "#")
        classes = frozenset(name[1:] for name in names if name[0] == ".")
        weight = (len(ids), len(classes), int(tag not in ("", "*")))
        yield Rule(weight, tag, ids, classes, properties)


def properties_of(
    element: Element,
    rules: Iterable[Rule],
    is_property: Callable[[str], bool],
) -> dict[str, str]:
    """Return the properties that an element gives itself: those of its `style` win over style
    sheets, and these over attributes."""
    found = {name: value.strip() for name, value in element.attributes.items() if is_property(name)}
    urgent: dict[str, str] = {}
    classes = frozenset(element.attributes.get("class", "").split())
    sources = [rule.declarations for rule in rules if rule.picks(element, classes)]
    for source in (*sources, declarations(element.attributes.get("style", ""))):
        for name, value in source.items():
            plain = _IMPORTANT.sub("", value)
            if plain != value:
                urgent[name] = plain
            else:
                found[name] = plain
    return found | urgent
