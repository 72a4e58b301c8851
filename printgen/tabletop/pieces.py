"""Make the pieces of a game's components, as they stand on a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from printgen.catalog.components import COLUMN
from printgen.catalog.model import Component, Game, Record, Value
from printgen.draw.component import draw_component
from printgen.draw.context import DrawContext
from printgen.draw.crafts import boat, die, matchstick, pawn, pyramid, standee
from printgen.draw.crafts.context import CraftContext
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.draw.show import show
from printgen.errors import Findings
from printgen.frame import Frame, Item, Path, Use
from printgen.geometry import Segments, polygon, rectangle, scale
from printgen.tabletop.model import DieSide, Kind, Piece, Shape

NOT_PIECES: Final = ("booklet", "parts", "tuckbox", "bag")
"""Crafts whose sheets are read, or hold pieces."""
CARD: Final = 0.3
BOARD: Final = 2.0
"""The thickness of a card, and of pieces on thick board, in mm."""
MIN_CARD: Final = 35.0
"""The shorter side of the smallest card, in mm; what is smaller is a tile."""


def list_pieces(
    game: Game, context: DrawContext, findings: Findings
) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces of each component, every copy of a row, in the order of the rows."""
    made: dict[str, tuple[Piece, ...]] = {}
    for component in game.components:
        if component.craft is None:
            faces = draw_component(game, component, context, findings)
            made[component.id] = tuple(_flat_pieces(component, faces))
        elif component.craft.kind not in NOT_PIECES:
            made[component.id] = tuple(_folded_pieces(game, component, context, findings))
    return {name: pieces for name, pieces in made.items() if pieces}


def piece_title(component: Component, record: Record) -> str:
    """Return what players call a piece: by its component's pattern, its own title, or the titles of
    the rows that it names."""
    if component.piece:
        return COLUMN.sub(lambda found: _text(record.values.get(found[1])), component.piece)
    linked = (_title(value) for value in record.values.values() if isinstance(value, Record))
    return _title(record) or ", ".join(filter(None, linked)) or component.title


def _text(value: Value) -> str:
    return (
        _title(value) or show(value.values.get("id")) if isinstance(value, Record) else show(value)
    )


def _title(record: Record) -> str:
    named = (record.values.get(key) for key in ("title", "name"))
    return next((str(name) for name in named if name), "")


def _copies(
    component: Component, record: Record, count: int, part: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Yield the id, title and text of each copy."""
    row = f"{component.id}/{record.values.get('id')}{part}"
    text = record.values.get("text")
    for number in range(1, count + 1):
        name = row if number == 1 else f"{row}#{number}"
        yield name, piece_title(component, record), text if isinstance(text, str) else ""


def _flat_pieces(component: Component, faces: tuple[Face, ...]) -> Iterator[Piece]:
    for face in faces:
        template = component.front_of(face.record)
        shape: Shape = "rectangle"
        if template is not None and template.shape != "rectangle":
            round_or_hex = template.shape in ("circle", "hex")
            shape = template.shape if round_or_hex and template.pointy else "other"  # type: ignore[assignment]
        elif template is not None and template.corner:
            shape = "rounded"
        back = face.back
        if back is not None and back.items == face.front.items:
            back = face.front  # printed on both sides alike
        kind = _kind(component, face, shape)
        thickness = CARD if kind == "card" or "board" not in component.stock else BOARD
        for name, title, text in _copies(component, face.record, face.copies):
            yield Piece(name, kind, title, face.front, back, shape, thickness, text)


def _kind(component: Component, face: Face, shape: Shape) -> Kind:
    if component.layout == "poster":
        return "board"
    size = min(face.front.width, face.front.height)
    has_back = face.back is not None and face.back.items != face.front.items
    is_thin = "board" not in component.stock and shape in ("rectangle", "rounded")
    return "card" if has_back and is_thin and size >= MIN_CARD else "tile"


def _folded_pieces(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> Iterator[Piece]:
    known = FOLDED.get(component.craft.kind if component.craft else "")
    if known is None:
        return
    settings, show_pieces = known
    craft = CraftContext(game, component, context, findings, settings)
    faces = draw_component(game, component, context, findings)
    counts = {face.record.values.get("id"): face.pieces for face in faces}
    for record, values in craft.records():
        made = show_pieces(craft, record, values)
        count = counts.get(record.values.get("id"), 0) // len(made)
        for number, piece in enumerate(made, 1):
            # A net that makes several different pieces numbers them, as rows of their own.
            part = f"-{number}" if len(made) > 1 else ""
            for name, title, text in _copies(component, record, count, part):
                yield replace(piece, id=name, title=title, text=text)


def _standee(craft: CraftContext, record: Record, settings: Settings) -> list[Piece]:
    """Return a figure with the art of its front, and of its back if it has its own."""
    size = (settings["width"], settings["height"])
    ground = Path(rectangle(0, 0, *size), craft.context.colour(settings["ground"]))
    sides = []
    for name in ("front", "back"):
        art = craft.draw(name, settings[name], record) if settings[name] else None
        items: tuple[Item, ...] = (ground,)
        if art is not None:
            items = (ground, Use(art, scale(size[0] / art.width, size[1] / art.height)))
        elif name == "back":
            break
        sides.append(Frame(f"{craft.component.id}/{name}", *size, items, clipped=True))
    back = sides[1] if len(sides) > 1 else None
    return [Piece("", "figure", "", sides[0], back, thickness=size[1])]


def _boat(craft: CraftContext, record: Record, settings: Settings) -> list[Piece]:  # noqa: ARG001
    """Return the hull as it is seen from above."""
    deck = settings["deck"]
    left, top = min(x for x, _ in deck), min(y for _, y in deck)
    points = [(x - left, y - top) for x, y in deck]
    outline = polygon(points)
    size = (max(x for x, _ in points), max(y for _, y in points))
    hull = Path(outline, craft.context.colour(settings["ground"]))
    frame = Frame(f"{craft.component.id}/hull", *size, (hull,), outline=outline)
    return [Piece("", "tile", "", frame, None, "other", settings["height"])]


def _pawn(craft: CraftContext, record: Record, settings: Settings) -> list[Piece]:  # noqa: ARG001
    width, height = settings["diameter"], settings["height"]
    colour = craft.context.colour(settings["ground"])
    outline, slant = _wall(width, height)
    art = pawn.wall_items(craft, settings["symbol"], (width, slant), colour)
    items = (Path(outline, colour), *art)
    frame = Frame(f"{craft.component.id}/wall", width, slant, items, outline=outline)
    return [Piece("", "figure", "", frame, None, "other", height)]


def _pyramid(craft: CraftContext, record: Record, settings: Settings) -> list[Piece]:  # noqa: ARG001
    width, height = settings["width"], settings["height"]
    outline, slant = _wall(width, height)
    wall = Use(pyramid.wall_frames(craft, settings)[0])
    frame = Frame(f"{craft.component.id}/wall", width, slant, (wall,), outline=outline)
    return [Piece("", "figure", "", frame, None, "other", height)]


def _wall(width: float, height: float) -> tuple[Segments, float]:
    """Return the outline of a pyramid's wall, and its height along the slope."""
    slant = math.hypot(height, width / 2)
    return polygon(((width / 2, 0.0), (width, slant), (0.0, slant))), slant


def _matchstick(craft: CraftContext, record: Record, settings: Settings) -> list[Piece]:  # noqa: ARG001
    sticks = matchstick.stick_frames(craft, settings)
    return [Piece("", "tile", "", stick, thickness=stick.width) for stick in sticks]


def _die(craft: CraftContext, record: Record, settings: Settings) -> list[Piece]:
    edge = settings["edge"]
    colour = craft.context.colour(settings["ground"])
    ground = Path(rectangle(0, 0, edge, edge), craft.context.ground(colour))
    sides = []
    for place, value in enumerate(settings["faces"], 1):
        art = die.side_items(craft, record, settings, place, value, colour)
        frame = Frame(f"{craft.component.id}/{show(value)}", edge, edge, (ground, *art))
        sides.append(DieSide(show(value), frame))
    return [Piece("", "die", "", sides[0].frame, thickness=edge, sides=tuple(sides))]


ShowPieces = Callable[[CraftContext, Record, Settings], list[Piece]]
FOLDED: Final[Mapping[str, tuple[Mapping[str, SettingType], ShowPieces]]] = {
    "boat": (boat.SETTINGS, _boat),
    "die": (die.SETTINGS, _die),
    "matchstick": (matchstick.SETTINGS, _matchstick),
    "pawn": (pawn.SETTINGS, _pawn),
    "pyramid": (pyramid.SETTINGS, _pyramid),
    "standee": (standee.SETTINGS, _standee),
}
"""The crafts that make pieces: their settings, and how the pieces of a row look."""
