"""All routes of the API, from which the blueprint and the OpenAPI document are made."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct

from companion.games.offers import Offers
from companion.games.scene import Scene
from companion.games.score import Result
from companion.games.setup import Setup
from companion.results.season_exports import SeasonDetail
from companion.table.acts.base import LogEntry
from companion.table.view import TableView
from companion.web.api import types

Auth = Literal["none", "optional", "needed"]
ALWAYS: Final = (400, 403, 429, 503)
"""Any request may be malformed, use an unknown host name, come too often, or arrive while the
database is down."""


class Route(Struct, frozen=True):
    """`name` is that of the view in `ApiViews`; `errors` are the statuses it may respond with."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    summary: str
    response: Any
    query: type[Struct] = types.NoQuery
    body: type[Struct] | None = None
    status: int = 200
    auth: Auth = "none"
    errors: tuple[int, ...] = ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """All error statuses, including those of parsing the request."""
        body = (403, 413, 415) if self.body else ()
        auth = (401,) if self.auth != "none" else ()
        return tuple(sorted({*self.errors, *body, *auth, *ALWAYS}))


PATHS: Final[dict[str, Any]] = {"slug": types.Slug, "code": types.Code, "season": types.SeasonId}
TABLE: Final = "/tables/{code}"

ROUTES: Final = (
    Route("games", "GET", "/games", "All games", types.GameList),
    Route(
        "game",
        "GET",
        "/games/{slug}",
        "One game with its parts and the pictures of their faces",
        types.GameDetail,
        errors=(404, 409),
    ),
    Route(
        "setup",
        "GET",
        "/games/{slug}/setup",
        "The setup of a setup code",
        Setup,
        query=types.SetupQuery,
        errors=(404, 409),
    ),
    Route(
        "open_table",
        "POST",
        "/tables",
        "Start a table",
        types.Opened,
        body=types.NewTable,
        status=201,
        errors=(404, 409),
    ),
    Route(
        "table",
        "GET",
        TABLE,
        "A table as one seat may see it",
        TableView,
        query=types.SeatQuery,
        auth="optional",
        errors=(403, 404, 409),
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
        errors=(404, 409),
    ),
    Route(
        "phones",
        "GET",
        f"{TABLE}/phones",
        "Which seats are yours, and which seats' phones are away",
        types.Phones,
        auth="optional",
        errors=(404, 409),
    ),
    Route(
        "ask_for_seat",
        "POST",
        f"{TABLE}/requests",
        "Ask to continue as a seat; the host or the seat's phone agrees by the act 'take-over'",
        types.Asked,
        body=types.NewRequest,
        status=201,
        auth="optional",
        errors=(404, 409),
    ),
    Route(
        "link_seat",
        "POST",
        f"{TABLE}/links",
        "A link by which another phone continues as a seat of yours, once",
        types.SeatLinkEntry,
        body=types.NewLink,
        status=201,
        auth="needed",
        errors=(403, 404, 409),
    ),
    Route(
        "take_over",
        "POST",
        f"{TABLE}/take-over",
        "Continue as a seat by its link",
        types.Seated,
        body=types.TakeOver,
        status=201,
        auth="optional",
        errors=(403, 404, 409),
    ),
    Route(
        "act",
        "POST",
        f"{TABLE}/acts",
        "Perform an act at a table",
        LogEntry,
        body=types.NewAct,
        auth="needed",
        errors=(404, 409),
    ),
    Route(
        "log",
        "GET",
        f"{TABLE}/log",
        "The history of a table as one seat may see it",
        types.Log,
        query=types.LogQuery,
        auth="optional",
        errors=(403, 404, 409),
    ),
    Route(
        "offers",
        "GET",
        f"{TABLE}/offers",
        "The moves that one of your seats can make",
        Offers,
        query=types.SeatQuery,
        auth="needed",
        errors=(403, 404, 409),
    ),
    Route(
        "scene",
        "GET",
        f"{TABLE}/scene",
        "The game in play as one seat may see it",
        Scene,
        query=types.SeatQuery,
        auth="optional",
        errors=(403, 404, 409),
    ),
    Route("score", "GET", f"{TABLE}/score", "The score so far", Result, errors=(404, 409)),
    Route(
        "results", "GET", "/results", "Finished games", types.ResultList, query=types.ResultsQuery
    ),
    Route("seasons", "GET", "/seasons", "All seasons", types.SeasonList),
    Route(
        "season",
        "GET",
        "/seasons/{season}",
        "The standings of a season",
        SeasonDetail,
        errors=(404,),
    ),
)
