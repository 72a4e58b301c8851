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


def test_every_command_and_option_is_in_the_readme() -> None:
    """README's synopsis names each command and its main options."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, command in printgen.commands.items():
        assert f"printgen {name}" in readme
        for option in command.params:
            for flag in getattr(option, "opts", []):
                if flag.startswith("--") and not getattr(option, "hidden", False):
                    assert flag in readme, f"{name} {flag}"
