"""Takes nothing, gives the table of all routes: what is served and what is documented."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct

from companion.games.base import Offers, Result, Scene, Setup
from companion.web.api import types

Auth = Literal["none", "optional", "needed"]
ALWAYS: Final = (400, 403, 429, 503)
"""Any address can be asked in a way that cannot be read, by a name that is not ours, too often,
or while the store is away."""


class Route(Struct, frozen=True):
    """`name` is the function of `Calls` that answers; `faults` are the errors it may give."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    summary: str
    answer: Any
    query: type[Struct] = types.NoQuery
    body: type[Struct] | None = None
    status: int = 200
    auth: Auth = "none"
    faults: tuple[int, ...] = ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every error, those of reading the request included."""
        body = (403, 413, 415) if self.body else ()
        who = (401,) if self.auth != "none" else ()
        return tuple(sorted({*self.faults, *body, *who, *ALWAYS}))


PATHS: Final[dict[str, Any]] = {"slug": types.Slug, "code": types.Code}
TABLE: Final = "/tables/{code}"

ROUTES: Final = (
    Route("games", "GET", "/games", "All games", types.GameList),
    Route(
        "game",
        "GET",
        "/games/{slug}",
        "One game with its parts and the pictures of their faces",
        types.GameDetail,
        faults=(404, 409),
    ),
    Route(
        "setup",
        "GET",
        "/games/{slug}/setup",
        "The setup that a seed stands for",
        Setup,
        query=types.SetupQuery,
        faults=(404, 409),
    ),
    Route(
        "open_table",
        "POST",
        "/tables",
        "Open a table",
        types.Opened,
        body=types.NewTable,
        status=201,
        faults=(404, 409),
    ),
    Route(
        "table",
        "GET",
        TABLE,
        "A table as one seat may see it",
        types.TableView,
        query=types.SeatQuery,
        auth="optional",
        faults=(403, 404, 409),
    ),
    Route(
        "join",
        "POST",
        f"{TABLE}/seats",
        "Take a seat",
        types.Seated,
        body=types.NewSeat,
        status=201,
        auth="optional",
        faults=(404, 409),
    ),
    Route(
        "act",
        "POST",
        f"{TABLE}/acts",
        "Do something at a table",
        types.LogEntry,
        body=types.NewAct,
        auth="needed",
        faults=(404, 409),
    ),
    Route(
        "log",
        "GET",
        f"{TABLE}/log",
        "What happened at a table, as one seat may know it",
        types.Log,
        query=types.LogQuery,
        auth="optional",
        faults=(403, 404, 409),
    ),
    Route(
        "offers",
        "GET",
        f"{TABLE}/offers",
        "All that a seat of yours may do by the rules",
        Offers,
        query=types.SeatQuery,
        auth="needed",
        faults=(403, 404, 409),
    ),
    Route(
        "scene",
        "GET",
        f"{TABLE}/scene",
        "The game in play as one seat may see it",
        Scene,
        query=types.SeatQuery,
        auth="optional",
        faults=(403, 404, 409),
    ),
    Route("score", "GET", f"{TABLE}/score", "The score so far", Result, faults=(404, 409)),
    Route(
        "results", "GET", "/results", "Finished games", types.ResultList, query=types.ResultsQuery
    ),
)
