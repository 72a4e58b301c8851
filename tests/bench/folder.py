"""Write the workload as game folders for printgen."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any, Final

import yaml

from . import workload

CARD_COLUMNS: Final = {
    "id": "text",
    "title": "text",
    "value": "integer",
    "suit": "text",
    "ink": "colour",
    "icon1": "icon",
    "ink1": "colour",
    "icon2": "icon",
    "ink2": "colour",
    "icon3": "icon",
    "ink3": "colour",
    "text": "text",
}
TILE_COLUMNS: Final = {"id": "text"} | {f"s{side}": "colour" for side in range(6)}


def _style(size_pt: float, *, bold: bool = False, leading: float = 1.2) -> dict[str, Any]:
    return {"font": "body", "size": size_pt, "smallest": size_pt, "bold": bold, "leading": leading}


def theme(*fonts: str) -> dict[str, Any]:
    front, back = workload.W1["front"], workload.W1["back"]
    return {
        "colours": workload.COLOURS,
        "fonts": {"body": [*fonts, "Source Sans Pro"]},
        "text": {
            "title": _style(front["title"]["size_pt"], bold=True),
            "value": _style(front["value"]["size_pt"], bold=True),
            "body": _style(front["text"]["size_pt"], leading=front["text"]["leading"]),
            "footer": _style(front["footer"]["size_pt"]),
            "word": _style(back["word"]["size_pt"], bold=True),
        },
    }


def card_front() -> dict[str, Any]:
    shape, line = workload.W1["front"], workload.W1["line"]
    x, y, radius = shape["value"]["circle"]
    value_box = [x - radius, y - radius, 2 * radius, 2 * radius]
    middle = {"align": "center", "valign": "middle"}
    size = workload.ICON_SIZE
    return {
        "size": workload.W1["size"],
        "elements": [
            {
                "rectangle": shape["border"],
                "radius": shape["radius"],
                "stroke": "ink",
                "stroke_width": line,
            },
            {"rectangle": shape["band"], "fill": "{ink}"},
            {
                "text": "{title}",
                "box": shape["title"]["box"],
                "style": "title",
                "align": "left",
                "valign": "middle",
                "colour": "paper",
            },
            {
                "circle": shape["value"]["circle"],
                "fill": "paper",
                "stroke": "ink",
                "stroke_width": line,
            },
            {"text": "{value}", "box": value_box, "style": "value", **middle},
            *(
                {"icon": f"{{icon{n}}}", "box": [*spot, size, size], "colour": f"{{ink{n}}}"}
                for n, spot in enumerate(shape["icons"], 1)
            ),
            {"text": "{text}", "box": shape["text"]["box"], "style": "body", "align": "left"},
            {
                "text": f"{{suit}}, card {{id}} of {workload.CARDS}",
                "box": shape["footer"]["box"],
                "style": "footer",
                **middle,
            },
        ],
    }


def card_back() -> dict[str, Any]:
    shape = workload.W1["back"]
    grid = shape["diamonds"]
    left, top = grid["origin"]
    diamond = [[left + x, top + y] for x, y in shape["diamond"]]
    return {
        "size": workload.W1["size"],
        "elements": [
            {"rectangle": shape["border"], "radius": shape["radius"], "fill": "{ink}"},
            {
                "repeat": {
                    "columns": grid["columns"],
                    "rows": grid["rows"],
                    "dx": grid["step"][0],
                    "dy": grid["step"][1],
                },
                "elements": [{"polygon": diamond, "fill": "paper"}],
            },
            {"circle": shape["circle"], "fill": "{ink}"},
            {
                "text": "{suit}",
                "box": shape["word"]["box"],
                "style": "word",
                "align": "center",
                "valign": "middle",
                "colour": "paper",
            },
        ],
    }


def tile() -> dict[str, Any]:
    return {
        "shape": "hex",
        "pointy": True,
        "size": [round(length, 3) for length in workload.W2["size"]],
        "elements": [
            {
                "polygon": [list(point) for point in corners],
                "fill": f"{{s{side}}}",
                "stroke": "paper",
                "stroke_width": workload.W2["line"],
            }
            for side, corners in enumerate(workload.triangles())
        ],
    }


def game(title: str, table: str, columns: dict[str, str], **component: Any) -> dict[str, Any]:
    return {
        "title": title,
        "designer": "nobody",
        "version": "1",
        "credit": "unofficial benchmark",
        "tables": {table: {"file": f"{table}.csv", "columns": columns}},
        "components": [{"id": table, "title": table.title(), "rows": table, **component}],
    }


def _write_yaml(file: Path, value: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(yaml.safe_dump(value, sort_keys=False, allow_unicode=True), encoding="utf-8")


def _write_csv(file: Path, columns: dict[str, str], rows: list[dict[str, Any]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(columns), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_icon(file: Path, points: list[workload.Point]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    outline = "L".join(f"{x:g} {y:g}" for x, y in points)
    size = workload.ICON_SIZE
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size:g} {size:g}">'
        f'<path fill="currentColor" d="M{outline}Z"/></svg>\n',
        encoding="utf-8",
    )


def _write_deck(
    deck: Path, rows: list[dict[str, Any]], *fonts: str, with_backs: bool = True
) -> None:
    sides = {"template": "w1-front"} | ({"back": "w1-back"} if with_backs else {})
    cards = game("Benchmark cards", "cards", CARD_COLUMNS, **sides, sheet="grid", cut="shared")
    _write_yaml(deck / "game.yaml", cards)
    _write_yaml(deck / "theme.yaml", theme(*fonts))
    _write_yaml(deck / "templates" / "w1-front.yaml", card_front())
    _write_yaml(deck / "templates" / "w1-back.yaml", card_back())
    _write_csv(deck / "cards.csv", CARD_COLUMNS, rows)
    for name, points in workload.icons().items():
        _write_icon(deck / "art" / f"{name}.svg", points)


def write_games(folder: Path) -> None:
    """Writes `bench-w1`, `bench-w2`, `bench-w3` and `bench-arabic` into a folder of games."""
    _write_deck(folder / "bench-w1", workload.cards())
    _write_deck(folder / "bench-w3", workload.cards(), with_backs=False)
    arabic = folder / "bench-arabic"
    _write_deck(arabic, workload.arabic_cards(), "Amiri")
    amiri = {"system": True, "regular": "Amiri-Regular.ttf", "bold": "Amiri-Bold.ttf"}
    _write_yaml(arabic / "fonts.yaml", {"families": {"Amiri": amiri}})
    hexes = folder / "bench-w2"
    tiles = game("Benchmark tiles", "tiles", TILE_COLUMNS, template="w2-tile", sheet="honeycomb")
    _write_yaml(hexes / "game.yaml", tiles)
    _write_yaml(hexes / "theme.yaml", theme())
    _write_yaml(hexes / "templates" / "w2-tile.yaml", tile())
    _write_csv(hexes / "tiles.csv", TILE_COLUMNS, workload.tiles())


def main() -> None:
    """Writes all data and folders; a process of its own keeps the measuring one small."""
    folder = Path(sys.argv[1])
    workload.write_data(folder / "data")
    write_games(folder / "cards")


if __name__ == "__main__":
    main()
