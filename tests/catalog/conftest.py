"""The fixture that every test of the catalog starts from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalog.workshop import Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)
