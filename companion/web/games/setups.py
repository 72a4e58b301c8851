"""Setups without a table: each is fully described by its address, to share, print or re-roll."""

from __future__ import annotations

import io
import secrets

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.chance.provable import Chance
from companion.games import rules_for
from companion.games.setup import Setup
from companion.language.messages import Refused
from companion.pictures.library import Library, face_svg
from companion.table.acts.setup import fair_request
from companion.table.changed_options import changed_options
from companion.table.game_rules import full_options, setup_of
from companion.table.model import SetupRequest
from companion.tabletop.export import DOWNLOADS
from companion.web.back_link import table_args
from companion.web.games.printing import paper_choices, picture_of, setup_pdf
from companion.web.games.setup_query import (
    min_players,
    new_seed,
    requested_setup,
    setup_args,
)
from companion.web.translation import translate
from printgen.catalog.model import Game
from printgen.draw.elements.pictures import qr_frame
from printgen.export.svg import write_svg


def make_setups(library: Library) -> Blueprint:
    setups = SetupPages(library)
    pages = Blueprint("setups", __name__)
    pages.get("/games/<slug>/setup")(setups.setup)
    pages.get("/games/<slug>/setup.svg")(setups.picture)
    pages.get("/games/<slug>/setup.pdf")(setups.pdf)
    pages.get("/games/<slug>/setup.ppn")(setups.ppn)
    pages.get("/games/<slug>/setup-qr.svg")(setups.qr)
    return pages


class SetupPages:
    """Views of a setup, which is fully described by its address."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def setup(self, slug: str) -> AnyResponse | str | tuple[str, int]:
        """Show a setup; rolling redirects to the address of the new one."""
        game = self._library.game(slug)
        rules = rules_for(game)
        try:
            setup_request = self._parse_request(game)
            setup = setup_of(rules, setup_request)
            if request.args.get("roll") == "fair":
                setup_request = fair_request(rules, setup_request, Chance(secrets.token_bytes(32)))
        except Refused as fault:
            fallback = SetupRequest(min_players(game), {}, new_seed())
            return self._page(game, fallback, None, translate(fault.message)), 400
        if "roll" in request.args or "words" not in request.args:
            args = {**setup_args(setup_request), **table_args()}
            return redirect(url_for("setups.setup", slug=slug, **args), 303)
        return self._page(game, setup_request, setup, "")

    def _parse_request(self, game: Game) -> SetupRequest:
        return requested_setup(request.args.to_dict(flat=False), game, rules_for(game))

    def _page(
        self, game: Game, setup_request: SetupRequest, setup: Setup | None, fault: str
    ) -> str:
        rules = rules_for(game)
        args = setup_args(setup_request)
        return render_template(
            "setup.html",
            game=self._library.printed(game.slug),
            request=setup_request,
            players=game.players or (1, 12),
            setup=setup,
            options=rules.options,
            chosen=full_options(rules, setup_request.options),
            changed_options=changed_options(rules.options, setup_request.options),
            args=args,
            link=url_for("setups.setup", slug=game.slug, _external=True, **args),
            has_ppn=rules.has_ppn,
            papers=paper_choices(),
            downloads=DOWNLOADS,
            fault=fault,
        )

    def _requested(self, slug: str) -> tuple[Game, SetupRequest, Setup]:
        game = self._library.game(slug)
        try:
            setup_request = self._parse_request(game)
            return game, setup_request, setup_of(rules_for(game), setup_request)
        except Refused as fault:
            abort(400, translate(fault.message))

    def picture(self, slug: str) -> Response:
        _, setup_request, setup = self._requested(slug)
        frame = picture_of(self._library, slug, setup, setup_request)
        if frame is None:
            abort(404)
        return Response(face_svg(frame), mimetype="image/svg+xml")

    def pdf(self, slug: str) -> Response:
        game, setup_request, setup = self._requested(slug)
        options = rules_for(game).options
        return setup_pdf(
            self._library,
            slug,
            setup_request,
            setup,
            changed_options(options, setup_request.options),
        )

    def ppn(self, slug: str) -> Response:
        """The setup in Portable Piecepack Notation, for games whose rules support it."""
        game, setup_request, setup = self._requested(slug)
        text = rules_for(game).setup_ppn(setup)
        if text is None:
            abort(404)
        response = Response(text, mimetype="text/plain")
        response.headers["Content-Disposition"] = (
            f'attachment; filename="{slug}-{setup_request.words}.ppn"'
        )
        return response

    def qr(self, slug: str) -> Response:
        _, setup_request, _ = self._requested(slug)
        link = url_for("setups.setup", slug=slug, _external=True, **setup_args(setup_request))
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")
