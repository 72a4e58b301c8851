"""Read back what was written for virtual tables: which pieces there are, and where they lie."""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree as Xml

from printgen.export.tables.vassal import split, unnested

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
        elif name:  # not the ground, and not a hand
            place = one["Transform"]
            turn = (place["rotY"] - 180) % 360
            face_up = place["rotZ"] == 0
            x, y = place["posX"] * UNIT, -place["posZ"] * UNIT
            yield Found(name, x, y, turn, face_up, inside)


def read_vtt(data: bytes, scale: float) -> list[Found]:
    """The cards and dice of a game of virtualtabletop.io; `scale` is pixels per millimetre."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        state = json.loads(archive.read("0.json"))
        for name in archive.namelist():
            if name.startswith("assets/"):
                asset = archive.read(name)
                checksum, length = name.removeprefix("assets/").split("_")
                assert int(checksum) % 2**32 == zlib.crc32(asset)
                assert int(length) == len(asset)
        addresses = {f"/{name}" for name in archive.namelist()}
    found = []
    for one in state.values():
        if one.get("type") == "dice":
            assert {side["image"] for side in one["faces"]} <= addresses
            size = one["width"], one["height"]
        elif one.get("type") == "card":
            deck = state[one["deck"]]
            sides = deck["cardTypes"][one["cardType"]]
            assert {sides["face"], sides["back"]} - {""} <= addresses
            size = deck["cardDefaults"]["width"], deck["cardDefaults"]["height"]
        else:
            continue
        x, y, inside = one.get("x", 0), one.get("y", 0), ""
        parent = state.get(one.get("parent"))
        if parent is not None:
            size = parent["width"], parent["height"]
            x, y = parent["x"], parent["y"]
            inside = "pile"
            if "parent" in parent:  # the pile in a bag
                bag = state[parent["parent"]]
                x, y, inside = x + bag["x"], y + bag["y"], "bag"
        face_up = one.get("activeFace", 0) == 1 or one["type"] == "dice"
        middle = _from_middle(x, y, size, scale)
        found.append(Found(one["piece"], *middle, one.get("rotation", 0), face_up, inside))
    return found


def read_pcio(data: bytes, scale: float) -> list[Found]:
    """The cards and dice of a room of playingcards.io."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        widgets = json.loads(archive.read("widgets.json"))
        addresses = {f"package://{name}" for name in archive.namelist()}
        assert archive.read("schemaVersion") == b"8"
    decks = {one["id"]: one for one in widgets if one["type"] == "cardDeck"}
    bags = {one["id"] for one in widgets if one["type"] == "holder"}
    found = []
    for one in widgets:
        if one["type"] not in ("card", "piece", "dice"):
            continue
        deck = decks[one["deck"]]
        sides = deck["cardTypes"][one.get("cardType", "1")]
        assert {value for name, value in sides.items() if name != "label"} <= addresses
        middle = _from_middle(one["x"], one["y"], (deck["cardWidth"], deck["cardHeight"]), scale)
        inside = "bag" if one.get("parent") in bags else ""
        face_up = one.get("faceup", True)
        found.append(Found(one["piece"], *middle, one.get("r", 0), face_up, inside))
    return found


def _from_middle(
    x: float, y: float, size: tuple[float, float], scale: float
) -> tuple[float, float]:
    """A middle in millimetres from the middle of the part of the screen that shows the table."""
    return (x + size[0] / 2 - 800) / scale, (y + size[1] / 2 - 460) / scale


def read_ttpg(files: Mapping[str, bytes], state: str) -> list[Found]:
    """The pieces of a saved state of Tabletop Playground by their rows; a stack is one place."""
    folder = state.partition("/")[0]
    templates = {
        one["GUID"]: one
        for one in (json.loads(data) for name, data in files.items() if "/Templates/" in name)
    }
    textures = {name.rpartition("/")[2] for name in files if "/Textures/" in name}
    for one in templates.values():
        named = {one.get("FrontTexture", ""), one.get("BackTexture", "")}
        named |= {model["Texture"] for model in one["Models"]}
        assert named - {""} <= textures
    manifest = json.loads(files[f"{folder}/Manifest.json"])
    table = json.loads(files[state])
    assert manifest["GUID"] in {package["guid"] for package in table["requiredPackages"]}
    found = []
    for one in table["objects"][1:]:
        at, spin = one["transform"]["translation"], one["transform"]["rotation"]
        face_up = spin["x"] == spin["y"] == 0
        sin, cos = (spin["z"], spin["w"]) if face_up else (spin["y"], spin["x"])
        turn = math.degrees(2 * math.atan2(sin, cos)) % 360
        stack = [
            one["templateId"],
            *(card["templateId"] for card in one.get("stackSerialization", ())),
        ]
        for template in stack:
            _, _, row = templates[template]["Metadata"].partition("/")
            inside = "stack" if len(stack) > 1 else ""
            found.append(Found(row, at["y"] * 10, -at["x"] * 10, turn, face_up, inside))
    return found


def read_vassal(data: bytes, scale: float) -> list[Found]:
    """The pieces of a module by their ids, from the middle of its board; those in decks are face
    down. Dice are buttons and have no place."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = Xml.fromstring(archive.read("buildFile.xml"))
        images = {name.removeprefix("images/") for name in archive.namelist()}
        assert Xml.fromstring(archive.read("moduledata")).findtext("name") == root.get("name")
    board = next(root.iter("VASSAL.build.module.map.boardPicker.Board"))
    width, height = int(board.get("width", 0)), int(board.get("height", 0))
    found = [Found(die.get("row", ""), 0, 0, 0, True, "die") for die in _every(root, "SpecialDie")]
    for kind in ("SetupStack", "DrawPile"):
        for place in _every(root, kind):
            x = (int(place.get("x", 0)) - width / 2) / scale
            y = (int(place.get("y", 0)) - height / 2) / scale
            for slot in place:
                head, line = (slot.text or "").split("/", 1)
                assert head == "+"
                _, traits, states = split(line, "/")
                names = list(unnested(traits))
                row = next(split(t, ";")[2] for t in names if t.startswith("mark;row;"))
                assert len(list(unnested(states))) == len(names)
                *_, image, _ = split(names[-1], ";")
                assert image in images
                inside = "deck" if kind == "DrawPile" else ""
                found.append(Found(row.partition("/")[2], x, y, 0, not inside, inside))
    return found


def _every(root: Xml.Element, name: str) -> list[Xml.Element]:
    return [one for one in root.iter() if one.tag.rpartition(".")[2] == name]
