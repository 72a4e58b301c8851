"""Read the `setup:` of game.yaml: its parts with their pieces and spaces."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from printgen.catalog.model import Component, Node, Record, Table
from printgen.catalog.play.model import (
    ApartRule,
    AtMostRule,
    BoardLayout,
    BoardSpace,
    ChoosePart,
    Condition,
    LayoutPart,
    LayoutRule,
    NamedLayout,
    SetupPart,
    ShufflePart,
    TellPart,
    needed_pieces,
)
from printgen.catalog.play.name_lookup import NameLookup, class_of, title_of
from printgen.catalog.play.options import Ids
from printgen.catalog.schema_types import Fields
from printgen.errors import Findings, Location


class _Use(Struct, frozen=True):
    """The printed rows that a part shuffles, and its condition."""

    component: str
    rows: frozenset[str]
    when: Condition
    part: str


def read_setup(node: Node, lookup: NameLookup) -> tuple[str, tuple[SetupPart, ...]]:
    """Return the board's face and the parts."""
    fields = Fields(node)
    board = lookup.face(fields, "board")
    ids = Ids(lookup.findings)
    uses: list[_Use] = []
    parts: list[SetupPart] = []
    for item in fields.items("parts"):
        inner = Fields(item)
        if not ids.is_new(inner.text("id"), inner.place_of("id")):
            continue
        if "place" in inner and "board" not in fields:
            lookup.error(inner.place_of("place"), "the setup needs a 'board' to place pieces on")
        part = _part(inner, lookup, uses)
        if part is not None:
            parts.append(part)
        if isinstance(part, ShufflePart):
            _check_on_board(part, board, Fields(inner.node("place") or item), lookup)
    return board, tuple(parts)


def _check_on_board(part: ShufflePart, board: str, place: Fields, lookup: NameLookup) -> None:
    component = lookup.components.get(board.partition("/")[0])
    size = component.template if component else None
    for spot in part.layout.spots if part.layout and size else ():
        if size and not (0 <= spot.x <= size.width and 0 <= spot.y <= size.height):
            lookup.error(
                place.place_of("spaces"),
                f"the space '{spot.id}' at {spot.x:g}, {spot.y:g} is not on the board of"
                f" {size.width:g} × {size.height:g} mm",
            )
            return


def _part(fields: Fields, lookup: NameLookup, uses: list[_Use]) -> SetupPart | None:
    name, title, when = fields.text("id"), fields.text("title"), lookup.condition(fields)
    if "shuffle" in fields or "lay" in fields:
        return _shuffle(fields, when, lookup, uses)
    if "layouts" in fields:
        return _choose_layout(fields, when, lookup)
    if "choose" in fields:
        names = _texts(fields, "choose")
        if fields.items("choose") and len(names) < 2:
            lookup.error(fields.place_of("choose"), "needs two names or more; add one")
        return ChoosePart(name, title, () if names == ("player",) else names, when)
    return TellPart(name, title, _texts(fields, "tell"), when) if "tell" in fields else None


def _choose_layout(fields: Fields, when: Condition, lookup: NameLookup) -> LayoutPart | None:
    # Few games have layouts, and all would wait for these modules.
    from printgen.catalog.ppn.library import read_notes
    from printgen.catalog.ppn.setups import SetupFolder

    name, place = fields.text("id"), fields.place_of("layouts")
    if name in lookup.options:
        lookup.error(fields.place_of("id"), f"the id '{name}' is already that of an option")
        return None
    system, mistakes = fields.text("layouts"), Findings()
    notes = read_notes(SetupFolder(lookup.folder / "setups"), mistakes, system)
    for mistake in mistakes:
        lookup.error(place, f"{mistake.place}: {mistake.message}")
    if not notes:
        if not mistakes:
            lookup.error(place, f"there are no layouts in 'setups/{system}'")
        return None
    layouts = {
        key: NamedLayout(layout.title, layout.players, layout.random)
        for key, layout in notes.items()
    }
    return LayoutPart(name, fields.text("title"), layouts, when)


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    one = fields.text(key)
    return (one,) if one else tuple(str(item.value) for item in fields.items(key))


def _shuffle(
    fields: Fields, when: Condition, lookup: NameLookup, uses: list[_Use]
) -> ShufflePart | None:
    key = "lay" if "lay" in fields else "shuffle"
    place = fields.place_of(key)
    component = lookup.component(fields.text(key), place)
    if "rules" in fields and "place" not in fields:
        lookup.error(fields.place_of("rules"), "'rules' need 'place'; add it, or remove the rules")
    layout = _layout(fields, component, when, lookup)
    take_out, draw, deal = (
        lookup.by_players(fields, name, when) for name in ("take out", "draw", "deal")
    )
    if component is None:
        return None
    part = ShufflePart(
        id=fields.text("id"),
        title=fields.text("title"),
        pieces=lookup.pieces(component, lookup.rows(fields, component.table)),
        take_out=take_out,
        layout=layout,
        draw=draw,
        deal=deal,
        face_down=fields.flag("face down"),
        when=when,
        in_order=key == "lay",
    )
    _check_enough(part, place, lookup)
    rows = frozenset(piece.id for piece in part.pieces)
    _check_not_shared(_Use(component.id, rows, when, part.id), place, lookup, uses)
    return part


def _check_enough(part: ShufflePart, place: Location, lookup: NameLookup) -> None:
    """Report a number of players that needs more pieces than are printed."""
    printed = sum(piece.copies for piece in part.pieces)
    for players in lookup.counts(part.when) or (1,):
        needed = needed_pieces(part, players)
        if needed > printed > 0:
            lookup.error(
                place, f"{players} players need {needed} pieces, but only {printed} are printed"
            )
            return


def _check_not_shared(use: _Use, place: Location, lookup: NameLookup, uses: list[_Use]) -> None:
    """Report two parts that shuffle the same pieces: re-rolling one would break the other."""
    for other in uses:
        same = use.component == other.component and use.rows & other.rows
        if same and not _are_exclusive(use.when, other.when):
            lookup.error(
                place,
                f"pieces of '{use.component}' are already used in the part '{other.part}'; join"
                " the two parts",
            )
            break
    uses.append(use)


def _are_exclusive(one: Condition, other: Condition) -> bool:
    return any(not set(one[name]) & set(other[name]) for name in one.keys() & other.keys())


def _layout(
    fields: Fields, component: Component | None, when: Condition, lookup: NameLookup
) -> BoardLayout | None:
    node = fields.node("place")
    if node is None or node.value is None:
        return None
    inner = Fields(node)
    table = lookup.table(inner.text("spaces"), inner.place_of("spaces"))
    if table is None or not _has_coordinates(table, inner.place_of("spaces"), lookup):
        return None
    records = lookup.rows(inner, table)
    spots = tuple(map(_spot, records))
    pieces = component.table if component else None
    rules = [_rule(item, pieces, table, records, lookup) for item in fields.items("rules")]
    count = lookup.by_players(inner, "count", when)
    if max(count.values(), default=0) > len(spots):
        lookup.error(inner.place_of("count"), f"must be at most {len(spots)}, the number of spaces")
    width = inner.number("width", 0.0)
    return BoardLayout(
        spots,
        lookup.number(inner, "each", 1),
        width or None,
        tuple(rule for rule in rules if rule is not None),
        count,
    )


def _has_coordinates(table: Table, place: Location, lookup: NameLookup) -> bool:
    numeric = [c.name for c in table.columns if c.kind in ("number", "integer")]
    missing = [f"'{name}'" for name in ("x", "y") if name not in numeric]
    if missing:
        columns = "a column" if len(missing) == 1 else "columns"
        lookup.error(
            place, f"'{table.name}' needs {columns} {' and '.join(missing)} of numbers, in mm"
        )
    return not missing


def _spot(record: Record) -> BoardSpace:
    values = record.values
    x, y, turn = (_as_number(values.get(name)) for name in ("x", "y", "turn"))
    return BoardSpace(str(values.get("id")), title_of(record), x, y, turn, _neighbours(record))


def _as_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _neighbours(record: Record) -> tuple[str, ...]:
    found = record.values.get("neighbours")
    return tuple(map(class_of, found)) if isinstance(found, tuple) else ()


def _rule(
    node: Node, pieces: Table | None, spaces: Table, spots: tuple[Record, ...], lookup: NameLookup
) -> LayoutRule | None:
    rule = Fields(node)
    if "never beside" in rule:
        inner = Fields(rule.node("never beside") or node)
        _check_neighbours(spaces, inner.place, lookup)
        return ApartRule(_classes(inner, pieces, lookup))
    inner = Fields(rule.node("at most") or node)
    per = inner.text("per")
    if not per or not lookup.has_column(spaces, per, inner.place_of("per")):
        return None
    zones = {str(r.values.get("id")): class_of(r.values.get(per)) for r in spots}
    return AtMostRule(_classes(inner, pieces, lookup), zones, lookup.number(inner, "count", 0))


def _classes(fields: Fields, table: Table | None, lookup: NameLookup) -> Mapping[str, str]:
    """Return the class of each row: its cell in the column `same`, or one class for all that match
    `where`."""
    same = fields.text("same")
    if table is None:
        return {}
    if not same:
        return {str(record.values.get("id")): "these" for record in lookup.rows(fields, table)}
    if not lookup.has_column(table, same, fields.place_of("same")):
        return {}
    found = {str(r.values.get("id")): class_of(r.values.get(same)) for r in table.records}
    return {name: kind for name, kind in found.items() if kind}


def _check_neighbours(spaces: Table, place: Location, lookup: NameLookup) -> None:
    kinds = {column.name: column.kind for column in spaces.columns}
    if kinds.get("neighbours") != "list":
        lookup.error(place, f"'{spaces.name}' needs a column 'neighbours', a list of ids")
        return
    known = {str(record.values.get("id")) for record in spaces.records}
    for record in spaces.records:
        for name in _neighbours(record):
            if name not in known:
                lookup.error(
                    record.place,
                    f"the neighbour '{name}' is not an id of '{spaces.name}'",
                )
