"""Write a table layout as a room of playingcards.io."""

from __future__ import annotations

import io
import json
from typing import Any, Final

from printgen.export.tables.archive import zip_bytes
from printgen.export.tables.pictures import Pictures
from printgen.export.tables.screen import (
    BAG,
    BOTTOM,
    HEIGHT,
    Card,
    CardType,
    Collection,
    Die,
    Stack,
    fit_on_screen,
)
from printgen.frame import Frame
from printgen.tabletop.model import TableLayout

SCHEMA: Final = 8
ASSETS: Final = "userassets"
BLANK: Final = "blank.png"
BLANK_COLOUR: Final = (138, 143, 148)

Widget = dict[str, Any]


def pcio_bytes(layout: TableLayout, pictures: Pictures) -> bytes:
    writer = _Writer(layout, pictures)
    widgets = writer.widgets()
    return zip_bytes(
        {
            "widgets.json": json.dumps(widgets, indent=1, ensure_ascii=False).encode(),
            "schemaVersion": str(SCHEMA).encode(),
            f"{ASSETS}/{BLANK}": _blank(),
            **{f"{ASSETS}/{name}": data for name, data in pictures.files.items()},
        }
    )


class _Writer:
    def __init__(self, layout: TableLayout, pictures: Pictures) -> None:
        self._layout = layout
        self._pictures = pictures
        self._cards: set[str] = set()
        self._hidden: set[str] = set()

    def widgets(self) -> list[Widget]:
        screen = fit_on_screen(self._layout)
        self._hidden = {card.collection for card in screen.cards if card.holder}
        self._cards = {each.id for each in screen.collections if each.are_cards}
        bags = {stack.id: stack for stack in screen.stacks if stack.is_bag}
        widgets: list[Widget] = [
            {
                "id": "hand",
                "type": "hand",
                "x": 50,
                "y": BOTTOM,
                "z": 1,
                "width": 1500,
                "height": HEIGHT - BOTTOM,
            }
        ]
        widgets += (
            {
                "id": f"seat{number + 1}",
                "type": "seat",
                "seatIndex": number,
                "x": 20 + number * 190,
                "y": 40,
                "z": number + 1,
            }
            for number in range(len(self._layout.seats))
        )
        widgets += map(self._holder, bags.values())
        widgets += map(self._deck, screen.collections)
        for die in screen.dice:
            widgets += self._die(die)
        widgets += (self._card(card, bags.get(card.holder)) for card in screen.cards)
        return widgets

    def _holder(self, stack: Stack) -> Widget:
        return {
            "id": stack.id,
            "type": "holder",
            "x": stack.x,
            "y": stack.y,
            "z": stack.z,
            "width": stack.width,
            "height": stack.height,
            "label": stack.title,
            "layoutType": "stack",
        }

    def _deck(self, collection: Collection) -> Widget:
        made: Widget = {
            "id": collection.id,
            "type": "cardDeck",
            "collectionType": "cards" if collection.are_cards else "pieces",
            "x": 0,
            "y": 0,
            "cardWidth": collection.width,
            "cardHeight": collection.height,
            "cardOverlapH": 0,
            "cardOverlapV": 0,
            "enlarge": collection.movable,
            "cardTypes": {each.row: self._card_type(each, collection) for each in collection.types},
            "faceTemplate": _template(collection, "image"),
            "backTemplate": _template(collection, "back"),
        }
        if not collection.movable:
            made |= {"allowPlayerMove": False, "allowPlayerClick": False}
        return made

    def _card_type(self, each: CardType, collection: Collection) -> Widget:
        """Return a row. A piece without a back looks the same on both sides, but not in a bag."""
        front = self._picture(each.front)
        blank = f"package://{ASSETS}/{BLANK}" if collection.id in self._hidden else front
        back = self._picture(each.back) if each.back else blank
        return {"label": each.title, "image": front, "back": back}

    def _card(self, card: Card, bag: Stack | None) -> Widget:
        made: Widget = {
            "id": card.id,
            "type": "card" if card.collection in self._cards else "piece",
            "deck": card.collection,
            "cardType": card.row,
            "piece": card.piece,
            "x": card.x,
            "y": card.y,
            "z": card.z,
            "faceup": card.face_up,
        }
        if card.turn % 360:
            made["r"] = round(card.turn % 360, 2)
        if bag is not None:  # all in one place, so that they are one pile
            made |= {"parent": bag.id, "x": bag.x + BAG, "y": bag.y + BAG}
        return made

    def _die(self, die: Die) -> list[Widget]:
        deck = f"{die.id}-sides"
        size = die.size
        template = {
            "includeBorder": False,
            "includeRadius": True,
            "objects": [
                {
                    "type": "image",
                    "x": 0,
                    "y": 0,
                    "w": size,
                    "h": size,
                    "valueType": "dynamic",
                    "value": "image",
                }
            ],
        }
        return [
            {
                "id": deck,
                "type": "cardDeck",
                "x": 0,
                "y": 0,
                "collectionType": "dice",
                "cardWidth": size,
                "cardHeight": size,
                "cardTypes": {
                    str(number): {"label": side.value, "image": self._picture(side.frame)}
                    for number, side in enumerate(die.piece.sides, 1)
                },
                "faceTemplate": template,
            },
            {
                "id": die.id,
                "type": "dice",
                "deck": deck,
                "diceValue": "1",
                "piece": die.piece.id,
                "x": round(die.x, 1),
                "y": round(die.y, 1),
                "z": die.z,
                "width": size,
                "height": size,
            },
        ]

    def _picture(self, frame: Frame) -> str:
        return f"package://{ASSETS}/{self._pictures.name(frame)}"


def _blank() -> bytes:
    """Return the picture of a back that shows nothing."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (8, 8), BLANK_COLOUR).save(stream, "PNG")
    return stream.getvalue()


def _template(collection: Collection, value: str) -> Widget:
    image = {"type": "image", "x": 0, "y": 0, "w": collection.width, "h": collection.height}
    image |= {"valueType": "dynamic", "value": value, "color": "transparent"}
    return {"includeBorder": False, "includeRadius": False, "objects": [image]}
