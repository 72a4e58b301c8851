"""The manual builds without warnings, works from a folder, and its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent.parent
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
