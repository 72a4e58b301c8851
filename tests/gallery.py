"""The gallery of samples: one small game for each feature of templates, and the page about them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import Game
from printgen.catalog.translations.codes import ENGLISH
from printgen.catalog.translations.translated import translated
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import InkStyle
from printgen.errors import Findings
from printgen.frame import Frame

ROOT: Final = Path(__file__).parent.parent
CARDS: Final = ROOT / "tests" / "sample" / "gallery"
PAGE: Final = ROOT / "templates" / "gallery.md"
PICTURES: Final = ROOT / ".github" / "pictures" / "gallery"
SAMPLES: Final = list_games(CARDS)
IN_BOTH_INKS: Final = "ink"
SHOWN: Final = {".csv": "csv", ".po": "po", ".yaml": "yaml"}
HEAD: Final = """# Gallery

What templates can draw, each in a small game of [tests/sample/gallery](../tests/sample/gallery). \
[README.md](README.md) explains all elements and functions. `printgen build track --cards \
tests/sample/gallery` prints a sample. This page is written by `make pictures`.
"""


def open_sample(slug: str) -> Game:
    findings = Findings()
    game = load_game(slug, CARDS, builtin_templates(), findings)
    assert game is not None
    assert not list(findings), [str(finding) for finding in findings]
    return game


def draw_sample(game: Game, ink: InkStyle) -> list[Frame]:
    """The fronts of all pieces of a sample in each of its languages; fails on any finding."""
    findings = Findings()
    fronts: list[Frame] = []
    for language in (ENGLISH, *game.translations):
        made = translated(game, language)
        context = make_draw_context(made, ink, None)
        (component,) = made.components
        fronts += [face.front for face in draw_component(made, component, context, findings)]
    assert not list(findings), [str(finding) for finding in findings]
    return fronts


def page() -> str:
    """The page, from the samples' own files."""
    return HEAD + "".join(map(_section, SAMPLES))


def _section(slug: str) -> str:
    folder = CARDS / slug
    title = _value((folder / "game.yaml").read_text(encoding="utf-8"), "title")
    files = [folder / "game.yaml", *sorted(folder.glob("*.csv")), *sorted(folder.glob("*.po"))]
    files += sorted(folder.glob("templates/*.yaml"))
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    first = (text.partition("\n")[0] for text in texts.values())
    about = [line.removeprefix("# ") for line in first if line.startswith("# ")]
    picture = (PICTURES / f"{slug}.png").relative_to(ROOT).as_posix()
    parts = [f"\n## {title}\n{' '.join(about)}\n"]
    parts.append(f"\n![{title}](../{picture})\n")
    names = ", ".join(file.name for file in files)
    parts.append(f"\n<details><summary>{slug}: {names}</summary>\n")
    parts += [_code(file, text) for file, text in texts.items()]
    return "".join((*parts, "\n</details>\n"))


def _value(yaml: str, key: str) -> str:
    line = next(line for line in yaml.splitlines() if line.startswith(f"{key}: "))
    return line.partition(": ")[2]


def _code(file: Path, text: str) -> str:
    return f"\n{file.name}\n```{SHOWN[file.suffix]}\n{text.rstrip()}\n```\n"
