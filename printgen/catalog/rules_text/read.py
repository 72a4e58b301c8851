"""Read the YAML of a rules text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, cast

from printgen.catalog.fault import Fault
from printgen.catalog.files import resolve_inside
from printgen.catalog.model import Node
from printgen.catalog.rules_text.blocks import (
    Align,
    Block,
    Break,
    Columns,
    Constant,
    Credits,
    Example,
    Figure,
    Grid,
    Heading,
    Note,
    Picture,
    PictureKind,
    Prose,
    Provenance,
    RichText,
    RulesText,
    Steps,
    Summary,
    Title,
)
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.catalog.source import Source
from printgen.errors import Findings, Location, did_you_mean

ALIGNS: Final = ("left", "center", "right")
MAX_COLUMNS: Final = 3

_TEXT: Final = SchemaType("text", "rich text")
_TEXTS: Final = SchemaType("list", of=_TEXT)
_CELL: Final = SchemaType("either", options=(_TEXT, SchemaType("integer"), SchemaType("number")))
_SCALAR: Final = SchemaType("either", options=(*_CELL.options, SchemaType("flag")))
_ROW: Final = SchemaType("either", options=(*_SCALAR.options, SchemaType("list", of=_SCALAR)))
_ROWS: Final = SchemaType("either", options=(*_SCALAR.options, SchemaType("list", of=_ROW)))
_LIST: Final = SchemaType("list", of=_ROWS)
_CONSTANT: Final = SchemaType("either", options=(*_SCALAR.options, _LIST))
_WIDTHS: Final = SchemaType("list", "relative widths", of=SchemaType("number", more_than=0))
_PICTURE: Final = {
    "width": SchemaType("number", "mm", more_than=0, at_most=300),
    "caption": _TEXT,
}
_PICTURES: Final[Mapping[str, Mapping[str, SchemaType]]] = {
    "face": {
        "face": SchemaType("text", "a component and a row, such as cards/red-jump"),
        "back": SchemaType("flag", "its back instead"),
        "words": SchemaType(
            "flag", "false leaves its text out, where it is shown too small to read"
        ),
        **_PICTURE,
    },
    "picture": {
        "picture": SchemaType("text", "a template"),
        "rows": SchemaType("text", "the table of the row that it is drawn with"),
        "id": SchemaType("text", "the row; the table's first if left out"),
        "constants": SchemaType("mapping", of=_CONSTANT),
        **_PICTURE,
    },
    "art": {
        "art": SchemaType("text", "a symbol or picture of art/"),
        "colour": SchemaType("text", "for symbols of one colour"),
        **_PICTURE,
    },
}
PICTURE_KEYS: Final = {
    name: kind for keys in _PICTURES.values() for name, kind in keys.items() if name not in _PICTURE
}
"""The keys of a picture without a width or a caption."""
BLOCKS: Final[Mapping[str, Mapping[str, SchemaType]]] = {
    "title": {"title": _TEXT},
    "heading": {"heading": _TEXT},
    "text": {"text": _TEXT},
    "steps": {"steps": _TEXTS, "start": SchemaType("integer", at_least=0)},
    "table": {
        "table": SchemaType("list", of=SchemaType("list", of=_CELL)),
        "widths": _WIDTHS,
        "align": SchemaType("list", of=SchemaType("choice", choices=ALIGNS)),
        "caption": _TEXT,
    },
    **_PICTURES,
    "pictures": {"pictures": SchemaType("list", of=SchemaType("mapping")), "caption": _TEXT},
    "example": {
        "example": SchemaType("text", "its title"),
        "pictures": SchemaType("list", of=SchemaType("mapping")),
        "text": _TEXT,
        "beside": SchemaType(
            "choice", "the side of the text that the pictures are on", choices=("left", "right")
        ),
    },
    "note": {"note": _TEXT, "title": _TEXT},
    "columns": {
        "columns": SchemaType("list", of=SchemaType("list", of=SchemaType("mapping"))),
        "widths": _WIDTHS,
    },
    "break": {"break": SchemaType("choice", choices=("page", "column"))},
    "provenance": {"provenance": _TEXTS},
    "credits": {"credits": _TEXTS},
    "summary": {
        "summary": SchemaType("text", "its title"),
        "blocks": SchemaType("list", of=SchemaType("mapping")),
    },
}
"""The keys of each kind of block."""


def load_rules_text(source: Source, name: str, place: Location) -> RulesText | None:
    """Return the rules text in the named file, or None if it cannot be read.

    `place` is where game.yaml names the file.
    """
    try:
        file = resolve_inside(source.folder, name)
    except Fault as fault:
        source.findings.error(place, str(fault))
        return None
    before = len(source.findings.errors)
    node = source.yaml(file, SchemaType("anything"))
    if node is None:
        return None
    blocks = read_blocks(node, source.findings)
    is_complete = len(source.findings.errors) == before
    return RulesText(blocks, Location(source.display_name(file)), is_complete)


def read_blocks(node: Node, findings: Findings) -> tuple[Block, ...]:
    """Return every block without mistakes; the mistakes are in `findings`."""
    if not isinstance(node.value, tuple):
        findings.error(node.place, "must be a list of blocks, such as '- text: …'")
        return ()
    made = (_block(child, findings) for child in node.value)
    return tuple(block for block in made if block is not None)


def read_picture(node: Node, findings: Findings) -> Picture | None:
    """Return one picture, as on a cover or in a figure; None if it has mistakes."""
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
    given = node.value if isinstance(node.value, Mapping) else {}
    kinds = [key for key in given if key in known]
    for whole in ("note", "example"):  # their other keys are also kinds of blocks
        if whole in kinds:
            kinds = [whole]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        findings.error(node.place, f"a {what} has one kind, not {' and '.join(kinds)}; split it")
        return None
    hints = [did_you_mean(key, known) for key in given]
    near = (hint for hint in hints if hint.startswith(" (did"))
    hint = next(near, f" (known: {', '.join(known)})")
    shown = ", ".join(f"'{key}'" for key in given) or "this"
    finding = f"is not a kind of {what}" if len(given) < 2 else f"are not kinds of {what}"
    findings.error(node.place, f"{shown} {finding}{hint}")
    return None


def _checked(node: Node, keys: Mapping[str, SchemaType], findings: Findings) -> Fields | None:
    """Return the checked keys, or None if one is wrong: drawing would report it a second time."""
    before = len(findings)
    right = checked(node, SchemaType("record", keys=keys), findings)
    return Fields(right) if right is not None and len(findings) == before else None


def _rich_text(node: Node | None) -> RichText | None:
    if node is None or node.value is None:
        return None
    value = node.value
    return RichText(f"{value:g}" if isinstance(value, float) else str(value), node.place)


def _required(fields: Fields, key: str) -> RichText:
    return _rich_text(fields.node(key)) or RichText("", fields.place)


def _lines(fields: Fields, key: str) -> tuple[RichText, ...]:
    return tuple(text for text in map(_rich_text, fields.items(key)) if text is not None)


def _numbers(fields: Fields, key: str) -> tuple[float, ...]:
    return tuple(float(n.value) for n in fields.items(key) if isinstance(n.value, int | float))


def _steps(fields: Fields, _: Findings) -> Steps:
    return Steps(_lines(fields, "steps"), int(fields.number("start", 1)))


def _grid(fields: Fields, findings: Findings) -> Grid | None:
    nodes = fields.items("table")
    rows = tuple(
        tuple(text for text in map(_rich_text, node.value) if text is not None)
        for node in nodes
        if isinstance(node.value, tuple)
    )
    if len(rows) < 2:
        findings.error(fields.place, "a table needs a header row and at least one more row")
        return None
    wide = len(rows[0])
    is_valid = True
    for node, row in zip(nodes, rows, strict=True):
        if len(row) != wide:
            findings.error(node.place, f"this row has {len(row)} cells, but the header has {wide}")
            is_valid = False
    align = tuple(cast(Align, n.value) for n in fields.items("align"))
    widths = _numbers(fields, "widths")
    for key, found in (("align", align), ("widths", widths)):
        if found and len(found) != wide:
            findings.error(
                fields.place_of(key), f"'{key}' has {len(found)} entries for {wide} columns"
            )
            is_valid = False
    caption = _rich_text(fields.node("caption"))
    return Grid(rows, widths, align, caption, fields.place) if is_valid else None


def _picture(kind: str, fields: Fields) -> Picture:
    return Picture(
        cast(PictureKind, kind),
        fields.text(kind),
        fields.place_of(kind),
        fields.number("width", 0.0) or None,
        _rich_text(fields.node("caption")),
        fields.text("rows"),
        fields.text("id"),
        fields.flag("back"),
        fields.text("colour"),
        {name: _constant(node) for name, node in fields.mapping("constants").items()},
        fields.node("words") is None or fields.flag("words"),
    )


def _constant(node: Node) -> Constant:
    if isinstance(node.value, tuple):
        return tuple(map(_constant, node.value))
    return node.value if isinstance(node.value, str | int | float | bool) else None


def _figure(fields: Fields, findings: Findings) -> Figure | None:
    made = [read_picture(node, findings) for node in fields.items("pictures")]
    pictures = tuple(picture for picture in made if picture is not None)
    return Figure(pictures, _rich_text(fields.node("caption")), fields.place) if pictures else None


def _example(fields: Fields, findings: Findings) -> Example:
    made = [read_picture(node, findings) for node in fields.items("pictures")]
    return Example(
        _required(fields, "example"),
        tuple(picture for picture in made if picture is not None),
        _rich_text(fields.node("text")),
        fields.place,
        cast(Literal["", "left", "right"], fields.text("beside")),
    )


def _columns(fields: Fields, findings: Findings) -> Columns | None:
    nodes = fields.items("columns")
    widths = _numbers(fields, "widths") or (1.0,) * len(nodes)
    if not 2 <= len(nodes) <= MAX_COLUMNS:
        findings.error(
            fields.place, f"must have 2 or {MAX_COLUMNS} lists of blocks, not {len(nodes)}"
        )
        return None
    if len(widths) != len(nodes):
        findings.error(
            fields.place_of("widths"),
            f"'widths' has {len(widths)} entries for {len(nodes)} columns",
        )
        return None
    return Columns(tuple(read_blocks(node, findings) for node in nodes), widths, fields.place)


def _summary(fields: Fields, findings: Findings) -> Summary:
    node = fields.node("blocks")
    blocks = () if node is None else read_blocks(node, findings)
    return Summary(_required(fields, "summary"), blocks, fields.place)


_READERS: Final[Mapping[str, Callable[[Fields, Findings], Block | None]]] = {
    "title": lambda fields, _: Title(_required(fields, "title")),
    "heading": lambda fields, _: Heading(_required(fields, "heading")),
    "text": lambda fields, _: Prose(_required(fields, "text")),
    "steps": _steps,
    "table": _grid,
    "pictures": _figure,
    "example": _example,
    "note": lambda fields, _: Note(_required(fields, "note"), _rich_text(fields.node("title"))),
    "columns": _columns,
    "break": lambda fields, _: Break("column" if fields.text("break") == "column" else "page"),
    "provenance": lambda fields, _: Provenance(_lines(fields, "provenance"), fields.place),
    "credits": lambda fields, _: Credits(_lines(fields, "credits"), fields.place),
    "summary": _summary,
}
