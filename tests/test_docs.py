"""The documents agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

from printgen.cli import printgen
from printgen.draw.compile import STRUCTURES
from printgen.draw.elements import KINDS

ROOT = Path(__file__).parent.parent
LAYOUTS = (ROOT / "templates" / "README.md").read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    parts = re.split(r"^### (\w+)$", LAYOUTS, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_element_is_documented() -> None:
    """The headings in the templates' README are the elements."""
    assert set(sections()) == {*KINDS, *STRUCTURES}


def test_every_setting_is_documented() -> None:
    """Each element's settings are listed, and no others."""
    known = {name: set(kind.settings) - {name} for name, kind in KINDS.items()}
    known |= {name: set(settings) for name, settings in STRUCTURES.items()}
    for name, body in sections().items():
        line = next(line for line in body.splitlines() if line.startswith("Settings:"))
        listed = re.sub(r"\(.*?\)", "", line)
        assert set(re.findall(r"`(\w+)`", listed)) == known[name], name


def test_every_command_is_explained() -> None:
    """The manual's page says what each command is for, above the generated options."""
    page = (ROOT / "docs" / "reference" / "printgen.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^- `(\w+)[ `]", page, flags=re.MULTILINE))
    assert set(printgen.commands) - explained == set()


def test_links_in_the_readme_lead_to_files() -> None:
    """Its pages, pictures and folders exist."""
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
