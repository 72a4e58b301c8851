"""Takes the YAML of a rules text, gives its blocks and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from printgen.catalog.model import Node, Value
from printgen.catalog.shapes import Fields, Shape, checked
from printgen.draw.story.blocks import (
    Align,
    Block,
    Break,
    Columns,
    Credits,
    Figure,
    Grid,
    Heading,
    Note,
    Picture,
    PictureKind,
    Prose,
    Provenance,
    Steps,
    Title,
    Words,
)
from printgen.errors import Findings, did_you_mean

ALIGNS: Final = ("left", "center", "right")
MOST_COLUMNS: Final = 3

_TEXT: Final = Shape("text", "rich text")
_TEXTS: Final = Shape("list", of=_TEXT)
_CELL: Final = Shape("either", options=(_TEXT, Shape("whole"), Shape("number")))
_SCALAR: Final = Shape("either", options=(*_CELL.options, Shape("flag")))
_WIDTHS: Final = Shape("list", "relative widths", of=Shape("number", more_than=0))
_PICTURE: Final = {
    "width": Shape("number", "mm", more_than=0, at_most=300),
    "caption": _TEXT,
}
_PICTURES: Final[Mapping[str, Mapping[str, Shape]]] = {
    "face": {
        "face": Shape("text", "a component and a row, such as cards/red-jump"),
        "back": Shape("flag", "its back instead"),
        **_PICTURE,
    },
    "picture": {
        "picture": Shape("text", "a template"),
        "rows": Shape("text", "the table of the row that it is drawn with"),
        "id": Shape("text", "the row; the table's first if left out"),
        "constants": Shape("names", of=_SCALAR),
        **_PICTURE,
    },
    "art": {
        "art": Shape("text", "a symbol or picture of art/"),
        "colour": Shape("text", "for symbols of one colour"),
        **_PICTURE,
    },
}
BLOCKS: Final[Mapping[str, Mapping[str, Shape]]] = {
    "title": {"title": _TEXT},
    "heading": {"heading": _TEXT},
    "text": {"text": _TEXT},
    "steps": {"steps": _TEXTS, "start": Shape("whole", at_least=0)},
    "table": {
        "table": Shape("list", of=Shape("list", of=_CELL)),
        "widths": _WIDTHS,
        "align": Shape("list", of=Shape("choice", names=ALIGNS)),
        "caption": _TEXT,
    },
    **_PICTURES,
    "pictures": {"pictures": Shape("list", of=Shape("names")), "caption": _TEXT},
    "note": {"note": _TEXT, "title": _TEXT},
    "columns": {
        "columns": Shape("list", of=Shape("list", of=Shape("names"))),
        "widths": _WIDTHS,
    },
    "break": {"break": Shape("choice", names=("page", "column"))},
    "provenance": {"provenance": _TEXTS},
    "credits": {"credits": _TEXTS},
}
"""What each kind of block may say."""


def read_blocks(node: Node, findings: Findings) -> tuple[Block, ...]:
    """Every sound block; each fault is in `findings`."""
    if not isinstance(node.value, tuple):
        findings.error(node.place, "must be a list of blocks, such as '- text: …'")
        return ()
    made = (_block(child, findings) for child in node.value)
    return tuple(block for block in made if block is not None)


def read_picture(node: Node, findings: Findings) -> Picture | None:
    """One picture alone, as covers and figures have them."""
    kind = _kind(node, _PICTURES, "picture", findings)
    fields = None if kind is None else _checked(node, _PICTURES[kind], findings)
    return None if kind is None or fields is None else _picture(kind, fields)


def _block(node: Node, findings: Findings) -> Block | None:
    kind = _kind(node, BLOCKS, "block", findings)
    fields = None if kind is None else _checked(node, BLOCKS[kind], findings)
    if kind is None or fields is None:
        return None
    if kind in _PICTURES:
        return Figure((_picture(kind, fields),), None, node.place)
    return _READERS[kind](fields, findings)


def _kind(node: Node, known: Mapping[str, object], what: str, findings: Findings) -> str | None:
    said = node.value if isinstance(node.value, Mapping) else {}
    kinds = [key for key in said if key in known]
    if "note" in kinds:  # a note may have a title
        kinds = ["note"]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        findings.error(node.place, f"a {what} is one thing, not {' and '.join(kinds)}")
        return None
    hints = [did_you_mean(key, known) for key in said]
    near = (hint for hint in hints if hint.startswith(" (did"))
    hint = next(near, f" (known: {', '.join(known)})")
    shown = ", ".join(f"'{key}'" for key in said) or "nothing"
    findings.error(node.place, f"no kind of {what} among {shown}{hint}")
    return None


def _checked(node: Node, keys: Mapping[str, Shape], findings: Findings) -> Fields | None:
    """None if something is wrong with the block: what is told here is not told again later."""
    before = len(findings)
    right = checked(node, Shape("keys", keys=keys), findings)
    return Fields(right) if right is not None and len(findings) == before else None


def _words(node: Node | None) -> Words | None:
    if node is None or node.value is None:
        return None
    value = node.value
    return Words(f"{value:g}" if isinstance(value, float) else str(value), node.place)


def _needed(fields: Fields, key: str) -> Words:
    return _words(fields.node(key)) or Words("", fields.place)


def _lines(fields: Fields, key: str) -> tuple[Words, ...]:
    return tuple(words for words in map(_words, fields.items(key)) if words is not None)


def _numbers(fields: Fields, key: str) -> tuple[float, ...]:
    return tuple(float(n.value) for n in fields.items(key) if isinstance(n.value, int | float))


def _steps(fields: Fields, _: Findings) -> Steps:
    return Steps(_lines(fields, "steps"), int(fields.number("start", 1)))


def _grid(fields: Fields, findings: Findings) -> Grid | None:
    nodes = fields.items("table")
    rows = tuple(
        tuple(words for words in map(_words, node.value) if words is not None)
        for node in nodes
        if isinstance(node.value, tuple)
    )
    if len(rows) < 2:
        findings.error(fields.place, "a table has a header row and at least one more")
        return None
    wide = len(rows[0])
    sound = True
    for node, row in zip(nodes, rows, strict=True):
        if len(row) != wide:
            findings.error(node.place, f"this row has {len(row)} cells, the header has {wide}")
            sound = False
    align = tuple(cast(Align, n.value) for n in fields.items("align"))
    widths = _numbers(fields, "widths")
    for key, found in (("align", align), ("widths", widths)):
        if found and len(found) != wide:
            findings.error(
                fields.place_of(key), f"'{key}' has {len(found)} entries for {wide} columns"
            )
            sound = False
    caption = _words(fields.node("caption"))
    return Grid(rows, widths, align, caption, fields.place) if sound else None


def _picture(kind: str, fields: Fields) -> Picture:
    return Picture(
        cast(PictureKind, kind),
        fields.text(kind),
        fields.place_of(kind),
        fields.number("width", 0.0) or None,
        _words(fields.node("caption")),
        fields.text("rows"),
        fields.text("id"),
        fields.flag("back"),
        fields.text("colour"),
        {name: _constant(node) for name, node in fields.names("constants").items()},
    )


def _constant(node: Node) -> Value:
    return node.value if isinstance(node.value, str | int | float | bool) else None


def _figure(fields: Fields, findings: Findings) -> Figure | None:
    made = [read_picture(node, findings) for node in fields.items("pictures")]
    pictures = tuple(picture for picture in made if picture is not None)
    return Figure(pictures, _words(fields.node("caption")), fields.place) if pictures else None


def _columns(fields: Fields, findings: Findings) -> Columns | None:
    nodes = fields.items("columns")
    widths = _numbers(fields, "widths") or (1.0,) * len(nodes)
    if not 2 <= len(nodes) <= MOST_COLUMNS:
        findings.error(fields.place, f"should have 2 or 3 lists of blocks, not {len(nodes)}")
        return None
    if len(widths) != len(nodes):
        findings.error(
            fields.place_of("widths"), f"'widths' has {len(widths)} entries for {len(nodes)}"
        )
        return None
    return Columns(tuple(read_blocks(node, findings) for node in nodes), widths, fields.place)


_READERS: Final[Mapping[str, Callable[[Fields, Findings], Block | None]]] = {
    "title": lambda fields, _: Title(_needed(fields, "title")),
    "heading": lambda fields, _: Heading(_needed(fields, "heading")),
    "text": lambda fields, _: Prose(_needed(fields, "text")),
    "steps": _steps,
    "table": _grid,
    "pictures": _figure,
    "note": lambda fields, _: Note(_needed(fields, "note"), _words(fields.node("title"))),
    "columns": _columns,
    "break": lambda fields, _: Break("column" if fields.text("break") == "column" else "page"),
    "provenance": lambda fields, _: Provenance(_lines(fields, "provenance"), fields.place),
    "credits": lambda fields, _: Credits(_lines(fields, "credits"), fields.place),
}
