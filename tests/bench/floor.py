"""The floor: the least that a program written only for this workload costs.

`python floor.py w1|w2 data.json out.pdf` draws by reportlab's public calls, `w3 data.json folder`
joins strings. Everything that repeats is a form, and a form that sets no colour takes the
colour of its use.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

Data = dict[str, Any]
Inks = dict[str, tuple[float, ...]]
PT = 72 / 25.4
ICON_SIZE = 12.0
CAPITALS = 0.66  # height of Source Sans Pro's capitals in ems


def break_lines(
    text: str, measure: Callable[[str], float], space: float, limit: float
) -> list[str]:
    lines: list[str] = []
    line: list[str] = []
    used = 0.0
    for word in text.split(" "):
        width = measure(word)
        if line and used + space + width > limit:
            lines.append(" ".join(line))
            line, used = [word], width
        else:
            used += width + (space if line else 0.0)
            line.append(word)
    return [*lines, " ".join(line)]


def open_canvas(data: Data, out: str) -> Any:
    from reportlab import rl_config

    rl_config.useA85 = 0
    from reportlab.pdfgen.canvas import Canvas

    width, height = data["page"]
    return Canvas(out, pagesize=(width * PT, height * PT), pageCompression=1)


def inks(data: Data) -> Inks:
    return {
        name: tuple(channel / 255 for channel in bytes.fromhex(code[1:]))
        for name, code in data["colours"].items()
    }


def box(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    """From a box with y down to reportlab's with y up, both from the same top left."""
    return x * PT, -(y + height) * PT, width * PT, height * PT


def draw_polygon(canvas: Any, points: list[list[float]], dx: float = 0, dy: float = 0) -> None:
    path = canvas.beginPath()
    path.moveTo((points[0][0] + dx) * PT, -(points[0][1] + dy) * PT)
    for x, y in points[1:]:
        path.lineTo((x + dx) * PT, -(y + dy) * PT)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def begin_form(canvas: Any, name: str, width: float, height: float) -> None:
    canvas.beginForm(name, 0, -height * PT, width * PT, 0)


def baseline(centre: float, size_pt: float) -> float:
    """Where capitals stand that are centred on a height."""
    return -centre * PT - size_pt * CAPITALS / 2


def centre_of(part: Data) -> float:
    return float(part["box"][1] + part["box"][3] / 2)


def w1_forms(canvas: Any, data: Data, colours: Inks) -> None:
    front, back = data["front"], data["back"]
    for name, points in data["icons"].items():
        begin_form(canvas, name, ICON_SIZE, ICON_SIZE)
        draw_polygon(canvas, points)
        canvas.endForm()

    begin_form(canvas, "front", *data["size"])
    canvas.rect(*box(*front["band"]), stroke=0, fill=1)
    canvas.setStrokeColorRGB(*colours["ink"])
    canvas.setLineWidth(data["line"] * PT)
    canvas.roundRect(*box(*front["border"]), front["radius"] * PT)
    canvas.setFillColorRGB(*colours["paper"])
    x, y, radius = front["value"]["circle"]
    canvas.circle(x * PT, -y * PT, radius * PT, stroke=1, fill=1)
    canvas.endForm()

    grid = back["diamonds"]
    (left, top), (step_x, step_y) = grid["origin"], grid["step"]
    for each in data["backs"]:
        begin_form(canvas, each["suit"], *data["size"])
        canvas.setFillColorRGB(*colours[each["ink"]])
        canvas.roundRect(*box(*back["border"]), back["radius"] * PT, stroke=0, fill=1)
        canvas.setFillColorRGB(*colours["paper"])
        for row in range(grid["rows"]):
            for column in range(grid["columns"]):
                dx, dy = left + column * step_x, top + row * step_y
                draw_polygon(canvas, back["diamond"], dx, dy)
        canvas.setFillColorRGB(*colours[each["ink"]])
        x, y, radius = back["circle"]
        canvas.circle(x * PT, -y * PT, radius * PT, stroke=0, fill=1)
        canvas.setFillColorRGB(*colours["paper"])
        size_pt = back["word"]["size_pt"]
        canvas.setFont("bold", size_pt)
        canvas.drawCentredString(x * PT, baseline(centre_of(back["word"]), size_pt), each["suit"])
        canvas.endForm()

    canvas.beginForm("marks")
    canvas.setLineWidth(data["mark"]["width"] * PT)
    canvas.lines([tuple(length * PT for length in line) for line in mark_lines(data)])
    canvas.endForm()


def margins(data: Data) -> tuple[float, float]:
    (page_x, page_y), (card_x, card_y) = data["page"], data["size"]
    return (page_x - data["columns"] * card_x) / 2, (page_y - data["rows"] * card_y) / 2


def mark_lines(data: Data) -> list[tuple[float, float, float, float]]:
    """Crop marks at every cut, outside the block of cards."""
    (page_x, page_y), (card_x, card_y) = data["page"], data["size"]
    left, top = margins(data)
    far, near = data["mark"]["length"] + data["mark"]["gap"], data["mark"]["gap"]
    lines = []
    for column in range(data["columns"] + 1):
        x = left + column * card_x
        lines += [(x, y, x, y + far - near) for y in (top - far, page_y - top + near)]
    for row in range(data["rows"] + 1):
        y = top + row * card_y
        lines += [(x, y, x + far - near, y) for x in (left - far, page_x - left + near)]
    return lines


def w1(data: Data, out: str) -> None:
    canvas = open_canvas(data, out)
    from reportlab.pdfbase.pdfmetrics import (
        registerFont,
        stringWidth,
    )
    from reportlab.pdfbase.ttfonts import TTFont

    for weight in ("regular", "bold"):
        registerFont(TTFont(weight, str(Path(data["folder"]) / "fonts" / f"{weight}.ttf")))
    colours = inks(data)
    w1_forms(canvas, data, colours)

    front, columns = data["front"], data["columns"]
    title, value, text, footer = (front[part] for part in ("title", "value", "text", "footer"))
    title_at = title["box"][0] * PT, baseline(centre_of(title), title["size_pt"])
    value_x, value_y = value["circle"][0] * PT, baseline(value["circle"][1], value["size_pt"])
    text_at = text["box"][0] * PT, -text["box"][1] * PT - text["size_pt"]
    footer_x = (footer["box"][0] + footer["box"][2] / 2) * PT
    footer_y = baseline(centre_of(footer), footer["size_pt"])
    leading = text["size_pt"] * text["leading"]

    @cache
    def word_width(word: str) -> float:
        return float(stringWidth(word, "regular", text["size_pt"]))

    space, limit = word_width(" "), text["box"][2] * PT
    spots = [((x * PT, -y * PT), n) for n, (x, y) in enumerate(front["icons"], 1)]

    def draw_front(card: dict[str, Any]) -> None:
        canvas.setFillColorRGB(*colours[card["ink"]])
        canvas.doForm("front")
        at_x = at_y = 0.0
        for (x, y), n in spots:
            canvas.translate(x - at_x, y - at_y)
            at_x, at_y = x, y
            canvas.setFillColorRGB(*colours[card[f"ink{n}"]])
            canvas.doForm(card[f"icon{n}"])
        canvas.translate(-at_x, -at_y)
        words = canvas.beginText(*title_at)
        words.setFont("bold", title["size_pt"])
        words.setFillColorRGB(*colours["paper"])
        words.textOut(card["title"])
        words.setFillColorRGB(*colours["ink"])
        number = str(card["value"])
        words.setTextOrigin(value_x - stringWidth(number, "bold", value["size_pt"]) / 2, value_y)
        words.textOut(number)
        words.setFont("regular", text["size_pt"], leading)
        words.setTextOrigin(*text_at)
        for line in break_lines(card["text"], word_width, space, limit):
            words.textLine(line)
        words.setFont("regular", footer["size_pt"])
        foot = f"{card['suit']}, card {card['id']} of {len(cards)}"
        words.setTextOrigin(
            footer_x - stringWidth(foot, "regular", footer["size_pt"]) / 2, footer_y
        )
        words.textOut(foot)
        canvas.drawText(words)

    left, top = margins(data)
    page_height, (card_x, card_y) = data["page"][1], data["size"]
    cards = data["cards"]
    per_page = columns * data["rows"]
    for start in range(0, len(cards), per_page):
        for is_back in (False, True):
            canvas.doForm("marks")
            for index, card in enumerate(cards[start : start + per_page]):
                row, column = divmod(index, columns)
                if is_back:
                    column = columns - 1 - column
                canvas.saveState()
                x, y = left + column * card_x, page_height - top - row * card_y
                canvas.translate(x * PT, y * PT)
                if is_back:
                    canvas.doForm(card["suit"])
                else:
                    draw_front(card)
                canvas.restoreState()
            canvas.showPage()
    canvas.save()


def w2(data: Data, out: str) -> None:
    canvas = open_canvas(data, out)
    colours = inks(data)
    width, height = data["size"]
    columns, rows = data["columns"], data["rows"]
    left = (data["page"][0] - (columns + 0.5) * width) / 2
    top = (data["page"][1] - (0.75 * rows + 0.25) * height) / 2
    for side, points in enumerate(data["triangles"]):
        begin_form(canvas, f"side{side}", width, height)
        draw_polygon(canvas, points)
        canvas.endForm()
    begin_form(canvas, "lines", width, height)
    canvas.setStrokeColorRGB(*colours["paper"])
    canvas.setLineWidth(data["line"] * PT)
    path = canvas.beginPath()
    for points in data["triangles"]:
        path.moveTo(points[0][0] * PT, -points[0][1] * PT)
        for x, y in points[1:]:
            path.lineTo(x * PT, -y * PT)
        path.close()
    canvas.drawPath(path)
    canvas.endForm()

    per_page = columns * rows
    for start in range(0, len(data["tiles"]), per_page):
        for index, tile in enumerate(data["tiles"][start : start + per_page]):
            row, column = divmod(index, columns)
            x = left + (column + row % 2 / 2) * width
            y = data["page"][1] - top - row * 0.75 * height
            canvas.saveState()
            canvas.translate(x * PT, y * PT)
            for side in range(6):
                canvas.setFillColorRGB(*colours[tile[f"s{side}"]])
                canvas.doForm(f"side{side}")
            canvas.doForm("lines")
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


def w3(data: Data, out: str) -> None:
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    front, colours, widths = data["front"], data["colours"], data["widths"]
    mm_per_pt = 1 / PT
    text, footer = front["text"], front["footer"]
    size, leading = (text["size_pt"] * mm_per_pt * factor for factor in (1, text["leading"]))
    limit = text["box"][2] / size
    outlines = {
        name: "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"
        for name, points in data["icons"].items()
    }

    @cache
    def word_width(word: str) -> float:
        return float(sum(widths[letter] for letter in word))

    def rect(area: list[float]) -> str:
        return 'x="{:g}" y="{:g}" width="{:g}" height="{:g}"'.format(*area)

    (width, height), (x, y, radius) = data["size"], front["value"]["circle"]
    title = front["title"]["box"]
    ten = front["title"]["size_pt"] * mm_per_pt
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="Source Sans Pro">'
        f'<rect {rect(front["border"])} rx="{front["radius"]:g}" fill="none" '
        f'stroke="{colours["ink"]}" stroke-width="{data["line"]:g}"/>'
    )
    ring = (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colours["paper"]}" '
        f'stroke="{colours["ink"]}" stroke-width="{data["line"]:g}"/>'
    )
    title_at = f'x="{title[0]:g}" y="{title[1] + title[3] / 2 + ten / 3:.3f}"'
    value_at = f'x="{x:g}" y="{y + ten / 3:.3f}"'
    foot_size = footer["size_pt"] * mm_per_pt
    foot_at = f'x="{width / 2:g}" y="{footer["box"][1] + footer["box"][3] / 2 + foot_size / 3:.3f}"'
    left = f"{text['box'][0]:g}"
    downs = [f"{text['box'][1] + size + leading * line:.3f}" for line in range(10)]
    for card in data["cards"]:
        lines = break_lines(card["text"], word_width, widths[" "], limit)
        body = "".join(
            f'<tspan x="{left}" y="{down}">{line}</tspan>'
            for line, down in zip(lines, downs, strict=False)
        )
        pictures = "".join(
            f'<path transform="translate({spot[0]:g} {spot[1]:g})" '
            f'fill="{colours[card[f"ink{n}"]]}" d="{outlines[card[f"icon{n}"]]}"/>'
            for n, spot in enumerate(front["icons"], 1)
        )
        picture = (
            f'{head}<rect {rect(front["band"])} fill="{colours[card["ink"]]}"/>'
            f'<text {title_at} font-size="{ten:.3f}" font-weight="700" '
            f'fill="{colours["paper"]}">{card["title"]}</text>{ring}'
            f'<text {value_at} font-size="{ten:.3f}" font-weight="700" text-anchor="middle">'
            f"{card['value']}</text>{pictures}"
            f'<text font-size="{size:.3f}">{body}</text>'
            f'<text {foot_at} font-size="{foot_size:.3f}" text-anchor="middle">'
            f"{card['suit']}, card {card['id']} of {len(data['cards'])}</text></svg>\n"
        )
        (folder / f"{card['id']}.svg").write_text(picture, encoding="utf-8")


def main() -> None:
    name, source, out = sys.argv[1:]
    data = json.loads(Path(source).read_bytes())
    data["folder"] = str(Path(source).parent)
    {"w1": w1, "w2": w2, "w3": w3}[name](data, out)


if __name__ == "__main__":
    main()
