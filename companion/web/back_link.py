"""Lead back to the table from pages that were opened from it.

Links at a table name it in `?table=`, and links between the pages that follow keep it.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, request

from companion.rooms.codes import CODE

TABLE: Final = "table"
FOLLOWING: Final = frozenset(
    {"games.game", "games.piece", "games.reference", "results.one", "results.results"}
)
"""Pages whose links keep the table. Setups are shared, so their links do not."""


def add_back_links(app: Flask) -> None:
    app.jinja_env.globals.update(table_behind=table_behind)
    app.url_defaults(_keep_table)


def table_behind() -> str | None:
    """The code of the table from which this page was opened."""
    code = request.args.get(TABLE, "")
    return code if CODE.fullmatch(code) else None


def table_args() -> dict[str, str]:
    """What an address needs to lead back to the same table."""
    code = table_behind()
    return {TABLE: code} if code else {}


def _keep_table(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint in FOLLOWING:
        for name, code in table_args().items():
            values.setdefault(name, code)
