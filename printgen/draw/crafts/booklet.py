"""Takes a rules text, gives the pages of a booklet: a cover, the rules, what is ours, credits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.files import inside
from printgen.catalog.model import Component, Game, Node, Record
from printgen.catalog.nodes import read_yaml
from printgen.catalog.shapes import Fields, Shape, checked
from printgen.draw.component import Face
from printgen.draw.elements.pictures import qr_frame
from printgen.draw.story.blocks import Block, Picture, Title, Words
from printgen.draw.story.colophon import colophon, split_colophon
from printgen.draw.story.commission import Commission
from printgen.draw.story.cover import Cover, by_line, draw_cover, facts
from printgen.draw.story.folio import Format, Furniture, page_items
from printgen.draw.story.pages import Chunk, Leaf, emptiness, paginate, stack
from printgen.draw.story.read import read_blocks, read_picture
from printgen.draw.story.setters import Composer
from printgen.draw.story.typeset import Styles, make_styles
from printgen.draw.studio import Studio
from printgen.errors import Findings, Place
from printgen.frame import BLACK, Frame, Group, Item, Use, scale, translate

SIZES: Final = {"a5": (148.0, 210.0), "half-letter": (139.7, 215.9)}
QUIET: Final = 5.0  # what home printers leave white: nothing stands there
BODY_PT: Final = (11.5, 11.25, 11.0, 10.75, 10.5, 10.25, 10.0, 9.8, 9.6)
FRESH: Final = (1.0, 0.7, 0.55, 0.4)  # how full a page may be for a chapter to begin on it
SHEET: Final = 4  # pages that one folded sheet carries
QR_SIZE: Final = 30.0
QR_GAP: Final = 4.0

_NUMBER_OR_WORDS: Final = Shape("either", options=(Shape("whole"), Shape("text")))
SETTINGS: Final = Shape(
    "keys",
    keys={
        "text": Shape("text", "the file with the rules, in the game's folder", required=True),
        "size": Shape("choice", "the page", names=tuple(SIZES)),
        "columns": Shape("whole", at_least=1, at_most=2),
        "tagline": Shape("text", "a line under the title"),
        "age": _NUMBER_OR_WORDS,
        "minutes": _NUMBER_OR_WORDS,
        "accent": Shape("text", "the colour of cover, titles and tables"),
        "cover": Shape("names", "a picture, or fan: [component/row, …]"),
    },
)
_FAN: Final = Shape("keys", keys={"fan": Shape("list", of=Shape("text"))})


def make_booklet(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    """One face a page, in reading order; their number is a multiple of four."""
    craft = component.craft
    if craft is None:
        return ()
    before = len(findings.errors)
    node = checked(Node(craft.settings, craft.place), SETTINGS, findings)
    blocks = None if node is None else _blocks(game, Fields(node), findings)
    if node is None or blocks is None:
        return ()
    faces = _Maker(game, component, studio, findings, Fields(node)).faces(blocks)
    return faces if len(findings.errors) == before else ()


def _text_file(game: Game, name: str) -> str:
    return str(PurePosixPath(game.place.file).parent / name)


def _blocks(game: Game, fields: Fields, findings: Findings) -> tuple[Block, ...] | None:
    name = fields.text("text")
    if not name:
        return None
    try:
        file = inside(game.folder, name)
    except Fault as fault:
        findings.error(fields.place_of("text"), str(fault))
        return None
    node = read_yaml(file, _text_file(game, name), findings)
    return None if node is None else read_blocks(node, findings)


_Layout = tuple[tuple[Leaf, ...], tuple[Leaf, ...], Styles]


class _Maker(Commission):
    """Sets one booklet."""

    @cached_property
    def place(self) -> Place:
        return Place(_text_file(self.game, self.fields.text("text")))

    @cached_property
    def form(self) -> Format:
        width, height = SIZES[self.fields.text("size", "a5")]
        return Format(width, height, int(self.fields.number("columns", 1)))

    def faces(self, blocks: Sequence[Block]) -> tuple[Face, ...]:
        """The layout that needs least paper and leaves least of it empty; of equal ones the
        largest type and the closest text."""
        body, provenance, credits_ = split_colophon(blocks, self.place)
        last = colophon(self.game, provenance, credits_)
        tried = [made for size_pt in BODY_PT for made in self._layouts(body, last, size_pt)]
        leaves, end, styles = min(tried, key=self._cost)
        furniture = Furniture(self.form, styles, self.setter, self.game.title, self.place)
        pages: list[tuple[Item, ...]] = [self._cover()]
        chapter = ""
        for leaf in leaves:
            chapters = [p.chunk.chapter for p in leaf if p.chunk.chapter] or [chapter]
            head = furniture.items(len(pages) + 1, chapters[0])
            chapter = chapters[-1]
            pages.append((*page_items(leaf, self.form), *head))
        count = SHEET * _sheets(len(leaves), len(end))
        (notes,) = self._composer(styles).chunks(
            (Title(Words("Notes", self.place)),), self.form.measure
        )
        while len(pages) < count - len(end):
            head = furniture.items(len(pages) + 1, "")
            pages.append((*furniture.notes(notes), *head))
        for leaf in end:
            outside = len(pages) + 1 == count
            head = () if outside else furniture.items(len(pages) + 1, "")
            pages.append((*page_items(leaf, self.form), *head))
        return tuple(self._face(items, number) for number, items in enumerate(pages, 1))

    def _composer(self, styles: Styles) -> Composer:
        return Composer(styles, self.setter, self.gallery, self.form.tall)

    def _cost(self, made: _Layout) -> tuple[int, float]:
        leaves, end, _ = made
        sheets = _sheets(len(leaves), len(end))
        empty = SHEET * sheets - 1 - len(leaves) - len(end)
        tall = self.form.tall
        return sheets, round(empty + emptiness(leaves, tall) + emptiness(end, tall), 1)

    def _layouts(
        self, body: Sequence[Block], last: Sequence[Block], size_pt: float
    ) -> list[_Layout]:
        """The text at one size, with chapters that follow on and chapters that start afresh."""
        form = self.form
        styles = make_styles(self.studio, self.accent, size_pt)
        composer = self._composer(styles)
        chunks = composer.chunks(body, form.column)
        end = composer.chunks(last, form.column) + self._code(styles)
        for chunk in (*chunks, *end):
            if chunk.height > form.tall and chunk.place is not None:
                self.findings.error(
                    chunk.place,
                    f"this is {chunk.height:.0f} mm high, and a page has room for"
                    f" {form.tall:.0f} mm: make it smaller, or part it in two",
                    "overflow",
                )
        back = paginate(end, form.tall, form.columns)
        return [(paginate(chunks, form.tall, form.columns, fresh), back, styles) for fresh in FRESH]

    def _code(self, styles: Styles) -> list[Chunk]:
        """The way to the companion: a QR code with a line beside it."""
        url = self.studio.companion_url
        if not url:
            return []
        frame = qr_frame(f"{url.rstrip('/')}/games/{self.game.slug}", "M")
        code = Use(frame, scale(QR_SIZE / frame.width), BLACK)
        words = Words("The companion sets this game up, shuffles and scores.", self.place)
        room = self.form.column - QR_SIZE - QR_GAP
        height, items = stack(self.setter.lines(words, styles.body, room))
        beside = Group(items, translate(QR_SIZE + QR_GAP, (QR_SIZE - height) / 2))
        return [Chunk(QR_SIZE, (code, beside), before=6.0)]

    def _cover(self) -> tuple[Item, ...]:
        cover = Cover(
            self.game.title,
            self.fields.text("tagline"),
            facts(self.game.players, self._said("age"), self._said("minutes")),
            by_line(self.game.designer),
            "Unofficial print-and-play rules in our own words",
            self.accent,
            tuple(f for f in map(self.gallery.frame, self._cover_pictures()) if f is not None),
        )
        try:
            return draw_cover(cover, self.form.width, self.form.height, self.studio)
        except ValueError as fault:
            self.findings.error(self.component.place, f"the cover: {fault}", "overflow")
            return ()

    def _said(self, key: str) -> str:
        node = self.fields.node(key)
        return "" if node is None or node.value is None else str(node.value)

    def _cover_pictures(self) -> tuple[Picture, ...]:
        node = self.fields.node("cover")
        if node is None or not isinstance(node.value, dict):
            return self.gallery.fan()
        if "fan" not in node.value:
            picture = read_picture(node, self.findings)
            return () if picture is None else (picture,)
        right = checked(node, _FAN, self.findings)
        items = () if right is None else Fields(right).items("fan")
        return tuple(Picture("face", str(item.value), item.place) for item in items)

    def _face(self, items: tuple[Item, ...], number: int) -> Face:
        name = f"page-{number:02d}"
        form = self.form
        frame = Frame(
            f"{self.component.id}/{name}",
            form.width,
            form.height,
            items,
            safe=QUIET,
            origin=self.place,
            clipped=True,
        )
        return Face(Record({"id": name}, self.place), frame, None, 1)


def _sheets(body: int, end: int) -> int:
    """Folded sheets for a cover, the rules and the last pages."""
    return -(-(1 + body + end) // SHEET)
