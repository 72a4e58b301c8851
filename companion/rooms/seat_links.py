"""Sign the links by which a seat moves to another phone.

A link is valid for a few minutes and only once: it names the event that gave the seat to the phone
which shows it, and the take-over is another such event.
"""

from __future__ import annotations

from typing import Final

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer
from msgspec import Struct

from companion.language.messages import Refused
from companion.storage.store import Store

KEY: Final = "seat links"
SALT: Final = b"paperboat seat link"
VALID_SECONDS: Final = 300


class SeatLink(Struct, frozen=True, array_like=True):
    """`since` is the number of the event that gave the seat to its phone; `host` is whether that
    phone is the host, and its role moves with the seat."""

    code: str
    seat: str
    since: int
    host: bool = False


class SeatLinks:
    """The links of one database. Its key is read on first use."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""

    def sign(self, link: SeatLink) -> str:
        return str(self._serializer().dumps(msgspec.to_builtins(link)))

    def read(self, text: str) -> SeatLink:
        """Raises Refused for a link that is forged or has expired."""
        try:
            return msgspec.convert(self._serializer().loads(text, VALID_SECONDS), SeatLink)
        except (BadData, msgspec.ValidationError, UnicodeError):
            raise Refused("this code is not valid any more: ask for a new one") from None

    def _serializer(self) -> URLSafeTimedSerializer:
        if not self._key:
            self._key = self._store.key(KEY)
        return URLSafeTimedSerializer(self._key, SALT)
