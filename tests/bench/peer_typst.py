"""Draw the workload with typst.

`python peer_typst.py w1|w2 data.json out.pdf`, `w3 data.json folder`. System fonts and tags are
off, because the sheets need neither and typst is faster without them.

`watch data.json faces.pdf|folder` draws the faces again whenever the data changes. The compiler and
its caches stay in memory, as in the command `typst watch`; PyPI has only the compiler. For each
drawing it prints the time at which its files were finished, in milliseconds.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, Final

import typst  # type: ignore[import-not-found]

CARDS = """
#let d = json(sys.inputs.data)
#let front = d.front
#let back = d.back
#let ink = d.colours.pairs().map(((name, code)) => (name, rgb(code))).to-dict()
#let line = d.line * 1mm + ink.ink
#set text(font: "Source Sans Pro", size: front.text.size_pt * 1pt, fill: ink.ink,
  hyphenate: false, top-edge: 1em, bottom-edge: 0em)
#set par(leading: front.text.size_pt * (front.text.leading - 1) * 1pt)

#let at(box, body) = place(dx: box.at(0) * 1mm, dy: box.at(1) * 1mm, body)
#let filled(box, ..style) = at(box, rect(width: box.at(2) * 1mm, height: box.at(3) * 1mm, ..style))
#let disc(c, ..style) = place(dx: (c.at(0) - c.at(2)) * 1mm, dy: (c.at(1) - c.at(2)) * 1mm,
  circle(radius: c.at(2) * 1mm, ..style))
#let shape(points, fill) = polygon(fill: fill, ..points.map(p => (p.at(0) * 1mm, p.at(1) * 1mm)))
#let capitals(part, box, where, ..style, body) = at(box, block(
  width: box.at(2) * 1mm, height: box.at(3) * 1mm, align(where + horizon, text(
    size: part.size_pt * 1pt, top-edge: "cap-height", bottom-edge: "baseline", ..style, body))))

#let frame = filled(front.border, radius: front.radius * 1mm, stroke: line)
#let ring = disc(front.value.circle, fill: ink.paper, stroke: line)
#let icons = d.icons.pairs().map(((name, points)) =>
  (name, ink.pairs().map(((tone, fill)) => (tone, shape(points, fill))).to-dict())).to-dict()
#let (ring-x, ring-y, ring-r) = front.value.circle
#let ring-box = (ring-x - ring-r, ring-y - ring-r, 2 * ring-r, 2 * ring-r)

#let draw-front(card) = {
  frame
  filled(front.band, fill: ink.at(card.ink))
  capitals(front.title, front.title.box, left, weight: "bold", fill: ink.paper, card.title)
  ring
  capitals(front.value, ring-box, center, weight: "bold", str(card.value))
  for n in (1, 2, 3) {
    at(front.icons.at(n - 1), icons.at(card.at("icon" + str(n))).at(card.at("ink" + str(n))))
  }
  at(front.text.box, block(width: front.text.box.at(2) * 1mm, card.text))
  capitals(front.footer, front.footer.box, center,
    card.suit + ", card " + card.id + " of " + str(d.cards.len()))
}
"""

SHEETS = """
#let grid-of = back.diamonds
#let draw-back(suit, tone) = {
  filled(back.border, radius: back.radius * 1mm, fill: ink.at(tone))
  for row in range(grid-of.rows) {
    for column in range(grid-of.columns) {
      at((grid-of.origin.at(0) + column * grid-of.step.at(0),
          grid-of.origin.at(1) + row * grid-of.step.at(1)), shape(back.diamond, ink.paper))
    }
  }
  disc(back.circle, fill: ink.at(tone))
  capitals(back.word, back.word.box, center, weight: "bold", fill: ink.paper, suit)
}
#let backs = d.backs.map(b => (b.suit, draw-back(b.suit, b.ink))).to-dict()

#let (page-x, page-y) = d.page
#let (card-x, card-y) = d.size
#let left-edge = (page-x - d.columns * card-x) / 2
#let top-edge = (page-y - d.rows * card-y) / 2
#let stroke = d.mark.width * 1mm + black
#let marks = {
  let far = d.mark.length + d.mark.gap
  for column in range(d.columns + 1) {
    for y in (top-edge - far, page-y - top-edge + d.mark.gap) {
      at((left-edge + column * card-x, y),
        std.line(angle: 90deg, length: d.mark.length * 1mm, stroke: stroke))
    }
  }
  for row in range(d.rows + 1) {
    for x in (left-edge - far, page-x - left-edge + d.mark.gap) {
      at((x, top-edge + row * card-y), std.line(length: d.mark.length * 1mm, stroke: stroke))
    }
  }
}
#set page(width: page-x * 1mm, height: page-y * 1mm, margin: 0mm)
#let per-page = d.columns * d.rows
#let spot(column, row, body) = at(
  (left-edge + column * card-x, top-edge + row * card-y),
  block(width: card-x * 1mm, height: card-y * 1mm, body))
#for cards in d.cards.chunks(per-page) {
  page({
    marks
    for (index, card) in cards.enumerate() {
      spot(calc.rem(index, d.columns), calc.quo(index, d.columns), draw-front(card))
    }
  })
  page({
    marks
    for (index, card) in cards.enumerate() {
      spot(d.columns - 1 - calc.rem(index, d.columns), calc.quo(index, d.columns),
        backs.at(card.suit))
    }
  })
}
"""

FACES = """
#set page(width: d.size.at(0) * 1mm, height: d.size.at(1) * 1mm, margin: 0mm)
#for card in d.cards { page(draw-front(card)) }
"""

TILES = """
#let d = json(sys.inputs.data)
#let ink = d.colours.pairs().map(((name, code)) => (name, rgb(code))).to-dict()
#let (width, height) = d.size
#let left-edge = (d.page.at(0) - (d.columns + 0.5) * width) / 2
#let top-edge = (d.page.at(1) - (0.75 * d.rows + 0.25) * height) / 2
#set page(width: d.page.at(0) * 1mm, height: d.page.at(1) * 1mm, margin: 0mm)
#let sides = d.triangles.map(points => points.map(p => (p.at(0) * 1mm, p.at(1) * 1mm)))
#let outline = d.line * 1mm + ink.paper
#for tiles in d.tiles.chunks(d.columns * d.rows) {
  page(for (index, tile) in tiles.enumerate() {
    let (row, column) = (calc.quo(index, d.columns), calc.rem(index, d.columns))
    let x = left-edge + (column + calc.rem(row, 2) / 2) * width
    let y = top-edge + row * 0.75 * height
    for side in range(6) {
      place(dx: x * 1mm, dy: y * 1mm,
        polygon(fill: ink.at(tile.at("s" + str(side))), stroke: outline, ..sides.at(side)))
    }
  })
}
"""


POLL_SECONDS: Final = 0.005


def watch(data: Path, out: Path, options: dict[str, Any]) -> None:
    """Draw the faces at first and after each change of the data, until stopped."""
    source = data.with_suffix(".typ")
    source.write_text(CARDS + FACES, encoding="utf-8")
    compiler = typst.Compiler(str(source), **options)
    form = out.suffix.removeprefix(".") or "svg"
    if form == "svg":
        out.mkdir(parents=True, exist_ok=True)
        out /= "{0p}.svg"
    seen = 0
    while True:
        now = data.stat().st_mtime_ns
        if now == seen:
            time.sleep(POLL_SECONDS)
            continue
        seen = now
        compiler.compile(output=str(out), format=form)
        print(time.time() * 1000, flush=True)


def main() -> None:
    name, source, out = sys.argv[1:]
    data = Path(source).resolve()
    options: dict[str, Any] = {
        "root": str(data.parent),
        "font_paths": [str(data.parent / "fonts")],
        "ignore_system_fonts": True,
        "sys_inputs": {"data": f"/{data.name}"},
    }
    if name == "watch":
        watch(data, Path(out), options)
        return
    if name == "w3":
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        typst.compile(
            (CARDS + FACES).encode(), output=str(folder / "{0p}.svg"), format="svg", **options
        )
        return
    text = (CARDS + SHEETS if name == "w1" else TILES).encode()
    try:
        typst.compile(text, output=out, format="pdf", pdf_tags=False, **options)
    except TypeError:  # versions before 0.15.1 do not know the word
        typst.compile(text, output=out, format="pdf", **options)


if __name__ == "__main__":
    main()
