"""Draw the workload with protograf.

`python peer_protograf.py w1 data.json out.pdf`. Each card gets shapes of its own, which is quicker
than its templates in strings, and text is in the built-in Helvetica, which is quicker than a font
file; what is constant is made once.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Data = dict[str, Any]
HELVETICA_TO_SOURCE = 0.9  # Helvetica is wider: this keeps thirty words inside their box


def w1(data: Data, out: Path) -> None:
    # protograf reads sys.argv itself.
    sys.argv = [sys.argv[0], "--directory", str(out.parent), "--no-png"]
    import protograf as p  # type: ignore[import-not-found]

    colours, front, back = data["colours"], data["front"], data["back"]
    (page_x, page_y), (width, height) = data["page"], data["size"]
    left, top = (page_x - data["columns"] * width) / 2, (page_y - data["rows"] * height) / 2
    p.Create(
        paper="A4",
        units="mm",
        filename=out.name,
        margin_left=left,
        margin_right=left - 0.01,
        margin_top=top,
        margin_bottom=top - 0.01,
    )
    p.Deck(
        cards=len(data["cards"]),
        width=width,
        height=height,
        rows=data["rows"],
        cols=data["columns"],
        stroke=None,
        grid_marks=True,
        grid_marks_length=data["mark"]["length"],
        grid_marks_stroke_width=data["mark"]["width"] / 0.3528,
    )
    line = {"stroke": colours["ink"], "stroke_width": data["line"] / 0.3528}

    def rectangle(box: list[float], **style: Any) -> Any:
        x, y, across, down = box
        return p.rectangle(x=x, y=y, width=across, height=down, **style)

    def word(text: str, x: float, y: float, size_pt: float, colour: str, **style: Any) -> Any:
        return p.text(
            text=text, x=x, y=y + size_pt * 0.12, font_size=size_pt, stroke=colours[colour], **style
        )

    border = rectangle(front["border"], rounding=front["radius"], fill=None, **line)
    x, y, radius = front["value"]["circle"]
    ring = p.circle(cx=x, cy=y, radius=radius, fill=colours["paper"], **line)
    title, text, footer = front["title"], front["text"], front["footer"]
    title_y = title["box"][1] + title["box"][3] / 2
    footer_y = footer["box"][1] + footer["box"][3] / 2
    bands = {
        ink: rectangle(front["band"], fill=colours[ink], stroke=colours[ink]) for ink in colours
    }
    pictures = {
        (name, ink, place): p.polyshape(
            points=[(x + spot[0], y + spot[1]) for x, y in points],
            fill=colours[ink],
            stroke=colours[ink],
        )
        for name, points in data["icons"].items()
        for ink in colours
        for place, spot in enumerate(front["icons"], 1)
    }
    for number, card in enumerate(data["cards"], 1):
        foot = f"{card['suit']}, card {card['id']} of {len(data['cards'])}"
        p.Card(
            number,
            border,
            bands[card["ink"]],
            word(
                card["title"],
                title["box"][0],
                title_y,
                title["size_pt"],
                "paper",
                font_name="Helvetica-Bold",
                align="left",
            ),
            ring,
            word(
                str(card["value"]),
                x,
                y,
                front["value"]["size_pt"],
                "ink",
                font_name="Helvetica-Bold",
                align="centre",
            ),
            *(
                pictures[card[f"icon{place}"], card[f"ink{place}"], place]
                for place in range(1, len(front["icons"]) + 1)
            ),
            p.text(
                text=card["text"],
                x=text["box"][0],
                y=text["box"][1],
                width=text["box"][2],
                height=text["box"][3],
                font_name="Helvetica",
                font_size=text["size_pt"] * HELVETICA_TO_SOURCE,
                stroke=colours["ink"],
                align="left",
                wrap=True,
            ),
            word(
                foot,
                width / 2,
                footer_y,
                footer["size_pt"],
                "ink",
                font_name="Helvetica",
                align="centre",
            ),
        )

    grid = back["diamonds"]
    (first_x, first_y), (step_x, step_y) = grid["origin"], grid["step"]
    diamonds = [
        p.polyshape(
            points=[
                (x + first_x + column * step_x, y + first_y + row * step_y)
                for x, y in back["diamond"]
            ],
            fill=colours["paper"],
            stroke=colours["paper"],
        )
        for row in range(grid["rows"])
        for column in range(grid["columns"])
    ]
    x, y, radius = back["circle"]
    for each in data["backs"]:
        ink = {"fill": colours[each["ink"]], "stroke": colours[each["ink"]]}
        p.CardBack(
            [n for n, card in enumerate(data["cards"], 1) if card["suit"] == each["suit"]],
            rectangle(back["border"], rounding=back["radius"], **ink),
            *diamonds,
            p.circle(cx=x, cy=y, radius=radius, **ink),
            word(
                each["suit"],
                x,
                y,
                back["word"]["size_pt"],
                "paper",
                font_name="Helvetica-Bold",
                align="centre",
            ),
        )
    p.Save()


def main() -> None:
    _, source, out = sys.argv[1:]
    w1(json.loads(Path(source).read_bytes()), Path(out).resolve())


if __name__ == "__main__":
    main()
