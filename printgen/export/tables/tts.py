"""Write a table layout as a save of Tabletop Simulator.

The game's units are about an inch; x points right and z away from the player at the bottom. An
object's size is that of its image at scale 1, which no file states: the sizes below are estimates
from public saves, and are the place to correct them.
"""

from __future__ import annotations

import colorsys
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from printgen.colour import parse_hex
from printgen.export.tables.dice import TTS_TURNS, dice_files, die_texture
from printgen.export.tables.felt import felt_name, named_felt
from printgen.export.tables.heights import resting_heights
from printgen.export.tables.names import StableIds
from printgen.export.tables.pictures import Pictures
from printgen.tabletop.model import (
    Bag,
    Piece,
    Pile,
    PlacedThing,
    Seat,
    SnapPoint,
    TableLayout,
)

UNIT: Final = 25.4
CARD_WIDTH: Final = 2.19
TILE_SIDE: Final = 2.0
TOKEN_SIDE: Final = 2.0
FIGURE_HEIGHT: Final = 2.0
"""The size of an object at scale 1: the width of a card, the longer side of a tile or token, the
height of a standing figure."""
TABLE_TOP: Final = 1.0
GROUND_DEPTH: Final = 0.1
RIM: Final = 0.1
"""How far the ground reaches beyond the layout, as a share of its size."""
THINNEST: Final = 0.02
UPRIGHT: Final = 180.0
"""How an object is turned that the player at the bottom can read."""
HAND_HEIGHT, HAND_DEPTH = 4.0, 4.0
CARD_TYPES: Final = {"rounded": 0, "rectangle": 1, "hex": 3, "circle": 4}
TILE_TYPES: Final = {"rectangle": 0, "hex": 1, "circle": 2, "rounded": 3}
PLAYER_COLOURS: Final = {
    "White": "#ffffff",
    "Red": "#da1917",
    "Blue": "#1e87ff",
    "Green": "#31b32b",
    "Yellow": "#e6e42d",
    "Orange": "#f3631c",
    "Purple": "#9f1fef",
    "Pink": "#f570ce",
    "Teal": "#21b19a",
    "Brown": "#703a16",
}
"""The seats that Tabletop Simulator has."""

Object = dict[str, Any]
FindUrl = Callable[[str], str]
"""Returns the address of a picture by its file name."""


def tts_files(
    layout: TableLayout, pictures: Pictures, find_url: FindUrl
) -> tuple[Object, Mapping[str, bytes]]:
    """Return the save, and the files beside it: pictures, and models of dice."""
    felt = felt_name(layout)
    save = _Writer(layout, pictures, find_url).save(find_url(felt))
    ground = named_felt(felt)
    beside = {felt: ground} if ground else {}
    return save, {**beside, **pictures.files, **dice_files(layout.pieces())}


def save_bytes(save: Object) -> bytes:
    return json.dumps(save, indent=1, ensure_ascii=False).encode()


class _Writer:
    def __init__(self, layout: TableLayout, pictures: Pictures, find_url: FindUrl) -> None:
        self._layout = layout
        self._pictures = pictures
        self._url = find_url
        self._guids = StableIds(6)
        self._middle = (layout.left + layout.width / 2, layout.top + layout.height / 2)
        pieces = dict.fromkeys(id(piece.front) for piece in layout.pieces())
        self._decks = {frame: number for number, frame in enumerate(pieces, 1)}

    def save(self, felt: str) -> Object:
        layout = self._layout
        things = layout.placed
        objects = [self._ground(felt)]
        objects += [
            made
            for placed, height in zip(things, resting_heights(things), strict=True)
            for made in self._objects(placed, height)
        ]
        colours = player_colours(layout.seats)
        objects += [self._hand(*each) for each in zip(layout.seats, colours, strict=True)]
        return {
            "SaveName": layout.title,
            "GameMode": layout.title,
            "Date": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "Table_None",
            "Sky": "Sky_Museum",
            "Note": f"{layout.title}\n{layout.credit}",
            "Rules": "",
            "TabStates": {
                str(number): {
                    "title": note.title,
                    "body": note.text,
                    "color": "Grey",
                    "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
                    "id": number,
                }
                for number, note in enumerate(layout.notes)
            },
            "Hands": {"Enable": True, "DisableUnused": True, "Hiding": 0},
            "SnapPoints": [self._snap_point(point) for point in layout.snap_points],
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "ObjectStates": objects,
        }

    def _objects(self, placed: PlacedThing, height: float) -> Iterator[Object]:
        thing = placed.thing
        if isinstance(thing, Piece):
            yield self._piece(thing, placed, height)
        elif isinstance(thing, Bag):
            yield self._bag(thing, placed, height)
        elif all(piece.kind == "card" for piece in thing.pieces):
            yield self._deck(thing, placed, height)
        else:
            # Tiles of a stack are objects of their own, each with its row: the last one is lowest.
            for piece in reversed(thing.pieces):
                yield self._piece(piece, placed, height)
                height += piece.thickness * placed.scale

    # --- objects ------------------------------------------------------------------------------

    def _common(self, kind: str, name: str, title: str, text: str = "") -> Object:
        full = f"{self._layout.slug}/{name}"
        return {
            "GUID": self._guids.of(full),
            "Name": kind,
            "Nickname": title,
            "Description": text,
            "GMNotes": full,
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Tags": [self._layout.slug],
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _transform(
        self, placed: PlacedThing, height: float, scale: tuple[float, float, float]
    ) -> Object:
        rise = 2.0 if placed.in_hand else 0.0
        return {
            "posX": round((placed.x - self._middle[0]) / UNIT, 4),
            "posY": round(TABLE_TOP + rise + height / UNIT, 4),
            "posZ": round((self._middle[1] - placed.y) / UNIT, 4),
            "rotX": 0.0,
            "rotY": round((UPRIGHT + placed.turn) % 360, 2),
            "rotZ": 0.0 if placed.face_up else 180.0,
            "scaleX": round(scale[0], 4),
            "scaleY": round(scale[1], 4),
            "scaleZ": round(scale[2], 4),
        }

    def _piece(self, piece: Piece, placed: PlacedThing, height: float) -> Object:
        match piece.kind:
            case "card":
                made = self._card(piece)
            case "die":
                made = self._die(piece)
            case "figure":
                made = self._figure(piece)
            case _:
                made = self._tile(piece)
        made["Transform"] = self._transform(placed, height, _scale_of(piece, placed.scale))
        made["Locked"] = placed.locked
        return made

    def _card(self, piece: Piece) -> Object:
        number = self._decks[id(piece.front)]
        return {
            **self._common("Card", piece.id, piece.title, piece.text),
            "HideWhenFaceDown": True,
            "Hands": True,
            "CardID": number * 100,
            "SidewaysCard": False,
            "CustomDeck": {str(number): self._custom_deck(piece)},
        }

    def _custom_deck(self, piece: Piece) -> Object:
        return {
            "FaceURL": self._picture(piece.front),
            "BackURL": self._picture(piece.back or piece.front),
            "NumWidth": 1,
            "NumHeight": 1,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": CARD_TYPES.get(piece.shape, 1),
        }

    def _deck(self, pile: Pile, placed: PlacedThing, height: float) -> Object:
        scale = _scale_of(pile.pieces[0], placed.scale)
        transform = self._transform(placed, height, scale)
        # The first card of the list is the top one of a deck that lies face down.
        order = reversed(pile.pieces) if placed.face_up else pile.pieces
        contained = [{**self._card(piece), "Transform": dict(transform)} for piece in order]
        return {
            **self._common("DeckCustom", f"pile:{pile.id}", pile.title),
            "HideWhenFaceDown": True,
            "Hands": False,
            "SidewaysCard": False,
            "DeckIDs": [card["CardID"] for card in contained],
            "CustomDeck": {
                number: deck for card in contained for number, deck in card["CustomDeck"].items()
            },
            "ContainedObjects": contained,
            "Transform": transform,
        }

    def _tile(self, piece: Piece) -> Object:
        back = piece.back if piece.back is not None and piece.back is not piece.front else None
        image: Object = {
            "ImageURL": self._picture(piece.front),
            "ImageSecondaryURL": self._picture(back) if back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        }
        thickness = round(max(THINNEST, piece.thickness / UNIT), 4)
        if piece.shape == "other":
            image["CustomToken"] = {
                "Thickness": thickness,
                "MergeDistancePixels": 10.0,
                "StandUp": False,
                "Stackable": False,
            }
        else:
            image["CustomTile"] = {
                "Type": TILE_TYPES[piece.shape],
                "Thickness": thickness,
                "Stackable": piece.kind == "tile",
                "Stretch": True,
            }
        kind = "Custom_Token" if piece.shape == "other" else "Custom_Tile"
        common = self._common(kind, piece.id, piece.title, piece.text)
        return {**common, "Hands": piece.kind == "tile" and back is not None, "CustomImage": image}

    def _figure(self, piece: Piece) -> Object:
        return {
            **self._common("Figurine_Custom", piece.id, piece.title, piece.text),
            "Hands": False,
            "CustomImage": {
                "ImageURL": self._picture(piece.front),
                "ImageSecondaryURL": self._picture(piece.back) if piece.back else "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
            },
        }

    def _die(self, piece: Piece) -> Object:
        texture, model = die_texture(piece)
        return {
            **self._common("Custom_Model", piece.id, piece.title, piece.text),
            "Hands": False,
            "CustomMesh": {
                "MeshURL": self._url(model),
                "DiffuseURL": self._url(texture),
                "NormalURL": "",
                "ColliderURL": "",
                "Convex": True,
                "MaterialIndex": 1,
                "TypeIndex": 2,
                "CastShadows": True,
            },
            "RotationValues": [
                {"Value": side.value, "Rotation": dict(zip("xyz", rotation, strict=True))}
                for side, rotation in zip(piece.sides, TTS_TURNS, strict=True)
            ],
        }

    def _bag(self, bag: Bag, placed: PlacedThing, height: float) -> Object:
        inside = PlacedThing(bag, placed.x, placed.y)
        colour = parse_hex(bag.colour)
        tint = {name: round(part / 255, 3) for name, part in zip("rgb", colour or (), strict=False)}
        return {
            **self._common("Bag", f"bag:{bag.id}", bag.title),
            "Hands": False,
            "ColorDiffuse": tint,
            "Transform": self._transform(placed, height, (1.0, 1.0, 1.0)),
            "Bag": {"Order": 2},  # draws at random
            "ContainedObjects": [self._piece(piece, inside, height) for piece in bag.pieces],
        }

    def _ground(self, felt: str) -> Object:
        """A table of our own, since those of the game may be too small for the layout."""
        longest = max(self._layout.width, self._layout.height) * (1 + 2 * RIM)
        factor = longest / UNIT / TILE_SIDE
        at = PlacedThing(Bag("", "", ()), *self._middle)
        return {
            **self._common("Custom_Tile", "felt", ""),
            "GMNotes": "",
            "Locked": True,
            "Tooltip": False,
            "Transform": self._transform(at, -GROUND_DEPTH * UNIT, (factor, 1.0, factor)),
            "CustomImage": {
                "ImageURL": felt,
                "ImageSecondaryURL": "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": {
                    "Type": 0,
                    "Thickness": GROUND_DEPTH,
                    "Stackable": False,
                    "Stretch": True,
                },
            },
        }

    def _hand(self, seat: Seat, colour: str) -> Object:
        at = PlacedThing(Bag("", "", ()), seat.x, seat.y)
        size = (seat.width / UNIT, HAND_HEIGHT, HAND_DEPTH)
        made = self._common("HandTrigger", f"hand:{colour}", "")
        below = seat.y > self._middle[1]
        return {
            **made,
            "GMNotes": "",
            "FogColor": colour,
            "Locked": True,
            "Transform": {
                **self._transform(at, HAND_HEIGHT / 2 * UNIT, size),
                "rotY": 0.0 if below else 180.0,
            },
        }

    def _snap_point(self, point: SnapPoint) -> Object:
        made: Object = {
            "Position": {
                "x": round((point.x - self._middle[0]) / UNIT, 4),
                "y": TABLE_TOP,
                "z": round((self._middle[1] - point.y) / UNIT, 4),
            }
        }
        if point.turn is not None:
            made["Rotation"] = {"x": 0.0, "y": round((UPRIGHT + point.turn) % 360, 2), "z": 0.0}
        return made

    def _picture(self, frame: Any) -> str:
        return self._url(self._pictures.name(frame))


def _scale_of(piece: Piece, scale: float) -> tuple[float, float, float]:
    """Return the scale at which an object is as large as the piece."""
    width, height = piece.front.width / UNIT * scale, piece.front.height / UNIT * scale
    match piece.kind:
        case "card":
            factor = width / CARD_WIDTH
        case "figure":
            factor = height / FIGURE_HEIGHT
            return factor, factor, factor
        case "die":
            edge = piece.thickness / UNIT * scale
            return edge, edge, edge
        case _:
            side = TOKEN_SIDE if piece.shape == "other" else TILE_SIDE
            factor = max(width, height) / side
    return factor, 1.0, factor


def player_colours(seats: Sequence[Seat]) -> list[str]:
    """Return a different player colour for each seat, the most alike one that is free."""
    free = dict(PLAYER_COLOURS)
    chosen = []
    for seat in seats:
        wanted = _tone(seat.colour)
        name = min(free, key=lambda one: _distance(_tone(free[one]), wanted))
        chosen.append(name)
        del free[name]
    return chosen


def _tone(colour: str) -> tuple[float, float, float]:
    """Return hue, saturation and value from 0 to 1."""
    red, green, blue = parse_hex(colour) or (255, 255, 255)
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)


def _distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return how different two colours look: the hue counts most, but not between greys, and a
    little saturation makes more of a difference than a little more."""
    apart = abs(one[0] - other[0])
    hue = min(apart, 1 - apart) * min(one[1], other[1])
    saturation = abs(math.sqrt(one[1]) - math.sqrt(other[1]))
    return 6 * hue + saturation + abs(one[2] - other[2]) / 2
