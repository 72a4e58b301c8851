"""Hand requests to the Flask app on a few threads.

Event streams stay in the event loop and need no thread. Acts, pages that read tables and pages
that need no storage each have their own threads, so that a slow or unreachable database delays only
the requests that need it.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]
from msgspec import Struct

from companion.rooms.event_stream import EventStream
from companion.server.body import BODILESS, BodyError, BodyReader

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

# Most threads wait for the disk, not for the interpreter.
WRITING_THREADS: Final = 16
READING_THREADS: Final = 12
OTHER_THREADS: Final = 8
STORAGE_PATHS: Final = re.compile(
    r"/$|/(t/|tables|join|results|replay|api/v1/(tables|results|seasons)|games/[^/]+/score$)"
)
"""The beginnings of the paths, or whole paths, whose pages need the database."""
ACT_SECONDS: Final = 4.0
PAGE_SECONDS: Final = 15.0
"""How long a request waits for a thread before the phone is asked to retry. Requests without
storage wait as long as it takes: pictures may take long on a small machine."""
RETRY_SECONDS: Final = 2
PLAIN_TEXT: Final = [("content-type", "text/plain; charset=utf-8")]
BUSY: Final = "One moment: the table's storage is busy. Nothing is lost; try again."


class AppResponse(Struct, frozen=True):
    """What the app returned: a complete body or an event stream."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes | EventStream


class RequestPool(Struct, frozen=True):
    """The threads for one kind of request, and how long a request waits for one of them."""

    executor: ThreadPoolExecutor
    wait_seconds: float | None


class Gateway:
    """An RSGI application that runs a WSGI app."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._writing = RequestPool(ThreadPoolExecutor(WRITING_THREADS, "act"), ACT_SECONDS)
        self._reading = RequestPool(ThreadPoolExecutor(READING_THREADS, "page"), PAGE_SECONDS)
        self._other = RequestPool(ThreadPoolExecutor(OTHER_THREADS, "other"), None)
        self._body_reader = BodyReader()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        try:
            body = await self._body_reader.read(scope, protocol)
        except BodyError as fault:
            protocol.response_bytes(fault.status, PLAIN_TEXT, fault.message.encode())
            return
        response = await self._respond(scope, make_environ(scope, body))
        if isinstance(response.body, bytes):
            protocol.response_bytes(response.status, response.headers, response.body)
            return
        try:
            stream = protocol.response_stream(response.status, response.headers)
            async for message in response.body:
                await stream.send_bytes(message)
        except ProtocolClosed:
            return  # the phone has disconnected
        finally:
            response.body.close()

    async def _respond(self, scope: Scope, environ: WSGIEnvironment) -> AppResponse:
        """The app's response, or 503 if no thread was free in time."""
        pool = self._pool(scope)
        submitted = pool.executor.submit(call_app, self._app, environ)
        response = asyncio.wrap_future(submitted)
        done, _ = await asyncio.wait((response,), timeout=pool.wait_seconds)
        if not done and submitted.cancel():
            return AppResponse(
                503, [*PLAIN_TEXT, ("retry-after", str(RETRY_SECONDS))], BUSY.encode()
            )
        return await response

    def _pool(self, scope: Scope) -> RequestPool:
        if not needs_storage(scope.path):
            return self._other
        return self._reading if scope.method in BODILESS else self._writing


def needs_storage(path: str) -> bool:
    return STORAGE_PATHS.match(path) is not None


def call_app(app: WSGIApplication, environ: WSGIEnvironment) -> AppResponse:
    """The app's response, with its whole body unless it is an event stream."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], fault: Any = None) -> Any:  # noqa: ARG001
        started[:] = [
            int(status.split(" ", 1)[0]),
            [(name.lower(), value) for name, value in headers],
        ]
        return lambda _: None

    body = app(environ, start_response)
    if isinstance(body, EventStream):
        return AppResponse(started[0], started[1], body)
    return AppResponse(started[0], started[1], read_whole(body))


def read_whole(body: Iterable[bytes]) -> bytes:
    try:
        return b"".join(body)
    finally:
        close = getattr(body, "close", None)
        if close is not None:
            close()


def make_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """The WSGI environ of a request (PEP 3333); its strings are bytes decoded as Latin-1."""
    server, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        if key == "CONTENT_TYPE":
            environ[key] = value
        elif key not in ("CONTENT_LENGTH", "TRANSFER_ENCODING"):
            key = f"HTTP_{key}"
            separator = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    if "HTTP_HOST" not in environ and scope.authority:
        environ["HTTP_HOST"] = scope.authority
    return environ
