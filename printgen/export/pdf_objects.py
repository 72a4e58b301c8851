"""Add objects and compressed streams to a PDF."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from pydyf import PDF, Stream


def add_object(pdf: PDF, made: Any) -> bytes:
    """Add an object to a document; return the reference to it."""
    pdf.add_object(made)
    reference: bytes = made.reference
    return reference


def compressed(data: bytes, entries: Mapping[str, Any] | None = None) -> Any:
    """Return a stream with these entries in its dictionary. Pydyf itself compresses at the highest
    level, which takes twice the time and saves 2 %."""
    return Stream([zlib.compress(data)], {**(entries or {}), "Filter": "/FlateDecode"})
