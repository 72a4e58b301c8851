"""The codes by which people find a table."""

from __future__ import annotations

import re
import secrets
from typing import Final

# No vowels (no words), nothing that looks or sounds like another: 20^6 = 64 million codes.
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH: Final = 6
CODE: Final = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
