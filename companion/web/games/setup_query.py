"""Write setup requests as query arguments, and read them from the form that opens a table."""

from __future__ import annotations

import secrets
from typing import Any

from companion.chance.provable import Chance, words_from
from companion.games.rules import Rules
from companion.table.acts.base import Form, first_value
from companion.table.acts.setup import AGAIN, OPTION, read_request, setup_from_form
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest
from printgen.catalog.model import Game


def setup_args(request: SetupRequest) -> dict[str, Any]:
    """The query arguments of the setup's address."""
    options = {f"{OPTION}{name}": value for name, value in request.options.items()}
    rerolls = {f"{AGAIN}{part}": count for part, count in request.rerolls.items() if count}
    return {"players": request.players, "words": request.words, **options, **rerolls}


def requested_setup(form: Form, game: Game, rules: Rules) -> SetupRequest:
    """The setup that an address asks for, with as few players as can play if it does not say, and a
    new code. Raises Refused."""
    data = setup_from_form(form, rules.options)
    data.setdefault("players", min_players(game))
    return read_request(data, data["players"], new_seed())


def new_seed() -> str:
    return words_from(Chance(secrets.token_bytes(32)))


def min_players(game: Game) -> int:
    return game.players[0] if game.players else 1


def setup_data(form: Form, rules: Rules) -> dict[str, Any]:
    """The setup with which a table is opened; empty if the form has none.

    Raises Refused for a setup that the game does not have.
    """
    if not first_value(form, "words"):
        return {}
    data = setup_from_form(form, rules.options)
    setup_of(rules, read_request(data, 1, ""))
    return data
