"""Takes a record that a phone sends, gives it a place in the history, or says if it is fair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.gallery import Library
from companion.results.imports import import_record
from companion.store import Store
from companion.table.model import Refused
from companion.trial import Trials
from companion.web.answers import fresh
from companion.web.language import translate
from companion.web.visitor import Door, remember_host

LARGEST_RECORD: Final = 8 * 1024 * 1024
LARGEST_FORM: Final = LARGEST_RECORD + 16 * 1024
RECORD_ADDRESSES: Final = frozenset({"/results/import", "/verify"})
"""Where records are sent to: nothing else that is sent is large."""

ShowList = Callable[[str, int], AnyResponse]
"""Shows the list of results with what went wrong, and a status."""


class RecordPages:
    """Records that come in: to be kept, or to be checked."""

    def __init__(self, door: Door, store: Store, library: Library, show_list: ShowList) -> None:
        self._door = door
        self._store = store
        self._library = library
        self._show_list = show_list
        self._trials = Trials()

    def bring(self) -> AnyResponse:
        self._door.count_record()
        try:
            known = frozenset(self._library.slugs())
            imported = import_record(self._store, self._trials.examine(sent_record()), known)
        except Refused as fault:
            return self._show_list(translate(fault.message), 409)
        answer = redirect(url_for("results.one", code=imported.code), 303)
        if imported.token is not None:
            # A game of that code may have been deleted here.
            self._door.rooms.reread(imported.code)
            remember_host(answer, imported.code, imported.token)
        return answer

    def verify_form(self) -> AnyResponse:
        return make_response(render_template("verify.html", examined=None))

    def verify(self) -> AnyResponse:
        self._door.count_record()
        examined = self._trials.examine(sent_record())
        game = examined.record.game if examined.record else ""
        title = self._library.titles().get(game, game)
        return fresh(make_response(render_template("verify.html", examined=examined, title=title)))


def sent_record() -> str:
    """A file or pasted text; records are larger than anything else that is sent."""
    request.max_content_length = LARGEST_FORM
    request.max_form_memory_size = LARGEST_FORM
    file = request.files.get("file")
    text = file.stream.read().decode("utf-8", "replace") if file else ""
    return text or request.form.get("text", "")
