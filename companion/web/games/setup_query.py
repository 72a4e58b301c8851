"""Write setup requests as query arguments, and read them from the form that opens a table."""

from __future__ import annotations

from typing import Any

from companion.games.rules import Rules
from companion.table.acts.base import Form, first_value
from companion.table.acts.setup import AGAIN, OPTION, read_request, setup_from_form
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest


def setup_args(request: SetupRequest) -> dict[str, Any]:
    """The query arguments of the setup's address."""
    options = {f"{OPTION}{name}": value for name, value in request.options.items()}
    rerolls = {f"{AGAIN}{part}": count for part, count in request.rerolls.items() if count}
    return {"players": request.players, "words": request.words, **options, **rerolls}


def setup_data(form: Form, rules: Rules) -> dict[str, Any]:
    """The setup with which a table is opened; empty if the form has none.

    Raises Refused for a setup that the game does not have.
    """
    if not first_value(form, "words"):
        return {}
    data = setup_from_form(form, rules.options)
    setup_of(rules, read_request(data, 1, ""))
    return data
