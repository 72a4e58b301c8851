"""Read the elements of an SVG file, and refuse everything that could run or load something."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from printgen.errors import Findings, Location
from printgen.limits import SVG_DEPTH, SVG_ELEMENTS

_WITH_TEXT: Final = ("style", "text", "tspan", "textPath", "flowPara", "flowSpan")
_FORBIDDEN: Final = {
    "script": "remove it; scripts are not run",
    "foreignObject": "remove it",
}


@dataclass(eq=False, slots=True)
class Element:
    """An element of SVG's own; those of editors are left out."""

    tag: str
    attributes: dict[str, str]
    row: int
    children: list[Element] = field(default_factory=list)
    text: str = ""


def read_tree(text: str, display_name: str, findings: Findings) -> Element | None:
    """Return the <svg> element; None with an error in the findings if it cannot be read."""
    return _Reader(display_name, findings).read(text)


class _Stop(Exception):
    """Stop reading: going on would be unsafe. The reason is in the findings."""


class _Reader:
    def __init__(self, display_name: str, findings: Findings) -> None:
        self._findings = findings
        self._display_name = display_name
        self._parser = expat.ParserCreate()
        self._root: Element | None = None
        self._stack: list[Element] = []
        self._count = 0
        self._skipped = 0

    def read(self, text: str) -> Element | None:
        parser = self._parser
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype
        parser.SkippedEntityHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(text, True)
        except _Stop:
            return None
        except expat.ExpatError as error:
            place = Location(self._display_name, error.lineno, error.offset + 1)
            reason = expat.ErrorString(error.code)
            self._findings.error(place, f"this is not valid SVG: {reason}", "symbol")
            return None
        return self._root

    def _error(self, message: str) -> None:
        place = Location(self._display_name, self._parser.CurrentLineNumber)
        self._findings.error(place, message, "symbol")

    def _doctype(self, _name: str, _system: str | None, _public: str | None, inner: int) -> None:
        """Stop before any entity is declared, so that none can be expanded. The plain DOCTYPE of
        SVG, as Illustrator writes it, declares none; the file that it names is not loaded."""
        if inner:
            self._error("a DOCTYPE with declarations is not allowed; delete it (with its entities)")
            raise _Stop

    def _entity(self, name: str, _: bool) -> None:
        self._error(f"the entity '&{name};' is not known; write the character itself")

    def _instruction(self, target: str, _: str) -> None:
        self._error(f"the instruction '<?{target}' is not allowed; remove it")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > SVG_ELEMENTS:
            self._error(f"the drawing has more than {SVG_ELEMENTS} elements; simplify it")
            raise _Stop
        tag = tag.removeprefix("svg:")
        if self._skipped or ":" in tag or tag == "metadata":
            self._skipped += 1
            return
        if self._root is None and tag != "svg":
            self._error(f"the file is not an SVG drawing: it begins with <{tag}>")
            raise _Stop
        if len(self._stack) >= SVG_DEPTH:
            self._error(f"the drawing is nested more than {SVG_DEPTH} levels deep; ungroup it")
            raise _Stop
        in_switch = bool(self._stack) and self._stack[-1].tag == "switch"
        if tag in _FORBIDDEN:
            # Illustrator puts its own copy of the drawing into a foreignObject, as a choice of
            # <switch> that only Illustrator takes.
            if tag == "script" or not in_switch:
                self._error(f"the element <{tag}> is not allowed; {_FORBIDDEN[tag]}")
            self._skipped += 1
            return
        if tag != "image" and not self._is_free_of_links(tag, attributes):
            self._skipped += 1
            return
        element = Element(tag, attributes, self._parser.CurrentLineNumber)
        if self._root is None:
            self._root = element
        else:
            self._stack[-1].children.append(element)
        self._stack.append(element)

    def _is_free_of_links(self, tag: str, attributes: dict[str, str]) -> bool:
        """Report events, and return whether nothing outside the drawing is referred to."""
        is_free = True
        for name, value in attributes.items():
            prefix, _, plain = name.rpartition(":")
            is_inside = plain == "href" and value.strip().startswith("#")
            if (plain in ("href", "src") or name in ("base", "xml:base")) and not is_inside:
                is_free = False
                self._error(f"<{tag}> has a reference '{name}' to something outside; remove it")
            elif not prefix and plain.lower().startswith("on"):
                self._error(f"the event attribute '{name}' is not allowed; remove it")
        return is_free

    def _characters(self, text: str) -> None:
        if not self._skipped and self._stack and self._stack[-1].tag in _WITH_TEXT:
            self._stack[-1].text += text

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._stack.pop()
