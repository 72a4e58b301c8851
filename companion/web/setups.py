"""Takes a setup's address, gives the setup drawn and listed: to share, to print, to roll again."""

from __future__ import annotations

import io
import secrets

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.chance import Chance, words_from
from companion.gallery import Library, face_svg
from companion.games import notates, rules_at, rules_for
from companion.games.base import Setup
from companion.picture import setup_picture, sheet_of
from companion.table.agreed import agreed
from companion.table.model import Refused, SetupRequest
from companion.table.plays import fair_request, full_options, read_request, setup_of
from companion.web.acts import read_setup
from companion.web.language import translate
from companion.web.printing import address_of, setup_pdf, wished_papers
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
    """Setups that need no table: each has an address that says all of it."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def setup(self, slug: str) -> AnyResponse | str | tuple[str, int]:
        """Every address of a setup says all of it: what is rolled leads to a new address."""
        game = self._library.game(slug)
        facts = rules_for(slug).facts(game)
        try:
            wanted = self._wanted(game)
            setup = setup_of(slug, facts, wanted)
            if request.args.get("roll") == "fair":
                wanted = fair_request(slug, facts, wanted, Chance(secrets.token_bytes(32)))
        except Refused as fault:
            plain = SetupRequest(least_players(game), {}, new_words())
            return self._page(game, plain, None, translate(fault.message)), 400
        if "roll" in request.args or "words" not in request.args:
            return redirect(url_for("setups.setup", slug=slug, **address_of(wanted)), 303)
        return self._page(game, wanted, setup, "")

    def _wanted(self, game: Game) -> SetupRequest:
        offered = rules_at(game.slug, rules_for(game.slug).facts(game)).options
        data = read_setup(request.args.to_dict(flat=False), offered)
        data.setdefault("players", least_players(game))
        return read_request(data, data["players"], new_words())

    def _page(self, game: Game, wanted: SetupRequest, setup: Setup | None, fault: str) -> str:
        rules = rules_at(game.slug, rules_for(game.slug).facts(game))
        args = address_of(wanted)
        return render_template(
            "setup.html",
            game=self._library.shelf(game.slug),
            request=wanted,
            players=game.players or (1, 12),
            setup=setup,
            options=rules.options,
            chosen=full_options(rules, wanted.options),
            agreed=agreed(rules.options, wanted.options),
            args=args,
            link=url_for("setups.setup", slug=game.slug, _external=True, **args),
            has_ppn=notates(rules),
            papers=wished_papers(),
            fault=fault,
        )

    def _asked(self, slug: str) -> tuple[Game, SetupRequest, Setup]:
        game = self._library.game(slug)
        try:
            wanted = self._wanted(game)
            return game, wanted, setup_of(slug, rules_for(slug).facts(game), wanted)
        except Refused as fault:
            abort(400, translate(fault.message))

    def picture(self, slug: str) -> Response:
        game, _, setup = self._asked(slug)
        frame = setup_picture(self._library.shelf(slug), setup, sheet_of(game))
        if frame is None:
            abort(404)
        return Response(face_svg(frame), mimetype="image/svg+xml")

    def pdf(self, slug: str) -> Response:
        game, wanted, setup = self._asked(slug)
        options = rules_at(slug, rules_for(slug).facts(game)).options
        return setup_pdf(self._library, slug, wanted, setup, agreed(options, wanted.options))

    def ppn(self, slug: str) -> Response:
        """The setup in Portable Piecepack Notation, for games whose rules can write it."""
        game, wanted, setup = self._asked(slug)
        rules = rules_for(slug)
        if not notates(rules):
            abort(404)
        text = rules.ppn(rules.facts(game), setup)
        answer = Response(text, mimetype="text/plain")
        answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-{wanted.words}.ppn"'
        return answer

    def qr(self, slug: str) -> Response:
        _, wanted, _ = self._asked(slug)
        link = url_for("setups.setup", slug=slug, _external=True, **address_of(wanted))
        stream = io.StringIO()
        write_svg(qr_frame(link, "M"), stream)
        return Response(stream.getvalue(), mimetype="image/svg+xml")


def new_words() -> str:
    return words_from(Chance(secrets.token_bytes(32)))


def least_players(game: Game) -> int:
    return game.players[0] if game.players else 1
