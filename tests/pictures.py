"""Draw the pictures of real output in the documentation (`make pictures`)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pypdfium2
from PIL import Image, ImageFilter

from printgen.build.fingerprint import Fingerprints
from printgen.build.game_build import open_game
from printgen.build.plan import plan_units
from printgen.build.produce import produce
from printgen.build.request import Request
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from printgen.catalog.model import Game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import DrawContext
from printgen.draw.face import face_names
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.frame import Frame, Group, Use
from printgen.frame import Path as Shape
from printgen.geometry import rectangle
from printgen.ink import BLACK, WHITE
from tests import gallery
from tests.phones import phones_picture

DPI: Final = 92
MARGIN: Final = 26
TABLE: Final = (232, 226, 211)
BOARD_WIDTH: Final = 900
SHEETS: Final = 12
PIECES: Final = 26
TABLE_WIDTH: Final = 1240
LINE_WIDTH: Final = 780
MAX_WIDTH: Final = 145
ROOT: Final = Path(__file__).parent.parent


def face_picture(frame: Frame) -> Image.Image:
    """A face as it is when cut out: transparent outside its outline."""
    outline = frame.outline or rectangle(0, 0, frame.width, frame.height)
    face = Frame("face", frame.width, frame.height, (Group((Use(frame),), clip=outline),))
    night = Shape(rectangle(0, 0, frame.width, frame.height), fill=BLACK)
    mask = Frame("mask", frame.width, frame.height, (night, Shape(outline, fill=WHITE)))
    pdf = pypdfium2.PdfDocument(pdf_bytes(_document(face, mask)))
    shown, alpha = (pdf[i].render(scale=2 * DPI / 72).to_pil() for i in (0, 1))
    picture: Image.Image = shown.convert("RGB")
    picture.putalpha(alpha.convert("L"))
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)


def on_table(pictures: list[Image.Image]) -> Image.Image:
    """Pieces laid out by hand, large ones first: a little askew, with soft shadows."""
    placed: list[tuple[Image.Image, int, int]] = []
    x = y = MARGIN
    tall = 0
    for index, picture in enumerate(pictures):
        turn = (1.6, -1.1, 0.7, -1.8, 1.2)[index % 5]
        turned = picture.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        if x + turned.width + MARGIN > TABLE_WIDTH and x > MARGIN:
            x, y, tall = MARGIN, y + tall + MARGIN // 2, 0
        placed.append((turned, x, y))
        x += turned.width + MARGIN // 2
        tall = max(tall, turned.height)
    table = Image.new("RGB", (TABLE_WIDTH, y + tall + MARGIN), TABLE)
    for turned, left, top in placed:
        shadow = Image.new("L", table.size, 0)
        dark = turned.getchannel("A").point(lambda v: v * 90 // 255)
        shadow.paste(dark, (left + 3, top + 6))
        table.paste((60, 50, 30), (0, 0), shadow.filter(ImageFilter.GaussianBlur(6)))
        table.paste(turned, (left, top), turned)
    return table


def save(picture: Image.Image, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(160, dither=Image.Dither.NONE).save(file, optimize=True)


def save_in_full(picture: Image.Image, file: Path) -> None:
    """Save a picture with all its colours, which gradients and coloured letters need."""
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.save(file, optimize=True)


def faces_picture(frames: list[Frame]) -> Image.Image:
    """Faces side by side, upright, on as many lines as they need."""
    pictures = [face_picture(frame) for frame in frames]
    gap = MARGIN // 2
    lines: list[list[Image.Image]] = [[]]
    for picture in pictures:
        wide = sum(other.width + gap for other in lines[-1]) + picture.width + 2 * gap
        if lines[-1] and wide > LINE_WIDTH:
            lines.append([])
        lines[-1].append(picture)
    width = max(sum(picture.width + gap for picture in line) for line in lines) + gap
    height = sum(max(picture.height for picture in line) + gap for line in lines) + gap
    table = Image.new("RGB", (width, height), TABLE)
    top = gap
    for line in lines:
        left = gap
        for picture in line:
            table.paste(picture, (left, top), picture)
            left += picture.width + gap
        top += max(picture.height for picture in line) + gap
    return table


def draw_gallery() -> None:
    gallery.PAGE.write_text(gallery.page(), encoding="utf-8", newline="\n")
    for slug in gallery.SAMPLES:
        game = gallery.open_sample(slug)
        frames = gallery.draw_sample(game, "full")
        if slug == gallery.IN_BOTH_INKS:
            frames += gallery.draw_sample(game, "low")
        save_in_full(faces_picture(frames), gallery.PICTURES / f"{slug}.png")


def board_picture(frame: Frame) -> Image.Image:
    """A board as a whole."""
    pdf = pypdfium2.PdfDocument(pdf_bytes(_document(frame)))
    scale = BOARD_WIDTH / (frame.width / 25.4 * 72)
    picture: Image.Image = pdf[0].render(scale=scale).to_pil().convert("RGB")
    return picture


def _document(*frames: Frame) -> Document:
    pages = tuple(DocumentPage(frame) for frame in frames)
    return Document("", "", "", "en", "none", (Section("", pages),))


def sheets_picture(files: Sequence[Path]) -> Image.Image:
    """Pages of the whole game as they leave the printer, spread over all of it."""
    every = [page for file in files for page in pypdfium2.PdfDocument(file)]
    filled = [page for page in every if len(page.get_textpage().get_text_range()) > 0]
    chosen = filled[:: max(1, len(filled) // SHEETS)][:SHEETS]
    pages = [page.render(scale=28 / 72).to_pil().convert("RGB") for page in chosen]
    columns = SHEETS // 2
    wide, tall = pages[0].width + MARGIN // 2, pages[0].height + MARGIN // 2
    size = (columns * wide + MARGIN // 2, 2 * tall + MARGIN // 2)
    table = Image.new("RGB", size, TABLE)
    for index, page in enumerate(pages):
        row, column = divmod(index, columns)
        table.paste(page, (MARGIN // 2 + column * wide, MARGIN // 2 + row * tall))
    return table


def piece_frames(game: Game, context: DrawContext) -> list[Frame]:
    """A few faces of every set of cards, tiles and tokens, and a back of the first."""
    sets: list[list[Frame]] = []
    back: list[Frame] = []
    for component in game.components:
        kind = component.craft.kind if component.craft else ""
        if kind not in ("", "die", "standee", "pawn") or component.layout == "poster":
            continue
        frames = dict(face_names(draw_component(game, component, context, Findings())))
        fronts = [frame for name, frame in frames.items() if not name.endswith("back")]
        if fronts[0].width > MAX_WIDTH:
            continue
        back = back or [frame for name, frame in frames.items() if name.endswith("back")][:1]
        sets.append(fronts)
    each = max(1, (PIECES - 1) // len(sets))
    picked = [frame for fronts in sets for frame in fronts[:: max(1, len(fronts) // each)][:each]]
    return sorted([*picked[: PIECES - 1], *back], key=lambda frame: -frame.height)


def main() -> None:
    draw_gallery()
    save(phones_picture(), ROOT / ".github" / "pictures" / "phones.png")
    with tempfile.TemporaryDirectory() as folder:
        request = Request(builtin_cards(), builtin_templates(), Path(folder), Path(folder))
        for slug in list_games(request.cards):
            game, _ = open_game(slug, request)
            target = ROOT / "cards" / slug / "pictures"
            if not target.is_dir():  # its README shows none
                continue
            context = make_draw_context(game, "full", None)
            pieces = [face_picture(frame) for frame in piece_frames(game, context)]
            save(on_table(pieces), target / "pieces.png")
            for component in game.components:
                if component.layout == "poster" and "expert" not in component.id:
                    (face,) = draw_component(game, component, context, Findings())
                    save(board_picture(face.front), target / "board.png")
            units, _ = plan_units(request, [slug], [], Fingerprints(request))
            built = produce(units[-1], request)
            files = [request.out / slug / name for name in built.files]
            save(sheets_picture(files), target / "sheets.png")


if __name__ == "__main__":
    main()
