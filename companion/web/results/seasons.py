"""Make, show, export and delete seasons."""

from __future__ import annotations

import msgspec
from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask_babel import format_decimal, gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.results.finished_games import read_finished_games
from companion.results.season_exports import season_detail, standings_csv
from companion.results.season_store import (
    StoredSeason,
    delete_season,
    find_season,
    read_seasons,
    save_season,
)
from companion.results.seasons import MAX_MINIMUM, MAX_NAME_LENGTH, Season, Standing, standings
from companion.storage.store import Store
from companion.web.access import Access
from companion.web.localhost import is_localhost
from companion.web.query import parse_count, parse_filter
from companion.web.responses import attachment, json_attachment, no_store
from companion.web.results.deletion import check_confirmation, with_confirmation
from companion.web.translation import translate


def add_seasons(pages: Blueprint, access: Access, store: Store, library: Library) -> None:
    views = SeasonPages(access, store, library)
    pages.get("/results/seasons")(views.seasons)
    pages.post("/results/seasons")(views.make_season)
    pages.get("/results/seasons/<season_id>")(views.season)
    pages.get("/results/seasons/<season_id>.csv")(views.season_csv)
    pages.get("/results/seasons/<season_id>.json")(views.season_json)
    pages.get("/results/seasons/<season_id>/delete")(views.confirm_season)
    pages.post("/results/seasons/<season_id>/delete")(views.delete_season_view)


class SeasonPages:
    """A season is made by anybody and deleted from the server's machine."""

    def __init__(self, access: Access, store: Store, library: Library) -> None:
        self._access = access
        self._store = store
        self._library = library

    def seasons(self) -> AnyResponse:
        return self._show_list()

    def make_season(self) -> AnyResponse:
        self._access.count_opening()
        try:
            season_id = save_season(self._store, self._parse_season())
        except Refused as fault:
            return self._show_list(translate(fault.message), 409)
        return redirect(url_for("results.season", season_id=season_id), 303)

    def _show_list(self, fault: str = "", status: int = 200) -> AnyResponse:
        page = render_template(
            "seasons.html",
            seasons=read_seasons(self._store),
            titles=self._library.titles(),
            form=request.form,
            longest=MAX_NAME_LENGTH,
            most=MAX_MINIMUM,
            fault=fault,
        )
        return no_store(make_response(page, status))

    def _parse_season(self) -> Season:
        form = request.form
        days = parse_filter({"from": form.get("from", ""), "to": form.get("to", "")})
        if days.since and days.until and days.until < days.since:
            raise Refused("the last day is before the first")
        name = " ".join(form.get("name", "").replace("\0", "").split())[:MAX_NAME_LENGTH]
        if not name:
            raise Refused("give the season a name")
        known = self._library.titles()
        chosen = {
            "name": name,
            "games": [game for game in form.getlist("game") if game in known],
            "since": days.since,
            "until": days.until,
            "rule": form.get("rule", "place"),
            "minimum": max(1, parse_count(form.get("minimum") or "1", MAX_MINIMUM) or 1),
        }
        try:
            return msgspec.convert(chosen, Season)
        except msgspec.ValidationError:
            raise Refused("the season has invalid values") from None

    def season(self, season_id: str) -> AnyResponse:
        stored = self._find(season_id)
        table = self._standings(stored.season)
        page = render_template(
            "season.html",
            stored=stored,
            season=stored.season,
            ranked=[one for one in table if one.place is not None],
            apart=[one for one in table if one.place is None],
            titles=self._library.titles(),
            format_decimal=format_decimal,
            may_delete=is_localhost(),
        )
        return no_store(make_response(page))

    def season_csv(self, season_id: str) -> AnyResponse:
        stored = self._find(season_id)
        text = standings_csv(stored.season, self._standings(stored.season))
        return attachment(text, "text/csv", f"season-{stored.id}.csv")

    def season_json(self, season_id: str) -> AnyResponse:
        stored = self._find(season_id)
        detail = season_detail(stored, self._standings(stored.season))
        return json_attachment(detail, f"season-{stored.id}.json")

    def confirm_season(self, season_id: str) -> AnyResponse:
        _require_localhost()
        return with_confirmation("season_delete.html", {"stored": self._find(season_id)})

    def delete_season_view(self, season_id: str) -> AnyResponse:
        _require_localhost()
        stored = self._find(season_id)
        check_confirmation()
        delete_season(self._store, stored.id)
        return redirect(url_for("results.seasons"), 303)

    def _find(self, season_id: str) -> StoredSeason:
        stored = find_season(self._store, season_id)
        if stored is None:
            abort(404)
        return stored

    def _standings(self, season: Season) -> list[Standing]:
        return standings(season, read_finished_games(self._store, season.result_filter))


def _require_localhost() -> None:
    if not is_localhost():
        abort(403, gettext("Seasons can only be deleted on the computer that this server runs on."))
