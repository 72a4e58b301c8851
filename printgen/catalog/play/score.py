"""Takes the `score:` of a game.yaml, gives its lines and tie-breaks."""

from __future__ import annotations

from typing import Final, Literal, cast

from msgspec.structs import replace

from printgen.catalog.model import Component, Node, Record
from printgen.catalog.play.desk import Desk, class_of, title_of
from printgen.catalog.play.keys import LINE_KINDS
from printgen.catalog.play.model import (
    About,
    FlagLine,
    GroupsLine,
    Ladder,
    LookupLine,
    MajorityLine,
    NumberLine,
    Piece,
    ScoreLine,
    SetsLine,
    TieBreak,
)
from printgen.catalog.play.options import Ids
from printgen.catalog.shapes import Fields
from printgen.errors import did_you_mean

_UNLIMITED: Final = 999
_UNCOUNTED: Final = 20
"""How many of a kind one player may have if nothing says it: finding the best sets takes time."""


def read_score(node: Node, desk: Desk) -> tuple[tuple[ScoreLine, ...], tuple[TieBreak, ...]]:
    fields = Fields(node)
    ids = Ids(desk.findings)
    entries = [Fields(item) for item in fields.items("lines")]
    fresh = [f for f in entries if ids.is_new(f.text("id"), f.place_of("id"))]
    lines = [_line(inner, desk) for inner in fresh]
    _check_compared(fresh, desk)
    return (
        tuple(line for line in lines if line is not None),
        tuple(_tie(item, entries, desk) for item in fields.items("ties")),
    )


def _tie(node: Node, entries: list[Fields], desk: Desk) -> TieBreak:
    fields = Fields(node)
    fewest = "fewest" in fields
    name = str(node.value) if isinstance(node.value, str) else fields.text("most")
    name = fields.text("fewest", name)
    known = [entry.text("id") for entry in entries]
    if name and name not in known:
        desk.error(node.place, f"there is no line '{name}'{did_you_mean(name, known)}")
    return TieBreak(name, fewest)


def _check_compared(entries: list[Fields], desk: Desk) -> None:
    counted = [entry.text("id") for entry in entries if "compare" not in entry]
    for entry in entries:
        name, place = entry.text("compare"), entry.place_of("compare")
        if name and name not in counted:
            hint = did_you_mean(name, counted)
            desk.error(place, f"there is no line '{name}' that counts something{hint}")


def _line(fields: Fields, desk: Desk) -> ScoreLine | None:
    kind = next((kind for kind in LINE_KINDS if kind in fields), "")
    node = fields.node(kind)
    if node is None or node.value is None:
        return None
    sound = _fits_together(fields, kind, desk)
    about = _about(fields, kind, desk)
    kinds = _kinds(fields, desk) if kind == "sets" else ()
    if not sound:
        return None
    match kind:
        case "number":
            return _number(fields, about, desk)
        case "count":
            points = desk.number(fields, "points", 1)
            return NumberLine(about, 0, points, desk.number(fields, "per", 1))
        case "lookup":
            return LookupLine(about, _ladder(fields, kind, desk))
        case "sets":
            return _sets(fields, about, kinds, desk)
        case "groups":
            square = fields.text("groups") == "square"
            return GroupsLine(about, None if square else _ladder(fields, kind, desk))
        case "majority":
            ties = cast(Literal["share", "full", "none"], fields.text("ties", "share"))
            points_by_place = desk.ladder(fields, "majority")
            return MajorityLine(about, points_by_place, ties, fields.text("compare"))
    return FlagLine(about, desk.number(fields, "flag", 0))


def _fits_together(fields: Fields, kind: str, desk: Desk) -> bool:
    """Whether each key means something beside what another one says."""
    strange: list[str] = []
    if "compare" in fields:
        strange += ["of", "where", "most"]
    if fields.text("groups") == "square":
        strange += ["beyond"]
    if not isinstance(_value(fields, kind if kind in ("count", "sets") else "of"), str):
        strange += ["where", "by"]
    found = [key for key in dict.fromkeys(strange) if key in fields]
    for key in found:
        desk.error(fields.place_of(key), f"'{key}' means nothing here")
    return _has_points(fields, kind, desk) and not found


def _has_points(fields: Fields, kind: str, desk: Desk) -> bool:
    value = _value(fields, "points")
    if kind == "sets" and "points" not in fields:
        desk.error(fields.place, "the key 'points' is missing")
        return False
    if value is None:
        return "points" not in fields
    if (kind == "sets") != isinstance(value, tuple):
        wanted = "a list: for a set of 1, of 2 …" if kind == "sets" else "one number"
        desk.error(fields.place_of("points"), f"must be {wanted}")
        return False
    return True


def _value(fields: Fields, key: str) -> object:
    node = fields.node(key)
    return None if node is None else node.value


def _about(fields: Fields, kind: str, desk: Desk) -> About:
    printed, face = _pieces(fields, "count" if kind == "count" else "of", desk)
    most = desk.number(fields, "most", _UNLIMITED)
    return About(
        id=fields.text("id"),
        title=fields.text("title"),
        heading=fields.text("heading"),
        help=fields.text("help"),
        face=desk.face(fields, "face") if "face" in fields else face,
        when=desk.condition(fields),
        most=most if printed is None else min(most, printed),
        printed=printed,
    )


def _pieces(fields: Fields, key: str, desk: Desk) -> tuple[int | None, str]:
    """How many there are of what a line counts, and its face if all of them look alike."""
    value = _value(fields, key)
    if isinstance(value, int):
        return value, ""
    component = desk.component(fields.text(key), fields.place_of(key))
    if component is None:
        return None, ""
    pieces = desk.pieces(component, desk.rows(fields, component.table))
    face = pieces[0].face if len(pieces) == 1 else ""
    return sum(piece.copies for piece in pieces), face


def _number(fields: Fields, about: About, desk: Desk) -> NumberLine:
    inner = Fields(fields.node("number") or Node(None, fields.place))
    least = desk.number(inner, "least", 0)
    most = desk.number(fields, "number", desk.number(inner, "most", _UNLIMITED))
    if most <= least:
        desk.error(fields.place_of("number"), f"the most must be more than {least}")
    points, per = desk.number(fields, "points", 1), desk.number(fields, "per", 1)
    return NumberLine(replace(about, most=most), least, points, per)


def _ladder(fields: Fields, key: str, desk: Desk) -> Ladder:
    return Ladder(desk.ladder(fields, key), desk.number(fields, "beyond", 0))


def _sets(fields: Fields, about: About, kinds: tuple[Piece, ...], desk: Desk) -> SetsLine:
    points = desk.ladder(fields, "points")
    if kinds and len(points) > len(kinds):
        desk.error(
            fields.place_of("points"),
            f"a set of {len(points)} cannot be: there are only {len(kinds)} kinds",
        )
    if "most" not in fields and not all(kind.copies for kind in kinds):
        about = replace(about, most=_UNCOUNTED)
    return SetsLine(about, kinds, points)


def _kinds(fields: Fields, desk: Desk) -> tuple[Piece, ...]:
    names = [str(item.value) for item in fields.items("sets")]
    if names:
        for name in {name for name in names if names.count(name) > 1}:
            desk.error(fields.place_of("sets"), f"'{name}' is named twice")
        return tuple(Piece(name, name, "", 0) for name in names)
    name, place = fields.text("sets"), fields.place_of("sets")
    if name not in desk.components and name not in desk.tables:
        hint = did_you_mean(name, {*desk.components, *desk.tables})
        desk.error(place, f"there is no component or table '{name}'{hint}")
    component = desk.components.get(name)
    table = component.table if component else desk.tables.get(name)
    if table is None:
        return ()
    by = fields.text("by")
    if by and not desk.has_column(table, by, fields.place_of("by")):
        return ()
    return _kinds_of(component, desk.rows(fields, table), by, desk)


def _kinds_of(
    component: Component | None, records: tuple[Record, ...], by: str, desk: Desk
) -> tuple[Piece, ...]:
    """A row is a kind; with `by`, rows that share a value are. A table's rows are not counted:
    nothing says that they are printed."""
    if component is not None:
        pieces = desk.pieces(component, records)
    else:
        pieces = tuple(Piece(class_of(r.values.get("id")), title_of(r), "", 0) for r in records)
    if not by:
        return pieces
    kinds: dict[str, Piece] = {}
    for piece, record in zip(pieces, records, strict=True):
        value = record.values.get(by)
        kind = class_of(value)
        title = title_of(value) if isinstance(value, Record) else kind.capitalize()
        before = kinds.get(kind)
        copies = piece.copies + (before.copies if before else 0)
        if kind:
            kinds[kind] = Piece(kind, title, before.face if before else piece.face, copies)
    return tuple(kinds.values())
