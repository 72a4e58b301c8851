"""Reject a request that cannot be built before any work is done."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from printgen.build.request import Request
from printgen.catalog.cutters import load_cutter
from printgen.catalog.papers import choose_paper, load_papers
from printgen.catalog.printers import load_profile
from printgen.catalog.translations.codes import ENGLISH, languages_of
from printgen.catalog.translations.read import SUFFIX
from printgen.errors import CallError, did_you_mean
from printgen.limits import COMPANION_URL_LENGTH

LANGUAGES_AT_ONCE: Final = 2


def check_request(request: Request) -> None:
    """Raise CallError for a paper, printer profile or folder that does not exist."""
    choose_paper(request.paper, load_papers(request.templates))
    load_profile(request.profile, request.profiles)
    if request.cutter is not None:
        load_cutter(request.cutter, request.templates)
    if request.companion_url is not None:
        check_companion_url(request.companion_url)
    if math.isnan(request.stock):  # click's range accepts nan
        raise CallError("--stock must be a thickness in mm, not nan")
    if request.out.exists() and not request.out.is_dir():
        raise CallError(f"{request.out} is a file; --out needs a folder")


def check_language(cards: Path, games: Sequence[str], language: str) -> None:
    """Raise CallError for a language that none of the games is translated to."""
    if language == ENGLISH:
        return
    codes = languages_of(language)
    if len(codes) > LANGUAGES_AT_ONCE or len(set(codes)) < len(codes) or "" in codes:
        raise CallError(f"'{language}' must be a language, or two such as de+en")
    languages = {
        file.stem for game in games for file in (cards / game).glob(f"*{SUFFIX}") if file.is_file()
    }
    for code in codes:
        if code not in languages and code != ENGLISH:
            hint = did_you_mean(code, (ENGLISH, *languages))
            raise CallError(f"no game has a file {code}{SUFFIX} with translations{hint}")


def check_companion_url(url: str) -> None:
    """Raise CallError for anything that phones could not open."""
    if len(url) > COMPANION_URL_LENGTH:
        raise CallError(
            f"the companion's address has {len(url)} characters, but the limit is"
            f" {COMPANION_URL_LENGTH}; use a shorter one"
        )
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # reading it checks the port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or not url.isprintable() or " " in url:
        raise CallError(f"{url!r} is not a web address; use one such as http://192.168.1.20:8000")
