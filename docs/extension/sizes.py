"""List the sizes of pieces and of paper, from templates/."""

from __future__ import annotations

from typing import Any

import yaml

from docs.extension.repository import ROOT
from docs.extension.tables import table


def describe_papers() -> str:
    return _sizes("papers.yaml")


def describe_sizes() -> str:
    return _sizes("sizes.yaml")


def _sizes(file: str) -> str:
    sizes: dict[str, Any] = yaml.safe_load((ROOT / "templates" / file).read_text("utf-8"))
    rows = [
        (f"`{name}`", f"{s['width']:g} × {s['height']:g}", s.get("shape", ""))
        for name, s in sizes.items()
    ]
    return table(("Name", "Millimetres", "Shape"), rows)
