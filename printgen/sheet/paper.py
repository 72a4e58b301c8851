"""Takes templates/papers.yaml, gives the papers one can print on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from printgen.catalog.model import Node
from printgen.catalog.nodes import read_yaml
from printgen.catalog.shapes import Shape, checked
from printgen.errors import CallError, Findings, did_you_mean
from printgen.sheet.model import Paper

FILE_NAME: Final = "papers.yaml"
_LENGTH: Final = Shape("number", "mm", required=True, at_least=50, at_most=2000)
PAPERS: Final = Shape(
    "names",
    "every paper by its name",
    of=Shape("keys", keys={"width": _LENGTH, "height": _LENGTH}),
)


def load_papers(templates: Path) -> Mapping[str, Paper]:
    """Every paper in the folder's papers.yaml; raises DataError with all that is wrong there."""
    findings = Findings()
    shown = f"{templates.name}/{FILE_NAME}"
    node = read_yaml(templates / FILE_NAME, shown, findings)
    node = checked(node, PAPERS, findings) if node is not None else None
    papers = {} if node is None else _papers(node, findings)
    findings.raise_errors()
    return MappingProxyType(papers)


def choose_paper(name: str, papers: Mapping[str, Paper]) -> Paper:
    known = papers.get(name.lower())
    if known is None:
        raise CallError(f"there is no paper '{name}'{did_you_mean(name, papers)}")
    return known


def _papers(node: Node, findings: Findings) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    for name, entry in node.value.items() if isinstance(node.value, Mapping) else ():
        sizes = {
            key: float(size.value)
            for key, size in (entry.value.items() if isinstance(entry.value, Mapping) else ())
            if isinstance(size.value, int | float)
        }
        if len(sizes) < 2:
            continue
        paper = Paper(name, sizes["width"], sizes["height"])
        if paper.width > paper.height:
            findings.error(entry.place, f"'{name}' lies on its side; swap width and height")
        papers[name.lower()] = paper
    return papers
