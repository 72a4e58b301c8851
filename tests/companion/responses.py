"""Read the responses of Flask's test client."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse


def json_of(answer: TestResponse) -> Any:
    """The decoded JSON body; fails for a response of another type."""
    assert answer.is_json, answer.get_data(as_text=True)
    return answer.json
