"""Issue the tokens by which phones hold seats, and recognise those that were issued here.

Tokens are signed with a key that is kept in the database, so every process of a server knows them
after any restart. A token that a client made up is never accepted. Tokens of earlier versions were
not signed: one that holds a seat is replaced by a signed one on its next use.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from typing import Final

from itsdangerous import BadSignature, Signer

from companion.storage.store import Store

KEY: Final = "seat tokens"
SALT: Final = b"paperboat seat"
GRACE_SECONDS: Final = 60.0
"""A page asks for several things at once: all of them may still bring the token just replaced."""


class Tokens:
    """The seat tokens of one database. Its key is read on first use."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""

    def issue(self) -> str:
        """A new token."""
        return self.sign(secrets.token_urlsafe(24))

    def sign(self, value: str) -> str:
        return self._signer().sign(value).decode()

    def is_issued(self, token: str) -> bool:
        try:
            self._signer().unsign(token)
        except (BadSignature, UnicodeError):
            return False
        return True

    def recognise(self, token: str) -> str:
        """The token with which a phone that sent this one goes on."""
        if self.is_issued(token):
            return token
        old = digest(token)
        # The same for all requests that bring the old one, in whichever process.
        secret = hmac.digest(self._signer().secret_key, token.encode(), hashlib.sha256)
        new = self.sign(urlsafe_b64encode(secret).decode().rstrip("="))
        if self._store.replace_token(old, digest(new)):
            return new
        replaced = self._store.replaced_at(old)
        if replaced is not None and time.time() - replaced < GRACE_SECONDS:
            return new
        return self.issue()

    def _signer(self) -> Signer:
        if not self._key:
            self._key = self._store.key(KEY)
        return Signer(self._key, salt=SALT, digest_method=hashlib.sha256)


def digest(token: str) -> str:
    """The form in which tokens are stored, so that a stolen file opens no table."""
    return hashlib.sha256(token.encode()).hexdigest()
