"""Where game records are uploaded, and how large uploads may be.

Both the app and the server in front of it enforce these limits.
"""

from __future__ import annotations

from typing import Final

IMPORT_PATH: Final = "/results/import"
VERIFY_PATH: Final = "/verify"
RECORD_PATHS: Final = frozenset({IMPORT_PATH, VERIFY_PATH})
"""The only addresses that accept large requests."""

MAX_REQUEST_BYTES: Final = 64 * 1024
MAX_RECORD_BYTES: Final = 8 * 1024 * 1024
MAX_RECORD_FORM_BYTES: Final = MAX_RECORD_BYTES + 16 * 1024
"""A record with the rest of the form it is sent in."""
