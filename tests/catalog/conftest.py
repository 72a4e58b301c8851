"""Fixtures for the tests of the catalog."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalog.game_folder import GameFolder


@pytest.fixture
def game_folder(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path)
