"""Import and verify uploaded game records."""

from __future__ import annotations

from collections.abc import Callable

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.language.messages import Refused
from companion.pictures.library import Library
from companion.results.imports import import_record
from companion.rooms.examine_process import RecordExaminer
from companion.storage.store import Store
from companion.web.access import Access, remember_host
from companion.web.responses import no_store
from companion.web.translation import translate
from companion.web.uploads import MAX_RECORD_FORM_BYTES

ShowList = Callable[[str, int], AnyResponse]
"""Renders the list of results with an error message and a status."""


class RecordPages:
    """Views for uploading records."""

    def __init__(self, access: Access, store: Store, library: Library, show_list: ShowList) -> None:
        self._access = access
        self._store = store
        self._library = library
        self._show_list = show_list
        self._examiner = RecordExaminer()

    def import_game(self) -> AnyResponse:
        self._access.count_record()
        try:
            known = frozenset(self._library.slugs())
            imported = import_record(self._store, self._examiner.examine(uploaded_record()), known)
        except Refused as fault:
            return self._show_list(translate(fault.message), 409)
        response = redirect(url_for("results.one", code=imported.code), 303)
        if imported.token is not None:
            # A deleted game may have had this code.
            self._access.rooms.reread(imported.code)
            remember_host(response, imported.code, imported.token)
        return response

    def verify_form(self) -> AnyResponse:
        return make_response(render_template("verify.html", examined=None))

    def verify(self) -> AnyResponse:
        self._access.count_record()
        examined = self._examiner.examine(uploaded_record())
        game = examined.record.game if examined.record else ""
        title = self._library.titles().get(game, game)
        return no_store(
            make_response(render_template("verify.html", examined=examined, title=title))
        )


def uploaded_record() -> str:
    """The text of the uploaded file or of the form field."""
    request.max_content_length = MAX_RECORD_FORM_BYTES
    request.max_form_memory_size = MAX_RECORD_FORM_BYTES
    file = request.files.get("file")
    text = file.stream.read().decode("utf-8", "replace") if file else ""
    return text or request.form.get("text", "")
