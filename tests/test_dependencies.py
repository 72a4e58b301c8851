from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
OWN = {"printgen", "companion"}
TYPES_ONLY = {"_typeshed"}


def _imported(package: str) -> Iterator[str]:
    for file in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                yield from (name.name.partition(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def _name(requirement: str) -> str:
    return re.split(r"[\[<>=]", requirement)[0].lower().replace("_", "-")


def test_every_imported_package_has_a_lower_bound() -> None:
    """Packages that come along with others are named too: otherwise nobody knows which versions
    of them work."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    bounded = {_name(requirement) for requirement in wanted if ">=" in requirement}
    assert len(bounded) == len(wanted)
    modules = {name for package in OWN for name in _imported(package)} - OWN
    distributions = packages_distributions()
    unnamed = {
        module
        for module in modules - sys.stdlib_module_names - TYPES_ONLY
        if bounded.isdisjoint(map(_name, distributions.get(module, ())))
    }
    assert unnamed == set()
