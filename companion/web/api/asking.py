"""Takes a request, gives what it asks for as checked values, and whose it is."""

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

from companion.web.api.routes import PATHS, Route
from companion.web.visitor import HOST, PHONE

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
Asked = TypeVar("Asked", bound=Struct)


class Ask(Struct, frozen=True):
    """`bearer` is the token that was sent with it; pages of ours send cookies instead."""

    path: Mapping[str, str]
    query: Any
    body: Any
    bearer: str = ""

    @property
    def phone(self) -> str:
        return self.bearer or request.cookies.get(PHONE, "")

    def host(self, code: str) -> str:
        return self.bearer or request.cookies.get(HOST + code, "")


def read_ask(route: Route, path: Mapping[str, str]) -> Ask:
    """Stops with 401, 404, 415 or 400 for what is not as it is documented."""
    bearer = _bearer() if route.auth != "none" else ""
    if route.auth == "needed" and not (bearer or _has_cookies(path.get("code", ""))):
        raise unknown(gettext("Send the token that you got when you opened the table or sat down."))
    for name, value in path.items():
        _check_path(name, value)
    body = _read_body(route.body) if route.body else None
    return Ask(path, _read_query(route.query), body, bearer)


def unknown(detail: str) -> Unauthorized:
    return Unauthorized(detail, www_authenticate=WWWAuthenticate("bearer"))


def _bearer() -> str:
    said = request.headers.get("Authorization")
    if said is None:
        return ""
    scheme, _, token = said.partition(" ")
    if scheme.lower() != "bearer" or not TOKEN.fullmatch(token.strip()):
        raise unknown(gettext("This is no token of this server."))
    return token.strip()


def _has_cookies(code: str) -> bool:
    return any(name in request.cookies for name in (PHONE, HOST + code.upper()))


def _check_path(name: str, value: str) -> None:
    try:
        msgspec.convert(value, PATHS[name])
    except msgspec.ValidationError:
        abort(404)


def _read_query(kind: type[Asked]) -> Asked:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    said: dict[str, Any] = {}
    for name, values in request.args.lists():
        field = fields.get(name)
        if field is not None and _is_list(field.type):
            said[name] = values
        elif len(values) == 1:
            said[name] = values[0]
        else:
            abort(400, gettext("'%(name)s' is asked for twice.", name=name))
    try:
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as fault:
        abort(400, str(fault))


def _is_list(kind: Any) -> bool:
    return get_origin(getattr(kind, "__origin__", kind)) is list


def _read_body(kind: type[Asked]) -> Asked:
    if request.mimetype != "application/json":
        abort(415)
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        abort(400, str(fault))
