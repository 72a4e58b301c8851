"""Write a table layout as a game of virtualtabletop.io."""

from __future__ import annotations

import html
import json
import zlib
from typing import Any, Final

from printgen.export.tables.archive import zip_bytes
from printgen.export.tables.pictures import Pictures
from printgen.export.tables.screen import (
    BAG,
    BOTTOM,
    HEIGHT,
    Card,
    Collection,
    Die,
    Stack,
    fit_on_screen,
)
from printgen.frame import Frame
from printgen.tabletop.model import TableLayout

VERSION: Final = 16
"""The version of the format that is written; newer servers bring it up to date."""
ENLARGED: Final = 320
"""How high a card is shown when the mouse is over it, in pixels, about."""
BLANK: Final = "#8a8f94"
"""The back of pieces that have none."""

Widget = dict[str, Any]


def vtt_bytes(layout: TableLayout, pictures: Pictures) -> bytes:
    writer = _Writer(layout, pictures)
    state = writer.state()
    files = {"0.json": json.dumps(state, indent=1, ensure_ascii=False).encode()}
    files |= {f"assets/{name}": data for name, data in writer.assets.items()}
    return zip_bytes(files)


class _Writer:
    def __init__(self, layout: TableLayout, pictures: Pictures) -> None:
        self._layout = layout
        self._pictures = pictures
        self.assets: dict[str, bytes] = {}

    def state(self) -> Widget:
        screen = fit_on_screen(self._layout)
        state: Widget = {"_meta": {"version": VERSION, "info": self._info()}}
        state["hand"] = self._hand()
        for number, seat in enumerate(self._layout.seats, 1):
            state[f"seat{number}"] = {
                "id": f"seat{number}",
                "type": "seat",
                "index": number,
                "x": 20 + (number - 1) * 175,
                "y": 8,
                "color": seat.colour,
                "colorEmpty": seat.colour,
                "hideWhenUnused": False,
            }
        for collection in screen.collections:
            state[collection.id] = self._deck(collection)
        for stack in screen.stacks:
            state |= self._stack(stack)
        for card in screen.cards:
            state[card.id] = self._card(card)
        for die in screen.dice:
            state[die.id] = self._die(die)
        return state

    def _info(self) -> Widget:
        notes = "".join(
            f"<h3>{html.escape(note.title)}</h3><p>{html.escape(note.text)}</p>".replace(
                "\n", "<br>"
            )
            for note in self._layout.notes
        )
        return {
            "name": self._layout.title,
            "players": str(len(self._layout.seats) or ""),
            "attribution": html.escape(self._layout.credit),
            "helpText": notes,
            "ruleText": "",
            "variant": "",
            "language": "en-GB",
        }

    def _hand(self) -> Widget:
        return {
            "id": "hand",
            "type": "holder",
            "x": 50,
            "y": BOTTOM,
            "width": 1500,
            "height": HEIGHT - BOTTOM,
            "onEnter": {"activeFace": 1},
            "onLeave": {"activeFace": 0},
            "dropOffsetX": 10,
            "dropOffsetY": 14,
            "stackOffsetX": 40,
            "childrenPerOwner": True,
        }

    def _deck(self, collection: Collection) -> Widget:
        size = {"width": collection.width, "height": collection.height}
        image = {"type": "image", "x": 0, "y": 0, **size, "color": "transparent"}
        has_backs = any(each.back is not None for each in collection.types)
        ground = "transparent" if has_backs else BLANK
        defaults = {**size, "enlarge": _enlarged(collection.height), "overlap": True}
        if not collection.movable:
            defaults |= {"movable": False, "clickable": False, "layer": -4, "enlarge": False}
        return {
            "id": collection.id,
            "type": "deck",
            "cardDefaults": defaults,
            "cardTypes": {
                each.row: {
                    "label": each.title,
                    "face": self._picture(each.front),
                    "back": self._picture(each.back) if each.back else "",
                }
                for each in collection.types
            },
            "faceTemplates": [
                {"objects": [{**image, "color": ground, "dynamicProperties": {"value": "back"}}]},
                {"objects": [{**image, "dynamicProperties": {"value": "face"}}]},
            ],
        }

    def _stack(self, stack: Stack) -> dict[str, Widget]:
        place: Widget = {"x": stack.x, "y": stack.y, "width": stack.width, "height": stack.height}
        if not stack.is_bag:
            return {stack.id: {"id": stack.id, "type": "pile", **place, "z": stack.z}}
        inside = f"{stack.id}-pile"
        return {
            stack.id: {
                "id": stack.id,
                "type": "holder",
                **place,
                "dropOffsetX": BAG,
                "dropOffsetY": BAG,
                "dropTarget": {"type": "card"},
                "borderRadius": 16,
                "css": f"background: {stack.colour}",
                "onEnter": {"activeFace": 0},
                "onLeave": {"activeFace": 1},
            },
            inside: {
                "id": inside,
                "type": "pile",
                "parent": stack.id,
                "x": BAG,
                "y": BAG,
                "width": stack.width - 2 * BAG,
                "height": stack.height - 2 * BAG,
            },
            f"{stack.id}-label": {
                "id": f"{stack.id}-label",
                "type": "button",
                "parent": stack.id,
                "text": stack.title,
                "x": 0,
                "y": stack.height + 2,
                "width": stack.width,
                "height": 16,
                "css": "font-size: 8px; line-height: 1; padding: 0",
                "movableInEdit": False,
                "clickRoutine": [{"func": "SHUFFLE", "holder": stack.id}],
            },
        }

    def _card(self, card: Card) -> Widget:
        made: Widget = {
            "id": card.id,
            "type": "card",
            "deck": card.collection,
            "cardType": card.row,
            "piece": card.piece,
            "z": card.z,
        }
        if card.face_up:
            made["activeFace"] = 1
        if card.turn % 360:
            made["rotation"] = round(card.turn % 360, 2)
        if card.holder:
            made["parent"] = f"{card.holder}-pile"
        elif card.pile:
            made["parent"] = card.pile
        else:
            made |= {"x": card.x, "y": card.y}
        return made

    def _die(self, die: Die) -> Widget:
        return {
            "id": die.id,
            "type": "dice",
            "piece": die.piece.id,
            "x": round(die.x, 1),
            "y": round(die.y, 1),
            "z": die.z,
            "width": die.size,
            "height": die.size,
            "movable": True,
            "imageScale": 1,
            "faces": [
                {"value": side.value, "image": self._picture(side.frame)}
                for side in die.piece.sides
            ],
        }

    def _picture(self, frame: Frame) -> str:
        """Return the address of a picture, which is named by its checksum and length."""
        data = self._pictures.files.get(self._pictures.name(frame), b"")
        checksum = zlib.crc32(data)
        signed = checksum - (1 << 32) if checksum >= 1 << 31 else checksum
        name = f"{signed}_{len(data)}"
        self.assets[name] = data
        return f"/assets/{name}"


def _enlarged(height: int) -> float | bool:
    factor = round(ENLARGED / height, 1)
    return factor if factor > 1.2 else False
