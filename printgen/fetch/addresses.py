"""Turn the addresses that people copy from a browser into addresses of files."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

GOOGLE_SHEET: Final = re.compile(r"https://docs\.google\.com/spreadsheets/d/(?!e/)([\w-]+)(/|$)")


def download_address(address: str, suffix: str) -> str:
    """Return where a file of this type is: a shared Google sheet is exported, with all of its tabs
    if the file is a workbook; any other address stays as it is."""
    found = GOOGLE_SHEET.match(address)
    if found is None:
        return address
    export = f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format="
    if suffix == ".xlsx":
        return f"{export}xlsx"
    parts = urlsplit(address)
    tab = parse_qs(parts.fragment).get("gid") or parse_qs(parts.query).get("gid") or ["0"]
    return f"{export}{suffix.removeprefix('.')}&gid={tab[0]}"
