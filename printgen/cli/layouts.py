"""List the layouts of the piecepack library as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from printgen.catalog.ppn.library import Layout, read_library, search_layouts
from printgen.catalog.ppn.setups import own_and_builtin_setups
from printgen.errors import Findings

_PLURALS: Final = {"die": "dice"}


def find_layouts(cards: Path, query: str) -> tuple[Layout, ...]:
    """Raises DataError for a setup file with mistakes."""
    findings = Findings()
    layouts = read_library(own_and_builtin_setups(cards), findings)
    findings.raise_errors()
    return search_layouts(layouts, query)


def layouts_json(layouts: Sequence[Layout]) -> str:
    return json.dumps([_describe(layout) for layout in layouts], indent=2, ensure_ascii=False)


def layouts_text(layouts: Sequence[Layout]) -> str:
    if not layouts:
        return "no layout fits; try fewer phrases, such as 'printgen layouts 4 players'"
    lines = [
        f"{layout.title:<22} {_players(layout):<12} {needs_text(layout):<46}"
        f" {'mixed' if layout.random else '':<6} [{layout.id}]"
        for layout in layouts
    ]
    return "\n".join([*lines, f"{len(layouts)} layout{'s' if len(layouts) != 1 else ''}"])


def needs_text(layout: Layout) -> str:
    """What a layout needs: `16 tiles, 24 coins, 1 die`, and how many sets if it is not one."""
    parts = [f"{count} {_counted(kind, count)}" for kind, count in layout.needs.items()]
    return ", ".join(parts) + (f" ({layout.sets} sets)" if layout.sets > 1 else "")


def _counted(kind: str, count: int) -> str:
    return kind if count == 1 else _PLURALS.get(kind, f"{kind}s")


def _players(layout: Layout) -> str:
    fewest, most = layout.players
    if fewest != most:
        return f"{fewest}–{most} players"
    return f"{most} player{'s' if most > 1 else ''}"


def _describe(layout: Layout) -> dict[str, Any]:
    return {
        "id": layout.id,
        "title": layout.title,
        "players": list(layout.players),
        "designer": layout.designer,
        "rules": layout.rules,
        "mixed": layout.random,
        "needs": dict(layout.needs),
        "sets": layout.sets,
    }
