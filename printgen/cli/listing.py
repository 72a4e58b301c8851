"""List games and their components as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from printgen.catalog.infer import describe_column
from printgen.catalog.model import Component, Game


def describe(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "designer": game.designer,
        "version": game.version,
        "bgg": game.bgg,
        "components": [_describe(component) for component in game.components],
    }


def _describe(component: Component) -> dict[str, Any]:
    template = component.template
    size = {"width": template.width, "height": template.height} if template else {}
    return {
        "id": component.id,
        "title": component.title,
        "count": sum(component.copies(record) for record in component.table.records),
        "different": len(component.table.records),
        **size,
        "shape": template.shape if template else component.craft.kind if component.craft else "",
        "back": component.back.name if component.back else None,
        "sheet": component.layout,
    }


def listing_json(games: Sequence[Game]) -> str:
    return json.dumps([describe(game) for game in games], indent=2, ensure_ascii=False)


def listing_text(games: Sequence[Game]) -> str:
    """One aligned table per game; sizes in millimetres."""
    lines: list[str] = []
    for game in games:
        about = describe(game)
        by = f" by {about['designer']}" if about["designer"] else ""
        lines.append(f"{about['title']} [{about['slug']}]{by}")
        for part in about["components"]:
            size = f"{part['width']:g} × {part['height']:g} mm" if "width" in part else "craft"
            back = "with backs" if part["back"] else "one side"
            lines.append(
                f"  {part['count']:>4}  {part['title']:<28} {size:<18} {back:<11} [{part['id']}]"
            )
    return "\n".join(lines)


def columns_text(game: Game) -> str:
    """Return the tables of game.yaml with the types of all columns that their files have."""
    lines = ["tables:"]
    for table in game.tables.values():
        lines += [f"  {table.name}:", "    columns:"]
        for column in table.columns:
            if column.name != "id" or not column.optional:  # an id that was made up is optional
                lines.append(f"      {column.name}: {describe_column(column)}")
    return "\n".join(lines) + "\n"
