"""Zip archives with the same bytes each time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            packed = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compress_type=packed)
    return stream.getvalue()
