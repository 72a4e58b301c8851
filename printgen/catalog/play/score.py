"""Read the `score:` of game.yaml: its lines and tie-breaks."""

from __future__ import annotations

from typing import Final, Literal, cast

from msgspec.structs import replace

from printgen.catalog.model import Component, Node, Record
from printgen.catalog.play.model import (
    FlagLine,
    GroupsLine,
    Ladder,
    LineInfo,
    LookupLine,
    MajorityLine,
    NumberLine,
    PieceType,
    ScoreLine,
    SetsLine,
    TieBreak,
)
from printgen.catalog.play.name_lookup import NameLookup, class_of, title_of
from printgen.catalog.play.options import Ids
from printgen.catalog.play.yaml_schemas import LINE_KINDS
from printgen.catalog.schema_types import Fields
from printgen.errors import did_you_mean

_UNLIMITED: Final = 999
_UNCOUNTED: Final = 20
"""The limit per kind if the data gives none: finding the best sets takes time."""


def read_score(
    node: Node, lookup: NameLookup
) -> tuple[tuple[ScoreLine, ...], tuple[TieBreak, ...]]:
    fields = Fields(node)
    ids = Ids(lookup.findings)
    entries = [Fields(item) for item in fields.items("lines")]
    unique = [f for f in entries if ids.is_new(f.text("id"), f.place_of("id"))]
    lines = [_line(inner, lookup) for inner in unique]
    _check_compared(unique, lookup)
    return (
        tuple(line for line in lines if line is not None),
        tuple(_tie(item, entries, lookup) for item in fields.items("ties")),
    )


def _tie(node: Node, entries: list[Fields], lookup: NameLookup) -> TieBreak:
    fields = Fields(node)
    fewest = "fewest" in fields
    name = str(node.value) if isinstance(node.value, str) else fields.text("most")
    name = fields.text("fewest", name)
    known = [entry.text("id") for entry in entries]
    if name and name not in known:
        lookup.error(node.place, f"there is no line '{name}'{did_you_mean(name, known)}")
    return TieBreak(name, fewest)


def _check_compared(entries: list[Fields], lookup: NameLookup) -> None:
    counted = [entry.text("id") for entry in entries if "compare" not in entry]
    for entry in entries:
        name, place = entry.text("compare"), entry.place_of("compare")
        if name and name not in counted:
            hint = did_you_mean(name, counted)
            lookup.error(place, f"there is no line '{name}' that counts something{hint}")


def _line(fields: Fields, lookup: NameLookup) -> ScoreLine | None:
    kind = next((kind for kind in LINE_KINDS if kind in fields), "")
    node = fields.node(kind)
    if node is None or node.value is None:
        return None
    is_valid = _check_keys(fields, kind, lookup)
    about = _about(fields, kind, lookup)
    kinds = _kinds(fields, lookup) if kind == "sets" else ()
    if not is_valid:
        return None
    match kind:
        case "number":
            return _number(fields, about, lookup)
        case "count":
            points = lookup.number(fields, "points", 1)
            return NumberLine(about, 0, points, lookup.number(fields, "per", 1))
        case "lookup":
            return LookupLine(about, _ladder(fields, kind, lookup))
        case "sets":
            return _sets(fields, about, kinds, lookup)
        case "groups":
            square = fields.text("groups") == "square"
            return GroupsLine(about, None if square else _ladder(fields, kind, lookup))
        case "majority":
            ties = cast(Literal["share", "full", "none"], fields.text("ties", "share"))
            points_by_place = lookup.ladder(fields, "majority")
            return MajorityLine(about, points_by_place, ties, fields.text("compare"))
    return FlagLine(about, lookup.number(fields, "flag", 0))


def _check_keys(fields: Fields, kind: str, lookup: NameLookup) -> bool:
    """Return whether every key has an effect, given the others; report those without."""
    useless: list[str] = []
    if "compare" in fields:
        useless += ["of", "where", "most"]
    if fields.text("groups") == "square":
        useless += ["beyond"]
    if not isinstance(_value(fields, kind if kind in ("count", "sets") else "of"), str):
        useless += ["where", "by"]
    found = [key for key in dict.fromkeys(useless) if key in fields]
    for key in found:
        lookup.error(fields.place_of(key), f"'{key}' has no effect here; remove it")
    return _has_points(fields, kind, lookup) and not found


def _has_points(fields: Fields, kind: str, lookup: NameLookup) -> bool:
    value = _value(fields, "points")
    if kind == "sets" and "points" not in fields:
        lookup.error(fields.place, "the key 'points' is missing")
        return False
    if value is None:
        return "points" not in fields
    if (kind == "sets") != isinstance(value, tuple):
        wanted = "a list: points for a set of 1, 2 …" if kind == "sets" else "one number"
        lookup.error(fields.place_of("points"), f"must be {wanted}")
        return False
    return True


def _value(fields: Fields, key: str) -> object:
    node = fields.node(key)
    return None if node is None else node.value


def _about(fields: Fields, kind: str, lookup: NameLookup) -> LineInfo:
    printed, face = _pieces(fields, "count" if kind == "count" else "of", lookup)
    most = lookup.number(fields, "most", _UNLIMITED)
    return LineInfo(
        id=fields.text("id"),
        title=fields.text("title"),
        heading=fields.text("heading"),
        help=fields.text("help"),
        face=lookup.face(fields, "face") if "face" in fields else face,
        when=lookup.condition(fields),
        most=most if printed is None else min(most, printed),
        printed=printed,
    )


def _pieces(fields: Fields, key: str, lookup: NameLookup) -> tuple[int | None, str]:
    """Return how many pieces a line counts, and their face if all look alike."""
    value = _value(fields, key)
    if isinstance(value, int):
        return value, ""
    component = lookup.component(fields.text(key), fields.place_of(key))
    if component is None:
        return None, ""
    pieces = lookup.pieces(component, lookup.rows(fields, component.table))
    face = pieces[0].face if len(pieces) == 1 else ""
    return sum(piece.copies for piece in pieces), face


def _number(fields: Fields, about: LineInfo, lookup: NameLookup) -> NumberLine:
    inner = Fields(fields.node("number") or Node(None, fields.place))
    least = lookup.number(inner, "least", 0)
    most = lookup.number(fields, "number", lookup.number(inner, "most", _UNLIMITED))
    if most <= least:
        lookup.error(fields.place_of("number"), f"'most' must be more than {least}")
    points, per = lookup.number(fields, "points", 1), lookup.number(fields, "per", 1)
    return NumberLine(replace(about, most=most), least, points, per)


def _ladder(fields: Fields, key: str, lookup: NameLookup) -> Ladder:
    return Ladder(lookup.ladder(fields, key), lookup.number(fields, "beyond", 0))


def _sets(
    fields: Fields, about: LineInfo, kinds: tuple[PieceType, ...], lookup: NameLookup
) -> SetsLine:
    points = lookup.ladder(fields, "points")
    if kinds and len(points) > len(kinds):
        lookup.error(
            fields.place_of("points"),
            f"a set of {len(points)} is impossible: there are only {len(kinds)} kinds",
        )
    if "most" not in fields and not all(kind.copies for kind in kinds):
        about = replace(about, most=_UNCOUNTED)
    return SetsLine(about, kinds, points)


def _kinds(fields: Fields, lookup: NameLookup) -> tuple[PieceType, ...]:
    names = [str(item.value) for item in fields.items("sets")]
    if names:
        for name in {name for name in names if names.count(name) > 1}:
            lookup.error(fields.place_of("sets"), f"'{name}' is named twice; remove one")
        return tuple(PieceType(name, name, "", 0) for name in names)
    name, place = fields.text("sets"), fields.place_of("sets")
    if name not in lookup.components and name not in lookup.tables:
        hint = did_you_mean(name, {*lookup.components, *lookup.tables})
        lookup.error(place, f"there is no component or table '{name}'{hint}")
    component = lookup.components.get(name)
    table = component.table if component else lookup.tables.get(name)
    if table is None:
        return ()
    by = fields.text("by")
    if by and not lookup.has_column(table, by, fields.place_of("by")):
        return ()
    return _kinds_of(component, lookup.rows(fields, table), by, lookup)


def _kinds_of(
    component: Component | None, records: tuple[Record, ...], by: str, lookup: NameLookup
) -> tuple[PieceType, ...]:
    """Return one kind per row, or with `by` one per value of that column. The rows of a table are
    not counted: the table alone does not say how many are printed."""
    if component is not None:
        pieces = lookup.pieces(component, records)
    else:
        pieces = tuple(PieceType(class_of(r.values.get("id")), title_of(r), "", 0) for r in records)
    if not by:
        return pieces
    kinds: dict[str, PieceType] = {}
    for piece, record in zip(pieces, records, strict=True):
        value = record.values.get(by)
        kind = class_of(value)
        title = title_of(value) if isinstance(value, Record) else kind.capitalize()
        before = kinds.get(kind)
        copies = piece.copies + (before.copies if before else 0)
        if kind:
            kinds[kind] = PieceType(kind, title, before.face if before else piece.face, copies)
    return tuple(kinds.values())
