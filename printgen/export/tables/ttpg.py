"""Write a table layout as a package of Tabletop Playground: templates of all pieces, their
textures, and a saved state with the game laid out.

Lengths are centimetres; x points away from the player at the bottom, y right and z up. Flat pieces
are cards of any thickness: they stack, and can be shuffled. A bag is a face-down stack.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from printgen.export.tables.dice import CORNERS, dice_files, die_texture
from printgen.export.tables.heights import resting_heights
from printgen.export.tables.names import StableIds
from printgen.export.tables.pictures import Pictures
from printgen.tabletop.model import Bag, Piece, PlacedThing, TableLayout, pieces_of

TABLE_TOP: Final = 86.52
TABLE_TEMPLATE: Final = "D7BC36B74A60E6D1B9553B933D953904"
BUILT_IN: Final = "D74C7D5D6745CD565913DAA5FB3E9C93"
"""The table that every new game has, and the package that it is in."""
THINNEST: Final = 0.03
MODELS: Final = {"rectangle": "Square", "rounded": "Rounded", "circle": "Round"}
SNAP_RANGE: Final = 1.0
ONE_SIDED, OWN_BACK, LIKE_BACK = -1, -2, -3
"""Where the back of a card, or what others see of it in a hand, comes from."""

Json = dict[str, Any]


def ttpg_files(layout: TableLayout, pictures: Pictures) -> Mapping[str, bytes]:
    """Return the files of the package, in the folder that bears its name."""
    return dict(_Writer(layout, pictures).files())


class _Writer:
    def __init__(self, layout: TableLayout, pictures: Pictures) -> None:
        self._layout = layout
        self._pictures = pictures
        self._guids = _Guids()
        self._names = StableIds(8)
        self._package = self._guids.of(f"package:{layout.slug}")
        self._middle = (layout.left + layout.width / 2, layout.top + layout.height / 2)

    def files(self) -> Iterator[tuple[str, bytes]]:
        folder = f"{self._layout.slug}-package"
        rows: dict[str, Piece] = {}
        for piece in self._layout.pieces():
            rows.setdefault(piece.row, piece)
        yield f"{folder}/Manifest.json", _json(self._manifest())
        for row, piece in rows.items():
            name = f"{folder}/Templates/{row.replace('/', '-')}.json"
            yield name, _json(self._template(piece))
        yield f"{folder}/States/{self._layout.title}.vts", _json(self._state())
        for name, data in self._pictures.files.items():
            yield f"{folder}/Textures/{name}", data
        for name, data in dice_files(self._layout.pieces()).items():
            kind = "Models" if name.endswith(".obj") else "Textures"
            yield f"{folder}/{kind}/{name}", data

    def _manifest(self) -> Json:
        return {
            "Name": self._layout.title,
            "Version": "1",
            "GUID": self._package,
            "CopyProtection": False,
        }

    # --- templates ----------------------------------------------------------------------------

    def _template(self, piece: Piece) -> Json:
        common: Json = {
            "Type": "Card",
            "GUID": self._guids.of(self._row(piece)),
            "Name": piece.title,
            "Metadata": self._row(piece),
            "CollisionType": "Ground" if piece.kind == "board" else "Regular",
            "SurfaceType": "Cardboard",
            "Models": [],
            "Tags": [self._layout.slug, piece.row.partition("/")[0]],
            "SnapPoints": self._snap_points(piece),
        }
        if piece.kind == "die":
            return {**common, "Type": "Dice", "SurfaceType": "Plastic", **self._dice(piece)}
        front, back = self._pictures.name(piece.front), self._back(piece)
        if piece.kind == "figure":
            textures = {"FrontTexture": front, "BackTexture": back, "UseAlpha": True}
            return {**common, "Type": "Cardboard Figure", **textures, "FigureHeight": 1.0}
        hides = bool(back) and piece.back is not piece.front
        return {
            **common,
            "Flippable": piece.kind != "board",
            "FrontTexture": front,
            "BackTexture": back,
            "BackIndex": OWN_BACK if back else ONE_SIDED,
            "HiddenIndex": LIKE_BACK if hides else ONE_SIDED,
            "NumHorizontal": 1,
            "NumVertical": 1,
            "Width": round(piece.front.width / 10, 3),
            "Height": round(piece.front.height / 10, 3),
            "Thickness": round(max(THINNEST, piece.thickness / 10), 3),
            "Model": MODELS.get(piece.shape, front),
            "MirrorBack": False,
            "HiddenInHand": hides,
            "UsedWithCardHolders": hides,
            "CanStack": piece.kind != "board",
            "Indices": [0],
            "CardNames": {"0": piece.title},
            "CardMetadata": {"0": self._row(piece)},
            "CardTags": {"0": []},
        }

    def _back(self, piece: Piece) -> str:
        return self._pictures.name(piece.back) if piece.back is not None else ""

    def _dice(self, piece: Piece) -> Json:
        texture, model = die_texture(piece)
        edge = round(piece.thickness / 10, 3)
        zero = {"X": 0.0, "Y": 0.0, "Z": 0.0}
        return {
            "Models": [
                {
                    "Model": model,
                    "Texture": texture,
                    "Offset": zero,
                    "Rotation": zero,
                    "Scale": {"X": edge, "Y": edge, "Z": edge},
                    "UseOverrides": False,
                    "Roughness": 0.4,
                }
            ],
            "Faces": [
                {**_direction(corners), "Name": side.value}
                for side, corners in zip(piece.sides, CORNERS, strict=True)
            ],
        }

    def _snap_points(self, piece: Piece) -> list[Json]:
        """Return the spaces of the board that the game is laid out on, from its middle."""
        placed = self._layout.placed[0] if self._layout.placed else None
        if placed is None or placed.thing is not piece or piece.kind != "board":
            return []
        return [
            {
                "Position": {
                    "X": round((placed.y - point.y) / 10, 3),
                    "Y": round((point.x - placed.x) / 10, 3),
                    "Z": round(piece.thickness / 10, 3),
                },
                "Range": SNAP_RANGE,
                "SnapRotation": 0 if point.turn is None else 2,
                "RotationOffset": point.turn or 0.0,
                "Shape": 1,
                "FlipValidity": 0,
            }
            for point in self._layout.snap_points
        ]

    # --- state --------------------------------------------------------------------------------

    def _state(self) -> Json:
        things = self._layout.placed
        objects = [self._table()]
        for placed, height in zip(things, resting_heights(things), strict=True):
            objects += self._objects(placed, height)
        notes = "\n\n".join(f"{note.title}\n\n{note.text}" for note in self._layout.notes)
        return {
            "saveStateVersion": "1.1",
            "gameState": {"notes": f"{self._layout.credit}\n\n{notes}", "measureUnit": 1},
            "requiredPackages": [
                {"name": self._layout.title, "guid": self._package},
                {"name": "General", "guid": BUILT_IN},
            ],
            "objects": objects,
            "zones": [],
            "labels": [],
        }

    def _table(self) -> Json:
        return {
            **_object("Table", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)),
            "templateId": TABLE_TEMPLATE,
            "uniqueId": "table",
            "collisionType": "CB_Static",
        }

    def _objects(self, placed: PlacedThing, height: float) -> Iterator[Json]:
        thing = placed.thing
        pieces = pieces_of(thing)
        face_up = placed.face_up and not isinstance(thing, Bag)
        # Cards of one size stack, whatever they show.
        stacks: dict[object, list[Piece]] = {}
        for number, piece in enumerate(pieces):
            flat = piece.kind in ("card", "tile")
            key = (piece.row.partition("/")[0], piece.shape) if flat else number
            stacks.setdefault(key, []).append(piece)
        for step, stack in enumerate(stacks.values()):
            yield self._stack(placed, stack, height + step * 20, face_up=face_up)

    def _stack(
        self, placed: PlacedThing, pieces: Sequence[Piece], height: float, *, face_up: bool
    ) -> Json:
        top, *others = pieces
        kinds = {"die": "Dice", "figure": "CardboardFigure"}
        at = (
            round((self._middle[1] - placed.y) / 10, 3),
            round((placed.x - self._middle[0]) / 10, 3),
            round(TABLE_TOP + height / 10, 3),
        )
        made = _object(kinds.get(top.kind, "Card"), at, _rotation(placed.turn, face_up=face_up))
        made |= {
            "templateId": self._guids.of(self._row(top)),
            "objectName": top.title,
            "objectTags": [f"{self._layout.slug}/{top.id}"],
            "uniqueId": self._names.of(top.id),
            "collisionType": "CB_Ground" if placed.locked else "CB_Regular",
            "simulatingPhysics": not placed.locked,
        }
        made["transform"]["scale3D"] = dict.fromkeys("xyz", placed.scale)
        if made["objectType"] == "Card":
            made |= {
                "atlasIndex": 0,
                "frontTextureOverride": "",
                "inHand": False,
                "stackSerialization": [
                    {
                        "index": 0,
                        "templateId": self._guids.of(self._row(piece)),
                        "frontTextureOverride": "",
                        "flipped": False,
                    }
                    for piece in others
                ],
            }
        if placed.seat is not None:
            made["ownerIndex"] = placed.seat
        return made

    def _row(self, piece: Piece) -> str:
        return f"{self._layout.slug}/{piece.row}"


class _Guids:
    def __init__(self) -> None:
        self._ids = StableIds(32)

    def of(self, name: str) -> str:
        return self._ids.of(name).upper()


def _object(kind: str, at: Sequence[float], rotation: Sequence[float]) -> Json:
    return {
        "objectType": kind,
        "transform": {
            "rotation": dict(zip("xyzw", rotation, strict=True)),
            "translation": dict(zip("xyz", at, strict=True)),
            "scale3D": dict.fromkeys("xyz", 1.0),
        },
        "primaryColor": {"r": 255, "g": 255, "b": 255, "a": 255},
        "secondaryColor": {"r": 0, "g": 0, "b": 0, "a": 255},
        "objectDescription": "",
        "shouldSnap": True,
        "objectGroupId": -1,
        "ownerIndex": -1,
        "persistentData": "",
    }


def _rotation(turn: float, *, face_up: bool) -> tuple[float, float, float, float]:
    """Return the quaternion of a turn about z; a thing that lies face down is rolled about x
    first."""
    sin, cos = math.sin(math.radians(turn) / 2), math.cos(math.radians(turn) / 2)
    sin, cos = round(sin, 5), round(cos, 5)
    return (0.0, 0.0, sin, cos) if face_up else (cos, sin, 0.0, 0.0)


def _direction(corners: Sequence[tuple[int, int, int]]) -> Json:
    """Return the direction of a side of the model, whose y points up, in a world whose z does."""
    x, y, z = (sum(axis) / 4 for axis in zip(*corners, strict=True))
    return {"X": z, "Y": x, "Z": y}


def _json(data: Json) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode()
