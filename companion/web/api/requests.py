"""Parse API requests into checked values and the client's token."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar, get_origin

import msgspec
from flask import abort, request
from flask_babel import gettext
from msgspec import Struct
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from companion.web.access import HOST, PHONE
from companion.web.api.routes import PATHS, Route

TOKEN: Final = re.compile(r"[A-Za-z0-9_.-]{16,120}")
Parsed = TypeVar("Parsed", bound=Struct)


class ApiRequest(Struct, frozen=True):
    """`bearer` is the token sent in the Authorization header; pages send cookies instead."""

    path: Mapping[str, str]
    query: Any
    body: Any
    bearer: str = ""

    @property
    def phone(self) -> str:
        return self.bearer or request.cookies.get(PHONE, "")

    def host(self, code: str) -> str:
        return self.bearer or request.cookies.get(HOST + code, "")


def parse_request(route: Route, path: Mapping[str, str]) -> ApiRequest:
    """Respond with 400, 401, 404 or 415 to a request that does not match its route."""
    bearer = _bearer() if route.auth != "none" else ""
    if route.auth == "needed" and not (bearer or _has_cookies(path.get("code", ""))):
        raise unauthorized(
            gettext("Send the token that you got when you started the table or joined it.")
        )
    for name, value in path.items():
        _check_path(name, value)
    body = _parse_body(route.body) if route.body else None
    return ApiRequest(path, _parse_query(route.query), body, bearer)


def unauthorized(detail: str) -> Unauthorized:
    return Unauthorized(detail, www_authenticate=WWWAuthenticate("bearer"))


def _bearer() -> str:
    header = request.headers.get("Authorization")
    if header is None:
        return ""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not TOKEN.fullmatch(token.strip()):
        raise unauthorized(gettext("This token is not from this server."))
    return token.strip()


def _has_cookies(code: str) -> bool:
    return any(name in request.cookies for name in (PHONE, HOST + code.upper()))


def _check_path(name: str, value: str) -> None:
    try:
        msgspec.convert(value, PATHS[name])
    except msgspec.ValidationError:
        abort(404)


def _parse_query(kind: type[Parsed]) -> Parsed:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    given: dict[str, Any] = {}
    for name, values in request.args.lists():
        field = fields.get(name)
        if field is not None and _is_list(field.type):
            given[name] = values
        elif len(values) == 1:
            given[name] = values[0]
        else:
            abort(400, gettext("'%(name)s' is given twice.", name=name))
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as fault:
        abort(400, str(fault))


def _is_list(kind: Any) -> bool:
    return get_origin(getattr(kind, "__origin__", kind)) is list


def _parse_body(kind: type[Parsed]) -> Parsed:
    if request.mimetype != "application/json":
        abort(415)
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        abort(400, str(fault))
