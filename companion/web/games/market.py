"""Prices and order of one market, without a table: the address holds all discs."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for
from msgspec import Struct

from companion.games import rules_for
from companion.games.market import NEUTRAL, Market, Payment
from companion.pictures.library import Library
from companion.web.back_link import table_args
from companion.web.translation import current_language

MAX_DISCS: Final = 20


class Stall(Struct, frozen=True):
    """A stall with its discs from the bottom up, and the addresses of the next page: with one
    disc more, by colour, and with one less."""

    name: str
    discs: tuple[str, ...]
    payments: tuple[Payment, ...]
    adding: dict[str, str]
    removing: str


def make_market(library: Library) -> Blueprint:
    pages = Blueprint("market", __name__)
    market = MarketPage(library)
    pages.get("/games/<slug>/market")(market.market)
    return pages


class MarketPage:
    """A page of links, one for each disc that can be placed: it works without scripts."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def market(self, slug: str) -> str:
        rules = rules_for(self._library.game(slug))
        if rules.market is None:
            abort(404)
        colours = (*rules.colours, NEUTRAL)
        back: dict[str, Any] = table_args()
        return render_template(
            "market.html",
            game=self._library.printed(slug, current_language()),
            stalls=_stalls(slug, rules.market, colours),
            empty=url_for("market.market", slug=slug, **back),
        )


def _stalls(slug: str, market: Market, colours: tuple[str, ...]) -> list[Stall]:
    back: dict[str, Any] = table_args()
    placed = {name: _discs(name, colours) for name in market.stalls}

    def address(changed: str, discs: tuple[str, ...]) -> str:
        stacks = {**placed, changed: discs}
        args: dict[str, Any] = {name: ".".join(stack) for name, stack in stacks.items() if stack}
        anchor = f"stall-{changed}"
        return url_for("market.market", slug=slug, _anchor=anchor, **args, **back)

    return [
        Stall(
            name,
            discs,
            market.payments(discs),
            {colour: address(name, (*discs, colour)) for colour in colours}
            if len(discs) < MAX_DISCS
            else {},
            address(name, discs[:-1]) if discs else "",
        )
        for name, discs in placed.items()
    ]


def _discs(stall: str, colours: tuple[str, ...]) -> tuple[str, ...]:
    given = request.args.get(stall, "").split(".")[:MAX_DISCS]
    return tuple(disc for disc in given if disc in colours)
