"""Takes what went wrong with a request, gives a page that says so, or JSON for programs."""

from __future__ import annotations

import logging
from typing import Final

import msgspec
from flask import Flask, Response, make_response, render_template, request
from flask_babel import gettext, lazy_gettext
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

from companion.database import StoreAway
from companion.gallery import NoSuchGame
from companion.room import NotYours
from companion.table.model import Refused
from companion.web.language import translate
from printgen.errors import DataError

API: Final = "/api/"
RETRY_SECONDS: Final = 2
MISTAKES_SHOWN: Final = 10
PROBLEM: Final = "application/problem+json"
TITLES: Final = {
    400: lazy_gettext("That cannot be read"),
    401: lazy_gettext("Who are you?"),
    403: lazy_gettext("Not allowed"),
    404: lazy_gettext("Nothing is here"),
    405: lazy_gettext("Not like this"),
    409: lazy_gettext("Not now"),
    413: lazy_gettext("Too large"),
    415: lazy_gettext("Not this kind of data"),
    429: lazy_gettext("Too often"),
    500: lazy_gettext("Our mistake"),
    503: lazy_gettext("One moment"),
}
DETAILS: Final = {
    400: lazy_gettext("Go back, check what was entered, and try again."),
    403: lazy_gettext("You may not do that here."),
    404: lazy_gettext(
        "There is no such page, game or table. Check the address or the table's code."
    ),
    405: lazy_gettext("This address does something else."),
    413: lazy_gettext("What was sent is larger than this server takes."),
    415: lazy_gettext("This address takes application/json."),
    503: lazy_gettext("The table's storage does not answer. Nothing is lost; try again."),
    500: lazy_gettext("Something went wrong on the server. The table is safe; try again."),
}


def add_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, show_error)
    # Without debugging, anything else becomes this one after Flask has written it to its log.
    app.register_error_handler(InternalServerError, show_error)
    app.register_error_handler(StoreAway, show_absence)
    app.register_error_handler(Refused, show_refusal)
    app.register_error_handler(NoSuchGame, show_no_game)
    app.register_error_handler(DataError, show_mistakes)


def show_error(fault: HTTPException) -> AnyResponse:
    status = fault.code or 500
    if status < 400:
        return fault.get_response()
    title = str(TITLES.get(status, fault.name))
    detail = detail_of(fault, status)
    answer = problem(status, title, detail) if wants_json() else page(status, title, detail)
    for name, value in fault.get_headers():
        if name in ("Allow", "Retry-After", "WWW-Authenticate"):
            answer.headers[name] = value
    answer.headers["Cache-Control"] = "no-store"
    return answer


def show_absence(fault: StoreAway) -> AnyResponse:
    reason = getattr(fault.__cause__, "orig", fault.__cause__)
    logging.getLogger(__name__).error("the store does not answer: %s", reason)
    return show_error(ServiceUnavailable(retry_after=RETRY_SECONDS))


def show_refusal(fault: Refused) -> AnyResponse:
    kind = Forbidden if isinstance(fault, NotYours) else Conflict
    return show_error(kind(translate(fault.message)))


def show_no_game(fault: NoSuchGame) -> AnyResponse:  # noqa: ARG001 – the page says it of any
    return show_error(NotFound())


def show_mistakes(fault: DataError) -> AnyResponse:
    mistakes = map(str, fault.findings[:MISTAKES_SHOWN])
    return show_error(
        Conflict("\n".join((gettext("The data of this game has mistakes:"), *mistakes)))
    )


def detail_of(fault: HTTPException, status: int) -> str:
    """What our own code said with `abort`, else a sentence for that kind of error."""
    if isinstance(fault, TooManyRequests):
        return str(gettext("Try again in %(seconds)s seconds.", seconds=fault.retry_after or 1))
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
    words = render_template("error.html", status=status, title=title, detail=detail)
    return make_response(words, status)
