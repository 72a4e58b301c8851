"""Put the files of a new game together."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Final

from msgspec import Struct

from printgen.catalog.builtin import builtin_templates
from printgen.errors import CallError
from printgen.starter.parts import NAMES

SECTIONS: Final = ("tables", "components", "score")
"""The files of a part that become sections of game.yaml."""
SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_TITLE: Final = 80
IN_TEMPLATES: Final = ("card", "card-back", "tile", "tile-back", "board", "token")


class NewGame(Struct, frozen=True):
    """What a new game is called and has."""

    slug: str
    title: str
    designer: str
    players: tuple[int, int]
    parts: tuple[str, ...]
    languages: tuple[str, ...] = ()


def slug_of(title: str) -> str:
    """Return a folder's name for a title. Raises CallError if it has no letters for one."""
    plain = unicodedata.normalize("NFKD", title.lower().replace("ß", "ss"))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
    if not SLUG.fullmatch(slug):
        raise CallError(f"'{title}' has no letters or digits from which to name a folder")
    return slug


def write_game(game: NewGame, cards: Path) -> tuple[Path, ...]:
    """Write the game's folder and return its files. Raises CallError if it exists already."""
    folder = cards / game.slug
    if folder.exists():
        raise CallError(f"{folder} exists already; choose another name")
    files = game_files(game)
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return tuple(folder / name for name in files)


def game_files(game: NewGame) -> Mapping[str, str]:
    """Return the text of every file by its name in the game's folder."""
    starter = builtin_templates() / "starter"
    values = _values(game)
    files = {"game.yaml": _game_yaml(game, starter, values)}
    folders = [starter / part for part in game.parts]
    for folder in (starter / "base", *folders):
        for source in sorted(folder.iterdir()):
            if source.stem in SECTIONS or source.name == "head.yaml":
                continue
            name = f"templates/{source.name}" if source.stem in IN_TEMPLATES else source.name
            files[name] = Template(source.read_text(encoding="utf-8")).safe_substitute(values)
    for language in game.languages:
        files[f"{language}.po"] = _translation(game, language)
    return files


def _values(game: NewGame) -> dict[str, str]:
    """Return what the texts of the files depend on."""
    has = game.parts.__contains__
    fewest, most = game.players
    credit = f"{game.title} by {game.designer}." if game.designer else f"{game.title}."
    pictures = [
        f"- face: {face}\n  width: {width}\n  words: false"
        for part, face, width in (("board", "board/main", 90), ("cards", "cards/guide", 40))
        if has(part)
    ]
    cover = "board/main" if has("board") else ""
    return {
        "slug": game.slug,
        "title": game.title,
        "title_text": json.dumps(game.title, ensure_ascii=False),
        "designer": f"designer: {json.dumps(game.designer, ensure_ascii=False)}\n"
        if game.designer
        else "",
        "credit_text": json.dumps(credit, ensure_ascii=False),
        "players": f"{fewest}-{most}" if fewest != most else str(most),
        "most": str(min(most, 5)),
        "holds": "holds: cards" if has("cards") else "width: 60, height: 90, count: 40",
        "pictures": "\n".join(pictures[:1]),
        "cover": f"      cover: {{face: {cover}, words: false}}\n" if cover else "",
    }


def _game_yaml(game: NewGame, starter: Path, values: Mapping[str, str]) -> str:
    """Return game.yaml: its head, and a section of what all parts bring to it."""
    text = (starter / "base" / "head.yaml").read_text(encoding="utf-8")
    for section in SECTIONS:
        files = (starter / part / f"{section}.yaml" for part in game.parts)
        own = "".join(file.read_text(encoding="utf-8") for file in files if file.exists())
        if own and section != "score":
            text += f"\n{section}:\n{own}"
        elif own:
            text += f"\n{_setup(game)}\n{own}"
    if game.parts and "score" not in game.parts:
        text += f"\n{_setup(game)}"
    return Template(text).safe_substitute(values)


def _setup(game: NewGame) -> str:
    """Return how the companion sets the game up."""
    has = game.parts.__contains__
    lines = ["setup:                      # what the companion shuffles, deals and lays out"]
    if has("board"):
        lines.append("  board: board/main")
    lines.append("  parts:")
    if has("cards"):
        lines.append("    - {id: cards, title: Cards, shuffle: cards, deal: 3, face down: true}")
    if has("tiles"):
        lines.append("    - {id: tiles, title: Tiles, shuffle: tiles, draw: 3}")
    lines.append("    - {id: first, title: First player, choose: player}")
    return "\n".join(lines) + "\n"


def _translation(game: NewGame, language: str) -> str:
    return (
        f"# The texts of {game.title} in another language. `companion words` adds them all:\n"
        f"#   companion words cards/{game.slug} --language {language}\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    )


def checked_parts(names: Sequence[str]) -> tuple[str, ...]:
    """Return the parts in their usual order."""
    return tuple(name for name in NAMES if name in names)
