"""Responses that browsers must not cache, downloads, and times in the reader's format."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import msgspec
from flask import Response
from flask_babel import format_date, format_time
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.web.translation import localize


def no_store(response: AnyResponse) -> AnyResponse:
    response.headers["Cache-Control"] = "no-store"
    return response


def attachment(body: str, kind: str, name: str) -> AnyResponse:
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return no_store(response)


def json_attachment(value: Any, name: str) -> AnyResponse:
    """A value as JSON, with its messages in the reader's language."""
    text = msgspec.json.format(msgspec.json.encode(localize(value)), indent=1).decode()
    return attachment(text + "\n", "application/json", name)


def format_moment(seconds: float) -> str:
    """A date and time by the server's clock."""
    local = datetime.fromtimestamp(seconds)
    return f"{format_date(local, rebase=False)}, {format_time(local, 'short', rebase=False)}"


def day_element(day: date) -> Markup:
    """A date in HTML; app.js shows it in the browser's format."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), format_date(day))


def time_element(seconds: float) -> Markup:
    """The same in HTML; app.js shows it in the browser's format and time zone."""
    moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
    return Markup('<time datetime="{}">{}</time>').format(moment, format_moment(seconds))
