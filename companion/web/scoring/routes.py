"""Score a finished game: one form opens a table with its players and leads to the sheet."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games import rules_for
from companion.games.seats import COLOURS
from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.results.finished_games import read_finished_games
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.table.acts.seats import TakeSeat
from companion.table.model import Act
from companion.web.access import PHONE, Access, reject_cross_site, remember_host, remember_phone
from companion.web.responses import no_store
from companion.web.scoring.players import (
    MAX_LISTED,
    MAX_SUGGESTED,
    chosen_names,
    in_fields,
    most_players,
    parse_players,
    remember_players,
    remembered_players,
    suggested_players,
)
from companion.web.scoring.sheets import ALL, TOTALS
from companion.web.translation import current_language, translate
from printgen.catalog.model import Game


def make_scoring(access: Access, store: Store, library: Library) -> Blueprint:
    scoring = ScoringPages(access, store, library)
    pages = Blueprint("scoring", __name__)
    pages.before_request(reject_cross_site)
    pages.get("/games/<slug>/score")(scoring.players)
    pages.post("/games/<slug>/score")(scoring.start)
    return pages


class ScoringPages:
    """Views that ask for the players of a finished game."""

    def __init__(self, access: Access, store: Store, library: Library) -> None:
        self._access = access
        self._rooms = access.rooms
        self._store = store
        self._library = library

    def players(self, slug: str) -> AnyResponse:
        return self._show(slug)

    def start(self, slug: str) -> AnyResponse:
        game = self._library.game(slug)
        try:
            names = parse_players(chosen_names(), most_players(game.players))
            if PHONE not in request.cookies:
                raise Refused("to take a seat, allow cookies in this browser")
        except Refused as fault:
            return self._show(slug, translate(fault.message), 409)
        self._access.count_opening()
        phone = self._access.phone()
        code, token = self._open(game, names, phone)
        args: dict[str, Any] = {"for": TOTALS if "totals" in request.form else ALL}
        response = redirect(url_for("tables.page", code=code, page="score", **args), 303)
        remember_host(response, code, token)
        remember_phone(response, phone)
        remember_players(response, names)
        return response

    def _open(self, game: Game, names: list[str], phone: str) -> tuple[str, str]:
        """Open a table at which this phone holds a seat for every player."""
        code, token = self._rooms.open(game.slug, start_of(game))
        colours = dict.fromkeys((*rules_for(game).colours, *COLOURS))
        for name, colour in zip(names, colours, strict=False):
            data = {"name": name, "colour": colour}
            self._rooms.join(
                code, Act(secrets.token_urlsafe(12), TakeSeat.kind(), None, data), phone
            )
        return code, token

    def _show(self, slug: str, fault: str = "", status: int = 200) -> AnyResponse:
        game = self._library.game(slug)
        rules = rules_for(game)
        options = {option.id: option.default for option in rules.options}
        remembered = remembered_players()
        suggested = suggested_players(read_finished_games(self._store), remembered)
        most = most_players(game.players)
        chosen = chosen_names() if fault else remembered[:most]
        page = render_template(
            "scoring.html",
            game=self._library.printed(slug, current_language()),
            most=most,
            suggested=suggested[:MAX_SUGGESTED],
            listed=suggested[:MAX_LISTED],
            chosen=chosen,
            typed=in_fields([name for name in chosen if name not in suggested], most),
            has_sheet=bool(rules.fields(options, ())),
            has_totals=not rules.score(options, {}, ()).ranking_only,
            fault=fault,
        )
        response = make_response(page, status)
        remember_phone(response, self._access.phone())
        return no_store(response)
