"""The options that several commands share, and the types of their values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click


class ChoiceList(click.ParamType):  # type: ignore[type-arg]
    """A comma-separated choice, as in `--format pdf,svg`."""

    name = "list"

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        from printgen.errors import did_you_mean

        parts = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
        for part in parts:
            if part not in self.choices:
                self.fail(f"there is no '{part}'{did_you_mean(part, self.choices)}", param, ctx)
        if not parts:
            self.fail(f"name at least one of {', '.join(self.choices)}", param, ctx)
        return parts

    def get_metavar(self, param: Any, ctx: Any = None) -> str:  # noqa: ARG002
        return ",".join(self.choices)


PAPER = click.option("--paper", default="a4", show_default=True, help="a4, letter or a3.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="Print only errors and warnings.")
INK = click.option(
    "--ink",
    type=click.Choice(["full", "low"]),
    default="full",
    show_default=True,
    help="low saves ink: white grounds, outlines, tinted text.",
)
FORMATS = click.option(
    "--format",
    "formats",
    type=ChoiceList("pdf", "svg", "png"),
    default="pdf",
    show_default=True,
    help="Output formats.",
)
DPI = click.option(
    "--dpi",
    type=click.IntRange(30, 1200),
    default=300,
    show_default=True,
    help="Resolution of PNG files.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
LANGUAGE = click.option(
    "--language",
    default="en",
    show_default=True,
    help="Print in this language, such as de, with the translations of <language>.po;"
    " de+en prints both, the second smaller.",
)
SERVICE = click.option(
    "--for", "service", metavar="SERVICE", help="Print service, such as mpc or tgc."
)
ICC = click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="ICC profile of the press, for services that print in CMYK.",
)
DUPLEX = click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="How backs are printed: flip on the long or short edge, fold, or none.",
)

PROFILE = click.option(
    "--profile", default="none", show_default=True, help="Printer profile, as stored by calibrate."
)


class PageRange(click.ParamType):  # type: ignore[type-arg]
    """Pages as in `--pages 3-5` or `--pages 3`."""

    name = "pages"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        first, dash, last = value.partition("-")
        numbers = [text.strip() for text in (first, last if dash else first)]
        if not all(text.isascii() and text.isdigit() and len(text) < 6 for text in numbers):
            self.fail(f"'{value}' is not a page or a range such as 3-5", param, ctx)
        start, end = map(int, numbers)
        if not 1 <= start <= end:
            self.fail(f"'{value}' has no pages; pages count from 1", param, ctx)
        return start, end


class SleeveSize(click.ParamType):  # type: ignore[type-arg]
    """The size of sleeves as in `--sleeves 63.5x88` or `63.5x88+backs`."""

    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        from printgen.build.request import Sleeves

        if isinstance(value, Sleeves):
            return value
        number = r"([0-9]{1,3}(?:\.[0-9]{1,2})?)"
        found = re.fullmatch(rf"{number}[x×]{number}(\+backs)?", value)
        if found is None or not float(found[1]) or not float(found[2]):
            self.fail(f"'{value}' is not a size in mm such as 63.5x88 or 63.5x88+backs", param, ctx)
        return Sleeves(float(found[1]), float(found[2]), backs=bool(found[3]))


BLEED = click.option(
    "--bleed",
    type=click.FloatRange(0, 10),
    help="Print at most so many mm of bleed; with 0, pieces touch and one cut separates two (nine"
    " poker cards on a sheet).",
)
SLEEVES = click.option(
    "--sleeves",
    type=SleeveSize(),
    metavar="WxH[+backs]",
    help="Print cards of this size (mm) as slips for sleeves: fronts only, or backs as slips too.",
)
COPIES = click.option(
    "--copies",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Print every piece so many times; rules and parts lists stay single.",
)
