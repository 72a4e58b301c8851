"""Serve scripts and styles at addresses that change with their content.

A phone keeps such a file for good: a page asks for none of its twenty files again. Scripts import
each other by relative addresses, so one version covers the whole folder.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, send_from_directory

ENDPOINT: Final = "static"
FOLDER: Final = Path(__file__).parent.parent / "static"
PREFIX: Final = "/static"
A_YEAR: Final = 365 * 24 * 3600
VERSION_LENGTH: Final = 10


def add_static_files(app: Flask) -> None:
    app.add_url_rule(f"{PREFIX}/<version>/<filename>", ENDPOINT, send_file)
    app.add_url_rule(f"{PREFIX}/<filename>", ENDPOINT, send_file)
    app.url_defaults(_add_version)


def send_file(filename: str, version: str = "") -> Response:
    """A file as it is now. Pages of an earlier version of the app may still ask for theirs."""
    kept = version == files_version()
    response = send_from_directory(FOLDER, filename, max_age=A_YEAR if kept else None)
    response.cache_control.immutable = kept
    return response


@cache
def files_version() -> str:
    content = hashlib.sha256()
    for file in sorted(FOLDER.iterdir()):
        content.update(file.name.encode() + b"\0" + file.read_bytes())
    return content.hexdigest()[:VERSION_LENGTH]


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == ENDPOINT:
        values.setdefault("version", files_version())
