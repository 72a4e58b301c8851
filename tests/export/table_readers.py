"""Read back what was written for virtual tables: which pieces there are, and where they lie."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

UNIT = 25.4


class Found(NamedTuple):
    """A piece in a file: its row with the number of its copy, its middle in millimetres from the
    middle of the table, how far it is turned, which side is up, and what it is in."""

    piece: str
    x: float
    y: float
    turn: float
    face_up: bool
    inside: str = ""


def read_tts(data: bytes) -> list[Found]:
    save = json.loads(data)
    guids = [one["GUID"] for one in _every_object(save["ObjectStates"])]
    assert len(guids) == len(set(guids)), "a GUID is used twice"
    return list(_tts_pieces(save["ObjectStates"], ""))


def _every_object(objects: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for one in objects:
        yield one
        yield from _every_object(one.get("ContainedObjects", ()))


def _tts_pieces(objects: Iterable[Mapping[str, Any]], inside: str) -> Iterator[Found]:
    for one in objects:
        _, _, name = one["GMNotes"].partition("/")
        if "ContainedObjects" in one:
            if "DeckIDs" in one:
                assert one["DeckIDs"] == [card["CardID"] for card in one["ContainedObjects"]]
                assert {str(number // 100) for number in one["DeckIDs"]} == set(one["CustomDeck"])
            yield from _tts_pieces(one["ContainedObjects"], name)
        elif name:
            place = one["Transform"]
            turn = (place["rotY"] - 180) % 360
            face_up = place["rotZ"] == 0
            x, y = place["posX"] * UNIT, -place["posZ"] * UNIT
            yield Found(name, x, y, turn, face_up, inside)
