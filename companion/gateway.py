"""Takes requests from the server, gives them to the Flask app on a few threads.

A phone that only listens to news takes no thread: its stream is left to the event loop.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]
from msgspec import Struct

from companion.web.body import Bodies, NotWhole
from companion.web.news import News

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

THREADS: Final = 32  # most of them wait for the disk, not for Python
PLAIN: Final = [("content-type", "text/plain; charset=utf-8")]


class Answer(Struct, frozen=True):
    status: int
    headers: list[tuple[str, str]]
    body: bytes | News


class Gateway:
    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(THREADS, "page")
        self._bodies = Bodies()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        try:
            body = await self._bodies.read(scope, protocol)
        except NotWhole as fault:
            protocol.response_bytes(fault.status, PLAIN, fault.words.encode())
            return
        environ = make_environ(scope, body)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, ask, self._app, environ)
        if isinstance(answer.body, bytes):
            protocol.response_bytes(answer.status, answer.headers, answer.body)
            return
        try:
            stream = protocol.response_stream(answer.status, answer.headers)
            async for words in answer.body:
                await stream.send_bytes(words)
        except ProtocolClosed:
            return  # the phone has left
        finally:
            answer.body.close()


def ask(app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """The app's answer, as whole bytes unless it is a stream of news."""
    begun: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], fault: Any = None) -> Any:  # noqa: ARG001
        begun[:] = [
            int(status.split(" ", 1)[0]),
            [(name.lower(), value) for name, value in headers],
        ]
        return lambda _: None

    body = app(environ, start_response)
    if isinstance(body, News):
        return Answer(begun[0], begun[1], body)
    return Answer(begun[0], begun[1], read_whole(body))


def read_whole(body: Iterable[bytes]) -> bytes:
    try:
        return b"".join(body)
    finally:
        close = getattr(body, "close", None)
        if close is not None:
            close()


def make_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """A request in the words of WSGI (PEP 3333), where text is bytes read as Latin-1."""
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
            joint = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    if "HTTP_HOST" not in environ and scope.authority:
        environ["HTTP_HOST"] = scope.authority
    return environ
