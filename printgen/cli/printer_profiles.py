"""Where the printer profiles of this user are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


def profile_folder() -> Path:
    """Return the user's folder for printer profiles, which do not belong to a game."""
    from platformdirs import user_config_path

    return user_config_path("paperboat") / "printers"
