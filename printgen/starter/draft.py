"""Draft a card for a table that somebody already has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Column, Table
from printgen.catalog.rows import WORKBOOKS
from printgen.errors import CallError, DataError, Findings
from printgen.starter.write import NewGame, game_files

TABLES: Final = (".csv", ".tsv", ".json", *WORKBOOKS)
PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")
TITLES: Final = ("title", "name", "card", "card_name", "heading")
COPIES: Final = ("copies", "qty", "quantity", "count", "amount")
TEXTS: Final = ("text", "rules", "effect", "description", "ability")
LONG: Final = 24
"""Letters of an average cell, above which a column has sentences."""
CORNERS: Final = ((48.0, 4.0), (48.0, 71.9), (4.5, 71.9), (48.0, 16.5))
"""Where circles with numbers go, the first column's first."""


class Roles(Struct, frozen=True):
    """Which column is what on the card."""

    title: str
    text: str
    picture: str
    colour: str
    icon: str
    copies: str
    numbers: tuple[str, ...]
    others: tuple[str, ...]


def draft_game(game: NewGame, source: Path, cards: Path) -> tuple[Path, ...]:
    """Write a game with one deck of cards, drafted from the columns of a table. Raises CallError
    for a file that is not one, DataError for mistakes in it."""
    suffix = source.suffix.lower()
    if suffix not in TABLES:
        raise CallError(f"{source.name} is not a table; give a {', '.join(TABLES)} file")
    folder = cards / game.slug
    if folder.exists():
        raise CallError(f"{folder} exists already; choose another name")
    try:
        return tuple(_draft(game, source, folder))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)  # it did not exist before
        raise


def _draft(game: NewGame, source: Path, folder: Path) -> Iterator[Path]:
    (folder / "templates").mkdir(parents=True)
    table_file = folder / f"cards{source.suffix.lower()}"
    shutil.copyfile(source, table_file)
    yield table_file
    base = game_files(replace(game, parts=()))
    texts = {
        "theme.yaml": base["theme.yaml"],
        "templates/card-back.yaml": (
            builtin_templates() / "starter/cards/card-back.yaml"
        ).read_text(encoding="utf-8"),
        "templates/card.yaml": "size: poker\nelements: []\n",
        "game.yaml": _game_yaml(base["game.yaml"], table_file.name, ""),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    table = _read(folder)
    roles = find_roles(table)
    yield from _copied_pictures(table, roles.picture, source.parent, folder)
    texts["templates/card.yaml"] = card_template(roles)
    texts["game.yaml"] = _game_yaml(base["game.yaml"], table_file.name, roles.copies)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        yield folder / name


def _read(folder: Path) -> Table:
    findings = Findings()
    game = load_game(folder.name, folder.parent, builtin_templates(), findings)
    if game is None or "cards" not in game.tables or findings.errors:
        raise DataError(findings)
    return game.tables["cards"]


def _game_yaml(head: str, file: str, copies: str) -> str:
    """Return the head of a game without parts, and one component that prints the table."""
    counted = f"\n    copies: {copies}" if copies and copies != "copies" else ""
    component = (builtin_templates() / "starter/cards/components.yaml").read_text(encoding="utf-8")
    return f"{head}\ntables:\n  cards:\n    file: {file}{counted}\n\ncomponents:\n{component}"


def find_roles(table: Table) -> Roles:
    """Choose a role for every column by its name, its type and its cells."""
    columns = [column for column in table.columns if column.name != "id"]
    copies = _named(columns, COPIES, ("integer",))
    rest = [column for column in columns if column.name != copies]
    picture = next((c.name for c in rest if c.kind == "text" and _are_pictures(table, c)), "")
    texts = [c for c in rest if c.kind == "text" and c.name != picture]
    title = _named(texts, TITLES, ("text",)) or (texts[0].name if texts else "")
    texts = [c for c in texts if c.name != title]
    longest = max(texts, key=lambda c: _mean_length(table, c), default=None)
    text = _named(texts, TEXTS, ("text",))
    if not text and longest is not None and _mean_length(table, longest) > LONG:
        text = longest.name
    numbers = [c.name for c in rest if c.kind in ("integer", "number")]
    colour = next((c.name for c in rest if c.kind == "colour"), "")
    icon = next((c.name for c in rest if c.kind == "icon"), "")
    taken = {copies, picture, title, text, colour, icon, *numbers[: len(CORNERS)]}
    left = [column for column in columns if column.name not in taken]
    left.sort(key=lambda column: len(_cells(table, column)) < len(table.records))
    others = tuple(column.name for column in left)
    return Roles(title, text, picture, colour, icon, copies, tuple(numbers[: len(CORNERS)]), others)


def _named(columns: Sequence[Column], names: Sequence[str], kinds: Sequence[str]) -> str:
    found = {column.name for column in columns if column.kind in kinds}
    return next((name for name in names if name in found), "")


def _cells(table: Table, column: Column) -> list[str]:
    values = (record.values.get(column.name) for record in table.records)
    return [str(value) for value in values if value is not None and value != ""]


def _mean_length(table: Table, column: Column) -> float:
    cells = _cells(table, column)
    return sum(map(len, cells)) / len(cells) if cells else 0.0


def _are_pictures(table: Table, column: Column) -> bool:
    cells = _cells(table, column)
    return bool(cells) and all(cell.lower().endswith(PICTURES) for cell in cells)


def _copied_pictures(table: Table, column: str, beside: Path, folder: Path) -> Iterator[Path]:
    """Copy the pictures that lie beside the table into the game's art."""
    for record in table.records if column else ():
        name = str(record.values.get(column) or "")
        source = beside / name
        if name and ".." not in Path(name).parts and source.is_file():
            target = folder / "art" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            yield target


def card_template(roles: Roles) -> str:
    """Return a card with a place for everything that the columns have."""
    colour = f"{{{roles.colour}}}" if roles.colour else "night"
    on = f"{{on({roles.colour})}}" if roles.colour else "{on('night')}"
    elements = [
        _element("rectangle: [-3, -3, 69.5, 94.9]", fill="sand"),
        _element("rectangle: [-3, -3, 69.5, 19]", ground=colour),
    ]
    if roles.title:
        elements.append(
            _element(
                f'text: "{{{roles.title}}}"',
                box="[6, 5, 40, 9]",
                style="card-title",
                valign="middle",
                colour=on,
            )
        )
    if roles.picture:
        elements.append(
            _element(f'image: "{{{roles.picture}}}"', when=roles.picture, box="[6, 19, 51.5, 34]")
        )
    elif roles.icon:
        elements.append(
            _element(
                f'icon: "{{{roles.icon}}}"',
                when=roles.icon,
                box="[20.75, 24, 22, 22]",
                colour="{readable('lake')}",
            )
        )
    if roles.text:
        elements.append(
            _element(
                f'rich: "{{{roles.text}}}"',
                when=roles.text,
                box="[6, 55, 51.5, 16]",
                style="card-text",
                align="center",
                valign="middle",
            )
        )
    for name, (x, y) in zip(roles.numbers, CORNERS, strict=False):
        shown = {"when": f"text({name})"}  # 0 is shown, an empty cell is not
        elements.append(
            _element(
                f"circle: [{x + 5.5:g}, {y + 5.5:g}, 5.5]",
                **shown,
                fill="paper",
                stroke="night",
                stroke_width="0.4",
            )
        )
        elements.append(
            _element(
                f'text: "{{{name}}}"',
                **shown,
                box=f"[{x + 1:g}, {y:g}, 9, 11]",
                style="badge",
                align="center",
                valign="middle",
            )
        )
    if roles.others:
        first, *more = roles.others
        # An empty cell leaves no separator behind.
        more = [f"{{' · ' + text({name}) if text({name}) else ''}}" for name in more]
        line = f"{{{first}}}{''.join(more)}"
        elements.append(
            _element(
                f"text: {json.dumps(line, ensure_ascii=False)}",
                box="[16, 74, 31.5, 9]",
                style="small",
                align="center",
                valign="middle",
            )
        )
    head = (
        "# Drafted from the columns of the table; move and change what you like.\n"
        "size: poker\nbleed: 3\nsafe: 4\ncorner: 3\nelements:\n"
    )
    return head + "".join(elements)


def _element(first: str, **settings: str) -> str:
    """Return an element of a template, with its settings below it."""
    quoted = {
        name: value if name == "when" or not value.startswith("{") else f'"{value}"'
        for name, value in settings.items()
    }
    return f"  - {first}\n" + "".join(f"    {name}: {value}\n" for name, value in quoted.items())
