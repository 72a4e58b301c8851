"""The players of a game that is only scored: read from a form, suggested, and remembered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final
from urllib.parse import quote, unquote

import msgspec
from flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion.games.seats import COLOURS
from companion.language.messages import Refused, say_count
from companion.results.finished_games import FinishedGame
from companion.results.statistics import sum_players
from companion.table.names import is_readable, looks_like
from companion.web.access import YEAR

PLAYERS: Final = "paperboat_players"
MAX_SUGGESTED: Final = 12
MAX_LISTED: Final = 60
MAX_COOKIE_LENGTH: Final = 2000
SEPARATOR: Final = re.compile(r"[,;\n]")


def chosen_names() -> list[str]:
    """The names that a form chooses from those suggested, and those typed: each in a field of its
    own or several in one."""
    typed = (SEPARATOR.split(text) for text in request.form.getlist("names"))
    return [*request.form.getlist("player"), *chain.from_iterable(typed)]


def in_fields(names: Iterable[str], fields: int) -> list[str]:
    """Typed names, one for each field, and those that are too many in the last one."""
    typed = [name.strip() for name in names if name.strip()]
    if len(typed) <= fields:
        return typed
    return [*typed[: fields - 1], ", ".join(typed[fields - 1 :])]


def parse_players(names: Iterable[str], most: int) -> list[str]:
    """The names without empty ones and repetitions. Raises Refused unless a table can seat them."""
    players: list[str] = []
    for name in filter(None, (name.strip() for name in names)):
        if not is_readable(name):
            raise Refused("a name has 1 to 24 readable characters")
        if not any(looks_like(name, other) for other in players):
            players.append(name)
    if not players:
        raise Refused("enter the names of the players")
    if len(players) > most:
        count = say_count("{count} player", "{count} players", most)
        raise Refused("this game is for at most {players}", players=count)
    return players


def most_players(players: tuple[int, int] | None) -> int:
    """How many a table seats: as many as can play, and no more than there are colours."""
    return min(len(COLOURS), players[1]) if players else len(COLOURS)


def suggested_players(games: Sequence[FinishedGame], remembered: Sequence[str]) -> list[str]:
    """Names to choose from: those of this browser, then those that played here most often."""
    names = list(remembered)
    for sums in sum_players(games):
        if not any(looks_like(sums.name, name) for name in names):
            names.append(sums.name)
    return names


def remembered_players() -> list[str]:
    """The players that this browser scored last."""
    try:
        stored = msgspec.json.decode(unquote(request.cookies.get(PLAYERS, "")), type=list[str])
    except msgspec.DecodeError:
        return []
    return [name for name in stored if is_readable(name)][: len(COLOURS)]


def remember_players(answer: AnyResponse, names: Sequence[str]) -> None:
    value = quote(msgspec.json.encode(names))
    if len(value) <= MAX_COOKIE_LENGTH:
        secure = request.is_secure
        answer.set_cookie(
            PLAYERS, value, max_age=YEAR, secure=secure, httponly=True, samesite="Lax"
        )
