"""The blueprint under /api/v1, made from the list of routes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from flask import Blueprint, Response

from companion.pictures.library import Library
from companion.storage.store import Store
from companion.web.access import Access, reject_cross_site
from companion.web.api.openapi import describe
from companion.web.api.requests import ApiRequest, parse_request
from companion.web.api.routes import ROUTES, Route
from companion.web.api.views import ApiViews
from companion.web.translation import localize

PREFIX: Final = "/api/v1"


def make_api(access: Access, store: Store, library: Library) -> Blueprint:
    views = ApiViews(access, store, library)
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    api.before_request(reject_cross_site)
    for route in ROUTES:
        api.add_url_rule(
            route.path.replace("{", "<").replace("}", ">"),
            route.name,
            _view(route, getattr(views, route.name)),
            methods=[route.method],
            provide_automatic_options=False,
        )

    @api.get("/openapi.json")
    def openapi() -> Response:
        return Response(_document(), mimetype="application/json")

    return api


@cache
def _document() -> bytes:
    """Made when somebody asks for it: that takes as long as starting everything else."""
    return msgspec.json.encode(describe(ROUTES, PREFIX))


def _view(route: Route, view: Callable[[ApiRequest], Any]) -> Callable[..., Response]:
    def respond(**path: str) -> Response:
        body = msgspec.json.encode(localize(view(parse_request(route, path))))
        headers = {"Cache-Control": "no-store"}
        return Response(body, route.status, headers, mimetype="application/json")

    return respond
