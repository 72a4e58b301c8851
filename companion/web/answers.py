"""Takes what a page or a file says, gives the answer that no browser keeps."""

from __future__ import annotations

from datetime import datetime

from flask import Response
from flask_babel import format_date, format_time
from werkzeug.wrappers import Response as AnyResponse


def fresh(answer: AnyResponse) -> AnyResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer


def as_file(body: str, kind: str, name: str) -> AnyResponse:
    answer = Response(body, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return fresh(answer)


def moment(seconds: float) -> str:
    """When something was, as the clock in the room said it."""
    when = datetime.fromtimestamp(seconds)
    return f"{format_date(when, rebase=False)}, {format_time(when, 'short', rebase=False)}"
