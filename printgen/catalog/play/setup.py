"""Takes the `setup:` of a game.yaml, gives its parts with the pieces and spaces they use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printgen.catalog.model import Component, Node, Record, Table
from printgen.catalog.play.desk import Desk, class_of, title_of
from printgen.catalog.play.model import (
    Apart,
    AtMost,
    Choose,
    Condition,
    Layout,
    Mix,
    Rule,
    SetupPart,
    Spot,
    Tell,
    needed_pieces,
)
from printgen.catalog.play.options import Ids
from printgen.catalog.shapes import Fields
from printgen.errors import Place


class _Use(NamedTuple):
    """Which printed rows a part mixes, and when."""

    component: str
    rows: frozenset[str]
    when: Condition
    part: str


def read_setup(node: Node, desk: Desk) -> tuple[str, tuple[SetupPart, ...]]:
    """The board's face and the parts."""
    fields = Fields(node)
    board = desk.face(fields, "board")
    ids = Ids(desk.findings)
    uses: list[_Use] = []
    parts: list[SetupPart] = []
    for item in fields.items("parts"):
        inner = Fields(item)
        if not ids.is_new(inner.text("id"), inner.place_of("id")):
            continue
        if "place" in inner and "board" not in fields:
            desk.error(inner.place_of("place"), "the setup needs a 'board' to place pieces on")
        part = _part(inner, desk, uses)
        if part is not None:
            parts.append(part)
        if isinstance(part, Mix):
            _check_on_board(part, board, Fields(inner.node("place") or item), desk)
    return board, tuple(parts)


def _check_on_board(mix: Mix, board: str, place: Fields, desk: Desk) -> None:
    component = desk.components.get(board.partition("/")[0])
    size = component.template if component else None
    for spot in mix.layout.spots if mix.layout and size else ():
        if size and not (0 <= spot.x <= size.width and 0 <= spot.y <= size.height):
            desk.error(
                place.place_of("spaces"),
                f"the space '{spot.id}' at {spot.x:g}, {spot.y:g} is not on the board of"
                f" {size.width:g} × {size.height:g} mm",
            )
            return


def _part(fields: Fields, desk: Desk, uses: list[_Use]) -> SetupPart | None:
    name, title, when = fields.text("id"), fields.text("title"), desk.condition(fields)
    if "shuffle" in fields or "lay" in fields:
        return _mix(fields, when, desk, uses)
    if "choose" in fields:
        names = _texts(fields, "choose")
        if fields.items("choose") and len(names) < 2:
            desk.error(fields.place_of("choose"), "needs two names or more")
        return Choose(name, title, () if names == ("player",) else names, when)
    return Tell(name, title, _texts(fields, "tell"), when) if "tell" in fields else None


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    one = fields.text(key)
    return (one,) if one else tuple(str(item.value) for item in fields.items(key))


def _mix(fields: Fields, when: Condition, desk: Desk, uses: list[_Use]) -> Mix | None:
    key = "lay" if "lay" in fields else "shuffle"
    place = fields.place_of(key)
    component = desk.component(fields.text(key), place)
    if "rules" in fields and "place" not in fields:
        desk.error(fields.place_of("rules"), "'rules' go with 'place' only")
    layout = _layout(fields, component, when, desk)
    take_out, draw, deal = (
        desk.by_players(fields, name, when) for name in ("take out", "draw", "deal")
    )
    if component is None:
        return None
    mix = Mix(
        id=fields.text("id"),
        title=fields.text("title"),
        pieces=desk.pieces(component, desk.rows(fields, component.table)),
        take_out=take_out,
        layout=layout,
        draw=draw,
        deal=deal,
        face_down=fields.flag("face down"),
        when=when,
        in_order=key == "lay",
    )
    _check_enough(mix, place, desk)
    rows = frozenset(piece.id for piece in mix.pieces)
    _check_alone(_Use(component.id, rows, when, mix.id), place, desk, uses)
    return mix


def _check_enough(mix: Mix, place: Place, desk: Desk) -> None:
    """No count of players needs more pieces than there are."""
    there = sum(piece.copies for piece in mix.pieces)
    for players in desk.counts(mix.when) or (1,):
        needed = needed_pieces(mix, players)
        if needed > there > 0:
            desk.error(
                place, f"{needed} pieces are needed for {players} players, but only {there} printed"
            )
            return


def _check_alone(use: _Use, place: Place, desk: Desk, uses: list[_Use]) -> None:
    """Two parts never mix the same pieces: rolling one again would break the other."""
    for other in uses:
        same = use.component == other.component and use.rows & other.rows
        if same and not _never_together(use.when, other.when):
            desk.error(
                place,
                f"pieces of '{use.component}' are already mixed in the part '{other.part}'; say"
                " both in one part",
            )
            break
    uses.append(use)


def _never_together(one: Condition, other: Condition) -> bool:
    return any(not set(one[name]) & set(other[name]) for name in one.keys() & other.keys())


def _layout(
    fields: Fields, component: Component | None, when: Condition, desk: Desk
) -> Layout | None:
    node = fields.node("place")
    if node is None or node.value is None:
        return None
    inner = Fields(node)
    table = desk.table(inner.text("spaces"), inner.place_of("spaces"))
    if table is None or not _has_places(table, inner.place_of("spaces"), desk):
        return None
    records = desk.rows(inner, table)
    spots = tuple(map(_spot, records))
    pieces = component.table if component else None
    rules = [_rule(item, pieces, table, records, desk) for item in fields.items("rules")]
    count = desk.by_players(inner, "count", when)
    if max(count.values(), default=0) > len(spots):
        desk.error(inner.place_of("count"), f"more spaces than there are ({len(spots)})")
    width = inner.number("width", 0.0)
    return Layout(
        spots,
        desk.number(inner, "each", 1),
        width or None,
        tuple(rule for rule in rules if rule is not None),
        count,
    )


def _has_places(table: Table, place: Place, desk: Desk) -> bool:
    numeric = [c.name for c in table.columns if c.kind in ("number", "integer")]
    missing = [f"'{name}'" for name in ("x", "y") if name not in numeric]
    if missing:
        columns = "a column" if len(missing) == 1 else "columns"
        desk.error(
            place, f"'{table.name}' needs {columns} {' and '.join(missing)} of numbers, in mm"
        )
    return not missing


def _spot(record: Record) -> Spot:
    values = record.values
    x, y, turn = (_as_number(values.get(name)) for name in ("x", "y", "turn"))
    return Spot(str(values.get("id")), title_of(record), x, y, turn, _neighbours(record))


def _as_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _neighbours(record: Record) -> tuple[str, ...]:
    found = record.values.get("neighbours")
    return tuple(map(class_of, found)) if isinstance(found, tuple) else ()


def _rule(
    node: Node, pieces: Table | None, spaces: Table, spots: tuple[Record, ...], desk: Desk
) -> Rule | None:
    rule = Fields(node)
    if "never beside" in rule:
        inner = Fields(rule.node("never beside") or node)
        _check_neighbours(spaces, inner.place, desk)
        return Apart(_classes(inner, pieces, desk))
    inner = Fields(rule.node("at most") or node)
    per = inner.text("per")
    if not per or not desk.has_column(spaces, per, inner.place_of("per")):
        return None
    zones = {str(r.values.get("id")): class_of(r.values.get(per)) for r in spots}
    return AtMost(_classes(inner, pieces, desk), zones, desk.number(inner, "count", 0))


def _classes(fields: Fields, table: Table | None, desk: Desk) -> Mapping[str, str]:
    """The class of each row: its cell in the column `same`, or one class for what `where` picks."""
    same = fields.text("same")
    if table is None:
        return {}
    if not same:
        return {str(record.values.get("id")): "these" for record in desk.rows(fields, table)}
    if not desk.has_column(table, same, fields.place_of("same")):
        return {}
    found = {str(r.values.get("id")): class_of(r.values.get(same)) for r in table.records}
    return {name: kind for name, kind in found.items() if kind}


def _check_neighbours(spaces: Table, place: Place, desk: Desk) -> None:
    kinds = {column.name: column.kind for column in spaces.columns}
    if kinds.get("neighbours") != "list":
        desk.error(place, f"'{spaces.name}' needs a column 'neighbours', a list of ids")
        return
    known = {str(record.values.get("id")) for record in spaces.records}
    for record in spaces.records:
        for name in _neighbours(record):
            if name not in known:
                desk.error(
                    record.place,
                    f"the neighbour '{name}' is no id of '{spaces.name}'",
                )
