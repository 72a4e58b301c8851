"""Typeset a rules text as the pages of a booklet: cover, rules, reconstructions and credits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from printgen.catalog.model import Component, Game, Node, Record
from printgen.catalog.rules_text.blocks import Block, Picture, RichText, RulesText, Summary, Title
from printgen.catalog.rules_text.read import read_picture
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.draw.context import A5, DrawContext
from printgen.draw.elements.pictures import qr_frame
from printgen.draw.face import Face
from printgen.draw.story.back import back_height, back_measure, draw_back
from printgen.draw.story.balance import PageBreaks, stretch
from printgen.draw.story.colophon import colophon, split_colophon
from printgen.draw.story.composer import Composer
from printgen.draw.story.context import TextContext
from printgen.draw.story.cover import Cover, by_line, draw_cover, facts
from printgen.draw.story.page_layout import Furniture, PageFormat, page_items
from printgen.draw.story.pages import Chunk, PageChunks, paginate, stack
from printgen.draw.story.typeset import Styles, make_styles
from printgen.errors import Findings, Location
from printgen.frame import Frame, Group, Item, Use
from printgen.geometry import scale, translate
from printgen.ink import BLACK

SAFE: Final = 5.0  # home printers leave this white
BODY_PT: Final = (11.5, 11.0, 10.75, 10.5, 10.25, 10.0, 9.8, 9.6)
BACK_PT: Final = (12.5, 12.0)  # a back cover is read from further away
MIN_FILLED: Final = 0.8  # of all pages: if a text fills less, pages for notes are added
PAGES_PER_SHEET: Final = 4  # pages on one folded sheet
QR_SIZE: Final = 24.0
QR_GAP: Final = 4.0
UNOFFICIAL: Final = "Unofficial print-and-play rules in our own words"

_NUMBER_OR_TEXT: Final = SchemaType("either", options=(SchemaType("integer"), SchemaType("text")))
SETTINGS: Final = SchemaType(
    "record",
    keys={
        "text": SchemaType("text", "the file with the rules, in the game's folder", required=True),
        "size": SchemaType(
            "choice", "outdated: pages follow the paper", choices=("a5", "half-letter")
        ),
        "columns": SchemaType("integer", at_least=1, at_most=2),
        "tagline": SchemaType("text", "a line under the title"),
        "age": _NUMBER_OR_TEXT,
        "minutes": _NUMBER_OR_TEXT,
        "accent": SchemaType("text", "the colour of cover, titles and tables"),
        "cover": SchemaType("mapping", "a picture, or fan: [component/row, …]"),
    },
)
_FAN: Final = SchemaType("record", keys={"fan": SchemaType("list", of=SchemaType("text"))})


def make_booklet(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    """Return one face per page, in reading order; their number is a multiple of four."""
    craft = component.craft
    if craft is None:
        return ()
    before = len(findings.errors)
    node = checked(Node(craft.settings, craft.place), SETTINGS, findings)
    if node is None or craft.rules_text is None:
        return ()
    fields = Fields(node)
    if fields.text("size"):
        findings.warn(
            fields.place_of("size"),
            "'size' no longer does anything, since pages follow the paper; remove it",
        )
    faces = _BookletMaker(game, component, context, findings, Fields(node)).faces(craft.rules_text)
    is_complete = craft.rules_text.is_complete and len(findings.errors) == before
    return faces if is_complete else ()


class _Layout(Struct, frozen=True):
    """A text at one size: its pages, those at the end, and their cost."""

    size_pt: float
    styles: Styles
    chunks: tuple[Chunk, ...]
    pages: tuple[PageChunks, ...]
    end: tuple[PageChunks, ...]
    sheets: int
    cost: float


class _BookletMaker(TextContext):
    """Typesets one booklet."""

    @cached_property
    def place(self) -> Location:
        text = self.component.craft.rules_text if self.component.craft else None
        return self.component.place if text is None else text.place

    @cached_property
    def page_format(self) -> PageFormat:
        return PageFormat(*self.context.booklet_page, int(self.fields.number("columns", 1)))

    def faces(self, text: RulesText) -> tuple[Face, ...]:
        """Return the pages in the type size that needs the fewest sheets of A4 and leaves the least
        space empty; if sizes are equal in that, the largest. Other papers use the same size."""
        parts = split_colophon(text.blocks, self.place)
        last = colophon(self.game, parts.provenance, parts.credits)
        body, end = (parts.body, last) if parts.summary is None else ((*parts.body, *last), ())
        usual = PageFormat(*A5, self.page_format.columns)
        chosen = self.context.booklet_type_sizes
        made: _Layout | None = None
        if self.component.id not in chosen:
            tried = [self._layout(body, end, size_pt, parts.summary, usual) for size_pt in BODY_PT]
            made = min(tried, key=lambda layout: (layout.sheets, round(layout.cost, 1)))
            chosen[self.component.id] = made.size_pt
        if made is None or self.page_format != usual:
            size_pt = chosen[self.component.id]
            made = self._layout(body, end, size_pt, parts.summary, self.page_format)
        for chunk in made.chunks:
            self._check_height(chunk)
        pages = [self._cover(), *self._inside(made, parts.summary is not None)]
        if parts.summary is not None:
            pages.append(self._back(parts.summary))
        return tuple(self._face(items, number) for number, items in enumerate(pages, 1))

    def _inside(self, made: _Layout, has_back: bool) -> list[tuple[Item, ...]]:
        """Return the pages between the covers; without a back cover, the last one is outside."""
        styles, tall = made.styles, self.page_format.tall
        furniture = Furniture(
            self.page_format, styles, self.typesetter, self.game.title, self.place
        )
        count = PAGES_PER_SHEET * made.sheets - (2 if has_back else 1)
        pages: list[tuple[Item, ...]] = []
        chapter = ""
        for page in made.pages:
            chapters = [p.chunk.chapter for p in page if p.chunk.chapter] or [chapter]
            head = furniture.items(len(pages) + 2, chapters[0])
            chapter = chapters[-1]
            pages.append((*page_items(stretch(page, tall), self.page_format), *head))
        (notes,) = self._composer(styles, self.page_format).chunks(
            (Title(RichText(self.context.words("Notes"), self.place)),), self.page_format.measure
        )
        while len(pages) < count - len(made.end):
            head = furniture.items(len(pages) + 2, "")
            pages.append((*furniture.notes(notes), *head))
        for page in made.end:
            outside = len(pages) + 1 == count and not has_back
            head = () if outside else furniture.items(len(pages) + 2, "")
            pages.append((*page_items(page, self.page_format), *head))
        return pages

    def _composer(self, styles: Styles, page_format: PageFormat) -> Composer:
        return Composer(styles, self.typesetter, self.picture_loader, page_format.tall)

    def _layout(
        self,
        body: Sequence[Block],
        last: Sequence[Block],
        size_pt: float,
        summary: Summary | None,
        page_format: PageFormat,
    ) -> _Layout:
        styles = make_styles(self.context, self.accent, size_pt)
        composer = self._composer(styles, page_format)
        chunks = composer.chunks(body, page_format.column)
        end = composer.chunks(last, page_format.column) + (
            self._qr_code(styles) if summary is None else []
        )
        back = paginate(end, page_format.tall, page_format.columns) if end else ()
        fixed = 1 + (len(back) if summary is None else 1)
        breaks = PageBreaks(chunks, page_format.tall, page_format.columns)
        sheets = -(-(fixed + breaks.fewest) // PAGES_PER_SHEET)
        room = PAGES_PER_SHEET * sheets - fixed
        full = breaks.filled >= MIN_FILLED * room
        pages = breaks.break_into(room if full else breaks.fewest)
        cost = room - len(pages) + breaks.cost(pages)
        return _Layout(size_pt, styles, (*chunks, *end), pages, back, sheets, cost)

    def _check_height(self, chunk: Chunk) -> None:
        if chunk.height > self.page_format.tall and chunk.place is not None:
            self.findings.error(
                chunk.place,
                f"this is {chunk.height:.0f} mm high, but a page has room for only"
                f" {self.page_format.tall:.0f} mm; make it smaller or split it",
                "overflow",
            )

    def _back(self, summary: Summary) -> tuple[Item, ...]:
        """Return the back cover in the largest type that fits."""
        size = (self.page_format.width, self.page_format.height)
        title = self.typesetter.fill_in(summary.title.text, summary.title.place)
        for size_pt in (*BACK_PT, *BODY_PT):
            styles = make_styles(self.context, self.accent, size_pt)
            chunks = self._composer(styles, self.page_format).chunks(
                summary.blocks, back_measure(size[0])
            )
            chunks += self._qr_code(styles)
            if stack(chunks)[0] <= back_height(size[1]):
                return draw_back(title, chunks, self.accent, size, self.context)
        self.findings.error(
            summary.place, "the text of the back cover is too long; shorten it", "overflow"
        )
        return ()

    def _qr_code(self, styles: Styles) -> list[Chunk]:
        """Return a QR code with the companion's address, and a line of text beside it."""
        url = self.context.companion_url
        if not url:
            return []
        frame = qr_frame(f"{url.rstrip('/')}/games/{self.game.slug}", "M")
        code = Use(frame, scale(QR_SIZE / frame.width), BLACK)
        about = self.context.words("The companion sets up, shuffles and scores this game.")
        text = RichText(about, self.place)
        room = self.page_format.column - QR_SIZE - QR_GAP
        height, items = stack(self.typesetter.lines(text, styles.body, room))
        beside = Group(items, translate(QR_SIZE + QR_GAP, (QR_SIZE - height) / 2))
        return [Chunk(QR_SIZE, (code, beside), before=6.0)]

    def _cover(self) -> tuple[Item, ...]:
        pictures, words = self._cover_pictures(), self.context.words
        cover = Cover(
            self.game.title,
            self.fields.text("tagline"),
            facts(self.game.players, self._scalar_text("age"), self._scalar_text("minutes"), words),
            by_line(self.game.designer, words),
            words("Rules" if self.game.is_official else UNOFFICIAL),
            self.accent,
            tuple(f for f in map(self.picture_loader.frame, pictures) if f is not None),
            framed=any(picture.kind != "picture" for picture in pictures),
        )
        try:
            return draw_cover(cover, self.page_format.width, self.page_format.height, self.context)
        except ValueError as fault:
            self.findings.error(self.component.place, f"the cover: {fault}", "overflow")
            return ()

    def _scalar_text(self, key: str) -> str:
        node = self.fields.node(key)
        return "" if node is None or node.value is None else str(node.value)

    def _cover_pictures(self) -> tuple[Picture, ...]:
        node = self.fields.node("cover")
        if node is None or not isinstance(node.value, dict):
            return self.picture_loader.fan()
        if "fan" not in node.value:
            picture = read_picture(node, self.findings)
            return () if picture is None else (picture,)
        right = checked(node, _FAN, self.findings)
        items = () if right is None else Fields(right).items("fan")
        return tuple(Picture("face", str(item.value), item.place) for item in items)

    def _face(self, items: tuple[Item, ...], number: int) -> Face:
        name = f"page-{number:02d}"
        page_format = self.page_format
        frame = Frame(
            f"{self.component.id}/{name}",
            page_format.width,
            page_format.height,
            items,
            safe=SAFE,
            origin=self.place,
            clipped=True,
        )
        return Face(Record({"id": name}, self.place), frame, None, 1)
