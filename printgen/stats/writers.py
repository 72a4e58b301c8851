"""Write reports as text, CSV and HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape
from typing import Final

from printgen.stats.model import DeckStats
from printgen.stats.report import BarChart, DeckReport, Grid, column_widths, plain

BAR_WIDTH: Final = 30
MOST_IN_HALF: Final = 6
"""Columns of a table that fit half of a page."""
BLOCKS: Final = " ▏▎▍▌▋▊▉█"
STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; font-variant-numeric: tabular-nums; }
.decks { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 0 2rem; }
section { min-width: 0; overflow-x: auto; }
.wide { grid-column: 1 / -1; }
.bar { display: inline-block; height: .8em; background: #2a78a8; border-radius: 2px; }
small { font-weight: 400; opacity: .75; }
"""


def as_text(reports: Sequence[DeckReport]) -> str:
    return "\n\n".join("\n".join(_deck_lines(report)) for report in reports)


def _deck_lines(report: DeckReport) -> list[str]:
    lines = [f"{report.title} [{report.component}]: {report.about}"]
    for part in report.parts:
        lines.append("")
        lines += _chart_lines(part) if isinstance(part, BarChart) else _grid_lines(part)
    return lines


def _chart_lines(chart: BarChart) -> list[str]:
    if not chart.bars:
        return [f"  {chart.column}: {chart.about}"]
    label = max(len(bar.label) for bar in chart.bars)
    count = max(len(str(bar.count)) for bar in chart.bars)
    most = max(bar.count for bar in chart.bars)
    return [
        f"  {chart.column}: {chart.about}",
        *(
            f"    {bar.label:<{label}}  {bar.count:>{count}}  {_blocks(bar.count / most)}".rstrip()
            for bar in chart.bars
        ),
    ]


def _blocks(share: float) -> str:
    """Return a bar of blocks, to an eighth of a letter."""
    eighths = round(share * BAR_WIDTH * 8)
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


def _grid_lines(grid: Grid) -> list[str]:
    widths = column_widths(grid)
    rows = (grid.head, *grid.rows)
    cells = ("  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)) for row in rows)
    return [f"  {grid.title}", *(f"    {line}".rstrip() for line in cells)]


def as_csv(decks: Sequence[DeckStats]) -> str:
    """Return a line for each value of each column, for a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("component", "column", "value", "pieces"))
    for deck in decks:
        for number in deck.numbers:
            writer.writerows(
                (deck.component, number.name, plain(value), count) for value, count in number.counts
            )
        for column in deck.values:
            writer.writerows(
                (deck.component, column.name, value, count) for value, count in column.counts
            )
    return stream.getvalue()


def as_html(title: str, reports: Sequence[DeckReport]) -> str:
    """Return a page that needs nothing else."""
    body = "\n".join(map(_deck_html, reports))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</html>\n"
    )


def _deck_html(report: DeckReport) -> str:
    parts = "\n".join(
        _chart_html(part) if isinstance(part, BarChart) else _grid_html(part)
        for part in report.parts
    )
    return (
        f"<h2>{escape(report.title)} <small>{escape(report.about)}</small></h2>\n"
        f'<div class="decks">\n{parts}\n</div>'
    )


def _chart_html(chart: BarChart) -> str:
    most = max((bar.count for bar in chart.bars), default=1)
    rows = "".join(
        f"<tr><th>{escape(bar.label)}<td>{bar.count}"
        f'<td><span class="bar" style="width: {bar.count / most * 10:.2f}rem"></span>'
        for bar in chart.bars
    )
    about = escape(chart.about)
    return (
        f"<section><h3>{escape(chart.column)} <small>{about}</small></h3>"
        f"<table>{rows}</table></section>"
    )


def _grid_html(grid: Grid) -> str:
    wide = ' class="wide"' if len(grid.head) > MOST_IN_HALF else ""
    head = "".join(f"<th>{escape(cell)}" for cell in grid.head)
    rows = "".join("<tr>" + "".join(f"<td>{escape(c)}" for c in row) for row in grid.rows)
    return f"<section{wide}><h3>{escape(grid.title)}</h3><table><tr>{head}{rows}</table></section>"
