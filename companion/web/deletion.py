"""Takes the wish to be rid of a game or a player, asks once more, and does it for who may."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from typing import Any, Final

from flask import abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import Library
from companion.results.erase import delete_game, delete_player
from companion.results.history import Finished, Wanted, read_history
from companion.room import Rooms, opens
from companion.store import Store
from companion.table.model import Refused
from companion.web.answers import fresh, moment
from companion.web.here import is_here
from companion.web.language import translate
from companion.web.visitor import HOST

CONFIRM: Final = "paperboat_confirm"
HOUR: Final = 3600


class DeletionPages:
    """A game is deleted by its host or at the machine itself, a player only there."""

    def __init__(
        self, rooms: Rooms, store: Store, library: Library, find: Callable[[str], Finished]
    ) -> None:
        self._rooms = rooms
        self._store = store
        self._library = library
        self._find = find

    def ask_delete(self, code: str) -> AnyResponse:
        finished = self._deletable(code)
        title = self._library.titles().get(finished.game, finished.game)
        return _with_confirmation("results_delete.html", {"finished": finished, "title": title})

    def do_delete(self, code: str) -> AnyResponse:
        finished = self._deletable(code)
        _check_confirmation()
        delete_game(self._rooms, self._store, finished.code)
        return redirect(url_for("results.results"), 303)

    def _deletable(self, code: str) -> Finished:
        finished = self._find(code)
        if not self.may_delete(finished):
            abort(
                403,
                gettext(
                    "A game is deleted by the host of its table, on the phone that opened it, "
                    "or at the machine that this server runs on."
                ),
            )
        return finished

    def may_delete(self, finished: Finished) -> bool:
        if is_here():
            return True
        stored = self._store.table(finished.code)
        token = request.cookies.get(HOST + finished.code, "")
        return stored is not None and opens(stored, token)

    def ask_delete_player(self) -> AnyResponse:
        _only_here()
        name = request.args.get("name", "").strip()
        plays = len(read_history(self._store, Wanted(player=name))) if name else 0
        return _with_confirmation("results_delete_player.html", {"name": name, "plays": plays})

    def do_delete_player(self) -> AnyResponse:
        _only_here()
        _check_confirmation()
        try:
            guest, _ = delete_player(self._rooms, self._store, request.form.get("name", ""))
        except Refused as fault:
            abort(404, translate(fault.message))
        return redirect(url_for("results.results", player=guest), 303)


def _only_here() -> None:
    if not is_here():
        abort(403, gettext("A player is deleted only at the machine that this server runs on."))


def _with_confirmation(template: str, values: dict[str, Any]) -> AnyResponse:
    """A page that asks once more. Another site can neither read its token nor send its cookie."""
    token = secrets.token_urlsafe(24)
    answer = make_response(render_template(template, values=values, confirm=token, when=moment))
    answer.set_cookie(CONFIRM, token, max_age=HOUR, httponly=True, samesite="Strict")
    return fresh(answer)


def _check_confirmation() -> None:
    kept = request.cookies.get(CONFIRM, "")
    if not kept or not hmac.compare_digest(kept.encode(), request.form.get("confirm", "").encode()):
        abort(403, gettext("Please confirm on the page that asks for it, within an hour."))
