"""Delete games and players, after confirmation."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from typing import Any, Final

from flask import abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.results.erase import delete_game, delete_player
from companion.results.finished_games import FinishedGame, ResultFilter, read_finished_games
from companion.rooms.rights import opens
from companion.rooms.rooms import Rooms
from companion.storage.store import Store
from companion.web.access import HOST
from companion.web.localhost import is_localhost
from companion.web.responses import no_store
from companion.web.translation import translate

CONFIRM: Final = "paperboat_confirm"
HOUR: Final = 3600


class DeletionPages:
    """A game may be deleted by its host or from the server's machine, a player only from there."""

    def __init__(
        self, rooms: Rooms, store: Store, library: Library, find: Callable[[str], FinishedGame]
    ) -> None:
        self._rooms = rooms
        self._store = store
        self._library = library
        self._find = find

    def confirm_game(self, code: str) -> AnyResponse:
        finished = self._deletable_game(code)
        title = self._library.titles().get(finished.game, finished.game)
        return with_confirmation("results_delete.html", {"finished": finished, "title": title})

    def delete_game_view(self, code: str) -> AnyResponse:
        finished = self._deletable_game(code)
        check_confirmation()
        delete_game(self._rooms, self._store, finished.code)
        return redirect(url_for("results.results"), 303)

    def _deletable_game(self, code: str) -> FinishedGame:
        finished = self._find(code)
        if not self.may_delete(finished):
            abort(
                403,
                gettext(
                    "A game can be deleted by its host, on the phone that started the table, or on "
                    "the computer that this server runs on."
                ),
            )
        return finished

    def may_delete(self, finished: FinishedGame) -> bool:
        if is_localhost():
            return True
        stored = self._store.table(finished.code)
        token = request.cookies.get(HOST + finished.code, "")
        return stored is not None and opens(stored, token)

    def confirm_player(self) -> AnyResponse:
        _require_localhost()
        name = request.args.get("name", "").strip()
        plays = len(read_finished_games(self._store, ResultFilter(player=name))) if name else 0
        return with_confirmation("results_delete_player.html", {"name": name, "plays": plays})

    def delete_player_view(self) -> AnyResponse:
        _require_localhost()
        check_confirmation()
        try:
            guest, _ = delete_player(self._rooms, self._store, request.form.get("name", ""))
        except Refused as fault:
            abort(404, translate(fault.message))
        return redirect(url_for("results.results", player=guest), 303)


def _require_localhost() -> None:
    if not is_localhost():
        abort(403, gettext("Players can only be deleted on the computer that this server runs on."))


def with_confirmation(template: str, values: dict[str, Any]) -> AnyResponse:
    """A confirmation page. Other sites can neither read its token nor send its cookie."""
    token = secrets.token_urlsafe(24)
    response = make_response(render_template(template, values=values, confirm=token))
    response.set_cookie(CONFIRM, token, max_age=HOUR, httponly=True, samesite="Strict")
    return no_store(response)


def check_confirmation() -> None:
    expected = request.cookies.get(CONFIRM, "")
    if not expected or not hmac.compare_digest(
        expected.encode(), request.form.get("confirm", "").encode()
    ):
        abort(403, gettext("The confirmation has expired. Please confirm again."))
