"""Choose the language of all pages; a cookie remembers it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from babel import Locale
from flask import Blueprint, Flask, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.language.messages import LANGUAGES
from companion.web.access import reject_cross_site
from companion.web.translation import LANGUAGE_COOKIE

YEAR: Final = 365 * 24 * 3600
NAMES: Final = {code: (Locale(code).display_name or code).capitalize() for code in LANGUAGES}
"""What each language calls itself."""


def add_language_switch(app: Flask) -> None:
    pages = Blueprint("language", __name__)
    pages.before_request(reject_cross_site)
    pages.post("/language")(choose)
    app.register_blueprint(pages)
    app.jinja_env.globals.update(language_names=NAMES, this_page=this_page)


def this_page() -> str:
    """The address to return to; answers to forms lead to the start page."""
    return request.full_path.rstrip("?") if request.method == "GET" else url_for("games.start")


def choose() -> AnyResponse:
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400)
    response = redirect(_local(request.form.get("page", "")), 303)
    secure = request.is_secure
    response.set_cookie(
        LANGUAGE_COOKIE, chosen, max_age=YEAR, secure=secure, httponly=True, samesite="Lax"
    )
    return response


def _local(address: str) -> str:
    """The address if it is one of this site, else that of the start page."""
    parts = urlsplit(address)
    outside = parts.scheme or parts.netloc or not address.startswith("/") or "\\" in address
    return url_for("games.start") if outside or address.startswith("//") else address
