"""List the fonts of games, and the system's, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.catalog.font_files import system_fonts
from printgen.catalog.model import Family, Game
from printgen.text.typeface import Typeface


def fonts_text(games: Sequence[Game]) -> str:
    """Return the roles of each game's theme with their families and files."""
    return "\n".join(line for game in games for line in _game_lines(game))


def system_fonts_text() -> str:
    """Return the names of the font files that `system: true` finds, with their folders."""
    files = sorted(system_fonts().items())
    return "\n".join(f"{name}  {file.parent}" for name, file in files) or "no font files found"


def _game_lines(game: Game) -> Iterator[str]:
    yield f"{game.title} [{game.slug}]"
    for role, families in game.theme.fonts.items():
        for number, family in enumerate(families):
            yield f"  {role if number == 0 else '  then':<8} {family.regular.family}"
            yield from _files(family)


def _files(family: Family) -> Iterator[str]:
    styles: dict[Typeface, list[str]] = {}
    for name in ("regular", "bold", "italic", "bold_italic"):
        styles.setdefault(getattr(family, name), []).append(name.replace("_", " "))
    for face, names in styles.items():
        axes = "".join(f" {tag}={value:g}" for tag, value in face.axes)
        number = f"#{face.index + 1}" if face.index else ""
        yield f"    {', '.join(names)}: {face.file}{number}{axes}"
