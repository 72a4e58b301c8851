"""Read from their names which components can be printed on the same stock."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

_WEIGHT: Final = re.compile(
    r"\s*(?P<material>[^\W\d][^\d,]*?)\s*(?P<low>\d+)(?:\s*[–-]\s*(?P<high>\d+))?\s*g\b"
)


class Stock(Struct, frozen=True):
    """A material and the weights in g/m² that suit it; `low` is 0 if the name gives none."""

    material: str
    low: int = 0
    high: int = 0

    @property
    def title(self) -> str:
        if not self.low:
            return self.material
        weights = f"{self.low}" if self.low == self.high else f"{self.low}–{self.high}"
        return f"{self.material} {weights} g"

    @property
    def slug(self) -> str:
        """The title as part of a file name; empty if a game names no stock."""
        return re.sub(r"[^\w]+", "-", self.title.replace(" g", "g")).strip("-").lower()


def parse_stock(text: str) -> Stock:
    """Return the stock that "card 200–250 g, on board" names: glueing comes after printing."""
    found = _WEIGHT.match(text)
    if found is None:
        return Stock(text.strip())
    low = int(found["low"])
    high = int(found["high"] or low)
    return Stock(found["material"].strip(), min(low, high), max(low, high))


def shared_stocks(texts: Sequence[str]) -> Mapping[str, Stock]:
    """Return the stock to print each on: as few as possible, each of a weight that suits all that
    are printed on it."""
    chosen: dict[str, Stock] = {}
    stocks = {text: parse_stock(text) for text in texts}
    names: dict[str, str] = {}
    for stock in stocks.values():
        names.setdefault(stock.material.casefold(), stock.material)
    for folded, material in names.items():
        found = {s for s in stocks.values() if s.material.casefold() == folded}
        some = sorted(found, key=_by_high)
        while some:
            together = [stock for stock in some if stock.low <= some[0].high]
            common = Stock(material, max(s.low for s in together), some[0].high)
            chosen |= {text: common for text, stock in stocks.items() if stock in together}
            some = [stock for stock in some if stock not in together]
    return chosen


def other_stocks(text: str, chosen: Mapping[str, Stock]) -> tuple[Stock, ...]:
    """Return the stocks that others are printed on and that would do for this one too."""
    own = parse_stock(text)
    return tuple(
        stock
        for stock in dict.fromkeys(chosen.values())
        if stock != chosen[text] and narrowed(stock, own) is not None
    )


def narrowed(stock: Stock, other: Stock) -> Stock | None:
    """Return a stock with only the weights that suit another too; None if there are none."""
    low, high = max(stock.low, other.low), min(stock.high, other.high)
    if stock.material.casefold() != other.material.casefold() or low > high:
        return None
    return Stock(stock.material, low, high)


def _by_high(stock: Stock) -> tuple[int, int]:
    return stock.high, stock.low
