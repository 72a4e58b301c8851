"""Takes the games, gives the pictures of real output that READMEs show (`make pictures`)."""

from __future__ import annotations

import io
import math
import tempfile
from pathlib import Path
from typing import Final

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from printgen.build.fingerprint import Fingerprints
from printgen.build.plan import plan_units
from printgen.build.produce import face_names, open_game, produce
from printgen.build.request import Request
from printgen.catalog.load import list_games
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.draw.component import draw_component
from printgen.draw.studio import make_studio
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.frame import BLACK, WHITE, Frame, Group, Use, rectangle
from printgen.frame import Path as Shape

DPI: Final = 110
MARGIN: Final = 26
TABLE: Final = (232, 226, 211)
ROOT: Final = Path(__file__).parent.parent


def face_picture(frame: Frame) -> Image.Image:
    """A face as it is when cut out: transparent outside its outline."""
    outline = frame.outline or rectangle(0, 0, frame.width, frame.height)
    face = Frame("face", frame.width, frame.height, (Group((Use(frame),), clip=outline),))
    night = Shape(rectangle(0, 0, frame.width, frame.height), fill=BLACK)
    mask = Frame("mask", frame.width, frame.height, (night, Shape(outline, fill=WHITE)))
    pages = (DocumentPage(face), DocumentPage(mask))
    stream = io.BytesIO()
    write_pdf(Document("", "", "", "en", "none", (Section("", pages),)), stream)
    pdf = pypdfium2.PdfDocument(stream.getvalue())
    shown, alpha = (pdf[i].render(scale=2 * DPI / 72).to_pil() for i in (0, 1))
    picture = shown.convert("RGB")
    picture.putalpha(alpha.convert("L"))
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)


def on_table(pictures: list[Image.Image], columns: int) -> Image.Image:
    """Pieces laid out by hand: a little askew, with soft shadows."""
    wide = max(picture.width for picture in pictures) + MARGIN
    tall = max(picture.height for picture in pictures) + MARGIN
    rows = math.ceil(len(pictures) / columns)
    table = Image.new("RGB", (columns * wide + MARGIN, rows * tall + MARGIN), TABLE)
    for index, picture in enumerate(pictures):
        turned = picture.rotate(
            (1.6, -1.1, 0.7, -1.8, 1.2)[index % 5], Image.Resampling.BICUBIC, expand=True
        )
        row, column = divmod(index, columns)
        x = MARGIN + column * wide + (wide - MARGIN - turned.width) // 2
        y = MARGIN + row * tall + (tall - MARGIN - turned.height) // 2
        shadow = Image.new("L", table.size, 0)
        shadow.paste(turned.getchannel("A").point(lambda v: v * 90 // 255), (x + 3, y + 6))
        shadow = shadow.filter(ImageFilter.GaussianBlur(6))
        table.paste((60, 50, 30), (0, 0), shadow)
        table.paste(turned, (x, y), turned)
    return table


def save(picture: Image.Image, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(160, dither=Image.Dither.NONE).save(file, optimize=True)


def sheet_picture(request: Request, slug: str) -> Image.Image:
    """The first sheets of a game, front and back, as they leave the printer."""
    units, _ = plan_units(request, [slug], [], Fingerprints(request))
    built = produce(units[0], request)
    pdf = pypdfium2.PdfDocument(request.out / slug / next(iter(built.files)))
    pages = [pdf[i].render(scale=62 / 72).to_pil().convert("RGB") for i in range(min(2, len(pdf)))]
    width = sum(page.width for page in pages) + MARGIN * (len(pages) + 1)
    table = Image.new("RGB", (width, pages[0].height + 2 * MARGIN), TABLE)
    draw = ImageDraw.Draw(table)
    x = MARGIN
    for page in pages:
        draw.rectangle((x - 1, MARGIN - 1, x + page.width, MARGIN + page.height), (190, 182, 160))
        table.paste(page, (x, MARGIN))
        x += page.width + MARGIN
    return table


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        request = Request(builtin_cards(), builtin_templates(), Path(folder), Path(folder))
        for slug in list_games(request.cards):
            game, findings = open_game(slug, request)
            target = ROOT / "cards" / slug / "pictures"
            for component in game.components:
                faces = draw_component(game, component, make_studio(game, "full", None), findings)
                frames = dict(face_names(faces))
                names = [name for name in frames if not name.endswith("back")]
                backs = [name for name in frames if name.endswith("back")]
                step = max(1, len(names) // 7)
                chosen = [*names[::step][:7], *backs[:1]][:8]
                columns = 4 if frames[chosen[0]].width < 80 else 2
                pictures = [face_picture(frames[name]) for name in chosen]
                save(on_table(pictures, columns), target / f"{component.id}.png")
            save(sheet_picture(request, slug), target / "sheets.png")


if __name__ == "__main__":
    main()
