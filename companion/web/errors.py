"""Error handlers: a page for people, problem+json for API clients."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

import msgspec
from flask import Flask, Response, make_response, render_template, request
from flask_babel import gettext, lazy_gettext, ngettext
from werkzeug.exceptions import (
    Conflict,
    Forbidden,
    HTTPException,
    InternalServerError,
    NotFound,
    ServiceUnavailable,
    TooManyRequests,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.language.messages import Refused
from companion.pictures.library import NoSuchGame
from companion.rooms.rights import NotYours
from companion.rooms.room import Unreadable
from companion.storage.database import StoreUnavailable
from companion.table.model import END
from companion.web.translation import set_game, translate
from printgen.errors import DataError

API: Final = "/api/"
RETRY_SECONDS: Final = 2
MAX_MISTAKES: Final = 10
RETRIED: Final = (429, 500, 503)
"""When the same page may be shown a moment later."""
PROBLEM: Final = "application/problem+json"
TITLES: Final = {
    400: lazy_gettext("Invalid input"),
    401: lazy_gettext("Token required"),
    403: lazy_gettext("Not allowed"),
    404: lazy_gettext("Not found"),
    405: lazy_gettext("That does not work here"),
    409: lazy_gettext("Not possible right now"),
    413: lazy_gettext("Too large"),
    415: lazy_gettext("Wrong data format"),
    429: lazy_gettext("Too many requests"),
    500: lazy_gettext("Something went wrong"),
    503: lazy_gettext("One moment, please"),
}
DETAILS: Final = {
    400: lazy_gettext("Go back, check your entries and try again."),
    403: lazy_gettext("You cannot do that here."),
    404: lazy_gettext(
        "This page, game or table does not exist. Check the address or the table code."
    ),
    405: lazy_gettext("This address cannot be used like that."),
    413: lazy_gettext("That is more than this server accepts."),
    415: lazy_gettext("Send application/json to this address."),
    503: lazy_gettext("The database is not responding. Nothing is lost; try again."),
    500: lazy_gettext("The server has a problem. Your table is safe; try again."),
}


def add_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, show_error)
    # Flask logs any other exception and then raises this one, unless it runs in debug mode.
    app.register_error_handler(InternalServerError, show_error)
    app.register_error_handler(StoreUnavailable, show_unavailable)
    app.register_error_handler(Refused, show_refusal)
    app.register_error_handler(Unreadable, show_unreadable)
    app.register_error_handler(NoSuchGame, show_missing_game)
    app.register_error_handler(DataError, show_data_error)


def show_error(fault: HTTPException) -> AnyResponse:
    status = fault.code or 500
    if status < 400:
        return fault.get_response()
    title = str(TITLES.get(status, fault.name))
    detail = error_detail(fault, status)
    response = problem(status, title, detail) if wants_json() else page(status, title, detail)
    for name, value in fault.get_headers():
        if name in ("Allow", "Retry-After", "WWW-Authenticate"):
            response.headers[name] = value
    response.headers["Cache-Control"] = "no-store"
    return response


def show_unavailable(fault: StoreUnavailable) -> AnyResponse:
    reason = getattr(fault.__cause__, "orig", fault.__cause__) or fault
    logging.getLogger(__name__).error("the store does not answer: %s", reason)
    return show_error(ServiceUnavailable(retry_after=RETRY_SECONDS))


def show_refusal(fault: Refused) -> AnyResponse:
    kind = Forbidden if isinstance(fault, NotYours) else Conflict
    return show_error(kind(translate(fault.message)))


def show_unreadable(fault: Unreadable) -> AnyResponse:
    """Explain on the table's own pages why it cannot be shown, and offer its record."""
    cause = fault.__cause__ or fault
    logging.getLogger(__name__).warning(
        "table %s cannot be read: %s: %s", fault.stored.code, type(cause).__name__, cause
    )
    detail = translate(fault.message)
    status = HTTPStatus.CONFLICT
    if wants_json():
        return problem(status, gettext("This table cannot be opened"), detail)
    set_game(fault.stored.game)
    html = render_template(
        "unreadable.html",
        detail=detail,
        code=fault.stored.code,
        has_record=fault.raw is not None,
        ended=any(event.kind == END for event in fault.raw or ()),
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def show_missing_game(fault: NoSuchGame) -> AnyResponse:  # noqa: ARG001 – one page for all games
    return show_error(NotFound())


def show_data_error(fault: DataError) -> AnyResponse:
    mistakes = map(str, fault.findings[:MAX_MISTAKES])
    return show_error(
        Conflict("\n".join((gettext("The files of this game have errors:"), *mistakes)))
    )


def error_detail(fault: HTTPException, status: int) -> str:
    """The description passed to `abort`, else the sentence for that status."""
    if isinstance(fault, TooManyRequests):
        seconds = fault.retry_after or 1
        return str(
            ngettext("Try again in %(num)s second.", "Try again in %(num)s seconds.", seconds)
        )
    if status < 500 and fault.description != type(fault).description:
        return str(fault.description)
    return str(DETAILS.get(status, ""))


def wants_json() -> bool:
    if request.path.startswith(API):
        return True
    kinds = ["text/html", "application/json", PROBLEM]
    return (request.accept_mimetypes.best_match(kinds) or "text/html") != "text/html"


def problem(status: int, title: str, detail: str) -> Response:
    body = msgspec.json.encode({"title": title, "status": status, "detail": detail})
    return Response(body, status, mimetype=PROBLEM)


def page(status: int, title: str, detail: str) -> Response:
    retry = status in RETRIED and request.method == "GET"
    html = render_template("error.html", status=status, title=title, detail=detail, retry=retry)
    return make_response(html, status)
