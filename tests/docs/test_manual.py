"""The manual builds without warnings, works from a folder, and its links lead somewhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from sphinx.errors import ExtensionError

from companion.web.api.routes import ROUTES
from docs.extension import filled
from printgen.catalog.cutters import known_cutters
from printgen.catalog.services import known_services
from printgen.cli import printgen
from printgen.command_options import EXPORTS
from printgen.draw.compile import STRUCTURES
from printgen.draw.elements import KINDS

ROOT = Path(__file__).parent.parent.parent
PICTURES = ("sprites", "faces")
REMOTE = re.compile(r"""(?:@import|url\()\s*["']?(?:https?:)?//""")


class Page(HTMLParser):
    """The anchors of a page, its links, and the files that a browser loads to show it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.anchors |= {found[key] for key in ("id", "name") if key in found}
        if "href" in found:
            (self.loaded if tag == "link" else self.links).add(found["href"])
        if "src" in found:
            self.loaded.add(found["src"])


def broken_links(site: Path) -> list[str]:
    """Return the links within a site that lead nowhere, and all files that it loads from others."""
    pages = {file: Page(file) for file in site.rglob("*.html")}
    broken = []
    for file, page in pages.items():
        broken += [f"{file.name} loads {url}" for url in page.loaded if urlsplit(url).netloc]
        for url in page.links | page.loaded:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            known = pages[target].anchors if target in pages else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in known):
                broken.append(f"{file.relative_to(site)}: {url}")
    styles = [style for style in site.rglob("*.css") if REMOTE.search(style.read_text("utf-8"))]
    return sorted(broken) + [f"{style.name} loads from another site" for style in styles]


def test_the_manual_builds_and_every_link_works(tmp_path: Path) -> None:
    """Warnings are errors; pages, anchors and pictures exist; nothing comes from another site."""
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "--fresh-env", "--fail-on-warning", "--quiet"]
    done = subprocess.run(
        [*command, "-d", str(tmp_path / "doctrees"), str(ROOT / "docs"), str(site)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert broken_links(site) == []
    reference = (site / "reference" / "printgen.html").read_text(encoding="utf-8")
    assert "--companion-url" in reference  # generated from click


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    """A missing page, anchor or picture and a font from another site are all reported."""
    (tmp_path / "page.html").write_text(
        '<h1 id="top"></h1><a href="#top"></a><a href="#no"></a><a href="https://example.org"></a>'
        '<a href="none.html"></a><img src="no.png"><script src="https://cdn.example/a.js"></script>'
    )
    (tmp_path / "site.css").write_text('@import "https://fonts.example/inter.css";')
    assert broken_links(tmp_path) == [
        "page.html loads https://cdn.example/a.js",
        "page.html: #no",
        "page.html: no.png",
        "page.html: none.html",
        "site.css loads from another site",
    ]


def _keys(schema: Any) -> Iterator[str]:
    """Yield the keys that an object may have, and those of everything inside it."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from _keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _keys(part)


def generated(name: str) -> str:
    return filled("reference/page", f"<!-- generated: {name} -->")


def test_the_reference_is_complete() -> None:
    """It has every command and option, key of game.yaml, element with its settings, and route."""
    commands, elements = generated("printgen"), generated("elements")
    for name, command in printgen.commands.items():
        assert f"## printgen {name}\n" in commands
        assert {flag for option in command.params for flag in option.opts if flag[0] == "-"} <= set(
            re.findall(r"-[\w-]+", commands)
        )
    schema = json.loads((ROOT / "cards" / "game.schema.json").read_text("utf-8"))
    assert {key for key in _keys(schema) if f"`{key}`" not in generated("game schema")} == set()
    headings = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", elements, re.MULTILINE | re.DOTALL))
    assert set(headings) == {*KINDS, *STRUCTURES}
    for name, kind in KINDS.items():
        assert [key for key in kind.settings if f"`{key}`" not in headings[name]] == []
    api = generated("api")
    assert [route.path for route in ROUTES if f"{route.method} {route.path}`" not in api] == []


def test_each_target_has_a_page_that_says_what_to_click() -> None:
    """Virtual tables, print services and cutting machines: the page has the command, numbered
    steps, and the numbers of the profile."""
    templates = ROOT / "templates"
    pages = {name: f"companion export {name} " for name in EXPORTS if name not in PICTURES}
    pages |= {name: f"printgen build GAME --for {name}" for name in known_services(templates)}
    pages |= {name: f"printgen build GAME --cutter {name}" for name in known_cutters(templates)}
    index = (ROOT / "docs" / "targets" / "index.md").read_text("utf-8")
    for name, command in pages.items():
        text = (ROOT / "docs" / "targets" / f"{name}.md").read_text("utf-8")
        assert command in text, name
        assert re.search(r"^3\. ", text, re.MULTILINE), name
        assert f"]({name}.md)" in index, name
        assert name in EXPORTS or re.search(rf"generated: (service|cutter) {name} ", text), name
    pictures = (ROOT / "docs" / "targets" / "pictures.md").read_text("utf-8")
    assert all(f"printgen export {name} " in pictures for name in PICTURES)


def test_the_numbers_of_a_profile_are_in_its_page() -> None:
    tgc = generated("service tgc")
    assert "| `PokerDeck` | Poker deck | 63.5 × 88.9 | 825 × 1125 |" in tgc
    assert "| `PokerTuckBox54` | PokerDeck | 54 | 2325 × 1950 |" in tgc
    assert "30% · 30% · 0% · 100%" in generated("service mbprint")
    assert "| Inset | 15.88 mm |" in generated("cutter silhouette-feeder")


def test_a_page_with_an_unknown_reference_does_not_build() -> None:
    """The error names the page and what could be generated."""
    with pytest.raises(ExtensionError, match=r"page: nothing generates 'colours'.*elements"):
        filled("page", "<!-- generated: colours -->")
