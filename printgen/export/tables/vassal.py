"""Write a table layout as a module of VASSAL: a map with boards, decks and pieces set up, and
buttons that roll the dice.

A module is a ZIP with a build file. A piece is one line: its traits from the outermost to the
innermost, then their states in the same order. Whatever separates values is escaped inside them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.etree import ElementTree as Xml

from printgen.export.tables.archive import zip_bytes
from printgen.export.tables.felt import COLOUR, felt_png
from printgen.export.tables.pictures import Pictures
from printgen.frame import Frame
from printgen.tabletop.model import Bag, Piece, PlacedThing, TableLayout, pieces_of

DPI: Final = 100
VASSAL: Final = "3.6.0"
VERSION: Final = "1.0"
MAP: Final = "Table"
FELT: Final = "felt.png"
MARGIN: Final = 40
"""Pixels around everything on the table."""
FLIP: Final = "70,130"
"""Ctrl F."""
NEVER_MOVES: Final = "immob;n;V"


def vassal_bytes(layout: TableLayout, pictures: Pictures, dpi: int = DPI) -> bytes:
    writer = _Writer(layout, pictures, dpi)
    build = writer.build()
    return zip_bytes(
        {
            "buildFile.xml": build,
            "moduledata": writer.module_data(),
            f"images/{FELT}": felt_png(*writer.size),
            **writer.pages,
            **{f"images/{name}": data for name, data in writer.images.items()},
        }
    )


class _Writer:
    def __init__(self, layout: TableLayout, pictures: Pictures, dpi: int) -> None:
        self._layout = layout
        self._pictures = pictures
        self._scale = dpi / 25.4
        self._next = 0
        self.images: dict[str, bytes] = {}
        self.pages: dict[str, bytes] = {}

    @property
    def size(self) -> tuple[int, int]:
        layout = self._layout
        return (
            round(layout.width * self._scale) + 2 * MARGIN,
            round(layout.height * self._scale) + 2 * MARGIN,
        )

    def module_data(self) -> bytes:
        root = Xml.Element("data", version="1")
        texts = {
            "version": VERSION,
            "VassalVersion": VASSAL,
            "dateSaved": "0",
            "description": self._layout.credit,
            "name": self._layout.title,
        }
        for tag, text in texts.items():
            Xml.SubElement(root, tag).text = text
        return _xml(root)

    def build(self) -> bytes:
        root = Xml.Element(
            "VASSAL.build.GameModule",
            name=self._layout.title,
            version=VERSION,
            VassalVersion=VASSAL,
            description=self._layout.credit,
        )
        Xml.SubElement(root, "VASSAL.build.module.BasicCommandEncoder")
        self._documentation(root)
        roster = Xml.SubElement(root, "VASSAL.build.module.PlayerRoster", buttonText="Seats")
        for seat in self._layout.seats:
            Xml.SubElement(roster, "entry").text = seat.title
        options = {"autoReport": "Always", "centerOnMove": "Never", "nonOwnerUnmaskable": "Never"}
        Xml.SubElement(root, "VASSAL.build.module.GlobalOptions", options)
        self._map(root)
        self._dice(root)
        Xml.SubElement(root, "VASSAL.build.module.Chatter")
        root.set("nextPieceSlotId", str(self._next + 1))
        return _xml(root)

    def _documentation(self, root: Xml.Element) -> None:
        """The rules, as pages of the help menu."""
        documents = Xml.SubElement(root, "VASSAL.build.module.Documentation")
        for number, note in enumerate(self._layout.notes, 1):
            page = f"help-{number}.html"
            Xml.SubElement(
                documents,
                "VASSAL.build.module.documentation.HelpFile",
                fileName=page,
                fileType="archive",
                title=note.title,
            )
            body = Xml.Element("html")
            for text in (note.title, *note.text.split("\n")):
                Xml.SubElement(body, "p").text = text
            self.pages[page] = Xml.tostring(body)

    def _map(self, root: Xml.Element) -> None:
        map_ = Xml.SubElement(
            root,
            "VASSAL.build.module.Map",
            mapName=MAP,
            allowMultiple="false",
            backgroundcolor=",".join(map(str, COLOUR)),
            edgeHeight="0",
            edgeWidth="0",
            launch="false",
            moveWithinFormat="$pieceName$ moves",
        )
        picker = Xml.SubElement(map_, "VASSAL.build.module.map.BoardPicker", title="Board")
        Xml.SubElement(picker, "setup").text = f"{MAP}BoardPicker\t{MAP}\t0\t0"
        width, height = self.size
        Xml.SubElement(
            picker,
            "VASSAL.build.module.map.boardPicker.Board",
            image=FELT,
            name=MAP,
            width=str(width),
            height=str(height),
            reversible="false",
        )
        for part in ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer"):
            Xml.SubElement(map_, f"VASSAL.build.module.map.{part}")
        for part in ("PieceMover", "KeyBufferer", "MapCenterer", "StackExpander"):
            Xml.SubElement(map_, f"VASSAL.build.module.map.{part}")
        Xml.SubElement(map_, "VASSAL.build.module.map.Zoomer", zoomStart="3")
        Xml.SubElement(map_, "VASSAL.build.module.map.CounterDetailViewer", zoomlevel="2.0")
        for placed in self._layout.placed:
            self._place(map_, placed)

    def _place(self, map_: Xml.Element, placed: PlacedThing) -> None:
        pieces = [piece for piece in pieces_of(placed.thing) if piece.kind != "die"]
        if not pieces:
            return
        thing = placed.thing
        x, y = self._at(placed)
        place = {"owningBoard": MAP, "x": str(x), "y": str(y)}
        hidden = isinstance(thing, Bag) or not placed.face_up
        if isinstance(thing, Piece) or not hidden:
            stack = Xml.SubElement(
                map_,
                "VASSAL.build.module.map.SetupStack",
                {"name": pieces[0].id, "useGridLocation": "false", **place},
            )
            for piece in reversed(pieces):
                self._slot(stack, "PieceSlot", piece, placed)
            return
        width = max(round(piece.front.width * self._scale) for piece in pieces)
        height = max(round(piece.front.height * self._scale) for piece in pieces)
        deck = Xml.SubElement(
            map_,
            "VASSAL.build.module.map.DrawPile",
            {
                "name": thing.title,
                **place,
                "width": str(width),
                "height": str(height),
                "faceDown": "Always",
                "shuffle": "Via right-click Menu",
                "draw": "true",
                "drawOutline": "true",
                "color": "0,0,0",
                "allowMultiple": "true",
                "allowSelect": "false",
                "reversible": "false",
            },
        )
        for piece in pieces:
            self._slot(deck, "CardSlot", piece, placed)

    def _at(self, placed: PlacedThing) -> tuple[int, int]:
        return (
            round((placed.x - self._layout.left) * self._scale) + MARGIN,
            round((placed.y - self._layout.top) * self._scale) + MARGIN,
        )

    def _slot(self, parent: Xml.Element, kind: str, piece: Piece, placed: PlacedThing) -> None:
        self._next += 1
        slot = Xml.SubElement(
            parent,
            f"VASSAL.build.widget.{kind}",
            entryName=piece.title,
            gpid=str(self._next),
            width=str(round(piece.front.width * self._scale)),
            height=str(round(piece.front.height * self._scale)),
        )
        traits = [
            joined(";", ("mark", "row", f"{self._layout.slug}/{piece.id}")),
            "delete;Delete;68,130;",
        ]
        states = [piece.id, ""]
        front, back = piece.front, piece.back
        if back is not None and kind == "PieceSlot" and not placed.face_up:
            front, back = back, front  # everybody may turn it over
        if back is not None and back is not front:
            mask = self._image(back, placed.turn)
            traits.insert(0, joined(";", ("obs", FLIP, mask, "Flip", "B", "?", "player:", "")))
            states.insert(0, "null")
        if placed.locked:
            traits.insert(0, NEVER_MOVES)
            states.insert(0, "")
        image = self._image(front, placed.turn)
        traits.append(joined(";", ("piece", "", "", image, piece.title)))
        states.append(joined(";", ("null", "0", "0", str(self._next), "0")))
        line = joined("/", ("null", nested(traits), nested(states)))
        slot.text = f"+/{line}"

    def _image(self, frame: Frame, turn: float) -> str:
        """Return the file of a picture, drawn as it is turned."""
        from PIL import Image

        name = self._pictures.name(frame)
        if turn % 360 == 0:
            self.images[name] = self._pictures.files.get(name, b"")
            return name
        turned = f"{name.removesuffix('.png')}-{turn % 360:g}.png"
        if turned not in self.images and name in self._pictures.files:
            with Image.open(io.BytesIO(self._pictures.files[name])) as picture:
                stream = io.BytesIO()
                picture.rotate(-turn, Image.Resampling.BICUBIC, expand=True).save(stream, "PNG")
                self.images[turned] = stream.getvalue()
        return turned

    def _dice(self, root: Xml.Element) -> None:
        """A button for each kind of dice, which rolls as many as there are."""
        rows: dict[str, list[Piece]] = {}
        for piece in self._layout.pieces():
            if piece.kind == "die":
                rows.setdefault(piece.row, []).append(piece)
        for dice in rows.values():
            button = Xml.SubElement(
                root,
                "VASSAL.build.module.SpecialDiceButton",
                name=dice[0].title,
                text=dice[0].title,
                format="** $name$: $result1$",
                resultWindow="true",
                resultButton="false",
                resultChatter="true",
            )
            for number, piece in enumerate(dice, 1):
                die = Xml.SubElement(button, "VASSAL.build.module.SpecialDie", name=f"{number}")
                die.set("row", piece.id)
                for value, side in enumerate(piece.sides, 1):
                    Xml.SubElement(
                        die,
                        "VASSAL.build.module.SpecialDieFace",
                        text=side.value,
                        value=str(value),
                        icon=self._image(side.frame, 0),
                    )


def joined(separator: str, values: Iterable[str]) -> str:
    return separator.join(value.replace(separator, f"\\{separator}") for value in values)


def nested(parts: Sequence[str]) -> str:
    """Return traits or their states, each around the next one, as VASSAL writes them."""
    *outer, text = parts
    for part in reversed(outer):
        text = joined("\t", (part, text))
    return text


def unnested(text: str) -> Iterator[str]:
    """Yield the parts of a nested text, the outermost first."""
    while True:
        parts = split(text, "\t")
        yield parts[0]
        if len(parts) < 2:
            return
        text = parts[1]


def split(text: str, separator: str) -> list[str]:
    """Return the values that `joined` wrote."""
    values, value, i = [], "", 0
    while i < len(text):
        if text.startswith(f"\\{separator}", i):
            value, i = value + separator, i + 2
        elif text[i] == separator:
            values.append(value)
            value, i = "", i + 1
        else:
            value, i = value + text[i], i + 1
    return [*values, value]


def _xml(root: Xml.Element) -> bytes:
    Xml.indent(root)
    return bytes(Xml.tostring(root, encoding="UTF-8", xml_declaration=True))
